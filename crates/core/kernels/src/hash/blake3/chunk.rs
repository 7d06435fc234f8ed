//! Hashes rows of up to one chunk.

use super::DigestColumn;
use super::compress::{
    BLOCK, Blake3Key, BlockTweak, CHUNK_END, CHUNK_START, ROOT, compress, compress_groups,
};
use super::length_order::{LengthOrder, blocks_in};
use crate::groups::{Group32, GroupDigests};
use crate::lanes::{Lanes32, Simd32};

/// A group takes as long as the crate takes for this many rows.
const WORTH: usize = 2;

/// Hashes rows of up to `4 * WORDS` bytes, that is one block, in their order.
#[inline(always)]
pub(super) fn one_block<S: Simd32, const WORDS: usize>(
    simd: S,
    key: &Blake3Key<S>,
    column: &mut DigestColumn<'_>,
) {
    let mut first = 0;
    let bytes = column.block.bytes_ahead(S::U32::LANES, 4 * WORDS);
    // Two groups at a time if there are registers for them: one computes while the other waits.
    // Rows of up to 16 bytes take 9.6 ns with AVX-512, and 10 with one group at a time (Zen 4).
    // With AVX2, two groups save 1 of 14.5 ns on Zen 4, and cost 6.5 on top of 15.5 on Zen 3. Nor
    // do more words stay in registers: rows of up to 32 bytes gain nothing with AVX-512, and rows
    // of 36 take 12.0 ns instead of 11.8.
    let are_many = S::U32::REGISTERS >= 32;
    while WORDS <= 4 && are_many && column.block.len() - first >= S::U32::LANES + WORTH {
        column.block.prefetch_after(first, 2 * bytes);
        two_groups::<S, WORDS>(simd, key, column, first);
        first += (2 * S::U32::LANES).min(column.block.len() - first);
    }
    while column.block.len() - first >= WORTH {
        column.block.prefetch_after(first, bytes);
        one_group::<S, WORDS>(simd, key, column, first);
        first += S::U32::LANES.min(column.block.len() - first);
    }
    for i in first..column.block.len() {
        column.row_through_crate(i);
    }
}

/// Hashes the rows of a group from row `first` on.
#[inline(always)]
fn one_group<S: Simd32, const WORDS: usize>(
    simd: S,
    key: &Blake3Key<S>,
    column: &mut DigestColumn<'_>,
    first: usize,
) {
    let group = Group32::consecutive(simd, column.block, first);
    let digests =
        compress(simd, &key.words, &first_words::<S, WORDS>(&group), whole(simd, key, &group));
    write(simd, digests, column, first);
}

/// Hashes the rows of two groups.
#[inline(always)]
fn two_groups<S: Simd32, const WORDS: usize>(
    simd: S,
    key: &Blake3Key<S>,
    column: &mut DigestColumn<'_>,
    first: usize,
) {
    let second = first + S::U32::LANES;
    let (a, b) = (
        Group32::consecutive(simd, column.block, first),
        Group32::consecutive(simd, column.block, second),
    );
    let messages = [first_words::<S, WORDS>(&a), first_words(&b)];
    let tweaks = [whole(simd, key, &a), whole(simd, key, &b)];
    let [a, b] = compress_groups(simd, &[key.words; 2], &messages, &tweaks);
    write(simd, a, column, first);
    write(simd, b, column, second);
}

/// The tweak of rows of one block.
#[inline(always)]
fn whole<S: Simd32>(simd: S, key: &Blake3Key<S>, group: &Group32<'_, S>) -> BlockTweak<S> {
    BlockTweak {
        counter: S::U32::splat(simd, 0),
        len: group.lens(),
        flags: S::U32::splat(simd, key.flags | CHUNK_START | CHUNK_END | ROOT),
    }
}

#[inline(always)]
fn write<S: Simd32>(simd: S, digests: [S::U32; 8], column: &mut DigestColumn<'_>, first: usize) {
    let out = &mut column.out[first * column.width..];
    if !GroupDigests::write_whole(simd, digests, column.width, out) {
        GroupDigests::new(simd, digests).write(column.width, out);
    }
}

/// The first words of rows that are no longer than these.
#[inline(always)]
fn first_words<S: Simd32, const WORDS: usize>(group: &Group32<'_, S>) -> [S::U32; WORDS] {
    let words = if WORDS <= 4 {
        group.short_words().first_chunk().copied()
    } else {
        group.words(0).first_chunk().copied()
    };
    words.expect("a block has 16 words")
}

/// Hashes rows of up to one chunk, ordered so that groups end together.
#[inline(always)]
pub(super) fn sorted<S: Simd32>(
    simd: S,
    key: &Blake3Key<S>,
    column: &mut DigestColumn<'_>,
    order: &LengthOrder,
) {
    let (ids, count) = order.chunks();
    let lens = column.block.lens();
    let mut first = 0;
    while first < count {
        let size = S::U32::LANES.min(count - first);
        let mut here = &ids[first..first + size];
        while let [rest @ .., longest] = here
            && !is_worth(here, S::U32::LANES, |id| lens[id])
        {
            column.row_through_crate(usize::from(*longest));
            here = rest;
        }
        if let Some(longest) = here.last() {
            let group = Group32::pick(simd, column.block, &ids[first..]);
            let input = ChunkInput {
                lens: group.lens(),
                counter: S::U32::splat(simd, 0),
                end: CHUNK_END | ROOT,
                blocks: blocks_in(lens[usize::from(*longest)]),
            };
            let digests = chunks(simd, key, &group, input);
            GroupDigests::new(simd, digests).write_to(here, column.width, column.out);
        }
        first += size;
    }
}

/// Whether hashing a group of chunks, sorted by blocks, is faster than hashing one after the other.
#[inline(always)]
pub(super) fn is_worth(ids: &[u8], lanes: usize, len: impl Fn(usize) -> usize) -> bool {
    let blocks = |id: &u8| blocks_in(len(usize::from(*id)));
    let (least, most) = (blocks(&ids[0]), blocks(&ids[ids.len() - 1]));
    if ids.len() == lanes && least == most {
        return true;
    }
    let all: usize = ids.iter().map(blocks).sum();
    all >= WORTH * most
}

/// The chunks of a group.
#[derive(Clone, Copy)]
pub(super) struct ChunkInput<S: Simd32> {
    /// The number of bytes in each.
    pub lens: S::U32,
    /// The index of each in its row.
    pub counter: S::U32,
    /// The flags of the last block.
    pub end: u32,
    /// The number of blocks in the longest.
    pub blocks: usize,
}

/// Computes the chaining values of chunks.
#[inline(always)]
pub(super) fn chunks<S: Simd32>(
    simd: S,
    key: &Blake3Key<S>,
    group: &Group32<'_, S>,
    input: ChunkInput<S>,
) -> [S::U32; 8] {
    let ChunkInput { lens, counter, end, blocks } = input;
    let mut chaining = key.words;
    let full = S::U32::splat(simd, BLOCK as u32);
    let end = S::U32::splat(simd, key.flags | end);
    let within = S::U32::splat(simd, key.flags);
    let mut start = S::U32::splat(simd, CHUNK_START);
    let mut rest = lens;
    // An empty row also has a block.
    let (zero, one) = (S::U32::splat(simd, 0), S::U32::splat(simd, 1));
    let at_least_one = S::U32::select(lens.eq(zero), one, lens);
    for block in 0..blocks {
        let words = group.words(block);
        let goes_on = rest.gt(full);
        let tweak = BlockTweak {
            counter,
            len: S::U32::select(goes_on, full, rest),
            flags: start | S::U32::select(goes_on, within, end),
        };
        let next = compress(simd, &chaining, &words, tweak);
        let is_here = at_least_one.gt(S::U32::splat(simd, (block * BLOCK) as u32));
        let mut i = 0;
        while i < 8 {
            chaining[i] = S::U32::select(is_here, next[i], chaining[i]);
            i += 1;
        }
        rest = rest - full;
        start = zero;
    }
    chaining
}
