//! The keys of rows that are hashed here, to find those that occur more than once.

use std::collections::HashMap;

use hashlane_kernels::sketch::canonical;

use crate::error::TableError;

/// Keys that occur more than once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DuplicateKeys {
    /// How many such keys there are.
    pub keys: u64,
    /// The number of rows that have them.
    pub rows: u64,
    /// The text of one of them.
    pub key: String,
}

impl DuplicateKeys {
    /// The duplicate keys among the texts of rows, whose first parts are the key. `None` if each row has a key of its own.
    ///
    /// ```
    /// use hashlane_databases::DuplicateKeys;
    /// let rows = ["7|N", "8|1", "7|2"].map(str::to_owned);
    /// let found = DuplicateKeys::among(&rows, 1).expect("two rows have the key 7");
    /// assert_eq!((found.keys, found.rows, found.key.as_str()), (1, 2, "7"));
    /// ```
    pub fn among(rows: &[String], key_columns: usize) -> Option<Self> {
        let mut counts: HashMap<Vec<&str>, u64> = HashMap::new();
        for row in rows {
            *counts.entry(canonical::parts_of(row).take(key_columns).collect()).or_default() += 1;
        }
        let repeated = || counts.iter().filter(|(_, count)| **count > 1);
        let key = repeated().map(|(key, _)| key).min()?.join("|");
        Some(DuplicateKeys {
            keys: repeated().count() as u64,
            rows: repeated().map(|(_, count)| count).sum(),
            key,
        })
    }
}

/// The keys of all rows, 8 bytes each: numbers, or hashes of the key's text.
///
/// ```
/// use hashlane_databases::KeyHashes;
/// let mut keys = KeyHashes::default();
/// for key in [7, 8, 7] {
///     keys.push(key)?;
/// }
/// assert_eq!(keys.repeated(), [7]);
/// # Ok::<(), hashlane_databases::TableError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeyHashes(Vec<i64>);

impl KeyHashes {
    /// Adds the key of a row.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated.
    pub fn push(&mut self, key: i64) -> Result<(), TableError> {
        if self.0.len() == self.0.capacity() {
            let more = self.0.len().max(1024);
            self.0.try_reserve_exact(more).map_err(|_| {
                TableError::new(format!(
                    "no memory for {} keys, of 8 bytes each",
                    self.0.len() + more
                ))
            })?;
        }
        self.0.push(key);
        Ok(())
    }

    /// The keys of several parts of a table.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated.
    pub fn joined(parts: Vec<KeyHashes>) -> Result<Self, TableError> {
        let mut parts = parts.into_iter();
        let mut all = parts.next().unwrap_or_default();
        for part in parts {
            let more = part.0.len();
            all.0.try_reserve_exact(more).map_err(|_| {
                TableError::new(format!(
                    "no memory for {} keys, of 8 bytes each",
                    all.0.len() + more
                ))
            })?;
            all.0.extend(part.0);
        }
        Ok(all)
    }

    /// The keys that occur more than once, each once. Two texts may have one hash, so their rows must be looked at.
    pub fn repeated(mut self) -> Vec<i64> {
        self.0.sort_unstable();
        let mut repeated: Vec<i64> =
            self.0.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }
}
