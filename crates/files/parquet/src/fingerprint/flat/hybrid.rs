//! The hybrid encoding of runs and bit-packed groups, used for levels and dictionary keys.
//!
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

use bytes::Bytes;

use crate::page::varint;

/// Numbers of up to 32 bits.
pub(super) struct HybridNumbers {
    bytes: Bytes,
    /// The offset of the next run.
    next: usize,
    width: u32,
    run: HybridRun,
    /// Numbers of the current run that are still unread.
    left: usize,
}

enum HybridRun {
    /// One repeated number.
    Same(i32),
    /// Packed numbers: the offset of the first byte, and how many numbers have been read.
    Packed(usize, usize),
}

impl HybridNumbers {
    /// Numbers of `width` bits.
    pub(crate) fn new(bytes: Bytes, width: u32) -> Result<Self, String> {
        match width {
            0..=32 => Ok(HybridNumbers { bytes, next: 0, width, run: HybridRun::Same(0), left: 0 }),
            _ => Err(format!("numbers of {width} bits")),
        }
    }

    /// Appends the next `count` numbers.
    pub(crate) fn read(&mut self, count: usize, out: &mut Vec<i32>) -> Result<(), String> {
        let mut missing = count;
        while missing > 0 {
            if self.left == 0 {
                self.start(missing)?;
                continue;
            }
            let count = missing.min(self.left);
            let first = out.len();
            match &mut self.run {
                HybridRun::Same(number) => out.resize(first + count, *number),
                HybridRun::Packed(start, read) => {
                    out.resize(first + count, 0);
                    unpack(&self.bytes[*start..], *read, self.width, &mut out[first..]);
                    *read += count;
                }
            }
            (missing, self.left) = (missing - count, self.left - count);
        }
        Ok(())
    }

    /// Starts the next run. `missing` numbers are still expected.
    fn start(&mut self, missing: usize) -> Result<(), String> {
        let mut rest = &self.bytes[self.next..];
        let head = varint(&mut rest).ok_or_else(|| format!("they end {missing} too early"))?;
        let start = self.bytes.len() - rest.len();
        let most = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let size = if head & 1 == 0 {
            let size = self.width.div_ceil(8) as usize;
            let number = rest.get(..size).ok_or("they end within a run")?;
            let number = number.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte));
            (self.run, self.left) = (HybridRun::Same(number as i32), most(head >> 1));
            size
        } else {
            let groups = head >> 1;
            // The last group may be cut off after its last number.
            let size = most(groups.saturating_mul(self.width.into())).min(rest.len());
            let room = (size as u64 * 8).checked_div(self.width.into()).unwrap_or(u64::MAX);
            self.run = HybridRun::Packed(start, 0);
            self.left = most(groups.saturating_mul(8).min(room));
            if self.left == 0 {
                return Err("an empty group".to_owned());
            }
            size
        };
        self.next = start + size;
        Ok(())
    }
}

/// Unpacks numbers, starting with number `first`, into `out`. Each starts at the lowest free bit. `packed` may be
/// longer than needed.
fn unpack(packed: &[u8], first: usize, width: u32, out: &mut [i32]) {
    let mask = ((1u64 << width) - 1) as u32;
    let mut bit = first * width as usize;
    for out in out {
        let rest = &packed[bit / 8..];
        let word = match rest.first_chunk::<8>() {
            Some(word) => u64::from_le_bytes(*word),
            None => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        *out = ((word >> (bit % 8)) as u32 & mask) as i32;
        bit += width as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], width: u32, counts: &[usize]) -> Result<Vec<i32>, String> {
        let mut hybrid = HybridNumbers::new(Bytes::copy_from_slice(bytes), width)?;
        let mut out = Vec::new();
        counts.iter().try_for_each(|count| hybrid.read(*count, &mut out))?;
        Ok(out)
    }

    #[test]
    fn the_examples_of_the_format() {
        // The numbers 0 to 7 in 3 bits, as the specification packs them.
        let packed = [0x03, 0b1000_1000, 0b1100_0110, 0b1111_1010];
        assert_eq!(read(&packed, 3, &[8]).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(read(&packed, 3, &[3, 4, 1]).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7]);
        let both = [&[0x08, 0x05][..], &packed].concat();
        assert_eq!(read(&both, 3, &[2, 5]).unwrap(), [5, 5, 5, 5, 0, 1, 2]);
        // A run of numbers of two bytes, and one of numbers of four.
        assert_eq!(read(&[0x04, 0x34, 0x12], 13, &[2]).unwrap(), [0x1234; 2]);
        assert_eq!(read(&[0x02, 0xff, 0xff, 0xff, 0xff], 32, &[1]).unwrap(), [-1]);
        // Numbers without bits take no bytes.
        assert_eq!(read(&[0x0a], 0, &[5]).unwrap(), [0; 5]);
        assert_eq!(read(&[0x03], 0, &[8]).unwrap(), [0; 8]);
        // The last group is cut off.
        assert_eq!(read(&packed[..2], 3, &[2]).unwrap(), [0, 1]);
    }

    #[test]
    fn numbers_of_every_width() {
        for width in 1..=32 {
            let numbers: Vec<u32> =
                (0..64u32).map(|i| i.wrapping_mul(0x9e37_79b9) >> (32 - width)).collect();
            let mut packed = vec![8 << 1 | 1];
            for bit in 0..64 * width as usize {
                let (number, at) = (numbers[bit / width as usize], bit % width as usize);
                if bit % 8 == 0 {
                    packed.push(0);
                }
                *packed.last_mut().unwrap() |= ((number >> at & 1) as u8) << (bit % 8);
            }
            let read = read(&packed, width, &[1, 20, 43]).unwrap();
            assert!(read.iter().zip(&numbers).all(|(a, b)| *a as u32 == *b), "{width}");
        }
    }

    #[test]
    fn what_is_cut_off_is_an_error() {
        let errors: [(&[u8], u32); 5] =
            [(&[], 3), (&[0x02], 3), (&[0x03], 3), (&[0x00; 9], 3), (&[0x01, 1], 3)];
        for (bytes, width) in errors {
            assert!(read(bytes, width, &[1]).is_err(), "{bytes:?}");
        }
        assert!(read(&[0x08, 0x05], 3, &[5]).is_err());
        assert!(read(&[0x08, 0x05], 33, &[1]).is_err());
    }
}
