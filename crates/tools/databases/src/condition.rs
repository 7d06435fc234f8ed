//! Checks that a condition or a query stands alone: it can't end the brackets, quotes or comments around it.
//!
//! Texts that dialects or versions read in different ways are refused, such as a comment in a comment.

use crate::dialect::Dialect;
use crate::error::TableError;

/// How a dialect reads quotes and comments.
struct DialectLexis {
    /// The characters that open and close quotes.
    quotes: &'static str,
    /// Those among them in which a backslash escapes the next character.
    escaping: &'static str,
    /// Whether `E'…'` has backslashes.
    has_escape_strings: bool,
    /// Whether `$tag$…$tag$` is a text.
    has_dollar_strings: bool,
    /// Whether `[…]` is a name.
    has_bracket_names: bool,
    /// What `#` begins.
    hash: NumberSign,
    /// Whether two hyphens begin a comment only before a blank.
    dashes_need_blank: bool,
    /// What is refused outside of quotes, as its meaning depends on the version or isn't known here.
    refused: &'static [&'static str],
}

/// What a number sign begins.
#[derive(Clone, Copy, Eq, PartialEq)]
enum NumberSign {
    Nothing,
    Comment,
    /// A comment if a blank or `!` follows.
    CommentBeforeBlank,
}

const POSTGRESQL: DialectLexis = DialectLexis {
    quotes: "'\"",
    escaping: "",
    has_escape_strings: true,
    has_dollar_strings: true,
    has_bracket_names: false,
    hash: NumberSign::Nothing,
    dashes_need_blank: false,
    refused: &[],
};
const MYSQL: DialectLexis = DialectLexis {
    quotes: "'\"`",
    escaping: "'\"",
    has_escape_strings: false,
    has_dollar_strings: false,
    hash: NumberSign::Comment,
    dashes_need_blank: true,
    // Comments that are executed.
    refused: &["/*!", "/*M!", "/*m!"],
    ..POSTGRESQL
};
const CLICKHOUSE: DialectLexis = DialectLexis {
    quotes: "'\"`",
    escaping: "'\"`",
    has_escape_strings: false,
    has_dollar_strings: false,
    hash: NumberSign::CommentBeforeBlank,
    // Newer versions read these as quotes.
    refused: &["‘", "’", "“", "”"],
    ..POSTGRESQL
};
const SQLITE: DialectLexis = DialectLexis {
    quotes: "'\"`",
    has_escape_strings: false,
    has_dollar_strings: false,
    has_bracket_names: true,
    ..POSTGRESQL
};
/// The dialects without a connection, which have raw strings, strings in three quotes, and other comments.
const OTHER: DialectLexis = DialectLexis {
    quotes: "'\"`",
    has_escape_strings: false,
    has_dollar_strings: false,
    refused: &["'''", "\"\"\"", "#", "$$", "//", "\\"],
    ..POSTGRESQL
};

impl DialectLexis {
    fn of(dialect: Dialect) -> &'static DialectLexis {
        match dialect {
            Dialect::PostgreSql | Dialect::DuckDb => &POSTGRESQL,
            Dialect::MySql => &MYSQL,
            Dialect::ClickHouse => &CLICKHOUSE,
            Dialect::Sqlite => &SQLITE,
            _ => &OTHER,
        }
    }
}

/// Checks that a condition or query can stand in brackets without a change of its meaning.
///
/// # Errors
/// Returns an error if its brackets don't balance, a quote or comment doesn't end, it has a `;` outside of quotes, or its
/// meaning depends on the version of the database.
///
/// ```
/// use hashlane_databases::{Dialect, check_standalone};
/// assert!(check_standalone(Dialect::MySql, "v > 3 -- only these").is_ok());
/// assert!(check_standalone(Dialect::MySql, "1=1); DELETE FROM t").is_err());
/// ```
pub fn check_standalone(dialect: Dialect, text: &str) -> Result<(), TableError> {
    let lexis = DialectLexis::of(dialect);
    let mut scan = TextScan { text, at: 0, lexis, is_strict: std::ptr::eq(lexis, &OTHER) };
    scan.check().map_err(|(at, what)| {
        let place = text[..at].chars().count() + 1;
        TableError::new(format!(
            "character {place} of the condition or query {what}: it must stand alone, with complete quotes, comments and brackets, and \
             without ';'"
        ))
    })
}

/// A text that is read from its start to its end.
struct TextScan<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
    lexis: &'static DialectLexis,
    /// Whether a backslash in quotes is refused.
    is_strict: bool,
}

/// The place of what is wrong, and what it is.
type ConditionFault = (usize, String);

impl TextScan<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn check(&mut self) -> Result<(), ConditionFault> {
        let mut brackets = Vec::new();
        let mut follows_escape_string = false;
        while let Some(next) = self.rest().chars().next() {
            let start = self.at;
            if next.is_ascii_whitespace() {
                self.at += 1;
                continue;
            }
            if next.is_whitespace() || next.is_control() {
                return Err((
                    start,
                    "is a blank or control character outside of ASCII's blanks".to_owned(),
                ));
            }
            if self.skip_comment()? {
                continue;
            }
            self.check_refused()?;
            // PostgreSQL reads backslashes in the second part of E'a' 'b' too.
            if next == '\'' && follows_escape_string {
                return Err((start, "continues the E'' string before it".to_owned()));
            }
            follows_escape_string = self.skip_token(next)?;
            if self.at == start {
                self.at += next.len_utf8();
                self.bracket(&mut brackets, start, next)?;
            }
        }
        match brackets.pop() {
            Some((at, opening, _)) => {
                Err((at, format!("opens a bracket '{opening}' that isn't closed")))
            }
            None => Ok(()),
        }
    }

    fn check_refused(&self) -> Result<(), ConditionFault> {
        match self.lexis.refused.iter().find(|refused| self.rest().starts_with(**refused)) {
            Some(refused) => Err((
                self.at,
                format!("begins {refused}, whose meaning depends on the database's version"),
            )),
            None => Ok(()),
        }
    }

    fn bracket(
        &self,
        open: &mut Vec<(usize, char, char)>,
        at: usize,
        char: char,
    ) -> Result<(), ConditionFault> {
        match char {
            ';' => return Err((at, "is ';'".to_owned())),
            '(' => open.push((at, char, ')')),
            '[' => open.push((at, char, ']')),
            '{' => open.push((at, char, '}')),
            ')' | ']' | '}' if open.pop().is_none_or(|(_, _, closing)| closing != char) => {
                return Err((at, format!("is '{char}', which closes no bracket")));
            }
            _ => {}
        }
        Ok(())
    }

    /// Skips a word or what is quoted. Returns whether it was a string with backslashes as in PostgreSQL.
    fn skip_token(&mut self, next: char) -> Result<bool, ConditionFault> {
        let start = self.at;
        if is_word(next) {
            self.at += self.rest().find(|char| !is_word(char)).unwrap_or(self.rest().len());
            let word = &self.text[start..self.at];
            self.check_word(start, word)?;
            let is_escape = self.lexis.has_escape_strings && word.eq_ignore_ascii_case("e");
            if is_escape && self.rest().starts_with('\'') {
                self.skip_quoted('\'', true)?;
                return Ok(true);
            }
        } else if self.lexis.quotes.contains(next) {
            self.skip_quoted(next, self.lexis.escaping.contains(next))?;
        } else if next == '[' && self.lexis.has_bracket_names {
            let end = self.rest().find(']');
            self.at +=
                end.ok_or((start, "opens a name in brackets that isn't closed".to_owned()))? + 1;
        } else if next == '$' {
            self.skip_dollars()?;
        }
        Ok(false)
    }

    fn skip_quoted(&mut self, quote: char, has_escapes: bool) -> Result<(), ConditionFault> {
        let start = self.at;
        let mut chars = self.rest().char_indices().skip(1).peekable();
        while let Some((at, char)) = chars.next() {
            if char == '\\' && self.is_strict || char == '\0' {
                return Err((start + at, "is a backslash or NUL in quotes".to_owned()));
            }
            if char == '\\' && has_escapes {
                chars.next();
            } else if char == quote && chars.next_if(|(_, next)| *next == quote).is_none() {
                self.at = start + at + 1;
                return Ok(());
            }
        }
        Err((start, format!("opens a quote {quote} that isn't closed")))
    }

    /// Checks that a word ends where all versions end it.
    fn check_word(&self, start: usize, word: &str) -> Result<(), ConditionFault> {
        if let Some(refused) = self.lexis.refused.iter().find(|refused| word.contains(**refused)) {
            return Err((start, format!("begins a word with {refused}")));
        }
        if self.rest().starts_with('$') {
            return Err((self.at, "is '$' in a name without quotes".to_owned()));
        }
        let is_number = word.starts_with(|char: char| char.is_ascii_digit());
        match is_number && self.rest().starts_with(|char| self.lexis.quotes.contains(char)) {
            true => Err((self.at, "is a quote directly after a number".to_owned())),
            false => Ok(()),
        }
    }

    fn skip_dollars(&mut self) -> Result<(), ConditionFault> {
        let rest = self.rest();
        let len = rest[1..].find(|char| !is_word(char)).unwrap_or(rest.len() - 1) + 1;
        let is_tag = !rest[1..].starts_with(|char: char| char.is_ascii_digit());
        if !self.lexis.has_dollar_strings || !is_tag || !rest[len..].starts_with('$') {
            return Err((self.at, "is '$' outside of quotes".to_owned()));
        }
        let tag = &rest[..=len];
        match rest[tag.len()..].find(tag) {
            Some(end) => {
                self.at += end + 2 * tag.len();
                Ok(())
            }
            None => Err((self.at, format!("opens a text in {tag} that isn't closed"))),
        }
    }

    fn skip_comment(&mut self) -> Result<bool, ConditionFault> {
        let (start, rest) = (self.at, self.rest());
        if rest.starts_with("/*")
            && !self.lexis.refused.iter().any(|refused| rest.starts_with(refused))
        {
            let Some(end) = rest[2..].find("*/") else {
                return Err((start, "opens a comment that isn't closed".to_owned()));
            };
            // Only some dialects and versions have comments in comments.
            if let Some(inner) = rest[2..end + 2].find("/*") {
                return Err((start + 2 + inner, "opens a comment in a comment".to_owned()));
            }
            self.at += end + 4;
            return Ok(true);
        }
        if !self.begins_line_comment() {
            return Ok(false);
        }
        let len = rest.find('\n').unwrap_or(rest.len());
        // Only some dialects end a comment there.
        let line = rest[..len].trim_end_matches('\r');
        if let Some(at) = line.find(['\r', '\0']) {
            return Err((start + at, "is a carriage return or NUL in a comment".to_owned()));
        }
        self.at += len;
        Ok(true)
    }

    fn begins_line_comment(&self) -> bool {
        let rest = self.rest();
        if let Some(after) = rest.strip_prefix("--") {
            let is_blank = |char: char| char.is_ascii_whitespace() || char.is_control();
            return !self.lexis.dashes_need_blank
                || after.is_empty()
                || after.starts_with(is_blank);
        }
        match (rest.strip_prefix('#'), self.lexis.hash) {
            (Some(_), NumberSign::Comment) => true,
            (Some(after), NumberSign::CommentBeforeBlank) => {
                after.starts_with(|char: char| char.is_whitespace() || char == '!')
            }
            _ => false,
        }
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || (!char.is_ascii() && !char.is_whitespace())
}

#[cfg(test)]
mod tests;
