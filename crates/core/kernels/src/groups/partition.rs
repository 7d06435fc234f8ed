//! The rows of a block by length class. Rows of one class run together, in a loop without a branch
//! on the length.

use super::{Group64, LengthExtent};
use crate::blocks::Block;
use crate::isa::Isa;
use crate::lanes::{CLASSES, ClassBounds, ClassLists, Lanes64, Simd};
use crate::limits::{BLOCK_ROWS, MAX_LANES};

/// The rows of a block, listed by class.
pub(crate) struct ClassPartition<'a> {
    block: Block<'a>,
    /// Invariant: the listed ids are rows of the block.
    lists: &'a ClassLists,
    /// The class of all rows, if it was known without listing them.
    only: Option<usize>,
}

/// Rows of a block that run together.
#[derive(Clone, Copy)]
pub(crate) struct ClassMembers<'a> {
    block: Block<'a>,
    /// Invariant: the ids are rows of the block.
    ids: &'a [u8],
}

/// All rows of a block, in order.
static ALL: [u8; BLOCK_ROWS] = {
    let (mut ids, mut i) = ([0; BLOCK_ROWS], 0);
    while i < BLOCK_ROWS {
        ids[i] = i as u8;
        i += 1;
    }
    ids
};

impl<'a> ClassPartition<'a> {
    /// Lists the rows of a block by class in `lists`, which it clears first. Lists nothing if
    /// `extent` shows that all rows are of one class. Panics if there are too many classes.
    #[inline(always)]
    pub(crate) fn new(
        isa: Isa,
        block: &Block<'a>,
        bounds: &ClassBounds,
        extent: LengthExtent,
        lists: &'a mut ClassLists,
    ) -> Self {
        assert!(bounds.len() < CLASSES);
        lists.clear();
        let class = |len: usize| bounds.iter().position(|bound| len <= usize::from(*bound));
        let is_one = class(extent.shortest) == class(extent.longest);
        if !is_one {
            list(isa, block.lens(), bounds, lists);
        }
        let only = is_one.then(|| class(extent.shortest).unwrap_or(bounds.len()));
        ClassPartition { block: *block, lists, only }
    }

    /// The rows of a class.
    #[inline(always)]
    pub(crate) fn members(&self, class: usize) -> ClassMembers<'_> {
        let ids = match self.only {
            Some(only) if only == class => &ALL[..self.block.len()],
            _ => self.lists.rows(class),
        };
        ClassMembers { block: self.block, ids }
    }
}

/// Appends rows of these lengths to the lists of their classes.
#[inline(always)]
pub(super) fn list(isa: Isa, lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
    match isa {
        Isa::Portable => portable(lens, bounds, lists),
        Isa::Avx2(simd) => simd.partition(lens, bounds, lists),
        Isa::Avx512(simd) => simd.partition(lens, bounds, lists),
        Isa::Neon(simd) => simd.partition(lens, bounds, lists),
    }
}

/// Lists one row at a time, with a table of the classes.
fn portable(lens: &[usize], bounds: &ClassBounds, lists: &mut ClassLists) {
    let mut class_of = [0; 256];
    let mut from = 0;
    for (class, bound) in bounds.iter().chain([&u8::MAX]).enumerate() {
        class_of[from..=usize::from(*bound)].fill(class as u8);
        from = usize::from(*bound) + 1;
    }
    for (id, len) in lens.iter().enumerate() {
        let class = usize::from(class_of[(*len).min(255)]);
        lists.append(class, [id as u8], 1);
    }
}

impl<'a> ClassMembers<'a> {
    /// The rows, as indexes into the block.
    #[inline(always)]
    pub(crate) fn ids(&self) -> &'a [u8] {
        self.ids
    }

    /// The number of bytes that are readable from the start of each.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        self.block.room()
    }

    /// Whether they are all rows of the block, in order.
    #[inline(always)]
    pub(crate) fn are_all(&self) -> bool {
        self.ids.len() == self.block.len()
    }

    /// The members from `first` on, one a lane. Lanes after the last member repeat it. Panics if
    /// `first` is not a member.
    #[inline(always)]
    pub(crate) fn group<S: Simd>(&self, simd: S, first: usize) -> Group64<'a, S> {
        match self.ids[first..].get(..S::U64::LANES) {
            // SAFETY: the ids are rows of the block, and there is one for each lane.
            Some(ids) => unsafe { Group64::pick_unchecked(simd, &self.block, ids) },
            None => {
                let ids = self.padded(first);
                // SAFETY: these are rows of the block as well.
                unsafe { Group64::pick_unchecked(simd, &self.block, &ids[..S::U64::LANES]) }
            }
        }
    }

    /// Like [`ClassMembers::group`], for members that are all rows of a block. Panics if less than a
    /// group is left.
    #[inline(always)]
    pub(crate) fn group_in_order<S: Simd>(&self, simd: S, first: usize) -> Group64<'a, S> {
        assert!(self.are_all() && first + S::U64::LANES <= self.ids.len());
        Group64::consecutive(simd, &self.block, first)
    }

    /// The members from `first` on, then copies of the last one.
    #[inline(always)]
    fn padded(&self, first: usize) -> [u8; MAX_LANES] {
        let mut padded = [0; MAX_LANES];
        for (i, id) in padded.iter_mut().enumerate() {
            *id = self.ids[(first + i).min(self.ids.len() - 1)];
        }
        padded
    }

    /// The value for each lane of [`ClassMembers::group`], from a column with a value for each row of
    /// the block.
    #[inline(always)]
    pub(crate) fn values<S: Simd>(&self, simd: S, column: &[u64], first: usize) -> S::U64 {
        if S::U64::LANES == 1 {
            return S::U64::splat(simd, column[usize::from(self.ids[first])]);
        }
        let (ids, mut values) = (self.padded(first), [0; MAX_LANES]);
        for (value, id) in values.iter_mut().zip(ids) {
            *value = column[usize::from(id)];
        }
        S::U64::load(simd, &values)
    }
}
