//! Chunks of a data set in the layouts of engines.

use hashlane_kernels::blocks::{self, Fixed, Offsets, Rows, Seeds, StringT, Strings, Views};

use crate::data::{DataSet, Mode, Random};

/// The layout of a column's strings in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Arrow's offsets of 32 bits.
    Offsets,
    /// Arrow's views, into one buffer.
    Views,
    /// The same into many.
    Buffers,
    /// DuckDB's `string_t`, whose strings lie in the order of the rows.
    Strings,
    /// The same with strings out of order, as a join or a sort leaves them.
    Shuffled,
    /// Rows of one width, one after the other.
    Fixed,
}

/// All layouts.
pub const LAYOUTS: [Layout; 6] = [
    Layout::Offsets,
    Layout::Views,
    Layout::Buffers,
    Layout::Strings,
    Layout::Shuffled,
    Layout::Fixed,
];

impl Layout {
    /// Its name in records and filters.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Offsets => "offsets",
            Layout::Views => "views",
            Layout::Buffers => "buffers",
            Layout::Strings => "string_t",
            Layout::Shuffled => "shuffled",
            Layout::Fixed => "fixed",
        }
    }

    /// Whether it is timed. In the caches, the order of strings makes no difference.
    pub fn is_in(self, mode: Mode) -> bool {
        match mode {
            Mode::Streaming => true,
            Mode::Hot => self != Layout::Shuffled,
            Mode::Batches => matches!(self, Layout::Offsets | Layout::Strings),
        }
    }

    /// Rows in a chunk of a data set. Streaming columns have chunks of the engine's own length.
    fn chunk_rows(self, set: &DataSet, mode: Mode) -> usize {
        match (self, mode) {
            (Layout::Strings | Layout::Shuffled, Mode::Streaming) => set.chunk_rows.min(2048),
            _ => set.chunk_rows,
        }
    }
}

/// The source of the seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedKind {
    /// The function takes no seed.
    None,
    /// The default.
    Zero,
    /// Another seed, the same for all rows.
    Constant,
    /// A seed for each row.
    Column,
}

impl SeedKind {
    /// Its name in records and filters.
    pub fn name(self) -> &'static str {
        match self {
            SeedKind::None => "none",
            SeedKind::Zero => "zero",
            SeedKind::Constant => "constant",
            SeedKind::Column => "column",
        }
    }
}

/// The seed of [`SeedKind::Constant`].
pub const SEED: u64 = 0x5eed_5eed_5eed_5eed;

/// The way in which a chunk is passed to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// At once, without NULLs.
    Whole,
    /// In batches of this many rows.
    Batches(usize),
    /// At once; this many of a hundred rows are NULL.
    Nulls(u64),
}

impl Shape {
    /// The shapes that are timed.
    pub fn all(mode: Mode) -> &'static [Shape] {
        use Shape::{Batches, Nulls, Whole};
        match mode {
            Mode::Streaming | Mode::Hot => &[Whole],
            Mode::Batches => &[
                Batches(1),
                Batches(4),
                Batches(16),
                Batches(64),
                Batches(256),
                Nulls(10),
                Nulls(50),
                Nulls(99),
            ],
        }
    }

    /// Its name in records and filters.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Whole => "whole",
            Shape::Batches(1) => "rows-1",
            Shape::Batches(4) => "rows-4",
            Shape::Batches(16) => "rows-16",
            Shape::Batches(64) => "rows-64",
            Shape::Batches(_) => "rows-256",
            Shape::Nulls(10) => "nulls-10",
            Shape::Nulls(50) => "nulls-50",
            Shape::Nulls(_) => "nulls-99",
        }
    }
}

/// A chunk of rows in one layout, ready to be hashed. Its buffers live as long as the program.
pub struct Column {
    /// The rows in the form for kernels, batch by batch.
    pub batches: Vec<Rows<'static>>,
    /// A seed for each row.
    pub seeds: &'static [u64],
    buffers: Buffers,
    /// A bit for each row that is not NULL, if some rows are.
    validity: Option<&'static [u64]>,
}

/// The rows in the form for peers.
enum Buffers {
    Offsets(&'static [i32], &'static [u8]),
    Views(&'static [u128], &'static [&'static [u8]]),
    Strings(&'static [StringT]),
    Fixed(usize, &'static [u8]),
}

/// The chunks of a data set in a layout and shape; `None` if the layout needs rows of one width and these aren't.
pub fn columns(set: &DataSet, mode: Mode, layout: Layout, shape: Shape) -> Option<Vec<Column>> {
    let chunks = set.chunks(mode, layout.chunk_rows(set, mode));
    let possible = |rows: &[Vec<u8>]| {
        layout != Layout::Fixed || rows.iter().all(|row| row.len() == rows[0].len())
    };
    chunks.map(|rows| possible(&rows).then(|| Column::new(rows, layout, shape))).collect()
}

fn leak<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    items.into_iter().collect::<Vec<T>>().leak()
}

impl Column {
    fn new(mut rows: Vec<Vec<u8>>, layout: Layout, shape: Shape) -> Column {
        let mut random = Random(11);
        let seeds = leak(rows.iter().map(|_| random.next()));
        let validity =
            if let Shape::Nulls(percent) = shape { Some(nulls(&mut rows, percent)) } else { None };
        let buffers = Buffers::new(&rows, layout);
        let batch = if let Shape::Batches(batch) = shape { batch } else { rows.len() };
        let batches = (0..rows.len())
            .step_by(batch)
            .map(|first| buffers.rows(first, batch.min(rows.len() - first), validity));
        Column { batches: batches.collect(), seeds, buffers, validity }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.seeds.len()
    }

    /// Whether a row is not NULL.
    pub fn is_valid(&self, row: usize) -> bool {
        self.validity.is_none_or(|bits| bits[row / 64] >> (row % 64) & 1 == 1)
    }

    /// A bit for each row that is not NULL, if such rows are few: then there is one batch.
    pub fn few_valid(&self) -> Option<&'static [u64]> {
        self.validity.filter(|valid| blocks::are_few(valid, self.len()))
    }

    /// Hashes each batch in turn: `hash` gets its rows, the number of its first row, and its part of `out`.
    #[inline(always)]
    pub fn each_batch<T>(
        &self,
        mut out: &mut [T],
        mut hash: impl FnMut(&Rows<'static>, usize, &mut [T]),
    ) {
        let mut first = 0;
        for batch in &self.batches {
            let (these, rest) = out.split_at_mut(batch.len());
            hash(batch, first, these);
            (out, first) = (rest, first + batch.len());
        }
    }

    /// The bytes of all rows.
    pub fn bytes(&self) -> usize {
        let mut bytes = 0;
        self.each(|_, row| bytes += row.len());
        bytes
    }

    /// The seeds.
    pub fn seeds64(&self, kind: SeedKind) -> Seeds<'static, u64> {
        match kind {
            SeedKind::None | SeedKind::Zero => Seeds::Constant(0),
            SeedKind::Constant => Seeds::Constant(SEED),
            SeedKind::Column => Seeds::Column(self.seeds),
        }
    }

    /// Calls `visit` with each row that is not NULL and its number, in the loop of a program that knows the layout.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(usize, &'static [u8])) {
        match self.validity {
            None => self.buffers.each(visit),
            Some(_) => self.buffers.each(|i, row| {
                if self.is_valid(i) {
                    visit(i, row);
                }
            }),
        }
    }
}

/// Makes this many of a hundred rows NULL; returns a bit for each row that is not.
fn nulls(rows: &mut [Vec<u8>], percent: u64) -> &'static [u64] {
    let mut random = Random(17);
    let mut validity = vec![0; rows.len().div_ceil(64)];
    for (i, row) in rows.iter_mut().enumerate() {
        if random.next() % 100 < percent {
            row.clear();
        } else {
            validity[i / 64] |= 1 << (i % 64);
        }
    }
    validity.leak()
}

impl Buffers {
    fn new(rows: &[Vec<u8>], layout: Layout) -> Buffers {
        let values = leak(rows.concat());
        let mut offsets = vec![0];
        offsets.extend(rows.iter().scan(0, |end, row| {
            *end += row.len() as i32;
            Some(*end)
        }));
        let offsets = leak(offsets);
        let strings = offsets.windows(2).map(|ends| &values[ends[0] as usize..ends[1] as usize]);
        match layout {
            Layout::Offsets => Buffers::Offsets(offsets, values),
            Layout::Views => Buffers::views(offsets, values, usize::MAX),
            // As long as the first block of Arrow's builder.
            Layout::Buffers => Buffers::views(offsets, values, 8 << 10),
            Layout::Strings => Buffers::Strings(leak(strings.map(StringT::new))),
            Layout::Shuffled => Buffers::Strings(shuffled(rows)),
            Layout::Fixed => Buffers::Fixed(rows[0].len(), values),
        }
    }

    /// Views of strings in buffers of this many bytes each; a longer string has a buffer of its own.
    fn views(offsets: &[i32], values: &'static [u8], most: usize) -> Buffers {
        let (mut buffers, mut start) = (Vec::new(), 0);
        let views = leak(offsets.windows(2).map(|ends| {
            let (from, to) = (ends[0] as usize, ends[1] as usize);
            if to - start > most && from > start {
                buffers.push(&values[start..from]);
                start = from;
            }
            view(&values[from..to], buffers.len() as u32, (from - start) as u32)
        }));
        buffers.push(&values[start..]);
        Buffers::Views(views, buffers.leak())
    }

    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(usize, &'static [u8])) {
        match *self {
            Buffers::Offsets(offsets, values) => {
                for (i, ends) in offsets.windows(2).enumerate() {
                    visit(i, &values[ends[0] as usize..ends[1] as usize]);
                }
            }
            Buffers::Views(views, buffers) => {
                for (i, view) in views.iter().enumerate() {
                    visit(i, viewed(view, buffers));
                }
            }
            Buffers::Strings(strings) => {
                for (i, string) in strings.iter().enumerate() {
                    // SAFETY: long strings point into values that are never freed.
                    visit(i, unsafe { string.bytes() });
                }
            }
            Buffers::Fixed(width, values) => {
                for (i, row) in values.chunks_exact(width).enumerate() {
                    visit(i, row);
                }
            }
        }
    }
}

/// The rows in order, their strings out of order.
fn shuffled(rows: &[Vec<u8>]) -> &'static [StringT] {
    let mut random = Random(13);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_cached_key(|_| random.next());
    let values = leak(order.iter().flat_map(|&row| rows[row].iter().copied()));
    let mut strings = vec![StringT::new(&[]); rows.len()];
    let mut start = 0;
    for row in order {
        let end = start + rows[row].len();
        strings[row] = StringT::new(&values[start..end]);
        start = end;
    }
    strings.leak()
}

impl Buffers {
    /// `len` rows from `first` on, in the form for kernels.
    fn rows(&self, first: usize, len: usize, validity: Option<&'static [u64]>) -> Rows<'static> {
        match *self {
            Buffers::Offsets(offsets, values) => {
                let offsets = &offsets[first..=first + len];
                Rows::Offsets32(Offsets::new(offsets, values).expect("made here"))
            }
            Buffers::Views(views, buffers) => {
                Rows::Views(Views::new(&views[first..first + len], buffers).expect("made here"))
            }
            Buffers::Strings(strings) => {
                assert!(first == 0 || validity.is_none());
                // SAFETY: long strings point into values that are never freed or written to.
                Rows::Strings(unsafe { Strings::new(&strings[first..first + len], validity) })
            }
            Buffers::Fixed(width, values) => {
                let values = &values[first * width..(first + len) * width];
                Rows::Fixed(Fixed::new(width, len, values).expect("made here"))
            }
        }
    }
}

const MAX_INLINE: usize = 12;

/// The view of a string that lies `at` bytes into a buffer.
fn view(string: &[u8], buffer: u32, at: u32) -> u128 {
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(string.len() as u32).to_le_bytes());
    if string.len() <= MAX_INLINE {
        view[4..][..string.len()].copy_from_slice(string);
    } else {
        view[4..8].copy_from_slice(&string[..4]);
        view[8..12].copy_from_slice(&buffer.to_le_bytes());
        view[12..].copy_from_slice(&at.to_le_bytes());
    }
    u128::from_le_bytes(view)
}

#[inline(always)]
fn viewed(view: &'static u128, buffers: &[&'static [u8]]) -> &'static [u8] {
    let len = *view as u32 as usize;
    if len <= MAX_INLINE {
        let inline = std::ptr::from_ref(view).cast::<u8>().wrapping_add(4);
        // SAFETY: a view has 12 bytes after its length, and lives as long as the program.
        unsafe { std::slice::from_raw_parts(inline, len) }
    } else {
        &buffers[(*view >> 64) as u32 as usize][(*view >> 96) as usize..][..len]
    }
}
