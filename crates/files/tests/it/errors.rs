//! Errors are one line, whatever files are called.

use hashlane_files::{FileError, FileSystem, Local};

#[test]
fn names_and_messages_with_line_breaks() {
    let missing = Local.open("no such\nfile\u{1b}[2J").err().expect("there is no such file");
    let line = missing.to_string();
    assert!(line.starts_with(r"no such\nfile\u{1b}[2J: "), "{line}");
    assert_eq!(missing.name(), "no such\nfile\u{1b}[2J");
    let error = FileError::new("größe.parquet", "has a column 'key\r\nvalue' of no use");
    assert_eq!(error.to_string(), r"größe.parquet: has a column 'key\r\nvalue' of no use");
}
