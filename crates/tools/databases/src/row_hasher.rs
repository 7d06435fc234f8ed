//! The hash of a row that is read here, as databases compute it.

use std::io::Write;

use md5::{Digest, Md5};

use crate::column::Column;

/// Hashes rows, one canonical text after the other.
///
/// ```
/// use hashlane_databases::{Column, ColumnType, RowHasher};
/// let columns = [Column::new("id", ColumnType::Integer), Column::new("t", ColumnType::Text)];
/// let mut hasher = RowHasher::new(&columns);
/// // The first half of the MD5 of "7|N", from md5sum.
/// assert_eq!(hasher.hash([Some("7"), None]), 0xde75_a797_2897_5668_u64.cast_signed());
/// ```
#[derive(Clone, Debug)]
pub struct RowHasher {
    with_length: Vec<bool>,
    text: Vec<u8>,
}

impl RowHasher {
    /// A hasher for rows of these columns.
    pub fn new(columns: &[Column]) -> Self {
        let with_length = columns.iter().map(|column| column.with_length).collect();
        RowHasher { with_length, text: Vec::new() }
    }

    /// The hash of a row with these canonical texts, as a number with a sign.
    pub fn hash<T: AsRef<[u8]>>(&mut self, texts: impl IntoIterator<Item = Option<T>>) -> i64 {
        self.text.clear();
        for (at, (text, with_length)) in texts.into_iter().zip(&self.with_length).enumerate() {
            if at > 0 {
                self.text.push(b'|');
            }
            let Some(text) = text else {
                self.text.push(b'N');
                continue;
            };
            let text = text.as_ref();
            if *with_length {
                // A vector accepts every write.
                let _ = write!(self.text, "{}:", text.len());
            }
            self.text.extend_from_slice(text);
        }
        let digest: [u8; 16] = Md5::digest(&self.text).into();
        let [a, b, c, d, e, f, g, h, ..] = digest;
        i64::from_be_bytes([a, b, c, d, e, f, g, h])
    }
}
