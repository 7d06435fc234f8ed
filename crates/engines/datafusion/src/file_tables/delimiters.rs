//! The delimiter of a CSV file whose header has one column.

/// The bytes that delimit fields, in the order in which they are looked for.
const USUAL: [u8; 4] = [b';', b'\t', b'|', b','];

/// What to do about this byte, if it is a usual delimiter.
pub fn advice(byte: u8) -> Option<String> {
    let delimiter = char::from(byte);
    USUAL
        .contains(&byte)
        .then(|| format!("the delimiter seems to be {delimiter:?}: add --delimiter {delimiter:?}"))
}

/// Counts usual delimiters, line by line.
#[derive(Debug)]
pub struct DelimiterCounts {
    /// Each delimiter, the number in the first line, and the number in this one. Those whose number differs in a line are gone.
    counts: Vec<(u8, Option<u64>, u64)>,
}

impl DelimiterCounts {
    /// No line yet of a file that is read with another delimiter.
    pub fn beside(other: u8) -> Self {
        let usual = USUAL.into_iter().filter(|&byte| byte != other);
        DelimiterCounts { counts: usual.map(|byte| (byte, None, 0)).collect() }
    }

    /// Adds a byte that is not in quotes.
    pub fn add(&mut self, byte: u8) {
        if let Some((_, _, count)) = self.counts.iter_mut().find(|(one, ..)| *one == byte) {
            *count += 1;
        }
    }

    /// Ends a line.
    pub fn end_line(&mut self) {
        self.counts.retain_mut(|(_, first, count)| {
            let count = std::mem::take(count);
            *first.get_or_insert(count) == count && count > 0
        });
    }

    /// The delimiter that every line has as often as the first one. The last line may have no end.
    pub fn found(&mut self, has_rest: bool) -> Option<u8> {
        if has_rest {
            self.end_line();
        }
        self.counts.iter().find(|(_, first, _)| first.is_some()).map(|(byte, ..)| *byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_the_delimiter_as_often() {
        for (text, expected) in [
            ("id;name\n1;a\n2;b", Some(b';')),
            ("id;name\n1;a,b\n2;b\n", Some(b';')),
            ("a|b;c|d\n1|2;3|4\n", Some(b';')),
            ("id\tname", Some(b'\t')),
            ("notes; comments\none\n", None),
            ("id\n1\n", None),
            ("", None),
        ] {
            let mut delimiters = DelimiterCounts::beside(b',');
            for byte in text.bytes() {
                if byte == b'\n' { delimiters.end_line() } else { delimiters.add(byte) }
            }
            assert_eq!(
                delimiters.found(!text.ends_with('\n') && !text.is_empty()),
                expected,
                "{text:?}"
            );
        }
    }
}
