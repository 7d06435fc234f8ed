//! XXH3's length classes. Each has an algorithm of its own, without a branch on the length.

use super::secret::Seed;
use crate::groups::Group64;
use crate::lanes::Simd;

/// The hash of one length class, in `WORDS` words.
pub(super) trait Class<const WORDS: usize> {
    /// The hashes of a group of rows, all of this class. Must be `#[inline(always)]`.
    fn hash<S: Simd, const SEEDS: u8>(
        rows: Group64<'_, S>,
        seed: Seed<'_, S::U64, SEEDS>,
    ) -> [S::U64; WORDS];
}

/// At most 3 bytes, none included.
pub(super) struct To3;
/// 4 to 8 bytes.
pub(super) struct To8;
/// 9 to 16 bytes.
pub(super) struct To16;
/// The three classes above at once.
pub(super) struct UpTo16;
/// From `MIN`, which is 17, 33, 65 or 97, up to the next multiple of 32 bytes.
pub(super) struct Mid<const MIN: usize>;
/// 129 to 240 bytes.
pub(super) struct To240;

/// The longest row that is of a class. Longer ones are hashed by stripes.
pub(super) const CLASSED: usize = 240;

/// The longest row of the class [`Mid`] whose shortest row has this many bytes.
pub(super) const fn longest(shortest: usize) -> usize {
    shortest.next_multiple_of(32)
}

/// The longest row of each class, with those up to 16 bytes merged or not; longer rows than the last
/// one run one by one.
pub(super) const fn bounds(merged: bool) -> &'static [u8] {
    if merged { &[16, 32, 64, 96, 128, 240] } else { &[3, 8, 16, 32, 64, 96, 128, 240] }
}

/// The class that merges the three classes up to 16 bytes. Only XXH3-64 has one: the halves of XXH3-128 share
/// too little.
pub(super) trait ShortClass<const WORDS: usize>: Class<WORDS> {
    /// The merged class.
    type Merged: Class<WORDS>;
}

impl ShortClass<1> for To16 {
    type Merged = UpTo16;
}

impl ShortClass<2> for To16 {
    type Merged = To16;
}

/// The shortest row of the class that some rows of a block are all of, if it is one of 17 to 128 bytes: then
/// most likely the others are, too. To look at all of them takes rows of 36 bytes 1.5 of 50 instructions.
/// Rows of 129 to 240 bytes are listed, which takes 14 ns a row where one call after the other takes 20.
pub(super) fn shortest_of_most(lens: &[usize]) -> Option<usize> {
    let shortest = match *lens.first()? {
        17..=32 => 17,
        33..=64 => 33,
        65..=96 => 65,
        97..=128 => 97,
        _ => return None,
    };
    let mut some = lens.iter().step_by(lens.len().div_ceil(16));
    some.all(|len| (shortest..=longest(shortest)).contains(len)).then_some(shortest)
}
