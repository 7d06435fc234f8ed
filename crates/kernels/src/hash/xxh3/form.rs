//! Which form of XXH3 runs over which rows.
//!
//! | | portable | AVX2 | AVX-512 |
//! |---|---|---|---|
//! | few rows | crate | crate | crate |
//! | most of one class of 17 to 128 bytes | crate | in order; the crate for 128 bits, and with a seed for each row for 64 | lists |
//! | all over 16 bytes, 128 bits | crate | crate | lists |
//! | others | crate | lists | lists |
//!
//! Nanoseconds a row on Zen 4, Arrow's offsets, hot, in batches of 8,192 rows (few: of as many):
//!
//! | | crate | AVX2 | AVX-512 |
//! |---|---|---|---|
//! | XXH3-64 of words | 5.2 | 2.9 | 2.0 |
//! | of 8 to 24 bytes | 5.2 | 3.7 | 2.9 |
//! | of UUIDs: in order, lists | 3.9 | 3.5 | 2.9 |
//! | of 19 to 78 bytes | 6.7 | 5.9 | 4.6 |
//! | of 16 words, 64 words | 6.7, 5.4 | 5.7, 3.5 | 4.9, 2.6 |
//! | of 16 UUIDs, 64 UUIDs | 5.1, 4.2 | 6.1, 4.2 | 6.0, 3.5 |
//! | of 16 texts of 20 to 120 bytes, of 64 | 12.5, 9.6 | 17.9, 11.0 | 18.2, 7.6 |
//! | XXH3-128 of 64 digits: in order, lists | 5.8 | 6.0 | 4.0 |
//! | of 19 to 78 bytes: lists | 8.6 | 9.5 | 6.9 |

use super::class;
use super::secret::{COLUMN, ZERO};
use crate::isa::Isa;
use crate::lanes::Extent;
use crate::rows::Block;

/// How the rows of a block are hashed.
pub(super) enum Form {
    /// One after the other by the crate.
    Crate,
    /// One after the other, without a branch on the length for those of the class that has this shortest row.
    InOrder { shortest: usize },
    /// By class; those up to 16 bytes together or not.
    Listed { merged: bool },
}

/// Whether the crate is best, as can be told without the lengths of all rows.
///
/// Listed by class without lanes, words take longer than the branches that are saved.
pub(super) fn is_for_crate(isa: Isa, block: &Block<'_>, words: usize) -> bool {
    /// So few rows up to 16 bytes don't pay for lists.
    const FEW_SHORT: usize = 12;
    let few = match (isa, words) {
        (Isa::Portable, _) => return true,
        (Isa::Avx2(_), 1) => 64,
        (Isa::Avx2(_), _) => 96,
        (Isa::Avx512(_), _) => 32,
    };
    let is_short = |len: &usize| *len <= 16;
    let few =
        if words == 1 && block.lens().iter().take(few).all(is_short) { FEW_SHORT } else { few };
    block.len() < few
}

/// The form for a block that is not for the crate by itself.
pub(super) fn of(isa: Isa, block: &Block<'_>, extent: Extent, words: usize, seeds: u8) -> Form {
    match isa {
        Isa::Portable => Form::Crate,
        Isa::Avx512(_) => Form::Listed { merged: words == 1 },
        // Where the lanes only take rows in order, longer rows must not be among those that are merged; and one lane
        // has no use for the work of three classes.
        Isa::Avx2(_) => match class::shortest_of_most(block.lens()) {
            Some(_) if (words == 2 && seeds == ZERO) || (words == 1 && seeds == COLUMN) => {
                Form::Crate
            }
            // There is nothing to list where the branches on the length are predicted.
            Some(shortest) => Form::InOrder { shortest },
            None if words == 2
                && seeds == ZERO
                && extent.shortest > 16
                && extent.longest <= 240 =>
            {
                Form::Crate
            }
            None => Form::Listed { merged: words == 1 && extent.longest <= 16 },
        },
    }
}
