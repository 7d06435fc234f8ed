//! Hashes the rows of a block in lanes.

use std::marker::PhantomData;

use super::CompressionFunction;
use super::lane_order::{LaneOrder, padded_blocks};
use crate::blocks::Block;
use crate::groups::{Group32, GroupDigests, LengthExtent};
use crate::isa::Isa;
use crate::lanes::{Kernel32, Lanes32, Simd32};

/// Writes the digests of the rows for which lanes are faster, and returns which rows these are.
pub(super) struct LanedRows<'a, 'b, C: CompressionFunction<N>, const N: usize> {
    pub isa: Isa,
    pub block: &'a Block<'b>,
    /// The bytes in a digest.
    pub width: usize,
    pub out: &'a mut [u8],
    pub compression: PhantomData<C>,
}

impl<C: CompressionFunction<N>, const N: usize> Kernel32 for LanedRows<'_, '_, C, N> {
    type Output = LaneOrder;

    #[inline(always)]
    fn with_simd<S: Simd32>(self, simd: S) -> LaneOrder {
        let (mut first, lanes) = (0, S::U32::LANES);
        let LanedRows { isa, block, width, out, .. } = self;
        let extent = LengthExtent::of_lens(block.lens());
        let order = LaneOrder::for_lanes(isa, block, extent, lanes, C::break_even().into());
        let ahead =
            if order.ids().is_none() { block.bytes_ahead(lanes, extent.longest) } else { 0 };
        let mut rows =
            DigestRows { block, order: &order, ahead, width, out, digests: GroupDigests::empty() };
        // The states of four groups fit only in 32 registers.
        let many = S::U32::REGISTERS >= 32;
        while C::GROUPS >= 4 && many && first + 3 * lanes < order.laned() {
            rows.digest::<C, N, S, 4>(simd, first);
            first += 4 * lanes;
        }
        while (C::GROUPS >= 4 || C::GROUPS >= 2 && many) && first + lanes < order.laned() {
            rows.digest::<C, N, S, 2>(simd, first);
            first += 2 * lanes;
        }
        while first < order.laned() {
            rows.digest::<C, N, S, 1>(simd, first);
            first += lanes;
        }
        order
    }
}

/// Rows in their order, and the output of their digests.
struct DigestRows<'a, 'b> {
    block: &'a Block<'b>,
    order: &'a LaneOrder,
    /// The number of bytes that are prefetched for each group.
    ahead: usize,
    width: usize,
    out: &'a mut [u8],
    digests: GroupDigests,
}

impl<'b> DigestRows<'_, 'b> {
    /// Writes the digests of several groups of rows. The first group is the longest.
    #[inline(always)]
    fn digest<C: CompressionFunction<N>, const N: usize, S: Simd32, const GROUPS: usize>(
        &mut self,
        simd: S,
        first: usize,
    ) {
        self.block.prefetch_after(first, GROUPS * self.ahead);
        let mut groups = [self.group(simd, first); GROUPS];
        for (i, group) in groups.iter_mut().enumerate().skip(1) {
            *group = self.group(simd, first + i * S::U32::LANES);
        }
        let mut states = [[S::U32::splat(simd, 0); N]; GROUPS];
        for state in &mut states {
            for (word, initial) in state.iter_mut().zip(C::INITIAL) {
                *word = S::U32::splat(simd, initial);
            }
        }
        let longest = self.block.lens()[self.order.row(first)];
        for block in 0..padded_blocks(longest) {
            let before = states;
            let mut words = [[S::U32::splat(simd, 0); 16]; GROUPS];
            for (words, group) in words.iter_mut().zip(&groups) {
                message::<C, N, S>(simd, group, block, words);
            }
            C::compress(simd, &mut states, &mut words);
            for ((state, before), group) in states.iter_mut().zip(&before).zip(&groups) {
                let goes_on = blocks::<S>(simd, group).gt(S::U32::splat(simd, block as u32));
                for (word, before) in state.iter_mut().zip(before) {
                    *word = S::U32::select(goes_on, *word, *before);
                }
            }
        }
        for (i, state) in states.into_iter().enumerate() {
            let words = if C::BIG_ENDIAN { swap_bytes(state) } else { state };
            self.write(simd, first + i * S::U32::LANES, words);
        }
    }

    /// Returns the group of consecutive rows that starts at row `first`.
    #[inline(always)]
    fn group<S: Simd32>(&self, simd: S, first: usize) -> Group32<'b, S> {
        match self.order.ids() {
            None => Group32::consecutive(simd, self.block, first),
            Some(ids) => Group32::pick(simd, self.block, &ids[first..]),
        }
    }

    /// Writes the digests of the group of rows that starts at row `first`.
    #[inline(always)]
    fn write<S: Simd32, const N: usize>(&mut self, simd: S, first: usize, words: [S::U32; N]) {
        let last = self.order.laned().min(first + S::U32::LANES);
        match self.order.ids() {
            None => {
                let out = &mut self.out[first * self.width..last * self.width];
                if !GroupDigests::write_four(words, None, out)
                    && !GroupDigests::write_whole(simd, words, self.width, out)
                {
                    self.digests.put(simd, words);
                    self.digests.write(self.width, out);
                }
            }
            Some(ids) => {
                let ids = &ids[first..last];
                if !GroupDigests::write_four(words, Some(ids), self.out) {
                    self.digests.put(simd, words);
                    self.digests.write_to(ids, self.width, self.out);
                }
            }
        }
    }
}

/// The number of blocks in each padded row.
#[inline(always)]
fn blocks<S: Simd32>(simd: S, group: &Group32<'_, S>) -> S::U32 {
    (group.lens() + S::U32::splat(simd, 8)).shr::<6>() + S::U32::splat(simd, 1)
}

/// Sets `words` to the words of a block of each padded row.
#[inline(always)]
fn message<C: CompressionFunction<N>, const N: usize, S: Simd32>(
    simd: S,
    group: &Group32<'_, S>,
    block: usize,
    words: &mut [S::U32; 16],
) {
    let short = block == 0 && !S::U32::any(group.lens().gt(S::U32::splat(simd, 16)));
    *words = if short { short_message(simd, group) } else { group.padded_words(block) };
    if C::BIG_ENDIAN {
        *words = swap_bytes(*words);
    }
    // The length in bits; its high word stays zero, since longer rows don't go into lanes.
    let last = blocks::<S>(simd, group).eq(S::U32::splat(simd, block as u32 + 1));
    let low = if C::BIG_ENDIAN { 15 } else { 14 };
    words[low] = S::U32::select(last, group.lens().shl::<3>(), words[low]);
}

/// The words of rows of up to 16 bytes with their padding.
#[inline(always)]
fn short_message<S: Simd32>(simd: S, group: &Group32<'_, S>) -> [S::U32; 16] {
    let mut words = [S::U32::splat(simd, 0); 16];
    words[..4].copy_from_slice(&group.short_words());
    let word = group.lens().shr::<2>();
    let bit = group.lens().shl::<3>() & S::U32::splat(simd, 24);
    let padding = S::U32::splat(simd, 0x80).shl_by(bit);
    for (i, x) in words[..5].iter_mut().enumerate() {
        let ends = word.eq(S::U32::splat(simd, i as u32));
        *x = S::U32::select(ends, *x | padding, *x);
    }
    words
}

#[inline(always)]
fn swap_bytes<V: Lanes32, const W: usize>(mut words: [V; W]) -> [V; W] {
    for word in &mut words {
        *word = word.swap_bytes();
    }
    words
}
