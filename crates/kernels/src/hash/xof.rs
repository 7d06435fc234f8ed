//! Extendable outputs, each with the length that `digest` gives it.

use sha2::digest::{ExtendableOutput, Update};

use super::{Algorithm, per_row};
use crate::isa::Isa;
use crate::rows::Block;

/// A function with extendable output, as a digest of `width` bytes.
pub(super) const fn of<D>(name: &'static str, width: usize) -> Algorithm
where
    D: ExtendableOutput + Update + Default,
{
    let digest = match width {
        32 => digest::<D, 32>,
        64 => digest::<D, 64>,
        _ => panic!("no digest has that width"),
    };
    Algorithm::of_blocks(name, width, digest)
        .or_rows(|| per_row::FEW, |row, out| D::digest_xof(row, out))
}

fn digest<D, const WIDTH: usize>(_: Isa, block: &Block<'_>, out: &mut [u8])
where
    D: ExtendableOutput + Update + Default,
{
    for (out, row) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(block.rows()) {
        D::digest_xof(row, out);
    }
}
