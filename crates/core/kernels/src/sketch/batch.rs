//! The texts of rows that are hashed together, one in each SIMD lane.

use super::Keys;
use super::canonical::md5;
use crate::blocks::Rows;
use crate::isa::Isa;
use crate::limits::BLOCK_ROWS;

/// So many bytes are hashed at once, even if they are fewer rows.
const BYTES: usize = 1 << 20;

/// The texts of rows. A row's text is the text of its key, and those of its other values with `|`
/// before each.
///
/// ```
/// use hashlane_kernels::sketch::{Keys, RowBatch};
///
/// let mut batch = RowBatch::new(Keys::Integer);
/// batch.text().extend_from_slice(b"7");
/// batch.end_key();
/// batch.text().extend_from_slice(b"|N");
/// batch.end_row(7);
/// batch.hash(|_, row| {
///     // The first half of the MD5 of "7|N", from md5sum.
///     assert_eq!((row.key, row.hash), (7, 0xde75_a797_2897_5668_u64.cast_signed()));
///     Ok::<(), ()>(())
/// });
/// ```
#[derive(Debug)]
pub struct RowBatch {
    keys: Keys,
    texts: Vec<u8>,
    len: usize,
    key_end: usize,
    /// The end of each text, and of the key at its start.
    ends: [(usize, usize); BLOCK_ROWS],
    /// The keys that are whole numbers.
    numbers: [i64; BLOCK_ROWS],
}

/// A row whose text is hashed.
#[derive(Clone, Copy, Debug)]
pub struct HashedRow<'a> {
    /// Its key: see [`Keys`].
    pub key: i64,
    /// The first 8 bytes of its text's MD5, as a big-endian number with a sign.
    pub hash: i64,
    /// Its text.
    pub text: &'a [u8],
}

impl RowBatch {
    /// A batch without rows.
    pub fn new(keys: Keys) -> Self {
        RowBatch {
            keys,
            texts: Vec::new(),
            len: 0,
            key_end: 0,
            ends: [(0, 0); BLOCK_ROWS],
            numbers: [0; BLOCK_ROWS],
        }
    }

    /// Where the text of the next row is appended.
    pub fn text(&mut self) -> &mut Vec<u8> {
        &mut self.texts
    }

    /// Ends the key of the next row.
    pub fn end_key(&mut self) {
        self.key_end = self.texts.len();
    }

    /// Ends the text of a row. `number` is its key if keys are whole numbers.
    ///
    /// # Panics
    /// Panics if the batch is [full](RowBatch::is_full).
    pub fn end_row(&mut self, number: i64) {
        self.ends[self.len] = (self.texts.len(), self.key_end);
        self.numbers[self.len] = if self.keys == Keys::Integer { number } else { 0 };
        self.len += 1;
    }

    /// Whether the rows must be hashed before the next one is appended.
    pub fn is_full(&self) -> bool {
        self.len == BLOCK_ROWS || self.texts.len() > BYTES
    }

    /// Hashes the rows, calls `each` with the place of each and the row, and forgets them.
    ///
    /// # Errors
    /// Returns the error of `each`.
    pub fn hash<E>(
        &mut self,
        mut each: impl FnMut(usize, HashedRow<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut texts: [&[u8]; BLOCK_ROWS] = [&[]; BLOCK_ROWS];
        let mut start = 0;
        for (text, (end, _)) in texts.iter_mut().zip(&self.ends[..self.len]) {
            *text = &self.texts[start..*end];
            start = *end;
        }
        let texts = &texts[..self.len];
        let mut hashes = [0; BLOCK_ROWS];
        digest(texts, &mut hashes);
        if self.keys == Keys::Hashed {
            let (mut keys, mut start): ([&[u8]; BLOCK_ROWS], usize) = ([&[]; BLOCK_ROWS], 0);
            for (key, (end, key_end)) in keys.iter_mut().zip(&self.ends[..self.len]) {
                *key = &self.texts[start..*key_end];
                start = *end;
            }
            digest(&keys[..self.len], &mut self.numbers);
        }
        let rows = self.numbers.iter().zip(hashes).zip(texts).enumerate();
        for (i, ((key, hash), text)) in rows {
            each(i, HashedRow { key: *key, hash, text })?;
        }
        self.texts.clear();
        self.len = 0;
        Ok(())
    }
}

/// The hash of a row's text: the first 8 bytes of its MD5, as a big-endian number with a sign.
pub fn row_hash(text: &[u8]) -> i64 {
    use ::md5::Digest;
    first_half(&::md5::Md5::digest(text))
}

/// Writes the [`row_hash`] of each text.
fn digest(texts: &[&[u8]], out: &mut [i64]) {
    let mut digests = [0; 16 * BLOCK_ROWS];
    let digests = &mut digests[..16 * texts.len()];
    md5().digest(Isa::current(), &Rows::Slices(texts), digests);
    for (digest, out) in digests.chunks_exact(16).zip(out) {
        *out = first_half(digest);
    }
}

fn first_half(digest: &[u8]) -> i64 {
    digest.first_chunk().map_or(0, |half| i64::from_be_bytes(*half))
}
