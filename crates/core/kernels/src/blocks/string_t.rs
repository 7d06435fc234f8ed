//! DuckDB's `string_t`: short strings inside, long ones behind a pointer.

use std::hint::select_unpredictable;

use crate::limits::MAX_INLINE;

/// DuckDB's `string_t`: a length, then up to 12 bytes of data, or a 4-byte prefix and a pointer.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(8))]
pub struct StringT {
    pub(super) length: u32,
    /// The data, or its first 4 bytes.
    prefix: [u8; 4],
    /// More data, or the address of all of it.
    pub(super) pointer: [u8; 8],
}

impl StringT {
    /// The longest string that lies inside its `string_t`.
    pub const MAX_INLINE: usize = MAX_INLINE;

    /// Makes a `string_t` for `bytes`. If they are longer than [`StringT::MAX_INLINE`], they must
    /// outlive it. Panics if they are 4 GiB or longer, which no DuckDB string can be.
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

    /// The string with this length and prefix, then this pointer.
    pub(super) fn from_words([head, pointer]: [u64; 2]) -> StringT {
        let [length, prefix] = [head as u32, (head >> 32) as u32];
        StringT { length, prefix: prefix.to_le_bytes(), pointer: pointer.to_le_bytes() }
    }

    /// Writes strings of `width` bytes that lie one after the other in `bytes`, until `strings` or
    /// `bytes` ends. If they are longer than [`StringT::MAX_INLINE`], `bytes` must outlive them.
    /// Panics if `width` is 0, or 4 GiB or more.
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
    /// A string longer than [`StringT::MAX_INLINE`] must point to bytes that live, unchanged, as
    /// long as the result.
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
    /// The choice must not be a branch: mixed lengths mispredict it, which costs 2.5 ns more for
    /// strings of 8 to 24 bytes. The compiler moves an ordinary load of the pointer behind the
    /// comparison and makes that a branch in spite of `select_unpredictable`; a volatile load stays
    /// in place.
    #[inline(always)]
    pub(super) fn data(&self, len: usize) -> *const u8 {
        let inline = std::ptr::from_ref(self).cast::<u8>().wrapping_add(4);
        // SAFETY: the field is 8 readable bytes at an offset of 8 in a struct aligned to 8.
        let long = unsafe { std::ptr::from_ref(&self.pointer).cast::<usize>().read_volatile() };
        let long = std::ptr::with_exposed_provenance(long);
        select_unpredictable(len <= Self::MAX_INLINE, inline, long)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
