//! The spellings of a name.

/// Whether two names differ in case and punctuation only, such as `sha512_256` and `SHA-512/256`.
pub fn is_spelling(name: &str, given: &str) -> bool {
    fn letters(name: &str) -> impl Iterator<Item = u8> {
        let is_counted = |byte: &u8| !matches!(byte, b'-' | b'_' | b'/');
        name.bytes().filter(is_counted).map(|byte| byte.to_ascii_lowercase())
    }
    letters(name).eq(letters(given))
}
