//! Sketches as bytes: `docs/sketch-format.md`.

use xxhash_rust::xxh3::xxh3_64;

use super::cell::PackedCell;
use super::{Keys, P, Sketch, SketchError};

const MAGIC: &[u8; 4] = b"HLSK";
const VERSION: u8 = 1;
const HEADER: usize = 8;
const CHECKSUM: usize = 8;
const CELL: usize = 4 * PackedCell::WORDS;

impl Keys {
    const ALL: [Keys; 3] = [Keys::Integer, Keys::Hashed, Keys::Absent];

    /// The byte that stands for them.
    pub(super) fn code(self) -> u8 {
        Keys::ALL.iter().position(|keys| *keys == self).unwrap_or_default() as u8
    }

    /// The keys that a byte stands for.
    pub(super) fn from_code(code: u8) -> Option<Self> {
        Keys::ALL.get(usize::from(code)).copied()
    }
}

impl Sketch {
    /// The number of bytes of sketches with a `p` that is allowed.
    pub fn encoded_len(p: u32) -> usize {
        HEADER + (super::SUBTABLES << p) * CELL + CHECKSUM
    }

    /// Appends the sketch as bytes.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), SketchError> {
        let (start, bytes) = (out.len(), Sketch::encoded_len(self.p));
        out.try_reserve(bytes).map_err(|_| SketchError::OutOfMemory { bytes })?;
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&[VERSION, self.p as u8, self.keys.code(), 0]);
        for word in self.cells.iter().flat_map(PackedCell::words) {
            out.extend_from_slice(&word.to_le_bytes());
        }
        let checksum = xxh3_64(&out[start..]);
        out.extend_from_slice(&checksum.to_le_bytes());
        Ok(())
    }

    /// The sketch as bytes.
    ///
    /// # Errors
    /// As for [`Sketch::write`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, SketchError> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).map(|()| bytes)
    }

    /// Reads a sketch from bytes.
    ///
    /// # Errors
    /// Returns an error if they are not a sketch, or if memory for it can't be allocated. It takes
    /// no more memory than the bytes do.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SketchError> {
        let Some((&[m, a, g, i, version, p, keys, reserved], _)) = bytes.split_first_chunk() else {
            return Err(damaged(format!("{} bytes are too few", bytes.len())));
        };
        if [m, a, g, i] != *MAGIC {
            return Err(damaged("it does not start with 'HLSK'".to_owned()));
        }
        if version != VERSION {
            return Err(damaged(format!("its version is {version}; supported is {VERSION}")));
        }
        let Some(keys) = Keys::from_code(keys).filter(|_| reserved == 0) else {
            return Err(damaged("its header has a byte that is not allowed".to_owned()));
        };
        let p = u32::from(p);
        if !P.contains(&p) || bytes.len() != Sketch::encoded_len(p) {
            return Err(damaged(format!(
                "it has {} bytes and p {p}, which don't match",
                bytes.len()
            )));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum != xxh3_64(content).to_le_bytes() {
            return Err(damaged("its checksum is wrong".to_owned()));
        }
        let mut sketch = Sketch::new(p, keys)?;
        let words: &[[u8; 4]] = content[HEADER..].as_chunks().0;
        for (cell, words) in sketch.cells.iter_mut().zip(words.as_chunks().0) {
            *cell = PackedCell::from_words(words.map(u32::from_le_bytes));
        }
        Ok(sketch)
    }
}

fn damaged(reason: String) -> SketchError {
    SketchError::Damaged { reason }
}
