//! Errors are one line, whatever the names of files.

use hashlane_files::{FileError, FileSystem, LocalFiles};

#[test]
fn names_and_messages_with_line_breaks() {
    let missing = LocalFiles.open("no such\nfile\u{1b}[2J").err().expect("there is no such file");
    let line = missing.to_string();
    assert!(line.starts_with(r"no such\nfile\u{1b}[2J: "), "{line}");
    assert_eq!(missing.name(), "no such\nfile\u{1b}[2J");
    let error = FileError::new("größe.parquet", "has a column 'key\r\nvalue' of no use");
    assert_eq!(error.to_string(), r"größe.parquet: has a column 'key\r\nvalue' of no use");
}

#[test]
fn secrets_of_a_name_are_cut_out() {
    use std::io::{Error, ErrorKind};
    // A space ends an address within a text, but can be part of a name.
    for name in
        ["https://user:pass word@host/a?X-Amz-Signature=a b", "s3://user:p'w@bucket/key?sig=x"]
    {
        let quoted = format!("HTTP 403 at '{name}'");
        for error in [
            FileError::new(name, quoted.clone()),
            FileError::io(name, Error::new(ErrorKind::NotFound, quoted.clone())),
        ] {
            let text = error.to_string();
            assert!(text.contains("://***@"), "{text}");
            assert!(text.contains("=***: HTTP 403 at '"), "{text}");
            for secret in ["user", "word", "p'w", "a b", "=x"] {
                assert!(!text.contains(secret) && !error.name().contains(secret), "{text}");
            }
        }
    }
    let error =
        FileError::io("https://u:p@h/a", Error::new(ErrorKind::NotFound, "https://u:p@h/a"));
    assert!(error.is_not_found());
}
