//! The hash of a multiset of rows: the sum of their 128-bit hashes modulo 2^128.
//!
//! It does not depend on the order of the rows or on how they were divided among threads, and it counts
//! duplicates, which would cancel each other in an XOR. The construction is AdHash: Bellare and Micciancio, "A
//! New Paradigm for Collision-free Hashing", 1997. Without a key it detects accidental changes, not
//! forgeries.

/// The sum of the hashes of rows, and how many rows there were.
///
/// It is 24 bytes, with the alignment of `u64`, so that an engine can keep millions of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MultisetHash {
    rows: u64,
    /// The low and the high half.
    sum: [u64; 2],
}

impl MultisetHash {
    /// Restores a multiset from [`MultisetHash::parts`].
    pub fn from_parts([rows, low, high]: [u64; 3]) -> Self {
        MultisetHash { rows, sum: [low, high] }
    }

    /// The number of rows, the low and the high half of the sum.
    pub fn parts(&self) -> [u64; 3] {
        [self.rows, self.sum[0], self.sum[1]]
    }

    /// The number of rows, modulo 2^64.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The sum, big-endian; zero without rows.
    pub fn digest(&self) -> [u8; 16] {
        self.sum().to_be_bytes()
    }

    /// Adds a row by its hash, big-endian.
    #[inline(always)]
    pub fn add(&mut self, hash: &[u8; 16]) {
        self.rows = self.rows.wrapping_add(1);
        self.set(self.sum().wrapping_add(u128::from_be_bytes(*hash)));
    }

    /// Adds `rows` rows by the sum of their hashes modulo 2^128.
    pub fn add_all(&mut self, rows: u64, sum: u128) {
        self.rows = self.rows.wrapping_add(rows);
        self.set(self.sum().wrapping_add(sum));
    }

    /// Removes a row by its hash.
    #[inline(always)]
    pub fn remove(&mut self, hash: &[u8; 16]) {
        self.rows = self.rows.wrapping_sub(1);
        self.set(self.sum().wrapping_sub(u128::from_be_bytes(*hash)));
    }

    /// Adds the rows of another multiset.
    pub fn merge(&mut self, other: &MultisetHash) {
        self.rows = self.rows.wrapping_add(other.rows);
        self.set(self.sum().wrapping_add(other.sum()));
    }

    #[inline(always)]
    fn sum(&self) -> u128 {
        u128::from(self.sum[1]) << 64 | u128::from(self.sum[0])
    }

    #[inline(always)]
    fn set(&mut self, sum: u128) {
        self.sum = [sum as u64, (sum >> 64) as u64];
    }
}

/// The version of the scheme, the prefix of every fingerprint.
const SCHEME: &str = "hl1";

/// `hl1:<rows>:<digest in hex>`. It contains the scheme, so that fingerprints of different schemes are never equal.
impl std::fmt::Display for MultisetHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{SCHEME}:{}:{:032x}", self.rows, self.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_partitions_do_not_matter_and_duplicates_do() {
        let [a, b, c] = [[0xff; 16], [1; 16], [0x80; 16]];
        let of = |hashes: &[[u8; 16]]| {
            let mut hash = MultisetHash::default();
            hashes.iter().for_each(|h| hash.add(h));
            hash
        };
        assert_eq!(of(&[a, b, c]), of(&[c, a, b]));
        let mut at_once = of(&[a]);
        let [two, three] = [b, c].map(u128::from_be_bytes);
        at_once.add_all(2, two.wrapping_add(three));
        assert_eq!(at_once, of(&[a, b, c]));
        let mut merged = of(&[a]);
        merged.merge(&of(&[b, c]));
        assert_eq!(merged, of(&[a, b, c]));
        assert_ne!(of(&[a, a]), of(&[]));
        merged.remove(&b);
        assert_eq!(merged, of(&[a, c]));
        assert_eq!(MultisetHash::from_parts(merged.parts()), merged);
        // 2^128 - 1 and 0x0101…01, modulo 2^128.
        assert_eq!(of(&[a, b]).digest(), (u128::from_be_bytes(b) - 1).to_be_bytes());
        assert_eq!(of(&[b]).to_string(), "hl1:1:01010101010101010101010101010101");
        assert_eq!(of(&[]).to_string(), "hl1:0:00000000000000000000000000000000");
    }
}
