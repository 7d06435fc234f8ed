//! The quotes of a CSV file: whether they are well formed, and whether the file must be read as one stream.
//!
//! The reader of rows accepts everything: the value of `"abc` is the rest of the file, and that of `"a"b` is `ab`. Such a
//! file was damaged or has other rules, so it is refused.

use std::sync::Arc;

use datafusion::error::Result;
use futures::TryStreamExt;
use memchr::{memchr, memchr_iter, memchr2, memmem};
use object_store::{ObjectStore, ObjectStoreExt};

use super::delimiters::{self, DelimiterCounts};
use super::listed::StoredFile;
use super::refused;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What a file's bytes say about how it is read.
#[derive(Debug)]
pub struct ScannedQuotes {
    /// Whether it can't be split at line breaks: a value has one in quotes, or a line begins with the character U+FEFF, which
    /// csv-core 0.1 drops at the start of each part.
    pub is_one_stream: bool,
    /// The delimiter that a file of one column seems to have instead.
    pub other_delimiter: Option<u8>,
}

/// Reads a file.
///
/// # Errors
/// Returns one line that names the file and the line if a quoted value doesn't end, or goes on after its quotes. Of a file
/// of one column, also if a line is empty: some readers have a NULL there, and this one has no row.
pub async fn scan(
    store: &Arc<dyn ObjectStore>,
    file: &StoredFile,
    delimiter: u8,
    is_one_column: bool,
) -> Result<ScannedQuotes> {
    let mut bytes = store.get(&file.object.location).await?.into_stream();
    let mut quotes = QuoteParser::new(delimiter);
    let mut lines = is_one_column.then(|| ColumnLines::new(delimiter));
    let mut marks = MarkFinder::default();
    let failed = |reason: String| refused(&file.name, reason);
    while let Some(chunk) = bytes.try_next().await? {
        quotes.add(&chunk).map_err(failed)?;
        marks.add(&chunk);
        if let Some(lines) = &mut lines {
            lines.add(&chunk).map_err(failed)?;
        }
    }
    let is_one_stream = quotes.finish().map_err(failed)? || marks.found;
    Ok(ScannedQuotes {
        is_one_stream,
        other_delimiter: lines.and_then(ColumnLines::other_delimiter),
    })
}

/// Where the parser is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum QuoteState {
    /// Outside of quotes.
    Plain,
    /// Within quotes.
    Quoted,
    /// After a quote within quotes: the end of the value, or the first of two quotes that stand for one.
    Quote,
}

/// A parser of quotes, which gets a file in chunks.
#[derive(Debug)]
struct QuoteParser {
    delimiter: u8,
    state: QuoteState,
    /// The byte before the chunk. A quote after a line break starts a value.
    last: u8,
    is_start: bool,
    has_breaks: bool,
    /// The line of the chunk's start.
    line: usize,
    /// The line of the last quote that started a value.
    opened: usize,
}

impl QuoteParser {
    fn new(delimiter: u8) -> Self {
        QuoteParser {
            delimiter,
            state: QuoteState::Plain,
            last: b'\n',
            is_start: true,
            has_breaks: false,
            line: 1,
            opened: 1,
        }
    }

    fn add(&mut self, chunk: &[u8]) -> Result<(), String> {
        let mut at = 0;
        if std::mem::take(&mut self.is_start) && chunk.starts_with(BYTE_ORDER_MARK) {
            at = BYTE_ORDER_MARK.len();
        }
        let start = at;
        // Lines are counted once, however many quotes there are.
        let (mut line, mut counted) = (self.line, 0);
        while at < chunk.len() {
            match self.state {
                QuoteState::Plain => {
                    let Some(quote) = memchr(b'"', &chunk[at..]) else { break };
                    let before = match at + quote {
                        first if first == start => self.last,
                        later => chunk[later - 1],
                    };
                    at += quote + 1;
                    // Elsewhere it is a character like others.
                    if self.ends_value(before) {
                        self.state = QuoteState::Quoted;
                        line += line_ends(&chunk[counted..at]);
                        counted = at;
                        self.opened = line;
                    }
                }
                QuoteState::Quoted => {
                    let end = memchr(b'"', &chunk[at..]).map_or(chunk.len(), |quote| at + quote);
                    self.has_breaks |= memchr2(b'\n', b'\r', &chunk[at..end]).is_some();
                    if end < chunk.len() {
                        self.state = QuoteState::Quote;
                    }
                    at = end + 1;
                }
                QuoteState::Quote => {
                    self.state = match chunk[at] {
                        b'"' => QuoteState::Quoted,
                        byte if self.ends_value(byte) => QuoteState::Plain,
                        byte => return Err(self.goes_on(&chunk[..at], byte)),
                    };
                    at += 1;
                }
            }
        }
        self.line = line + line_ends(&chunk[counted..]);
        self.last = chunk.last().copied().unwrap_or(self.last);
        Ok(())
    }

    fn ends_value(&self, byte: u8) -> bool {
        byte == self.delimiter || matches!(byte, b'\n' | b'\r')
    }

    fn goes_on(&self, before: &[u8], byte: u8) -> String {
        let line = self.line + line_ends(before);
        if let Some(advice) = delimiters::advice(byte) {
            return format!("line {line}: after a quoted value, {advice}");
        }
        format!(
            "line {line}: a quoted value goes on after its closing quote: double quotes within quotes"
        )
    }

    fn finish(self) -> Result<bool, String> {
        match self.state {
            QuoteState::Quoted => Err(format!("line {}: a quoted value doesn't end", self.opened)),
            QuoteState::Plain | QuoteState::Quote => Ok(self.has_breaks),
        }
    }
}

fn line_ends(bytes: &[u8]) -> usize {
    memchr_iter(b'\n', bytes).count()
}

/// Looks for a byte order mark at the start of a line other than the first.
#[derive(Debug, Default)]
struct MarkFinder {
    found: bool,
    /// The last bytes of the chunks before, fewer than a line break and a mark have.
    tail: Vec<u8>,
}

impl MarkFinder {
    fn add(&mut self, chunk: &[u8]) {
        let len = BYTE_ORDER_MARK.len();
        let edge = [&self.tail, &chunk[..chunk.len().min(len)]].concat();
        self.found |= MarkFinder::are_in(&edge) || MarkFinder::are_in(chunk);
        let joined = if chunk.len() < len { &edge } else { chunk };
        self.tail = joined[joined.len().saturating_sub(len)..].to_vec();
    }

    fn are_in(bytes: &[u8]) -> bool {
        let mut marks = memmem::find_iter(bytes, BYTE_ORDER_MARK);
        marks.any(|at| at > 0 && matches!(bytes[at - 1], b'\n' | b'\r'))
    }
}

/// The lines of a file of one column.
#[derive(Debug)]
struct ColumnLines {
    delimiters: DelimiterCounts,
    line: u64,
    length: u64,
    is_quoted: bool,
    is_after_return: bool,
}

impl ColumnLines {
    fn new(delimiter: u8) -> Self {
        ColumnLines {
            delimiters: DelimiterCounts::beside(delimiter),
            line: 0,
            length: 0,
            is_quoted: false,
            is_after_return: false,
        }
    }

    fn other_delimiter(mut self) -> Option<u8> {
        self.delimiters.found(self.length > 0)
    }

    /// Checks that no line is empty.
    fn add(&mut self, chunk: &[u8]) -> Result<(), String> {
        for &byte in chunk {
            self.is_quoted ^= byte == b'"';
            let is_end = matches!(byte, b'\n' | b'\r') && !self.is_quoted;
            if !is_end {
                self.length += 1;
                if !self.is_quoted {
                    self.delimiters.add(byte);
                }
            } else if !(byte == b'\n' && self.is_after_return) {
                self.line += 1;
                if std::mem::take(&mut self.length) == 0 {
                    let advice = self.delimiters.found(false).and_then(delimiters::advice);
                    let advice = advice.map_or_else(String::new, |advice| format!("; or {advice}"));
                    return Err(format!(
                        "line {}: an empty line in a file of one column: write \"\" for NULL, or remove the line{advice}",
                        self.line
                    ));
                }
                self.delimiters.end_line();
            }
            self.is_after_return = byte == b'\r';
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The result for the text in chunks of this many bytes.
    fn result(text: &str, chunk: usize) -> Result<bool, String> {
        let mut quotes = QuoteParser::new(b',');
        text.as_bytes().chunks(chunk).try_for_each(|chunk| quotes.add(chunk))?;
        quotes.finish()
    }

    #[test]
    fn quotes_are_parsed_in_chunks_of_any_size() {
        for (text, expected) in [
            ("id,n\n1,2\n", Ok(false)),
            ("id,n\n1,\"a,b\"\n2,\"\"\n3,\"c\"\"d\"", Ok(false)),
            ("id,n\n1,\"a\nb\"\n", Ok(true)),
            ("id,n\n1,\"a\rb\"\n", Ok(true)),
            ("\"i\"\"d\",n\r\n1,a\"b\n2,5\" x\"y\n", Ok(false)),
            ("id,n\n1,x\"y,\"z\n\"\n", Ok(true)),
        ] {
            for chunk in 1..=text.len() {
                assert_eq!(result(text, chunk), expected, "{text:?} {chunk}");
            }
        }
        for chunk in 1..20 {
            let text = result("id,n\n1,\"abc\n2,x\n", chunk).expect_err("it doesn't end");
            assert_eq!(text, "line 2: a quoted value doesn't end");
            let text = result("id,n\n1,2\n2,\"x\"y\n", chunk).expect_err("it goes on");
            assert!(text.starts_with("line 3: a quoted value goes on"), "{text}");
        }
        assert_eq!(result("\u{feff}\"a\nb\",c\n", 100), Ok(true));
    }

    #[test]
    fn marks_at_the_start_of_lines_are_found_in_chunks_of_any_size() {
        for (text, expected) in [
            ("\u{feff}id,n\n1,\u{feff}\n", false),
            ("id,n\n1,x\n\u{feff},y\n", true),
            ("id,n\r\u{feff},y", true),
        ] {
            for chunk in 1..=text.len() {
                let mut marks = MarkFinder::default();
                text.as_bytes().chunks(chunk).for_each(|chunk| marks.add(chunk));
                assert_eq!(marks.found, expected, "{text:?} {chunk}");
            }
        }
    }

    #[test]
    fn an_empty_line_of_one_column_is_found() {
        let result = |text: &str| ColumnLines::new(b',').add(text.as_bytes());
        for text in ["id\n1\n2", "id\r\n1\r\n", "id\r1\r", "id\n\"a\n\nb\"\n", "id\n\"\"\n"] {
            assert_eq!(result(text), Ok(()), "{text:?}");
        }
        for text in ["id\n\n1\n", "id\r\n1\r\n\r\n2", "id\r\r1"] {
            assert!(result(text).is_err(), "{text:?}");
        }
    }
}
