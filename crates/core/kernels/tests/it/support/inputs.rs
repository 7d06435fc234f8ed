//! Inputs: bytes with a period of 251, so that swapped blocks show.

/// Byte `i` is `i % 251`.
pub fn cycle(length: usize) -> Vec<u8> {
    cycle_from(0, length)
}

/// Byte `i` is `(start + i) % 251`.
pub fn cycle_from(start: usize, length: usize) -> Vec<u8> {
    (start..start + length).map(|i| (i % 251) as u8).collect()
}

/// A random number generator with the same numbers in every run: splitmix64.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next() as u8).collect()
    }
}

/// Rows of up to `longest` bytes, half of them of at most 24, as in typical string columns.
pub fn ragged(seed: u64, count: usize, longest: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(seed);
    (0..count)
        .map(|i| {
            let end = if numbers.next() & 1 == 0 { 25 } else { longest + 1 };
            cycle_from(i, numbers.below(end))
        })
        .collect()
}

/// `rows` as slices.
pub fn slices(rows: &[Vec<u8>]) -> Vec<&[u8]> {
    rows.iter().map(Vec::as_slice).collect()
}
