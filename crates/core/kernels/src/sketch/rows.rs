//! The hashes of rows of typed values, which other databases can compute from their text.

use super::Keys;
use super::refusal::Refusal;
use super::text::{append, check_type, number, push};
use crate::hash::{Algorithm, Digester};
use crate::isa::Isa;
use crate::limits::BLOCK_ROWS;
use crate::row::{Class, Column, Values};
use crate::rows::Rows;

/// The hash of a row's text: the first 8 bytes of its MD5, as a big-endian number with a sign.
pub fn row_hash(text: &[u8]) -> i64 {
    use md5::Digest;
    first_half(&md5::Md5::digest(text))
}

fn first_half(digest: &[u8]) -> i64 {
    digest.first_chunk().map_or(0, |half| i64::from_be_bytes(*half))
}

/// What the keys of these rows are in a sketch. The first column is the key: a whole number, any other value, or a struct of
/// several.
///
/// # Errors
/// Returns an error if values of a column's type have no text. Reads no rows.
pub fn keys_of(columns: &[Column<'_>]) -> Result<Keys, Refusal> {
    let Some((key, others)) = columns.split_first() else {
        return Err(Refusal::new("is missing".to_owned()));
    };
    for part in parts(key) {
        check_type(part)?;
    }
    for (at, column) in others.iter().enumerate() {
        check_type(column).map_err(|refusal| refusal.of(at + 1))?;
    }
    Ok(match integers(key) {
        true => Keys::Integer,
        false => Keys::Hashed,
    })
}

fn integers(column: &Column<'_>) -> bool {
    match column.values() {
        Values::Integers(Class::Integer, ..) => true,
        Values::Indexed(_, values) => integers(values),
        _ => false,
    }
}

/// The columns of a key.
fn parts<'c, 'a>(key: &'c Column<'a>) -> &'c [Column<'a>] {
    match key.values() {
        Values::Struct(fields) => fields,
        _ => std::slice::from_ref(key),
    }
}

/// Calls `each` with the rows `ids` of columns in turn: the place of each in `ids`, its key and its hash. The first column is
/// the key.
///
/// # Errors
/// Returns the error of `each`, or what `refused` makes of the first row without a hash.
pub fn each_row<E>(
    columns: &[Column<'_>],
    ids: impl ExactSizeIterator<Item = usize>,
    refused: impl Fn(Refusal) -> E,
    mut each: impl FnMut(usize, i64, i64) -> Result<(), E>,
) -> Result<(), E> {
    let Some((key, others)) = columns.split_first() else { return Ok(()) };
    let keys = keys_of(columns).map_err(&refused)?;
    let mut batch = Batch::default();
    let count = ids.len();
    for (place, id) in ids.enumerate() {
        batch.append(key, others, id, keys).map_err(&refused)?;
        if batch.is_full() || place + 1 == count {
            let first = place + 1 - batch.len;
            batch.hash(keys, |i, key, hash| each(first + i, key, hash))?;
        }
    }
    Ok(())
}

/// Texts that are hashed together.
struct Batch {
    texts: Vec<u8>,
    len: usize,
    /// The end of each text, and of the key at its start.
    ends: [(usize, usize); BLOCK_ROWS],
    /// The keys that are whole numbers.
    keys: [i64; BLOCK_ROWS],
}

impl Default for Batch {
    fn default() -> Self {
        Batch { texts: Vec::new(), len: 0, ends: [(0, 0); BLOCK_ROWS], keys: [0; BLOCK_ROWS] }
    }
}

impl Batch {
    /// So many bytes are hashed at once, even if they are fewer rows.
    const BYTES: usize = 1 << 20;

    fn is_full(&self) -> bool {
        self.len == BLOCK_ROWS || self.texts.len() > Self::BYTES
    }

    /// Appends the text of a row: those of its values with `|` in between.
    fn append(
        &mut self,
        key: &Column<'_>,
        others: &[Column<'_>],
        id: usize,
        keys: Keys,
    ) -> Result<(), Refusal> {
        let mut is_null = !key.is_valid(id);
        for (i, part) in parts(key).iter().enumerate() {
            if i > 0 {
                push(&mut self.texts, b"|")?;
            }
            is_null |= append(part, id, &mut self.texts)?;
        }
        if is_null {
            return Err(Refusal::new("is NULL, and a key can't be NULL".to_owned()));
        }
        if keys == Keys::Integer {
            self.keys[self.len] = integer(key, id)?;
        }
        let key_end = self.texts.len();
        for (i, column) in others.iter().enumerate() {
            push(&mut self.texts, b"|")?;
            append(column, id, &mut self.texts).map_err(|refusal| refusal.of(i + 1))?;
        }
        self.ends[self.len] = (self.texts.len(), key_end);
        self.len += 1;
        Ok(())
    }

    /// Hashes the texts, and forgets them.
    fn hash<E>(
        &mut self,
        keys: Keys,
        mut each: impl FnMut(usize, i64, i64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut hashes = [0; BLOCK_ROWS];
        let (mut rows, mut start): ([&[u8]; BLOCK_ROWS], usize) = ([&[]; BLOCK_ROWS], 0);
        for (row, (end, _)) in rows.iter_mut().zip(&self.ends[..self.len]) {
            *row = &self.texts[start..*end];
            start = *end;
        }
        digest(&rows[..self.len], &mut hashes);
        if keys == Keys::Hashed {
            let mut start = 0;
            for (row, (end, key_end)) in rows.iter_mut().zip(&self.ends[..self.len]) {
                *row = &self.texts[start..*key_end];
                start = *end;
            }
            digest(&rows[..self.len], &mut self.keys);
        }
        for (i, (key, hash)) in self.keys.iter().zip(hashes).enumerate().take(self.len) {
            each(i, *key, hash)?;
        }
        self.texts.clear();
        self.len = 0;
        Ok(())
    }
}

/// Writes the [`row_hash`] of each text.
fn digest(texts: &[&[u8]], out: &mut [i64]) {
    let mut digests = [0; 16 * BLOCK_ROWS];
    let digests = &mut digests[..16 * texts.len()];
    let md5 = Digester::Algorithm(Algorithm::find("md5").expect("it is in the table"));
    md5.digest(Isa::current(), &Rows::Slices(texts), digests);
    for (digest, out) in digests.chunks_exact(16).zip(out) {
        *out = first_half(digest);
    }
}

/// A key that is a whole number.
fn integer(column: &Column<'_>, id: usize) -> Result<i64, Refusal> {
    let (is_negative, size) = match column.values() {
        Values::Indexed(keys, values) => return integer(values, keys[id]),
        Values::Integers(_, integers, _) => number(integers, id),
        _ => (false, 0),
    };
    let key = i128::try_from(size).ok().map(|size| if is_negative { -size } else { size });
    key.and_then(|key| i64::try_from(key).ok()).ok_or_else(|| {
        Refusal::new(format!(
            "is {}{size}, and a key that is a whole number must fit in BIGINT; CAST it AS VARCHAR",
            if is_negative { "-" } else { "" }
        ))
    })
}
