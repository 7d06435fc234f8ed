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

/// At most 3 bytes, including none.
pub(super) struct To3;
/// 4 to 8 bytes.
pub(super) struct To8;
/// 9 to 16 bytes.
pub(super) struct To16;
/// The three classes above at once. If `ROOM`, 16 bytes are readable from every start.
pub(super) struct UpTo16<const ROOM: bool>;
/// From `MIN`, which is 17, 33, 65 or 97, up to the next multiple of 32 bytes.
pub(super) struct Mid<const MIN: usize>;
/// 129 to 240 bytes.
pub(super) struct To240;

/// The longest row that belongs to a class. Longer ones are hashed by stripes.
pub(super) const CLASSED: usize = 240;

/// The longest row of the class [`Mid`] whose shortest row has this many bytes.
pub(super) const fn longest(shortest: usize) -> usize {
    shortest.next_multiple_of(32)
}

/// The longest row of each class. If `merged`, the classes up to 16 bytes are one. Longer rows run one by one.
pub(super) const fn bounds(merged: bool) -> &'static [u8] {
    if merged { &[16, 32, 64, 96, 128, 240] } else { &[3, 8, 16, 32, 64, 96, 128, 240] }
}

/// The class that merges the three classes up to 16 bytes. Only XXH3-64 has one: the halves of XXH3-128 share
/// too little.
pub(super) trait ShortClass<const WORDS: usize>: Class<WORDS> {
    /// The merged class.
    type Merged: Class<WORDS>;
    /// The same, if 16 bytes are readable from every start.
    type WithRoom: Class<WORDS>;
}

impl ShortClass<1> for To16 {
    type Merged = UpTo16<false>;
    type WithRoom = UpTo16<true>;
}

impl ShortClass<2> for To16 {
    type Merged = To16;
    type WithRoom = To16;
}

/// Returns the shortest row of the class to which some sampled rows of a block belong, if it is a class of 17 to 128
/// bytes. The other rows are then most likely of the same class. Checking all of them takes 1.5 of 50 instructions for
/// rows of 36 bytes. Rows of 129 to 240 bytes are listed: 14 ns a row instead of 20 with one call after the other.
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
