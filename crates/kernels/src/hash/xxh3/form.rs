//! Chooses the form of XXH3 for the rows of a block.
//!
//! | | portable | AVX2 | AVX-512 |
//! |---|---|---|---|
//! | few rows | crate | crate | crate |
//! | most of one class of 17 to 128 bytes | crate | in order; the crate for 128 bits, and with a seed for each row for 64 | lists |
//! | all over 16 bytes, 128 bits | crate | crate | lists |
//! | others | crate | lists | lists |
//!
//! With NEON, it is as with AVX2, and never the crate but for few rows: chosen by the number of instructions, since times were
//! not measured.
//!
//! Nanoseconds a row on Zen 4, Arrow's offsets, hot, in batches of 8,192 rows (few: of as many):
//!
//! | | crate | AVX2 | AVX-512 |
//! |---|---|---|---|
//! | XXH3-64 of words | 5.2 | 2.9 | 2.0 |
//! | of 8 to 24 bytes | 5.2 | 3.7 | 2.9 |
//! | of UUIDs: in order, lists | 3.9 | 3.5 | 2.9 |
//! | of 19 to 78 bytes | 6.7 | 5.9 | 4.6 |
//! | XXH3-128 of 64 digits: in order, lists | 5.8 | 6.0 | 4.0 |
//! | of 19 to 78 bytes: lists | 8.6 | 9.5 | 6.9 |
//!
//! The same of few rows: the crate without a block, the others with one:
//!
//! | rows in a batch | 1 | 4 | 16 | 32 | 48 | 64 |
//! |---|---|---|---|---|---|---|
//! | XXH3-64 of words: crate | 12.2 | 6.0 | 4.3 | | | |
//! | AVX2, AVX-512 | 60, 70 | 26, 30 | 6.6, 5.4 | 5.2, 4.0 | 4.7, 3.0 | 3.7, 2.7 |
//! | of UUIDs: crate | 13.2 | 5.9 | 4.3 | 4.1 | 4.0 | 4.0 |
//! | AVX2, AVX-512 | 39, 79 | 14, 21 | 6.7, 6.6 | 5.0, 4.6 | 4.6, 4.0 | 4.3, 3.7 |
//! | of texts of 20 to 120 bytes: crate | 15.7 | 10.1 | 9.0 | 8.7 | 8.5 | 8.8 |
//! | AVX2, AVX-512 | 58, 113 | 34, 43 | 14, 14 | 9.5, 9.8 | 9.3, 8.8 | 8.2, 7.7 |
//! | XXH3-128 of UUIDs: crate | 14.5 | 8.7 | 7.2 | 6.9 | 6.8 | 6.8 |
//! | AVX2, AVX-512 | 43, 85 | 19, 23 | 13, 8.0 | 9.0, 5.3 | 8.8, 4.9 | 7.0, 4.7 |
//!
//! Out of memory, rows of 19 to 78 bytes in views or `string_t`s take the crate 6.5 ns and AVX2 7.3 to 7.6 on Zen 5 if they
//! lie in the order of the column. In another order, as after a sort or a join, they take 28 and 9.8, since lists prefetch
//! the next block. So such rows are listed.
//!
//! The others get faster sooner in Arrow's offsets than in `string_t`, so the limits lie a little above where they
//! meet: 48 strings of 20 to 120 bytes take 8.2 ns one by one and 9.4 in lists.

use super::class::{self, CLASSED};
use super::secret::{COLUMN, ZERO};
use crate::groups::Extent;
use crate::isa::Isa;
use crate::rows::{Block, Few};

/// A way to hash the rows of a block.
pub(super) enum Form {
    /// The crate hashes one row after the other.
    Crate,
    /// One after the other, without a branch on the length for those of the class that has this shortest row.
    InOrder { shortest: usize },
    /// By class; those up to 16 bytes merged or not.
    Listed { merged: bool },
}

/// How many rows need no block. Those up to 16 bytes are one class of XXH3-64 in lanes, which pays sooner.
pub(super) const fn few(words: usize) -> Few {
    match words {
        1 => Few { portable: 128, avx2: 96, avx512: 56, short: 28 },
        _ => Few::by_isa(128, 96, 64),
    }
}

/// Whether the crate is best for a block, as can be told without the lengths of all rows: the short last block of a
/// column, or a few encoded rows.
///
/// Listed by class without lanes, words take longer than the branches that are saved. Long rows are never best there,
/// however few.
pub(super) fn is_for_crate(isa: Isa, block: &Block<'_>, words: usize) -> bool {
    let few = match words {
        1 => Few { portable: u16::MAX, avx2: 64, avx512: 32, short: 12 },
        _ => Few::by_isa(u16::MAX, 96, 32),
    };
    few.are(isa, block.lens().iter().copied()) && block.lens().iter().all(|len| *len <= CLASSED)
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
            // Lists gain nothing if the branches on the length are predicted.
            Some(shortest) => Form::InOrder { shortest },
            None if words == 2
                && seeds == ZERO
                && extent.shortest > 16
                && extent.longest <= CLASSED =>
            {
                Form::Crate
            }
            None => Form::Listed { merged: words == 1 && extent.longest <= 16 },
        },
        // The same without lanes for short rows: two of them multiply in general registers.
        Isa::Neon(_) => match class::shortest_of_most(block.lens()) {
            Some(shortest) => Form::InOrder { shortest },
            None => Form::Listed { merged: false },
        },
    }
}

/// How many bytes a block must have for its rows to be touched before they are listed.
///
/// With AVX-512, XXH3-64 waits less for shorter blocks than it takes to touch them: rows of 8 to 24 bytes take 3.7 ns
/// without and 4.2 with it. The other forms gain a fifth from 2 KiB on.
pub(super) fn touched(isa: Isa, words: usize) -> usize {
    match (isa, words) {
        (Isa::Avx512(_), 1) => 8 << 10,
        _ => 2 << 10,
    }
}
