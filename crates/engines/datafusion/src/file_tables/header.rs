//! The column names of a CSV file.
//!
//! DataFusion 55 infers them, with the types, from chunks that may start within quotes
//! (<https://github.com/apache/arrow-rs-object-store/issues/650>).

use std::sync::Arc;

use csv::{ByteRecord, ReaderBuilder};
use datafusion::error::Result;
use futures::StreamExt;
use object_store::{ObjectStore, ObjectStoreExt};

use super::listed::StoredFile;
use super::refused;

/// The most bytes of a header.
const MOST_BYTES: usize = 1 << 20;

/// Reads the first record of a file: the names of its columns.
///
/// # Errors
/// Returns one line if the file has no header, or one with two columns of one name or without a name.
pub async fn header(
    store: &Arc<dyn ObjectStore>,
    file: &StoredFile,
    delimiter: u8,
) -> Result<Vec<String>> {
    let mut bytes = store.get(&file.object.location).await?.into_stream();
    let (mut start, mut is_whole) = (Vec::new(), false);
    let record = loop {
        match bytes.next().await {
            Some(chunk) => start.extend_from_slice(&chunk?),
            None => is_whole = true,
        }
        if let Some(record) = first_record(&start, delimiter, is_whole) {
            break record;
        }
        if is_whole {
            return Err(refused(&file.name, "is empty: a CSV file needs a header line"));
        }
        if start.len() > MOST_BYTES {
            return Err(refused(&file.name, "has no header line within its first MiB"));
        }
    };
    let names = record.iter().map(|name| String::from_utf8(name.to_vec()));
    let names = names.collect::<Result<Vec<_>, _>>();
    let names = names.map_err(|_| refused(&file.name, "is not UTF-8: convert it first"))?;
    check(&file.name, &names)?;
    Ok(names)
}

/// The first record, or `None` if it may go on after `start`. Skips a byte order mark, as the reader of rows does.
fn first_record(start: &[u8], delimiter: u8, is_whole: bool) -> Option<ByteRecord> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(start);
    let mut record = ByteRecord::new();
    // Reading bytes from memory can't fail.
    let is_one = reader.read_byte_record(&mut record).unwrap_or(false);
    let is_ended = is_whole || reader.position().byte() < start.len() as u64;
    (is_one && is_ended).then_some(record)
}

fn check(file: &str, names: &[String]) -> Result<()> {
    for (at, name) in names.iter().enumerate() {
        if name.is_empty() {
            let text = format!("has no name for column {} in its header line: write one", at + 1);
            return Err(refused(file, text));
        }
        if names[..at].contains(name) {
            let text = format!("has two columns named '{name}' in its header line: rename one");
            return Err(refused(file, text));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_may_have_line_breaks_in_quotes() {
        let names = |text: &str, is_whole| {
            let record = first_record(text.as_bytes(), b',', is_whole)?;
            Some(record.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
        };
        let expected = Some(vec!["a".to_owned(), "b\nc".to_owned()]);
        assert_eq!(names("\u{feff}a,\"b\nc\"\n1,2\n", false), expected);
        assert_eq!(names("a,\"b\nc\"", false), None);
        assert_eq!(names("a,\"b\nc\"", true), expected);
        assert_eq!(names("", true), None);
    }
}
