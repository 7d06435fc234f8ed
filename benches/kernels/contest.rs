//! A contest: all candidates that hash one data set, in one layout, by one algorithm.

use std::collections::HashMap;

use hashlane_kernels::isa::Isa;

use crate::candidate::Candidate;
use crate::column::{Column, LAYOUTS, Layout, SeedKind, Shape, columns};
use crate::data::{DATA_SETS, DataSet, Mode};
use crate::ours::{KERNELS, Kernel};
use crate::peers;

/// A contest with its candidates, ours first.
pub struct Contest {
    kernel: &'static Kernel,
    /// The data set.
    pub set: &'static DataSet,
    /// The layout.
    pub layout: Layout,
    /// The shape.
    pub shape: Shape,
    /// The kind of seeds.
    pub seeds: SeedKind,
    /// The candidates.
    pub candidates: Vec<Candidate>,
}

/// The columns of a data set in a layout.
pub struct Columns {
    /// The data set.
    pub set: &'static DataSet,
    /// The layout.
    pub layout: Layout,
    /// The shape.
    pub shape: Shape,
    /// The chunks.
    pub chunks: Vec<Column>,
    /// The mean length of a row in bytes.
    pub mean: f64,
}

/// The columns of each data set that a filter selects, in each of its possible layouts and shapes.
pub fn all_columns(mode: Mode, takes: impl Fn(&[&str]) -> bool) -> impl Iterator<Item = Columns> {
    let sets = DATA_SETS.iter().filter(move |set| set.is_in(mode));
    let pairs = sets.flat_map(|set| LAYOUTS.map(|layout| (set, layout)));
    let shapes = pairs
        .filter(move |(_, layout)| layout.is_in(mode))
        .flat_map(move |(set, layout)| Shape::all(mode).iter().map(move |&s| (set, layout, s)));
    let timed =
        shapes.filter(move |(set, layout, shape)| takes(&[set.name, layout.name(), shape.name()]));
    timed.filter_map(move |(set, layout, shape)| {
        let chunks = columns(set, mode, layout, shape)?;
        let (rows, bytes) = chunks
            .iter()
            .fold((0, 0), |(rows, bytes), chunk| (rows + chunk.len(), bytes + chunk.bytes()));
        Some(Columns { set, layout, shape, chunks, mean: bytes as f64 / rows as f64 })
    })
}

impl Columns {
    /// Rows in all chunks.
    pub fn rows(&self) -> usize {
        self.chunks.iter().map(Column::len).sum()
    }

    /// The contests over these columns. Seeds cost the same in every layout and shape, so only one has them.
    pub fn contests(&self) -> impl Iterator<Item = Contest> {
        let Columns { set, layout, shape, .. } = *self;
        KERNELS.iter().flat_map(move |kernel| {
            let kinds = kernel.seed_kinds();
            let has_seeds = layout == Layout::Offsets && shape == Shape::Whole;
            let kinds = if has_seeds { kinds } else { &kinds[..1] };
            kinds.iter().map(move |&seeds| Contest::new(kernel, set, (layout, shape), seeds))
        })
    }
}

impl Contest {
    fn new(
        kernel: &'static Kernel,
        set: &'static DataSet,
        (layout, shape): (Layout, Shape),
        seeds: SeedKind,
    ) -> Self {
        let mut candidates: Vec<_> = Isa::available().map(|isa| kernel.on(isa, seeds)).collect();
        candidates.extend(peers::of(kernel.name, seeds));
        Contest { kernel, set, layout, shape, seeds, candidates }
    }

    /// The algorithm, the data set, the layout, the kind of seeds and the shape.
    pub fn terms(&self) -> [&'static str; 5] {
        let [layout, seeds, shape] = [self.layout.name(), self.seeds.name(), self.shape.name()];
        [self.kernel.name, self.set.name, layout, seeds, shape]
    }

    /// Checks that candidates for the same function give the same answers.
    ///
    /// # Panics
    /// Panics if they differ: their times would be meaningless.
    pub fn check(&mut self, columns: &[Column]) {
        let terms = self.terms().join("/");
        let mut known: HashMap<&str, (String, Vec<Vec<u8>>)> = HashMap::new();
        // The peers come first, so that the error is ours.
        for candidate in self.candidates.iter_mut().rev() {
            let (answers, label) = (candidate.answers(columns), candidate.label());
            let (first, expected) = known
                .entry(candidate.algorithm)
                .or_insert_with(|| (label.clone(), answers.clone()));
            let wrong = answers.iter().zip(expected.iter()).position(|(a, b)| a != b);
            assert!(
                wrong.is_none() && answers.len() == expected.len(),
                "{terms}: row {} of {label} is not what {first} says",
                wrong.unwrap_or(0),
            );
        }
    }
}
