//! The data sets: columns of strings by their lengths, the same ones in every run.

use std::path::PathBuf;
use std::sync::LazyLock;

/// Whether rows are in the caches when they are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// They come from memory: a round hashes more than the caches hold, each row once.
    Streaming,
    /// A few chunks stay in the L2 cache.
    Hot,
    /// The same in batches of few rows, and with NULLs.
    Batches,
}

impl Mode {
    /// The mode of a name.
    pub fn named(name: &str) -> Option<Mode> {
        match name {
            "streaming" => Some(Mode::Streaming),
            "hot" => Some(Mode::Hot),
            "batches" => Some(Mode::Batches),
            _ => None,
        }
    }
}

/// The size of a column that the caches have lost when it is hashed again: four times the last-level cache,
/// and at least 64 MiB.
fn streamed() -> usize {
    let path = "/sys/devices/system/cpu/cpu0/cache/index3/size";
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let cache = text.trim().strip_suffix('K').and_then(|kib| kib.parse::<usize>().ok());
    cache.map_or(0, |kib| 4 * (kib << 10)).max(64 << 20)
}

/// The rows in a chunk: the most that DataFusion passes to a function at a time.
pub const CHUNK_ROWS: usize = 8192;

/// A column of strings.
pub struct DataSet {
    /// Its name in records and filters.
    pub name: &'static str,
    /// Rows in a chunk.
    pub chunk_rows: usize,
    /// The number of hot chunks. There are several, since a CPU learns the lengths of rows that it meets again.
    pub chunks: usize,
    generate: fn(&mut Random, usize) -> Vec<Vec<u8>>,
}

/// All data sets, those of short strings first.
pub const DATA_SETS: &[DataSet] = &[
    DataSet::new("words", words),
    DataSet::new("short", |random, rows| texts(random, rows, 8, 24)),
    DataSet::new("mixed", mixed),
    DataSet::new("uuid", uuids),
    DataSet::new("hex", |random, rows| texts(random, rows, 64, 64)),
    DataSet::new("comments", comments),
    DataSet::new("text", |random, rows| texts(random, rows, 20, 120)),
    // DuckDB's chunks.
    DataSet { name: "json", chunk_rows: 2048, chunks: 4, generate: json },
    DataSet::new("giant", giant),
    DataSet { name: "large", chunk_rows: 8, chunks: 1, generate: large },
];

impl DataSet {
    /// Whether it is timed: only short rows matter in batches of few rows.
    pub fn is_in(&self, mode: Mode) -> bool {
        mode != Mode::Batches || ["words", "short", "uuid", "text"].contains(&self.name)
    }

    const fn new(name: &'static str, generate: fn(&mut Random, usize) -> Vec<Vec<u8>>) -> Self {
        DataSet { name, chunk_rows: CHUNK_ROWS, chunks: 4, generate }
    }

    /// The strings of each chunk in turn, in chunks of this many rows.
    pub fn chunks(&self, mode: Mode, rows: usize) -> impl Iterator<Item = Vec<Vec<u8>>> {
        /// The least bytes that an offset and a hash take in addition to the bytes of a row.
        const BESIDE: usize = 12;
        let (mut random, mut bytes) = (Random(7), 0);
        (0..).map_while(move |chunk| {
            let is_enough = match mode {
                Mode::Hot | Mode::Batches => chunk == self.chunks,
                Mode::Streaming => bytes >= streamed(),
            };
            let strings = (!is_enough).then(|| (self.generate)(&mut random, rows))?;
            assert_eq!(strings.len(), rows);
            bytes += strings.iter().map(|string| string.len() + BESIDE).sum::<usize>();
            Some(strings)
        })
    }
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// The next 64 random bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.next() as usize % (high - low + 1)
    }

    fn text(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| b"0123456789abcdef"[self.next() as usize % 16]).collect()
    }
}

/// Strings of `low` to `high` bytes, every length equally frequent.
fn texts(random: &mut Random, rows: usize, low: usize, high: usize) -> Vec<Vec<u8>> {
    let mut text = || {
        let len = random.between(low, high);
        random.text(len)
    };
    (0..rows).map(|_| text()).collect()
}

/// Words of a novel, of 1 to 12 letters, drawn at random; without it, words whose lengths are as frequent.
fn words(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    static NOVEL: LazyLock<Option<Vec<u8>>> = LazyLock::new(novel);
    let Some(novel) = &*NOVEL else {
        return (0..rows).map(|_| made_up_word(random)).collect();
    };
    let words = novel.split(|byte| !byte.is_ascii_alphabetic());
    let words: Vec<_> = words.filter(|word| (1..=12).contains(&word.len())).collect();
    (0..rows).map(|_| words[random.between(0, words.len() - 1)].to_vec()).collect()
}

fn novel() -> Option<Vec<u8>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("HASHLANE_VECTORS").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root.join("../shared/vectors"));
    let novel = std::fs::read(folder.join("corpora/gutenberg/Mark.Twain-Tom.Sawyer.txt")).ok();
    if novel.is_none() {
        eprintln!("no corpora (see benches/README.md): words are made up");
    }
    novel
}

fn made_up_word(random: &mut Random) -> Vec<u8> {
    const FREQUENCIES: [usize; 12] = [30, 170, 210, 160, 110, 85, 80, 60, 44, 30, 16, 9];
    let mut left = random.between(0, FREQUENCIES.iter().sum::<usize>() - 1);
    let mut len = 1;
    while left >= FREQUENCIES[len - 1] {
        left -= FREQUENCIES[len - 1];
        len += 1;
    }
    random.text(len)
}

/// Comments of 19 to 78 bytes, as in TPC-H, every length equally frequent.
fn comments(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    texts(random, rows, 19, 78)
}

/// 1 to 64 bytes, shorter ones more often: an exponential distribution of mean 16, cut off.
fn mixed(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    let mut text = || loop {
        let uniform = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
        let len = (-16.0 * (1.0 - uniform).ln()).ceil() as usize;
        if (1..=64).contains(&len) {
            return random.text(len);
        }
    };
    (0..rows).map(|_| text()).collect()
}

/// UUIDs as text, 36 bytes.
fn uuids(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    let mut uuid = || [8, 4, 4, 4, 12].map(|digits| random.text(digits)).join(&b'-');
    (0..rows).map(|_| uuid()).collect()
}

/// Objects of about 900 bytes.
fn json(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    let mut object = || {
        let len = random.between(700, 1100);
        let mut object = b"{".to_vec();
        while object.len() < len {
            let name = ["id", "user", "city", "price", "created_at"][random.between(0, 4)];
            let digits = random.between(4, 40);
            let value = String::from_utf8(random.text(digits)).expect("hex digits");
            object.extend(format!("\"{name}\": \"{value}\", ").bytes());
        }
        object.extend(b"\"end\": null}");
        object
    };
    (0..rows).map(|_| object()).collect()
}

/// One row of 64 KiB among the words of each chunk.
fn giant(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    let mut words = words(random, rows);
    words[rows / 3] = random.text(64 << 10);
    words
}

/// Rows of 1 MiB.
fn large(random: &mut Random, rows: usize) -> Vec<Vec<u8>> {
    texts(random, rows, 1 << 20, 1 << 20)
}
