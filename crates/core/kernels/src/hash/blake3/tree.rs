//! Rows of several chunks: each lane takes a chunk, and later a parent node.

use ::blake3::hazmat::HasherExt;

use super::DigestColumn;
use super::chunk::{ChunkInput, chunks, is_worth};
use super::compress::{BLOCK, Blake3Key, BlockTweak, CHUNK_END, PARENT, ROOT, compress};
use super::length_order::{CHUNK, LengthOrder, MAX_CHUNKS, blocks_in};
use crate::blocks::{self, MAX_LANES};
use crate::groups::{Group32, GroupDigests, words_of};
use crate::lanes::{Lanes32, Simd32};

/// The most nodes at a time. Their indices are bytes.
const MAX_NODES: usize = 128;
/// The most trees at a time, and the most parents of a level.
const MAX_PARENTS: usize = MAX_NODES / 2;

/// Hashes the rows `ids`, which must have 2 to [`MAX_CHUNKS`] chunks.
#[inline(always)]
pub(super) fn rows<S: Simd32>(
    simd: S,
    key: &Blake3Key<S>,
    column: &mut DigestColumn<'_>,
    ids: &[u8],
) {
    if ids.is_empty() {
        return;
    }
    let mut forest = NodeForest::of_no_rows();
    let mut first = 0;
    while first < ids.len() {
        let count = forest.plant(column.block, &ids[first..]);
        if forest.nodes >= S::U32::LANES {
            forest.chunks(simd, key, column);
            while forest.join(simd, key, column) {}
        } else {
            for id in &ids[first..first + count] {
                column.row_through_crate(usize::from(*id));
            }
        }
        first += count;
    }
}

/// Rows whose nodes are hashed together.
struct NodeForest {
    trees: [NodeTree; MAX_PARENTS],
    count: usize,
    chunks: [RowChunk; MAX_NODES],
    nodes: usize,
    /// The chaining value of each chunk, later replaced by those of the parents.
    values: [[u8; 32]; MAX_NODES],
}

/// The nodes of a row that have no parent yet.
#[derive(Clone, Copy)]
struct NodeTree {
    row: u8,
    /// The index of the leftmost one; the others follow it.
    first: u8,
    nodes: u8,
}

/// A chunk of a row.
#[derive(Clone, Copy)]
struct RowChunk {
    row: u8,
    number: u8,
}

impl RowChunk {
    #[inline(always)]
    fn start(self) -> usize {
        CHUNK * usize::from(self.number)
    }

    #[inline(always)]
    fn len(self, block: &blocks::Block<'_>) -> usize {
        CHUNK.min(block.lens()[usize::from(self.row)] - self.start())
    }
}

impl NodeForest {
    #[inline(always)]
    fn of_no_rows() -> NodeForest {
        NodeForest {
            trees: [NodeTree { row: 0, first: 0, nodes: 0 }; MAX_PARENTS],
            count: 0,
            chunks: [RowChunk { row: 0, number: 0 }; MAX_NODES],
            nodes: 0,
            values: [[0; 32]; MAX_NODES],
        }
    }

    /// Starts over with the first rows, as many as fit; returns their number.
    #[inline(always)]
    fn plant(&mut self, block: &blocks::Block<'_>, ids: &[u8]) -> usize {
        const { assert!(MAX_CHUNKS <= MAX_NODES && MAX_NODES <= 1 << 8) };
        (self.count, self.nodes) = (0, 0);
        for row in ids {
            let nodes = block.lens()[usize::from(*row)].div_ceil(CHUNK);
            if self.nodes + nodes > MAX_NODES {
                break;
            }
            for number in 0..nodes {
                self.chunks[self.nodes + number] = RowChunk { row: *row, number: number as u8 };
            }
            self.trees[self.count] =
                NodeTree { row: *row, first: self.nodes as u8, nodes: nodes as u8 };
            self.count += 1;
            self.nodes += nodes;
        }
        self.count
    }

    /// Computes the chaining values of all chunks.
    #[inline(always)]
    fn chunks<S: Simd32>(&mut self, simd: S, key: &Blake3Key<S>, column: &DigestColumn<'_>) {
        let block = column.block;
        let mut lens = [0; MAX_NODES];
        for (len, chunk) in lens.iter_mut().zip(&self.chunks[..self.nodes]) {
            *len = chunk.len(block);
        }
        let order = LengthOrder::sorted(&lens[..self.nodes]);
        let (ids, count) = order.chunks();
        let mut first = 0;
        while first < count {
            // Only one group, that of the shortest chunks, is not full.
            let size = match (count - first) % S::U32::LANES {
                0 => S::U32::LANES,
                size => size,
            };
            let mut here = &ids[first..first + size];
            while let [rest @ .., longest] = here
                && !is_worth(here, S::U32::LANES, |id| self.chunks[id].len(block))
            {
                let chunk = self.chunks[usize::from(*longest)];
                self.values[usize::from(*longest)] = chunk_through_crate(column, chunk);
                here = rest;
            }
            if !here.is_empty() {
                let lanes = &ids[first..first + S::U32::LANES];
                let values = self.group(simd, key, block, lanes, here.len());
                values.write_to(here, 32, self.values.as_flattened_mut());
            }
            first += size;
        }
    }

    /// Computes the chaining values of the chunks `ids`, one per lane. Only the first `count` must
    /// be right.
    #[inline(always)]
    fn group<S: Simd32>(
        &self,
        simd: S,
        key: &Blake3Key<S>,
        block: &blocks::Block<'_>,
        ids: &[u8],
        count: usize,
    ) -> GroupDigests {
        let mut parts = [(0, 0); MAX_LANES];
        let (mut lens, mut numbers) = ([0; MAX_LANES], [0; MAX_LANES]);
        for (lane, id) in ids.iter().enumerate() {
            let chunk = self.chunks[usize::from(*id)];
            parts[lane] = (chunk.row, chunk.start());
            lens[lane] = chunk.len(block) as u32;
            numbers[lane] = u32::from(chunk.number);
        }
        let input = ChunkInput {
            lens: S::U32::load(simd, &lens),
            counter: S::U32::load(simd, &numbers),
            end: CHUNK_END,
            blocks: blocks_in(lens[count - 1] as usize),
        };
        let group = Group32::pick_parts(simd, block, &parts);
        GroupDigests::new(simd, chunks(simd, key, &group, input))
    }

    /// Replaces pairs of nodes with their parents, and writes the digests of the rows that have one
    /// node left. Returns `false` if no nodes are left.
    #[inline(always)]
    fn join<S: Simd32>(
        &mut self,
        simd: S,
        key: &Blake3Key<S>,
        column: &mut DigestColumn<'_>,
    ) -> bool {
        let pairs = NodePairs::in_trees(&self.trees[..self.count]);
        let mut first = 0;
        while first < pairs.len {
            let here = first..first + S::U32::LANES.min(pairs.len - first);
            let mut blocks = [self.block(0); MAX_LANES];
            for (block, left) in blocks.iter_mut().zip(&pairs.lefts[here.clone()]) {
                *block = self.block(usize::from(*left));
            }
            let tweak = BlockTweak {
                counter: S::U32::splat(simd, 0),
                len: S::U32::splat(simd, BLOCK as u32),
                flags: S::U32::load(simd, &pairs.flags[first..])
                    | S::U32::splat(simd, key.flags | PARENT),
            };
            let words = words_of(simd, &blocks);
            let values = compress(simd, &key.words, &words, tweak);
            // A parent's index is at most its left child's, and later pairs have higher indices.
            let parents = &pairs.parents[here];
            GroupDigests::new(simd, values).write_to(parents, 32, self.values.as_flattened_mut());
            first += parents.len();
        }
        self.prune(column);
        self.count > 0
    }

    /// Two nodes side by side.
    #[inline(always)]
    fn block(&self, left: usize) -> &[u8; BLOCK] {
        self.values.as_flattened()[32 * left..].first_chunk().expect("a node is right of it")
    }

    /// Counts the nodes that a level leaves in each tree, and removes finished trees.
    #[inline(always)]
    fn prune(&mut self, column: &mut DigestColumn<'_>) {
        let mut growing = 0;
        for i in 0..self.count {
            let NodeTree { row, first, nodes } = self.trees[i];
            let (place, parents) = (usize::from(first), usize::from(nodes / 2));
            if nodes == 2 {
                let out = &mut column.out[usize::from(row) * column.width..][..column.width];
                out.copy_from_slice(&self.values[place][..column.width]);
                continue;
            }
            if nodes % 2 == 1 {
                // The last node has no sibling on this level.
                self.values[place + parents] = self.values[place + 2 * parents];
            }
            self.trees[growing] = NodeTree { row, first, nodes: nodes.div_ceil(2) };
            growing += 1;
        }
        self.count = growing;
    }
}

/// Computes the chaining value of a chunk that would have a group almost to itself.
fn chunk_through_crate(column: &DigestColumn<'_>, chunk: RowChunk) -> [u8; 32] {
    let row = column.block.row(usize::from(chunk.row));
    let bytes = &row[chunk.start()..][..chunk.len(column.block)];
    let mut hasher = column.mode.hasher();
    hasher.set_input_offset(chunk.start() as u64).update(bytes).finalize_non_root()
}

/// The pairs of nodes that are joined on a level.
struct NodePairs {
    /// The index of the left one.
    lefts: [u8; MAX_PARENTS],
    /// The index of their parent.
    parents: [u8; MAX_PARENTS],
    /// Whether the parent is the root; with MAX_LANES more entries.
    flags: [u32; MAX_PARENTS + MAX_LANES],
    len: usize,
}

impl NodePairs {
    #[inline(always)]
    fn in_trees(trees: &[NodeTree]) -> NodePairs {
        let mut pairs = NodePairs {
            lefts: [0; MAX_PARENTS],
            parents: [0; MAX_PARENTS],
            flags: [0; MAX_PARENTS + MAX_LANES],
            len: 0,
        };
        for tree in trees {
            let root = if tree.nodes == 2 { ROOT } else { 0 };
            for i in 0..tree.nodes / 2 {
                pairs.lefts[pairs.len] = tree.first + 2 * i;
                pairs.parents[pairs.len] = tree.first + i;
                pairs.flags[pairs.len] = root;
                pairs.len += 1;
            }
        }
        pairs
    }
}
