//! Chunks of a data set in the layouts of engines.

use hashlane_kernels::rows::{Fixed, Offsets, Rows, Seeds, StringT, Strings, Views};

use crate::data::{DataSet, Mode, Random};

/// How a column's strings lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Arrow's offsets of 32 bits.
    Offsets,
    /// Arrow's views.
    Views,
    /// DuckDB's `string_t`, whose strings lie in the order of the rows.
    Strings,
    /// The same with strings in any order, as a join or a sort leaves them.
    Shuffled,
    /// Rows of one width, one after the other.
    Fixed,
}

/// All layouts.
pub const LAYOUTS: [Layout; 5] =
    [Layout::Offsets, Layout::Views, Layout::Strings, Layout::Shuffled, Layout::Fixed];

impl Layout {
    /// Its name in records and filters.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Offsets => "offsets",
            Layout::Views => "views",
            Layout::Strings => "string_t",
            Layout::Shuffled => "shuffled",
            Layout::Fixed => "fixed",
        }
    }

    /// Whether it is timed. In the caches, the order of strings makes no difference.
    pub fn is_in(self, mode: Mode) -> bool {
        mode == Mode::Streaming || self != Layout::Shuffled
    }

    /// Rows in a chunk of a data set. What streams comes in chunks of the engine's own length.
    fn chunk_rows(self, set: &DataSet, mode: Mode) -> usize {
        match (self, mode) {
            (Layout::Strings | Layout::Shuffled, Mode::Streaming) => set.chunk_rows.min(2048),
            _ => set.chunk_rows,
        }
    }
}

/// Where seeds come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedKind {
    /// The function takes none.
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

/// A chunk of rows in one layout, ready to be hashed. Its buffers live as long as the program.
pub struct Column {
    /// The rows as kernels take them.
    pub rows: Rows<'static>,
    /// A seed for each row.
    pub seeds: &'static [u64],
    halves: &'static [u32],
    buffers: Buffers,
}

/// The rows as another program has them.
enum Buffers {
    Offsets(&'static [i32], &'static [u8]),
    Views(&'static [u128], &'static [u8]),
    Strings(&'static [StringT]),
    Fixed(usize, &'static [u8]),
}

/// The chunks of a data set in a layout; `None` where its rows have not one width and should.
pub fn columns(set: &DataSet, mode: Mode, layout: Layout) -> Option<Vec<Column>> {
    let chunks = set.chunks(mode, layout.chunk_rows(set, mode));
    let possible = |rows: &[Vec<u8>]| {
        layout != Layout::Fixed || rows.iter().all(|row| row.len() == rows[0].len())
    };
    chunks.map(|rows| possible(&rows).then(|| Column::new(&rows, layout))).collect()
}

fn leak<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    items.into_iter().collect::<Vec<T>>().leak()
}

impl Column {
    fn new(rows: &[Vec<u8>], layout: Layout) -> Column {
        let values = leak(rows.concat());
        let mut offsets = vec![0];
        offsets.extend(rows.iter().scan(0, |end, row| {
            *end += row.len() as i32;
            Some(*end)
        }));
        let offsets = leak(offsets);
        let strings = offsets.windows(2).map(|ends| &values[ends[0] as usize..ends[1] as usize]);
        let buffers = match layout {
            Layout::Offsets => Buffers::Offsets(offsets, values),
            Layout::Views => {
                Buffers::Views(leak(strings.zip(offsets).map(|(s, at)| view(s, *at))), values)
            }
            Layout::Strings => Buffers::Strings(leak(strings.map(StringT::new))),
            Layout::Shuffled => Buffers::Strings(shuffled(rows)),
            Layout::Fixed => Buffers::Fixed(rows[0].len(), values),
        };
        let mut random = Random(11);
        let seeds = leak(rows.iter().map(|_| random.next()));
        let halves = leak(seeds.iter().map(|seed| *seed as u32));
        Column { rows: buffers.rows(), seeds, halves, buffers }
    }

    /// The bytes of all rows.
    pub fn bytes(&self) -> usize {
        let mut bytes = 0;
        self.each(|_, row| bytes += row.len());
        bytes
    }

    /// The seeds of 32 bits.
    pub fn seeds32(&self, kind: SeedKind) -> Seeds<'static, u32> {
        match kind {
            SeedKind::None | SeedKind::Zero => Seeds::Constant(0),
            SeedKind::Constant => Seeds::Constant(SEED as u32),
            SeedKind::Column => Seeds::Column(self.halves),
        }
    }

    /// The seeds of 64 bits.
    pub fn seeds64(&self, kind: SeedKind) -> Seeds<'static, u64> {
        match kind {
            SeedKind::None | SeedKind::Zero => Seeds::Constant(0),
            SeedKind::Constant => Seeds::Constant(SEED),
            SeedKind::Column => Seeds::Column(self.seeds),
        }
    }

    /// Calls `visit` with each row and its number, in the loop of a program that knows the layout.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(usize, &'static [u8])) {
        match self.buffers {
            Buffers::Offsets(offsets, values) => {
                for (i, ends) in offsets.windows(2).enumerate() {
                    visit(i, &values[ends[0] as usize..ends[1] as usize]);
                }
            }
            Buffers::Views(views, values) => {
                for (i, view) in views.iter().enumerate() {
                    visit(i, viewed(view, values));
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

/// The rows in their order, their strings in another.
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
    fn rows(&self) -> Rows<'static> {
        match *self {
            Buffers::Offsets(offsets, values) => {
                Rows::Offsets32(Offsets::new(offsets, values).expect("made here"))
            }
            Buffers::Views(views, values) => {
                Rows::Views(Views::new(views, leak([values])).expect("made here"))
            }
            // SAFETY: long strings point into values that are never freed or written to.
            Buffers::Strings(strings) => Rows::Strings(unsafe { Strings::new(strings, None) }),
            Buffers::Fixed(width, values) => {
                Rows::Fixed(Fixed::new(width, values.len() / width, values).expect("made here"))
            }
        }
    }
}

const MAX_INLINE: usize = 12;

/// The view of a string that lies `at` so many bytes into buffer 0.
fn view(string: &[u8], at: i32) -> u128 {
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(string.len() as u32).to_le_bytes());
    if string.len() <= MAX_INLINE {
        view[4..][..string.len()].copy_from_slice(string);
    } else {
        view[4..8].copy_from_slice(&string[..4]);
        view[12..].copy_from_slice(&at.to_le_bytes());
    }
    u128::from_le_bytes(view)
}

#[inline(always)]
fn viewed(view: &'static u128, values: &'static [u8]) -> &'static [u8] {
    let len = *view as u32 as usize;
    if len <= MAX_INLINE {
        let inline = std::ptr::from_ref(view).cast::<u8>().wrapping_add(4);
        // SAFETY: a view has 12 bytes after its length, and lives as long as the program.
        unsafe { std::slice::from_raw_parts(inline, len) }
    } else {
        &values[(*view >> 96) as usize..][..len]
    }
}
