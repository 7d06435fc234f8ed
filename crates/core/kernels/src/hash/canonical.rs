//! The canonical bytes of hashes that are numbers: big-endian.

use crate::isa::Isa;
use crate::rows::{BLOCK_ROWS, Block, HashKernel, Seeds};

/// Writes the numbers of `kernel` under the seed 0 as bytes, one row after the other.
pub(super) fn u32s(isa: Isa, block: &Block<'_>, out: &mut [u8], kernel: HashKernel<u32, u32>) {
    let mut numbers = [0; BLOCK_ROWS];
    let numbers = &mut numbers[..block.len()];
    kernel.hash_block(isa, block, Seeds::Constant(0), numbers);
    for (out, number) in out.as_chunks_mut().0.iter_mut().zip(numbers) {
        *out = number.to_be_bytes();
    }
}

/// [`u32s`] for 64 bits.
pub(super) fn u64s(isa: Isa, block: &Block<'_>, out: &mut [u8], kernel: HashKernel<u64, u64>) {
    let mut numbers = [0; BLOCK_ROWS];
    let numbers = &mut numbers[..block.len()];
    kernel.hash_block(isa, block, Seeds::Constant(0), numbers);
    for (out, number) in out.as_chunks_mut().0.iter_mut().zip(numbers) {
        *out = number.to_be_bytes();
    }
}
