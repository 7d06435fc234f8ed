//! Chooses the form of XXH3 for a column, or for the rows of a block.
//!
//! | | portable | AVX2 | AVX-512 |
//! |---|---|---|---|
//! | few rows | crate | crate | crate |
//! | columns with most rows of 17 to 240 bytes, in order | | row by row; for 128 bits the crate, in blocks over offsets | |
//! | all up to 16 bytes, 64 bits | crate | in order, in lanes | lists |
//! | most of one class of 17 to 128 bytes | crate | in order; the crate for 128 bits without a seed, and with a seed for each row | lists |
//! | all over 16 bytes, 128 bits | crate | crate; lists with a constant seed | lists |
//! | others | crate | lists | lists |
//!
//! With NEON, the choice is that of AVX2, but without lanes, and without the crate except for few rows. It is based on
//! the number of instructions, since times were not measured.
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
//! If the rows come from memory, rows of 19 to 78 bytes in views or `string_t`s take 6.5 ns with the crate and 7.3 to
//! 7.6 with AVX2 on Zen 5, if they are in the order of the column. In another order, as after a sort or a join, they
//! take 28 and 9.8 ns, since lists prefetch the next block. So such rows are listed, unless AVX2 takes them row by row.
//!
//! The other forms become faster at fewer rows in Arrow's offsets than in `string_t`, so the limits lie a little above:
//! 48 strings of 20 to 120 bytes take 8.2 ns one by one and 9.4 in lists.

use super::class::{self, CLASSED};
use super::secret::{COLUMN, CONSTANT, ZERO};
use crate::groups::Extent;
use crate::isa::Isa;
use crate::rows::{Block, Few, Layout, are_in_order};

/// A way to hash the rows of a block.
pub(super) enum Form {
    /// The crate hashes one row after the other.
    Crate,
    /// One after the other. Rows of the class with this shortest row take no branch on the length.
    InOrder { shortest: usize },
    /// One in each lane, in order: all rows have at most 16 bytes.
    Short,
    /// By class. If `merged`, rows up to 16 bytes are one class.
    Listed { merged: bool },
}

/// The most rows that need no block. With lanes, XXH3-64 has one class for up to 16 bytes, which pays off sooner.
pub(super) const fn few(words: usize) -> Few {
    match words {
        1 => Few { portable: 128, avx2: 96, avx512: 56, short: 28 },
        _ => Few::by_isa(128, 96, 64),
    }
}

/// Whether a column is best hashed row by row: with AVX2, if most rows have 17 to 240 bytes and lie in order. Judged by a
/// sample.
///
/// XXH3-64 on Zen 3, streaming, with the crate's loop as the measure: UUIDs 1.08 to 1.15 times as fast, rows of 19 to 78 bytes 1.03
/// to 1.29, texts of 20 to 120 bytes 1.11 to 1.13; hot 1.04 to 1.11, 1.13 to 1.20 and 1.03 to 1.33. In lists by class, such
/// rows had 0.7 to 0.9 of the crate's speed in views and `string_t`s that stream.
#[inline(always)]
pub(super) fn is_row_by_row<'a>(isa: Isa, layout: &impl Layout<'a>) -> bool {
    matches!(isa, Isa::Avx2(_)) && are_in_order(layout, 17..=CLASSED)
}

/// Whether the crate is best for a block, judged without the lengths of all rows: the short last block of a column, or
/// a few encoded rows.
///
/// Without lanes, words listed by class take longer than the branches that this saves. For long rows the crate is never
/// best, however few there are.
pub(super) fn is_for_crate(isa: Isa, block: &Block<'_>, words: usize) -> bool {
    let few = match words {
        1 => Few { portable: u16::MAX, avx2: 64, avx512: 32, short: 12 },
        _ => Few::by_isa(u16::MAX, 96, 32),
    };
    few.are(isa, block.lens().iter().copied()) && block.lens().iter().all(|len| *len <= CLASSED)
}

/// Returns the form for a block for which the crate isn't best.
pub(super) fn of(isa: Isa, block: &Block<'_>, extent: Extent, words: usize, seeds: u8) -> Form {
    match isa {
        Isa::Portable => Form::Crate,
        Isa::Avx512(_) => Form::Listed { merged: words == 1 },
        Isa::Avx2(_) => match class::shortest_of_most(block.lens()) {
            Some(_) if seeds == COLUMN || (words == 2 && seeds == ZERO) => Form::Crate,
            // Lists gain nothing if the branches on the length are predicted.
            Some(shortest) => Form::InOrder { shortest },
            None if words == 2
                && seeds != CONSTANT
                && extent.shortest > 16
                && extent.longest <= CLASSED =>
            {
                Form::Crate
            }
            None if words == 1 && extent.longest <= 16 => Form::Short,
            None => Form::Listed { merged: false },
        },
        // Like AVX2, but without lanes for short rows: two lanes would multiply in general registers.
        Isa::Neon(_) => match class::shortest_of_most(block.lens()) {
            Some(shortest) => Form::InOrder { shortest },
            None => Form::Listed { merged: false },
        },
    }
}

/// The fewest bytes of a block whose rows are touched before they are listed.
///
/// With AVX-512, XXH3-64 waits less for shorter blocks than it takes to touch them: rows of 8 to 24 bytes take 3.7 ns
/// without and 4.2 with it. The other forms gain a fifth from 2 KiB on.
pub(super) fn touched(isa: Isa, words: usize) -> usize {
    match (isa, words) {
        (Isa::Avx512(_), 1) => 8 << 10,
        _ => 2 << 10,
    }
}

/// The fewest bytes of a block that prefetches the block after it while its lists run, instead of touching its own rows.
///
/// XXH3-64 with AVX2 on Zen 3, touched and prefetched: rows of 8 to 24 bytes that stream 5.5 and 4.8 ns in Arrow's offsets, 6.8
/// and 5.9 in `string_t`s; rows of 1 to 64 bytes 6.1 and 5.4, 7.6 and 6.3. In the cache, `string_t`s take 5.7 and 4.7. All lines
/// at once before the lists: no gain. AVX-512 was not timed.
pub(super) fn prefetched(isa: Isa) -> usize {
    match isa {
        Isa::Avx2(_) => 2 << 10,
        _ => usize::MAX,
    }
}
