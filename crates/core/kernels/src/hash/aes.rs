//! Rounds of AES, with which some hashes mix. Uses the CPU's instructions if it has them.

use ::aes::hazmat;

/// A block of AES: 16 bytes as a register holds them.
pub(super) type AesBlock = [u8; 16];

/// A round of encryption: the instruction AESENC.
#[inline(always)]
pub(super) fn encrypt(block: AesBlock, key: AesBlock) -> AesBlock {
    let mut block = block.into();
    hazmat::cipher_round(&mut block, &key.into());
    block.into()
}

/// The last round of encryption, which doesn't mix columns: the instruction AESENCLAST.
#[inline(always)]
pub(super) fn encrypt_last(block: AesBlock, key: AesBlock) -> AesBlock {
    let mut block = block.into();
    hazmat::cipher_round(&mut block, &[0; 16].into());
    hazmat::inv_mix_columns(&mut block);
    xor(block.into(), key)
}

/// A round of decryption: the instruction AESDEC.
#[inline(always)]
pub(super) fn decrypt(block: AesBlock, key: AesBlock) -> AesBlock {
    let mut block = block.into();
    hazmat::equiv_inv_cipher_round(&mut block, &key.into());
    block.into()
}

#[inline(always)]
pub(super) fn xor(a: AesBlock, b: AesBlock) -> AesBlock {
    (u128::from_ne_bytes(a) ^ u128::from_ne_bytes(b)).to_ne_bytes()
}

/// Adds the bytes of two blocks pairwise, modulo 256.
#[inline(always)]
pub(super) fn add_bytes(a: AesBlock, b: AesBlock) -> AesBlock {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

/// Adds the two words of two blocks pairwise, modulo 2^64.
#[inline(always)]
pub(super) fn add_words(a: AesBlock, b: AesBlock) -> AesBlock {
    let [a, b] = [a, b].map(u128::from_le_bytes);
    let high = (a >> 64) as u64;
    words(high.wrapping_add((b >> 64) as u64), (a as u64).wrapping_add(b as u64))
}

/// The block from `at` on. Panics if the row is too short.
#[inline(always)]
pub(super) fn block_at(row: &[u8], at: usize) -> AesBlock {
    *row[at..].first_chunk().expect("sixteen bytes")
}

/// Two words, the low one first, as `_mm_set_epi64x` takes them.
pub(super) const fn words(high: u64, low: u64) -> AesBlock {
    ((high as u128) << 64 | low as u128).to_le_bytes()
}
