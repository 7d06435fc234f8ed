//! Results in the format TabSeparated.

use crate::client::clickhouse::failed;
use crate::error::TableError;

/// The text of a field in the format TabSeparated.
pub(super) fn text(field: &[u8]) -> Result<Option<String>, TableError> {
    if field == br"\N" {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field.iter();
    while let Some(&byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (_, true) => match rest.next() {
                Some(b'b') => 8,
                Some(b'f') => 12,
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(&other) => other,
                None => return Err(failed("a field ends within an escape")),
            },
            (other, false) => other,
        });
    }
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| failed("a text is not UTF-8: leave its column out"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_unescaped() {
        assert_eq!(text(br"a\tb\\n\0\'").as_ref().map(Option::as_deref), Ok(Some("a\tb\\n\0'")));
        assert_eq!(text(br"\N"), Ok(None));
        for wrong in [&b"\\"[..], b"\xff"] {
            text(wrong).expect_err("not a text");
        }
    }
}
