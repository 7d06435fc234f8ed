//! The rows of a column that a block encodes.

/// The rows of a column to encode, in order.
pub(super) trait RowIds: Copy {
    /// The row of the column at index `at`.
    fn id(self, at: usize) -> usize;

    /// The first row, if the rows are consecutive.
    fn run_start(self) -> Option<usize>;

    /// The rows from index `at` on.
    fn after(self, at: usize) -> Self;
}

/// The number of the first of consecutive rows.
#[derive(Clone, Copy)]
pub(super) struct StartingAt(pub usize);

impl RowIds for StartingAt {
    #[inline(always)]
    fn id(self, at: usize) -> usize {
        self.0 + at
    }

    fn run_start(self) -> Option<usize> {
        Some(self.0)
    }

    fn after(self, at: usize) -> Self {
        StartingAt(self.0 + at)
    }
}

impl RowIds for &[usize] {
    #[inline(always)]
    fn id(self, at: usize) -> usize {
        self[at]
    }

    fn run_start(self) -> Option<usize> {
        None
    }

    fn after(self, at: usize) -> Self {
        &self[at..]
    }
}
