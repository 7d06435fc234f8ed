//! The hash of a multiset of rows: the sum of their 128-bit hashes modulo 2^128.
//!
//! It does not depend on the order of the rows or on how they were divided among threads, and it
//! counts duplicates, which would cancel each other in an XOR. The construction is AdHash: Bellare
//! and Micciancio, "A New Paradigm for Collision-free Hashing", 1997. Without a key it detects
//! accidental changes, not forgeries.

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

    /// Adds the rows of another multiset; `None` if there are 2^64 rows or more.
    pub fn checked_add(&self, other: &MultisetHash) -> Option<Self> {
        let rows = self.rows.checked_add(other.rows)?;
        let mut sum = MultisetHash { rows, ..*self };
        sum.set(self.sum().wrapping_add(other.sum()));
        Some(sum)
    }

    /// Removes the rows of another multiset; `None` if it has more rows, or equally many but
    /// different rows.
    pub fn checked_sub(&self, other: &MultisetHash) -> Option<Self> {
        let rows = self.rows.checked_sub(other.rows)?;
        let mut rest = MultisetHash { rows, ..*self };
        rest.set(self.sum().wrapping_sub(other.sum()));
        (rows > 0 || rest.sum == [0, 0]).then_some(rest)
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

/// `hl1:<rows>:<digest in hex>`. It contains the scheme, so that fingerprints of different schemes
/// are never equal.
impl std::fmt::Display for MultisetHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{SCHEME}:{}:{:032x}", self.rows, self.sum())
    }
}

/// A text is not a fingerprint of [`MultisetHash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFingerprint;

/// Parses `hl1:<rows>:<digest in hex>` exactly as [`Display`](std::fmt::Display) writes it, so that
/// equal fingerprints are equal texts.
///
/// ```
/// use hashlane_kernels::hash::MultisetHash;
///
/// let one: MultisetHash = "hl1:1:01010101010101010101010101010101".parse()?;
/// let two = one.checked_add(&one).expect("fewer than 2^64 rows");
/// assert_eq!(two.to_string(), "hl1:2:02020202020202020202020202020202");
/// assert_eq!(two.checked_sub(&one), Some(one));
/// assert_eq!(one.checked_sub(&two), None);
/// # Ok::<(), hashlane_kernels::hash::NoFingerprint>(())
/// ```
impl std::str::FromStr for MultisetHash {
    type Err = NoFingerprint;

    fn from_str(text: &str) -> Result<Self, NoFingerprint> {
        let rest = text.strip_prefix(SCHEME).and_then(|rest| rest.strip_prefix(':'));
        let (rows, sum) = rest.and_then(|rest| rest.split_once(':')).ok_or(NoFingerprint)?;
        let is_hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let rows_are_plain = rows == "0" || !rows.starts_with(['0', '+']);
        if !rows_are_plain || sum.len() != 32 || !sum.bytes().all(is_hex) {
            return Err(NoFingerprint);
        }
        let rows = rows.parse().map_err(|_| NoFingerprint)?;
        let sum = u128::from_str_radix(sum, 16).map_err(|_| NoFingerprint)?;
        let hash = MultisetHash { rows, sum: [sum as u64, (sum >> 64) as u64] };
        if rows == 0 && sum != 0 { Err(NoFingerprint) } else { Ok(hash) }
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

    #[test]
    fn only_fingerprints_are_parsed() {
        let mut hash = MultisetHash::default();
        assert_eq!(hash.to_string().parse(), Ok(hash));
        hash.add_all(u64::MAX, u128::MAX);
        assert_eq!(hash.to_string().parse(), Ok(hash));
        let hex = "0123456789abcdef0123456789abcdef";
        for text in [
            String::new(),
            format!("hl1o:1:{hex}"),
            format!("hl2:1:{hex}"),
            format!("hl1:01:{hex}"),
            format!("hl1:+1:{hex}"),
            format!("hl1:-1:{hex}"),
            format!("hl1::{hex}"),
            format!("hl1:18446744073709551616:{hex}"),
            format!("hl1:1:{}", hex.to_uppercase()),
            format!("hl1:1:{}", &hex[1..]),
            format!("hl1:1:{hex} "),
            format!("hl1:1:{hex}:"),
            format!("hl1:0:{hex}"),
        ] {
            assert_eq!(text.parse::<MultisetHash>(), Err(NoFingerprint), "{text}");
        }
    }

    #[test]
    fn impossible_sums_and_differences_have_no_value() {
        let of = |rows, sum| {
            let mut hash = MultisetHash::default();
            hash.add_all(rows, sum);
            hash
        };
        let (few, many) = (of(1, 7), of(u64::MAX, 9));
        assert_eq!(many.checked_add(&few), None);
        assert_eq!(few.checked_sub(&many), None);
        assert_eq!(few.checked_sub(&of(1, 8)), None);
        assert_eq!(few.checked_sub(&few), Some(MultisetHash::default()));
        assert_eq!(of(3, 1).checked_sub(&of(1, 2)), Some(of(2, u128::MAX)));
    }
}
