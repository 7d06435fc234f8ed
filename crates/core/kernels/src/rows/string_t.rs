//! DuckDB's string layout: 16 bytes a row, short strings inside, long ones behind a pointer.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::{Layout, MAX_LANES, PADDED};
use crate::lanes::{Lanes64, Simd};
use crate::limits::MAX_INLINE;

/// DuckDB's `string_t`: a length, then up to 12 bytes of data, or a 4-byte prefix and a pointer.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub struct StringT {
    length: u32,
    /// The data, or its first 4 bytes.
    prefix: [u8; 4],
    /// More data, or the address of all of it.
    pointer: [u8; 8],
}

impl StringT {
    /// The longest string that lies inside its `string_t`.
    pub const MAX_INLINE: usize = MAX_INLINE;

    /// Makes a `string_t` for `bytes`. If they are longer than [`StringT::MAX_INLINE`], they must outlive
    /// it. Panics if they are 4 GiB or longer, which no DuckDB string can be.
    #[inline]
    pub fn new(bytes: &[u8]) -> StringT {
        let length = u32::try_from(bytes.len()).expect("a DuckDB string is shorter than 4 GiB");
        let (mut prefix, mut pointer) = ([0; 4], [0; 8]);
        if bytes.len() <= Self::MAX_INLINE {
            let mut data = [0; Self::MAX_INLINE];
            data[..bytes.len()].copy_from_slice(bytes);
            prefix.copy_from_slice(&data[..4]);
            pointer.copy_from_slice(&data[4..]);
        } else {
            prefix.copy_from_slice(&bytes[..4]);
            pointer = bytes.as_ptr().expose_provenance().to_ne_bytes();
        }
        StringT { length, prefix, pointer }
    }

    /// Writes strings of `width` bytes that lie one after the other in `bytes`, until `strings` or `bytes` ends. If
    /// they are longer than [`StringT::MAX_INLINE`], `bytes` must outlive them. Panics if `width` is 0, or 4 GiB or
    /// more.
    ///
    /// Writing them one by one with [`StringT::new`] costs a call of `memcpy` or a branch each.
    pub fn write_all(strings: &mut [StringT], width: usize, bytes: &[u8]) {
        let length = u32::try_from(width).expect("a DuckDB string is shorter than 4 GiB");
        let (texts, eights) = (bytes.chunks_exact(width), bytes.as_chunks::<8>().0);
        match width {
            8 => strings.iter_mut().zip(eights).for_each(|(to, text)| *to = StringT::new(text)),
            ..=Self::MAX_INLINE => {
                strings.iter_mut().zip(texts).for_each(|(to, text)| *to = StringT::new(text));
            }
            _ => strings.iter_mut().zip(texts).for_each(|(to, text)| {
                let pointer = text.as_ptr().expose_provenance().to_ne_bytes();
                *to = StringT { length, prefix: [text[0], text[1], text[2], text[3]], pointer };
            }),
        }
    }

    /// The bytes of the string.
    ///
    /// # Safety
    /// A string longer than [`StringT::MAX_INLINE`] must point to bytes that live, unchanged, as long as the result.
    #[inline]
    pub unsafe fn bytes(&self) -> &[u8] {
        // SAFETY: the caller vouches for the pointer.
        unsafe { std::slice::from_raw_parts(self.data(self.length as usize), self.length as usize) }
    }

    /// The bytes of the string if it is longer than [`StringT::MAX_INLINE`].
    ///
    /// # Safety
    /// Such a string must point to bytes that live, unchanged, as long as the result.
    pub unsafe fn long<'a>(self) -> Option<&'a [u8]> {
        let len = self.length as usize;
        let start = std::ptr::with_exposed_provenance(usize::from_ne_bytes(self.pointer));
        // SAFETY: the caller vouches for the pointer.
        (len > Self::MAX_INLINE).then(|| unsafe { std::slice::from_raw_parts(start, len) })
    }

    /// The address of the data of a string of length `len`.
    ///
    /// The choice must not be a branch: mixed lengths mispredict it, which costs 2.5 ns more for strings
    /// of 8 to 24 bytes. The compiler moves an ordinary load of the pointer behind the comparison and makes that
    /// a branch in spite of `select_unpredictable`; a volatile load stays in place.
    #[inline(always)]
    fn data(&self, len: usize) -> *const u8 {
        let inline = std::ptr::from_ref(self).cast::<u8>().wrapping_add(4);
        // SAFETY: the field is 8 readable bytes at an offset of 8 in a struct aligned to 8.
        let long = unsafe { std::ptr::from_ref(&self.pointer).cast::<usize>().read_volatile() };
        let long = std::ptr::with_exposed_provenance(long);
        select_unpredictable(len <= Self::MAX_INLINE, inline, long)
    }
}

/// A string in each lane.
#[derive(Clone, Copy)]
struct Group<L> {
    /// 0 if the string is NULL.
    len: L,
    /// The address of the data, if the string is longer than [`StringT::MAX_INLINE`].
    pointer: L,
}

/// Calls `each` with each whole group of strings and the index of its first one. Returns the number of
/// strings in those groups. `valid` has a bit for each string.
#[inline(always)]
fn groups<S: Simd>(
    simd: S,
    strings: &[StringT],
    valid: Option<Bits<'_>>,
    mut each: impl FnMut(usize, Group<S::U64>),
) -> usize {
    let lanes = S::U64::LANES;
    // The bits of a group lie in one word.
    if lanes == 1 || valid.is_some_and(|valid| !valid.first.is_multiple_of(lanes)) {
        return 0;
    }
    let splat = |x| S::U64::splat(simd, x);
    let bit = S::U64::load(simd, &std::array::from_fn::<u64, MAX_LANES, _>(|i| 1 << i));
    for (i, group) in words(strings).chunks_exact(lanes).enumerate() {
        let [head, pointer] = S::U64::load_pairs(simd, group);
        let mut len = head & splat(0xffff_ffff);
        if let Some(valid) = valid {
            let is_valid = (splat(valid.from(i * lanes)) & bit).gt(splat(0));
            len = S::U64::select(is_valid, len, splat(0));
        }
        each(i * lanes, Group { len, pointer });
    }
    strings.len() - strings.len() % lanes
}

/// The bits of a validity mask from `first` on.
#[derive(Clone, Copy)]
struct Bits<'a> {
    words: &'a [u64],
    first: usize,
}

impl Bits<'_> {
    /// The bits from `i` to the end of their word, the lowest first.
    #[inline(always)]
    fn from(self, i: usize) -> u64 {
        let at = self.first + i;
        self.words[at / 64] >> (at % 64)
    }
}

/// Strings as two words each: the length and the prefix, then the pointer.
#[inline(always)]
fn words(strings: &[StringT]) -> &[[u64; 2]] {
    const { assert!(size_of::<StringT>() == 16 && align_of::<StringT>() == 8) };
    // SAFETY: a string has the same size and alignment, and all of its bytes are written.
    unsafe { std::slice::from_raw_parts(strings.as_ptr().cast(), strings.len()) }
}

/// A column of DuckDB strings. Rows that are NULL read as empty: their slot holds garbage, and
/// following its pointer would crash.
#[derive(Clone, Copy, Debug)]
pub struct Strings<'a> {
    strings: &'a [StringT],
    /// One bit per row, set if the row is not NULL. `None` if no row is NULL.
    validity: Option<&'a [u64]>,
}

impl<'a> Strings<'a> {
    /// A column of `strings.len()` rows.
    ///
    /// # Safety
    /// Every string whose validity bit is set must point to as many readable bytes as its length
    /// says. They must not be written to for `'a`.
    ///
    /// # Panics
    /// Panics if `validity` has fewer bits than there are rows.
    pub unsafe fn new(strings: &'a [StringT], validity: Option<&'a [u64]>) -> Self {
        assert!(validity.is_none_or(|bits| bits.len() * 64 >= strings.len()));
        Strings { strings, validity }
    }

    /// The validity bits from row `first` on.
    #[inline(always)]
    fn bits(&self, first: usize) -> Option<Bits<'a>> {
        self.validity.map(|words| Bits { words, first })
    }
}

/// Strings without NULLs.
#[derive(Clone, Copy)]
pub(super) struct ValidStrings<'a>(Strings<'a>);

impl<'a> Strings<'a> {
    /// The column without the validity check of each row, which takes 0.5 ns a row, if it has no mask.
    pub(super) fn without_nulls(self) -> Option<ValidStrings<'a>> {
        self.validity.is_none().then_some(ValidStrings(self))
    }
}

impl<'a> Layout<'a> for ValidStrings<'a> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn row_len(&self, i: usize) -> usize {
        self.0.strings[i].length as usize
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        let string = &self.0.strings[i];
        // SAFETY: the caller of `new` vouches for the pointer of every valid row, and no row is NULL.
        unsafe { string.bytes() }
    }

    fn unpadded(&self, first: usize, len: usize) -> (Range<usize>, Range<usize>) {
        self.0.unpadded(first, len)
    }
}

impl<'a> Layout<'a> for Strings<'a> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.strings.len()
    }

    #[inline(always)]
    fn row_len(&self, i: usize) -> usize {
        let valid = self.validity.map_or(1, |bits| bits[i / 64] >> (i % 64) & 1);
        self.strings[i].length as usize & (valid as usize).wrapping_neg()
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &'a [u8] {
        let (string, len) = (&self.strings[i], self.row_len(i));
        // SAFETY: up to 12 bytes lie inside the string_t itself. Longer data lies where its pointer
        // says, as the caller of `new` guarantees for valid rows. A NULL row has length 0 here, so its
        // pointer is not used.
        unsafe { std::slice::from_raw_parts(string.data(len), len) }
    }

    /// Takes 0.5 ns per string in lanes, 0.8 without.
    ///
    /// Prefetching each row here made `xxh3` in DuckDB 4 % faster for UUIDs and 2 % slower for strings of 8 to
    /// 24 bytes.
    #[inline(always)]
    fn entries<S: Simd>(
        &self,
        simd: S,
        first: usize,
        starts: &mut [*const u8],
        lens: &mut [usize],
    ) -> usize {
        let strings = &self.strings[first..first + starts.len()];
        let lanes = S::U64::LANES;
        let splat = |x| S::U64::splat(simd, x);
        let steps: [u64; MAX_LANES] = std::array::from_fn(|i| (i * size_of::<StringT>()) as u64);
        let base = strings.as_ptr().expose_provenance() as u64 + 4;
        let mut inline = splat(base) + S::U64::load(simd, &steps);
        let mut stored = [0; MAX_LANES];
        let done = groups(simd, strings, self.bits(first), |at, Group { len, pointer }| {
            let stored = &mut stored[..lanes];
            len.store(stored);
            for (len, stored) in lens[at..at + lanes].iter_mut().zip(&*stored) {
                *len = *stored as usize;
            }
            let is_long = len.gt(splat(StringT::MAX_INLINE as u64));
            S::U64::select(is_long, pointer, inline).store(stored);
            for (start, stored) in starts[at..at + lanes].iter_mut().zip(&*stored) {
                *start = std::ptr::with_exposed_provenance(*stored as usize);
            }
            inline = inline + splat((lanes * size_of::<StringT>()) as u64);
        });
        for (i, string) in strings.iter().enumerate().skip(done) {
            lens[i] = self.row_len(first + i);
            starts[i] = string.data(lens[i]);
        }
        0
    }

    #[inline(always)]
    fn add_lens<S: Simd>(&self, simd: S, first: usize, to: &mut [usize]) {
        let strings = &self.strings[first..first + to.len()];
        let lanes = S::U64::LANES;
        let mut stored = [0; MAX_LANES];
        let done = groups(simd, strings, self.bits(first), |at, Group { len, .. }| {
            let stored = &mut stored[..lanes];
            len.store(stored);
            for (to, stored) in to[at..at + lanes].iter_mut().zip(&*stored) {
                *to += *stored as usize;
            }
        });
        for (i, to) in to.iter_mut().enumerate().skip(done) {
            *to += self.row_len(first + i);
        }
    }

    /// A short row has 12 readable bytes inside its `string_t`, and the preceding `string_t` before it. A
    /// long row has 13 bytes or more.
    fn unpadded(&self, first: usize, len: usize) -> (Range<usize>, Range<usize>) {
        const { assert!(StringT::MAX_INLINE >= PADDED) };
        let is_first = usize::from(first == 0 && len > 0);
        (0..is_first, len..len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::Isa;
    use crate::lanes::Kernel;
    use crate::rows::{Entries, Rows};

    #[test]
    fn inline_long_and_null_rows() {
        let texts: [&[u8]; 5] =
            [b"", b"abcd", b"twelve bytes", b"thirteen byte", b"NULL in its column"];
        let mut strings: Vec<StringT> = texts.iter().map(|t| StringT::new(t)).collect();
        strings[4].pointer = 1u64.to_ne_bytes(); // what a NULL slot may hold
        // SAFETY: all but the last row are valid, and their texts are static.
        let rows = unsafe { Strings::new(&strings, Some(&[0b01111])) };
        for (i, text) in texts.iter().enumerate().take(4) {
            assert_eq!(rows.row(i), *text);
        }
        assert_eq!(rows.row(4), b"");
    }

    #[test]
    fn strings_of_one_width_are_those_that_are_made_alone() {
        let bytes: Vec<u8> = (0..240).collect();
        for width in [1, 4, 7, 8, 11, 12, 13, 16, 32, 120] {
            let mut strings = [StringT::new(b"other"); 20];
            let written = (240 / width).min(20);
            StringT::write_all(&mut strings, width, &bytes);
            for (string, text) in strings[..written].iter().zip(bytes.chunks(width)) {
                // SAFETY: the bytes live on.
                assert_eq!(unsafe { string.bytes() }, text);
                let alone = StringT::new(text);
                assert_eq!((string.prefix, string.pointer), (alone.prefix, alone.pointer));
                // SAFETY: the bytes live on.
                let long = unsafe { string.long() };
                assert_eq!(long, (width > StringT::MAX_INLINE).then_some(text));
            }
            // SAFETY: these are unchanged.
            assert!(strings[written..].iter().all(|string| unsafe { string.bytes() } == b"other"));
        }
    }

    struct AddLens<'a, 'b>(Strings<'a>, usize, &'b mut [usize]);

    impl Kernel for AddLens<'_, '_> {
        type Output = ();

        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) {
            self.0.add_lens(simd, self.1, self.2);
        }
    }

    /// Starts at every row, so that groups of lanes begin at any bit of a validity word.
    #[test]
    fn in_lanes_rows_are_what_they_are_alone() {
        let texts: Vec<String> = (0..140).map(|i| "x".repeat(i * 7 % 31)).collect();
        let mut strings: Vec<StringT> = texts.iter().map(|t| StringT::new(t.as_bytes())).collect();
        let validity = [0xfedc_ba98_7654_3210, 0x0f1e_2d3c_4b5a_6978, 0x5a5];
        for (i, string) in strings.iter_mut().enumerate() {
            if validity[i / 64] >> (i % 64) & 1 == 0 {
                (string.length, string.pointer) = (u32::MAX, 1u64.to_ne_bytes());
            }
        }
        // SAFETY: the texts of all valid rows outlive it.
        let rows = unsafe { Strings::new(&strings, Some(&validity)) };
        let mut entries = Entries::<160>::new();
        for isa in Isa::available() {
            for first in 0..strings.len() {
                let len = strings.len() - first;
                let expected: Vec<&[u8]> = (first..first + len).map(|i| rows.row(i)).collect();
                let block = entries.rows(isa, &Rows::Strings(rows), first, len);
                assert_eq!(block.rows().collect::<Vec<_>>(), expected, "{isa}, from row {first}");
                let mut lens = vec![3; len];
                isa.vectorize(AddLens(rows, first, &mut lens));
                let more: Vec<usize> = expected.iter().map(|row| row.len() + 3).collect();
                assert_eq!(lens, more, "{isa}, from row {first}");
            }
        }
    }
}
