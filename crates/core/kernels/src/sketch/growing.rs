//! A sketch that starts as a list of rows.

use super::{Keys, P, Sketch, SketchError};

/// The bytes of a row in a list.
const ROW: usize = size_of::<(i64, i64)>();

/// What a list of rows starts with, as bytes.
const MAGIC: [u8; 4] = *b"HLSR";

/// A sketch of a group of rows: a list of them, until it would take a fourth of the memory of a
/// sketch. So a million small groups take what their rows do.
///
/// ```
/// use hashlane_kernels::sketch::{GrowingSketch, Keys, Sketch};
///
/// let mut growing = GrowingSketch::new(8)?;
/// let mut sketch = Sketch::new(8, Keys::Integer)?;
/// growing.add(Keys::Integer, 7, 42)?;
/// sketch.add(7, 42)?;
/// assert!(growing.memory() < sketch.memory() / 100);
/// assert_eq!(growing.to_sketch()?, Some(sketch));
/// # Ok::<(), hashlane_kernels::sketch::SketchError>(())
/// ```
#[derive(Debug)]
pub struct GrowingSketch {
    p: u32,
    rows: GrowingRows,
}

/// The rows so far.
#[derive(Debug)]
enum GrowingRows {
    None,
    Listed(Keys, Vec<(i64, i64)>),
    Cells(Sketch),
}

impl GrowingSketch {
    /// A sketch of no rows.
    ///
    /// # Errors
    /// Returns an error if `p` is out of range.
    pub fn new(p: u32) -> Result<Self, SketchError> {
        match P.contains(&p) {
            true => Ok(GrowingSketch { p, rows: GrowingRows::None }),
            false => Err(SketchError::P { given: p }),
        }
    }

    /// The logarithm of the number of cells of a subtable.
    pub fn p(&self) -> u32 {
        self.p
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        matches!(self.rows, GrowingRows::None)
    }

    /// The bytes that it holds. A full list counts as the cells that the next row turns it into, so
    /// that a caller with a limit can refuse before they are allocated.
    pub fn memory(&self) -> usize {
        match &self.rows {
            GrowingRows::None => 0,
            GrowingRows::Listed(_, rows) if rows.len() < self.most_listed() => {
                rows.capacity() * ROW
            }
            _ => Sketch::encoded_len(self.p),
        }
    }

    /// The most rows of a list.
    fn most_listed(&self) -> usize {
        Sketch::encoded_len(self.p) / 4 / ROW
    }

    /// Adds a row, as [`Sketch::add`] does.
    ///
    /// # Errors
    /// Returns an error if the rows before have other keys, if memory can't be allocated, or if a
    /// cell has too many rows.
    pub fn add(&mut self, keys: Keys, key: i64, hash: i64) -> Result<(), SketchError> {
        if let GrowingRows::None = self.rows {
            self.rows = GrowingRows::Listed(keys, Vec::new());
        }
        let most = self.most_listed();
        match &mut self.rows {
            GrowingRows::Listed(first, _) if *first != keys => other_keys(*first, keys),
            GrowingRows::Listed(_, rows) if rows.len() < most => {
                rows.try_reserve(1).map_err(|_| SketchError::OutOfMemory { bytes: ROW })?;
                rows.push((key, hash));
                Ok(())
            }
            GrowingRows::Cells(sketch) if sketch.keys() != keys => other_keys(sketch.keys(), keys),
            _ => self.cells(keys)?.add(key, hash),
        }
    }

    /// Adds the rows of another one.
    ///
    /// # Errors
    /// Returns an error if it has another `p` or other keys, if memory can't be allocated, or if a
    /// cell has too many rows.
    pub fn merge(&mut self, other: &GrowingSketch) -> Result<(), SketchError> {
        if self.p != other.p {
            return Err(SketchError::OtherP { first: self.p, second: other.p });
        }
        match &other.rows {
            GrowingRows::None => Ok(()),
            GrowingRows::Listed(keys, rows) => {
                rows.iter().try_for_each(|(key, hash)| self.add(*keys, *key, *hash))
            }
            GrowingRows::Cells(sketch) => self.cells(sketch.keys())?.merge(sketch),
        }
    }

    /// The cells, which this makes of a list.
    fn cells(&mut self, keys: Keys) -> Result<&mut Sketch, SketchError> {
        if !matches!(self.rows, GrowingRows::Cells(_)) {
            self.rows = GrowingRows::Cells(match self.to_sketch()? {
                Some(sketch) => sketch,
                None => Sketch::new(self.p, keys)?,
            });
        }
        match &mut self.rows {
            GrowingRows::Cells(sketch) => Ok(sketch),
            _ => unreachable!("it was just set"),
        }
    }

    /// The sketch of the rows; `None` without rows.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn to_sketch(&self) -> Result<Option<Sketch>, SketchError> {
        match &self.rows {
            GrowingRows::None => Ok(None),
            GrowingRows::Listed(keys, rows) => {
                let mut sketch = Sketch::new(self.p, *keys)?;
                rows.iter().try_for_each(|(key, hash)| sketch.add(*key, *hash))?;
                Ok(Some(sketch))
            }
            GrowingRows::Cells(sketch) => sketch.try_clone().map(Some),
        }
    }

    /// Appends the sketch as [`Sketch::write`] does, or nothing without rows.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), SketchError> {
        match &self.rows {
            GrowingRows::None => Ok(()),
            GrowingRows::Listed(..) => self.to_sketch()?.map_or(Ok(()), |sketch| sketch.write(out)),
            GrowingRows::Cells(sketch) => sketch.write(out),
        }
    }

    /// A copy.
    ///
    /// # Errors
    /// Returns an error if memory for it can't be allocated.
    pub fn try_clone(&self) -> Result<Self, SketchError> {
        let mut copy = GrowingSketch { p: self.p, rows: GrowingRows::None };
        copy.rows = match &self.rows {
            GrowingRows::Cells(sketch) => GrowingRows::Cells(sketch.try_clone()?),
            _ => {
                copy.merge(self)?;
                return Ok(copy);
            }
        };
        Ok(copy)
    }

    /// The rows as bytes, for [`GrowingSketch::merge_state`] of the same release: a sketch, or
    /// `HLSR`, a byte for the keys, and the key and the hash of each row as little-endian numbers.
    /// Empty without rows.
    ///
    /// # Errors
    /// Returns an error if memory for them can't be allocated.
    pub fn to_state(&self) -> Result<Vec<u8>, SketchError> {
        let mut state = Vec::new();
        let GrowingRows::Listed(keys, rows) = &self.rows else {
            self.write(&mut state)?;
            return Ok(state);
        };
        let bytes = MAGIC.len() + 1 + rows.len() * ROW;
        state.try_reserve_exact(bytes).map_err(|_| SketchError::OutOfMemory { bytes })?;
        state.extend_from_slice(&MAGIC);
        state.push(keys.code());
        for (key, hash) in rows {
            state.extend_from_slice(&key.to_le_bytes());
            state.extend_from_slice(&hash.to_le_bytes());
        }
        Ok(state)
    }

    /// Adds the rows of a state from [`GrowingSketch::to_state`].
    ///
    /// # Errors
    /// As for [`GrowingSketch::merge`], and if the bytes are not a state.
    pub fn merge_state(&mut self, state: &[u8]) -> Result<(), SketchError> {
        let Some(list) = state.strip_prefix(&MAGIC) else {
            let rows = match state {
                [] => GrowingRows::None,
                _ => GrowingRows::Cells(Sketch::from_bytes(state)?),
            };
            let p = if let GrowingRows::Cells(sketch) = &rows { sketch.p() } else { self.p };
            return self.merge(&GrowingSketch { p, rows });
        };
        let (keys, rows) = match list.split_first() {
            Some((keys, rows)) => (Keys::from_code(*keys), rows.as_chunks::<ROW>()),
            None => (None, [].as_chunks()),
        };
        let (Some(keys), (rows, [])) = (keys, rows) else {
            let reason = format!("a list of rows has {} bytes or unknown keys", state.len());
            return Err(SketchError::Damaged { reason });
        };
        let number = |half: &[u8]| half.first_chunk().map_or(0, |half| i64::from_le_bytes(*half));
        rows.iter().try_for_each(|row| self.add(keys, number(&row[..8]), number(&row[8..])))
    }
}

fn other_keys(first: Keys, second: Keys) -> Result<(), SketchError> {
    Err(SketchError::OtherKeys { first, second })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(i: i64) -> (i64, i64) {
        (i % 5, i.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64.cast_signed()))
    }

    fn growing(rows: std::ops::Range<i64>) -> GrowingSketch {
        let mut growing = GrowingSketch::new(8).expect("p is allowed");
        for (key, hash) in rows.map(row) {
            growing.add(Keys::Integer, key, hash).expect("there is room");
        }
        growing
    }

    fn sketch(rows: std::ops::Range<i64>) -> Sketch {
        let mut sketch = Sketch::new(8, Keys::Integer).expect("p is allowed");
        for (key, hash) in rows.map(row) {
            sketch.add(key, hash).expect("there is room");
        }
        sketch
    }

    #[test]
    fn it_is_the_sketch_of_its_rows_however_they_arrive() {
        for (first, second) in [
            (0, 1),
            (1, 1),
            (1, 638),
            (1, 639),
            (1, 640),
            (640, 1),
            (640, 640),
            (641, 0),
            (0, 3000),
        ] {
            let whole = sketch(0..first + second);
            let (mut merged, other) = (growing(0..first), growing(first..first + second));
            merged.merge(&other).expect("they are alike");
            assert_eq!(merged.to_sketch(), Ok(Some(whole)), "{first} and {second} rows");
            let mut from_state = growing(0..first).try_clone().expect("there is memory");
            let state = other.to_state().expect("there is memory");
            from_state.merge_state(&state).expect("it is a state");
            assert_eq!(from_state.to_sketch(), merged.to_sketch(), "{first} and {second} rows");
            let mut bytes = Vec::new();
            merged.write(&mut bytes).expect("there is memory");
            assert_eq!(Some(bytes), whole_bytes(&merged), "{first} and {second} rows");
        }
    }

    fn whole_bytes(growing: &GrowingSketch) -> Option<Vec<u8>> {
        growing.to_sketch().expect("there is memory")?.to_bytes().ok()
    }

    #[test]
    fn memory_is_known_before_it_is_taken() {
        let cells = sketch(0..1).memory();
        let mut before = 0;
        for rows in 1..700 {
            let growing = growing(0..rows);
            let listed = usize::try_from(rows).expect("it is small") * ROW;
            assert!(growing.memory() >= listed.min(cells), "{rows} rows");
            if matches!(growing.rows, GrowingRows::Cells(_)) {
                assert!(before >= cells, "{rows} rows");
            }
            before = growing.memory();
        }
    }

    #[test]
    fn other_sketches_are_refused() {
        let mut one = growing(0..3);
        assert!(matches!(one.add(Keys::Hashed, 1, 2), Err(SketchError::OtherKeys { .. })));
        let mut many = growing(0..3000);
        assert!(matches!(many.add(Keys::Hashed, 1, 2), Err(SketchError::OtherKeys { .. })));
        let mut hashed = GrowingSketch::new(8).expect("p is allowed");
        hashed.add(Keys::Hashed, 1, 2).expect("there is room");
        for growing in [&mut one, &mut many] {
            assert!(matches!(growing.merge(&hashed), Err(SketchError::OtherKeys { .. })));
        }
        assert!(matches!(hashed.merge(&many), Err(SketchError::OtherKeys { .. })));
        let other = GrowingSketch::new(9).expect("p is allowed");
        assert!(matches!(one.merge(&other), Err(SketchError::OtherP { .. })));
        assert!(matches!(GrowingSketch::new(7), Err(SketchError::P { given: 7 })));
        for state in [&b"HLSR"[..], b"HLSR\x03", b"HLSR\x00seven", b"HLSK", b"x"] {
            let merged = one.merge_state(state);
            assert!(matches!(merged, Err(SketchError::Damaged { .. })), "{state:?}");
        }
    }
}
