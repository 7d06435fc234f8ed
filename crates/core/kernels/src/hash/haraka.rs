//! Haraka v2: hashes of exactly 32 or 64 bytes, for hash-based signatures. Paper and reference:
//! Kölbl, Lauridsen, Mendel and Rechberger, <https://eprint.iacr.org/2016/098>,
//! <https://github.com/kste/haraka>.

use super::aes::{AesBlock, encrypt, xor};

/// The number of rounds. Each has two rounds of AES in each block, and mixes the blocks' columns.
const ROUNDS: usize = 5;

/// The keys of all rounds, in the order of their use in Haraka-512; Haraka-256 uses the first half.
const KEYS: [u128; 40] = [
    0x0684_704c_e620_c00a_b2c5_fef0_7581_7b9d,
    0x8b66_b4e1_88f3_a06b_640f_6ba4_2f08_f717,
    0x3402_de2d_53f2_8498_cf02_9d60_9f02_9114,
    0x0ed6_eae6_2e7b_4f08_bbf3_bcaf_fd5b_4f79,
    0xcbcf_b0cb_4872_448b_79ee_cd1c_be39_7044,
    0x7eea_cdee_6e90_32b7_8d53_35ed_2b8a_057b,
    0x67c2_8f43_5e2e_7cd0_e241_2761_da4f_ef1b,
    0x2924_d9b0_afca_cc07_675f_fde2_1fc7_0b3b,
    0xab4d_63f1_e686_7fe9_ecdb_8fca_b9d4_65ee,
    0x1c30_bf84_d4b7_cd64_5b2a_404f_ad03_7e33,
    0xb2cc_0bb9_9417_23bf_6902_8b2e_8df6_9800,
    0xfa04_78a6_de6f_5572_4aaa_9ec8_5c9d_2d8a,
    0xdfb4_9f2b_6b77_2a12_0efa_4f2e_2912_9fd4,
    0x1ea1_0344_f449_a236_32d6_11ae_bb6a_12ee,
    0xaf04_4988_4b05_0084_5f96_00c9_9ca8_eca6,
    0x2102_5ed8_9d19_9c4f_78a2_c7e3_27e5_93ec,
    0xbf3a_aaf8_a759_c9b7_b928_2ecd_82d4_0173,
    0x6260_700d_6186_b017_37f2_efd9_1030_7d6b,
    0x5aca_45c2_2130_0443_81c2_9153_f6fc_9ac6,
    0x9223_973c_226b_68bb_2caf_92e8_36d1_943a,
    0xd3bf_9238_2258_86eb_6cba_b958_e510_71b4,
    0xdb86_3ce5_aef0_c677_933d_fddd_24e1_128d,
    0xbb60_6268_ffeb_a09c_83e4_8de3_cb22_12b1,
    0x734b_d3dc_e2e4_d19c_2db9_1a4e_c72b_f77d,
    0x43bb_47c3_6130_1b43_4b14_15c4_2cb3_924e,
    0xdba7_75a8_e707_eff6_03b2_31dd_16eb_6899,
    0x6df3_614b_3c75_5977_8e5e_2302_7eca_472c,
    0xcda7_5a17_d6de_7d77_6d1b_e5b9_b886_17f9,
    0xec6b_43f0_6ba8_e9aa_9d6c_069d_a946_ee5d,
    0xcb1e_6950_f957_332b_a253_1159_3bf3_27c1,
    0x2cee_0c75_00da_619c_e4ed_0353_600e_d0d9,
    0xf0b1_a5a1_96e9_0cab_80bb_babc_63a4_a350,
    0xae3d_b102_5e96_2988_ab0d_de30_938d_ca39,
    0x17bb_8f38_d554_a40b_8814_f3a8_2e75_b442,
    0x34bb_8a5b_5f42_7fd7_aeb6_b779_360a_16f6,
    0x26f6_5241_cbe5_5438_43ce_5918_ffba_afde,
    0x4ce9_9a54_b9f3_026a_a2ca_9cf7_839e_c978,
    0xae51_a51a_1bdf_f7be_40c0_6e28_2290_1235,
    0xa0c1_613c_ba7e_d22b_c173_bc0f_48a6_59cf,
    0x756a_cc03_0228_8288_4ad6_bdfd_e9c5_9da1,
];

/// A column of AES: four bytes.
type AesColumn = [u8; 4];

/// Haraka-256 v2.
///
/// # Example
///
/// ```
/// use hashlane_kernels::hash::haraka::haraka256;
///
/// let input: [u8; 32] = std::array::from_fn(|i| i as u8);
/// assert_eq!(haraka256(&input)[..4], [0x80, 0x27, 0xcc, 0xb8]);
/// ```
pub fn haraka256(input: &[u8; 32]) -> [u8; 32] {
    // The source of each column: the block, and the column in it.
    const MIX: [[(usize, usize); 4]; 2] =
        [[(0, 0), (1, 0), (0, 1), (1, 1)], [(0, 2), (1, 2), (0, 3), (1, 3)]];
    let mut hash = [0; 32];
    hash.as_chunks_mut().0.copy_from_slice(&permuted(blocks(input), MIX));
    hash
}

/// Haraka-512 v2, which returns 32 bytes.
///
/// # Example
///
/// ```
/// use hashlane_kernels::hash::haraka::haraka512;
///
/// let input: [u8; 64] = std::array::from_fn(|i| i as u8);
/// assert_eq!(haraka512(&input)[..4], [0xbe, 0x7f, 0x72, 0x3b]);
/// ```
pub fn haraka512(input: &[u8; 64]) -> [u8; 32] {
    const MIX: [[(usize, usize); 4]; 4] = [
        [(0, 3), (2, 3), (1, 3), (3, 3)],
        [(2, 0), (0, 0), (3, 0), (1, 0)],
        [(2, 1), (0, 1), (3, 1), (1, 1)],
        [(0, 2), (2, 2), (1, 2), (3, 2)],
    ];
    let [a, b, c, d] = permuted(blocks(input), MIX);
    let mut hash = [0; 32];
    let halves = [&a[8..], &b[8..], &c[..8], &d[..8]];
    for (out, half) in hash.chunks_exact_mut(8).zip(halves) {
        out.copy_from_slice(half);
    }
    hash
}

fn blocks<const BYTES: usize, const BLOCKS: usize>(input: &[u8; BYTES]) -> [AesBlock; BLOCKS] {
    std::array::from_fn(|i| *input[16 * i..].first_chunk().expect("sixteen bytes"))
}

/// Returns the permuted blocks plus the blocks themselves.
#[inline(always)]
fn permuted<const BLOCKS: usize>(
    input: [AesBlock; BLOCKS],
    mix: [[(usize, usize); 4]; BLOCKS],
) -> [AesBlock; BLOCKS] {
    let mut state = input;
    for keys in KEYS.chunks_exact(2 * BLOCKS).take(ROUNDS) {
        for keys in keys.chunks_exact(BLOCKS) {
            for (block, key) in state.iter_mut().zip(keys) {
                *block = encrypt(*block, key.to_le_bytes());
            }
        }
        state = mix.map(|columns| {
            let mut block = [0; 16];
            for (out, (from, column)) in block.as_chunks_mut().0.iter_mut().zip(columns) {
                let moved: &AesColumn =
                    state[from][4 * column..].first_chunk().expect("four bytes");
                *out = *moved;
            }
            block
        });
    }
    std::array::from_fn(|i| xor(state[i], input[i]))
}
