//! What the instructions for SHA-1 and SHA-256 read: the blocks of a padded row, and constants.

/// A row with its padding. Its end is stored elsewhere, because moving it costs 8 ns: vectors would
/// be loaded right after smaller pieces of them were stored.
pub(super) struct PaddedMessage<'a> {
    whole: &'a [[u8; 64]],
    end: &'a [[u8; 64]],
}

impl<'a> PaddedMessage<'a> {
    /// `row`, with its last bytes in `end`, which must be zeros.
    #[inline(always)]
    pub(crate) fn padded(row: &'a [u8], end: &'a mut [[u8; 64]; 2]) -> Self {
        let (whole, rest) = row.as_chunks::<64>();
        let blocks = 1 + usize::from(rest.len() > 55);
        end[0][..rest.len()].copy_from_slice(rest);
        end[0][rest.len()] = 0x80;
        end[blocks - 1][56..].copy_from_slice(&(8 * row.len() as u64).to_be_bytes());
        PaddedMessage { whole, end: &end[..blocks] }
    }

    /// The blocks that lie in the row, and the last ones, which hold the padding.
    #[cfg(target_arch = "aarch64")]
    pub(crate) fn parts(&self) -> [&'a [[u8; 64]]; 2] {
        [self.whole, self.end]
    }

    #[inline(always)]
    pub(crate) fn blocks(&self) -> usize {
        self.whole.len() + self.end.len()
    }

    #[inline(always)]
    pub(crate) fn block(&self, i: usize) -> &[u8; 64] {
        match i.checked_sub(self.whole.len()) {
            None => &self.whole[i],
            Some(i) => &self.end[i],
        }
    }
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
pub(super) static SHA256: [[[u32; 4]; 4]; 4] = [
    [
        [0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5], [0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5],
        [0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3], [0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174],
    ],
    [
        [0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc], [0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da],
        [0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7], [0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967],
    ],
    [
        [0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13], [0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85],
        [0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3], [0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070],
    ],
    [
        [0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5], [0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3],
        [0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208], [0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2],
    ],
];
