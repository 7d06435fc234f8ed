//! Decodes what follows the length: elements, each a literal or a copy of what was decoded before.
//!
//! Nine in ten elements of TPC-H's comments are copies of 7 bytes on average, and finding the next element takes
//! longer than copying. So two copies are decoded from eight bytes of input at a time, and every copy moves 16 or 32
//! bytes: the next element overwrites the excess. Pages of the comments take 0.72 of the time of `snap` 1.1, and those
//! of all columns of the orders 0.81.
//!
//! Tried without success: distinguishing literals from copies without a branch, by a choice between two loads (20
//! cycles per element instead of 9); always copying 32 bytes (slower if copies lie close together, since loads then
//! wait for two stores).

/// Elements with at least this many bytes after their tag are decoded fast.
const AHEAD: usize = 1 + HALF + HALF + 8;

/// The number of bytes that are copied at once.
const HALF: usize = 16;

/// The fields of a copy's tag. All other tags have an offset that is too short for the length. Aligned, because
/// addressing has no scale of six bytes.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct CopyTag {
    /// Masks the bytes after the tag that belong to the offset.
    mask: u16,
    /// The part of the offset in the tag.
    high: u16,
    length: u16,
}

const COPIES: [CopyTag; 256] = copies();

const fn copies() -> [CopyTag; 256] {
    let mut copies = [CopyTag { mask: 0, high: 0, length: u16::MAX }; 256];
    let mut tag = 0;
    while tag < 256 {
        let bits = tag as u16;
        match tag & 3 {
            1 => {
                let length = (bits >> 2 & 7) + 4;
                copies[tag] = CopyTag { mask: 0x00FF, high: (bits >> 5) << 8, length };
            }
            2 if bits >> 2 < 2 * HALF as u16 => {
                copies[tag] = CopyTag { mask: 0xFFFF, high: 0, length: (bits >> 2) + 1 };
            }
            _ => {}
        }
        tag += 1;
    }
    copies
}

/// Decodes `elements` to `out`; `None` if the length of the content differs.
pub(super) fn decode(elements: &[u8], out: &mut [u8]) -> Option<()> {
    // A 32-bit position plus a few bytes can't overflow, which saves a check each. Below 2^31, an offset before the
    // start becomes a position past the end. The crate decodes longer content.
    let _: (i32, i32) = (elements.len().try_into().ok()?, out.len().try_into().ok()?);
    let mut at = Place { read: 0, written: 0 };
    while (at.read as usize) < elements.len() {
        at.fast(elements, out);
        if (at.read as usize) < elements.len() {
            at.any(elements, out)?;
        }
    }
    (at.written as usize == out.len()).then_some(())
}

/// The current positions in the elements and in the content.
struct Place {
    read: u32,
    written: u32,
}

impl Place {
    /// Decodes elements while enough bytes precede and follow them, and none is of a rare kind.
    #[inline]
    fn fast(&mut self, elements: &[u8], out: &mut [u8]) {
        let Place { mut read, mut written } = *self;
        while let Some(ahead) = elements.get(read as usize..read as usize + AHEAD) {
            let mut word = word(ahead, 0);
            if is_literal(word) {
                let length = (word as u32 >> 2 & 63) + 1;
                if length > 2 * HALF as u32 {
                    break;
                }
                let Some(to) = window(out, written) else { break };
                to.copy_from_slice(&ahead[1..=2 * HALF]);
                written += length;
                read += 1 + length;
                word = self::word(ahead, 1 + length as usize);
                if is_literal(word) {
                    continue;
                }
            }
            let Some(next) = copy(word, out, written) else { break };
            written = next;
            read += copy_tag(word);
            let word = word >> (8 * copy_tag(word));
            if is_literal(word) {
                continue;
            }
            let Some(next) = copy(word, out, written) else { break };
            written = next;
            read += copy_tag(word);
        }
        *self = Place { read, written };
    }

    /// Decodes one element of any kind.
    #[inline(never)]
    fn any(&mut self, elements: &[u8], out: &mut [u8]) -> Option<()> {
        let elements = elements.get(self.read as usize..)?;
        let (tag, rest) = elements.split_first()?;
        let (written, upper) = (self.written as usize, usize::from(tag >> 2));
        let extra = match tag & 3 {
            0 => upper.saturating_sub(59),
            3 => 4,
            bytes => usize::from(bytes),
        };
        let mut number = [0; 4];
        number[..extra].copy_from_slice(rest.get(..extra)?);
        let number = u32::from_le_bytes(number) as usize;
        let rest = &rest[extra..];
        let (literal, length) = match tag & 3 {
            0 => {
                let length = if extra == 0 { upper + 1 } else { number.checked_add(1)? };
                out.get_mut(written..)?.get_mut(..length)?.copy_from_slice(rest.get(..length)?);
                (length, length)
            }
            1 => (0, repeat(out, written, number + ((upper >> 3) << 8), (upper & 7) + 4)?),
            _ => (0, repeat(out, written, number, upper + 1)?),
        };
        self.read += (1 + extra + literal) as u32;
        self.written += length as u32;
        Some(())
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].first_chunk().map_or(0, |word| u64::from_le_bytes(*word))
}

fn is_literal(word: u64) -> bool {
    word & 3 == 0
}

/// The length of the tag of a copy of kind 1 or 2.
fn copy_tag(word: u64) -> u32 {
    (word as u32 & 3) + 1
}

/// The bytes from `at` on that are written at once.
#[inline(always)]
fn window(out: &mut [u8], at: u32) -> Option<&mut [u8; 2 * HALF]> {
    out.get_mut(at as usize..at as usize + 2 * HALF)?.first_chunk_mut()
}

/// Copies what the tag at the start of `word` names to `at`, and returns what follows the tag.
#[inline(always)]
fn copy(word: u64, out: &mut [u8], at: u32) -> Option<u32> {
    let CopyTag { mask, high, length } = COPIES[word as usize & 255];
    let offset = ((word >> 8) as u32 & u32::from(mask)) + u32::from(high);
    if offset < u32::from(length) {
        return None;
    }
    // Past the end if the offset is before the start: see `decode`.
    let from = at.wrapping_sub(offset) as usize;
    let half: [u8; HALF] = *out.get(from..from + HALF)?.first_chunk()?;
    window(out, at)?[..HALF].copy_from_slice(&half);
    if length > HALF as u16 {
        let half: [u8; HALF] = *out.get(from + HALF..from + 2 * HALF)?.first_chunk()?;
        window(out, at)?[HALF..].copy_from_slice(&half);
    }
    Some(at + u32::from(length))
}

/// Copies `length` bytes from `offset` bytes before `at` to `at`; the two may overlap. Returns `length`.
fn repeat(out: &mut [u8], at: usize, offset: usize, length: usize) -> Option<usize> {
    let from = at.checked_sub(offset).filter(|from| *from < at)?;
    let out = out.get_mut(from..at + length)?;
    if offset == 1 {
        out.fill(out[0]);
        return Some(length);
    }
    let mut done = offset;
    while done < out.len() {
        let bytes = done.min(out.len() - done);
        out.copy_within(..bytes, done);
        done += bytes;
    }
    Some(length)
}
