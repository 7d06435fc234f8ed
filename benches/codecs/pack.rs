//! Reading single values of packs by place.
//!
//! *Cold* gets read places that have not been touched recently, in a pack that is larger than the
//! CPU's cache. *Warm* gets read random places in a small pack: its bytes are in the cache,
//! but nearly every get decompresses another chunk than the one before. *In order* gets read one place
//! after the other, so most find their chunk decompressed. FSST decodes each value by itself, in any
//! order.

use std::collections::HashSet;

use hashlane_codecs::Workspace;
use hashlane_codecs::pack::{ChunkCodec, DEFAULT_CHUNK_BYTES, Pack, PackBuilder};

use crate::candidate::{Candidate, OURS};
use crate::contest::{Bar, Contest, ROUNDS};
use crate::data::{DATA_SETS, DataSet, Random, SHORT};

const FUNCTION: &str = "block_get";

/// Gets in a round.
const GETS: usize = 1024;

/// Bytes of a value to read.
const MAX_BYTES: usize = 1 << 20;

/// The largest CPU cache among our benchmark machines.
const CACHE: usize = 32 << 20;

/// The content of a small pack, and of one that is twice as large as the cache when compressed.
const SMALL: usize = 256 << 10;
const LARGE: usize = 512 << 20;

/// The target for a get of a random value, in nanoseconds.
const ZSTD_BAR: f64 = 25_000.0;
const LZ4_BAR: f64 = 6_000.0;

/// The order in which values are read.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Cold,
    Warm,
    Sequential,
}

/// A contest that is built when it runs, since large packs take a while.
pub struct Plan {
    set: &'static DataSet,
    codec: ChunkCodec,
    order: Order,
}

/// All contests of packs.
pub fn plans() -> impl Iterator<Item = Plan> {
    let codecs = [ChunkCodec::Zstd { level: 3 }, ChunkCodec::Lz4, ChunkCodec::Fsst];
    let orders = [Order::Cold, Order::Warm, Order::Sequential];
    let all = DATA_SETS.iter().chain([&SHORT]).flat_map(move |set| {
        codecs.into_iter().flat_map(move |codec| orders.map(|order| Plan { set, codec, order }))
    });
    // 512 MiB of words are more than 60 million.
    all.filter(|plan| plan.set.name != SHORT.name || plan.order != Order::Cold)
}

impl Plan {
    /// As of the contest.
    pub fn terms(&self) -> [&'static str; 3] {
        [FUNCTION, self.options(), self.set.name]
    }

    fn options(&self) -> &'static str {
        match (self.codec, self.order) {
            (ChunkCodec::Lz4, Order::Cold) => "lz4 cold",
            (ChunkCodec::Lz4, Order::Warm) => "lz4 warm",
            (ChunkCodec::Lz4, Order::Sequential) => "lz4 in order",
            (ChunkCodec::Fsst, Order::Cold) => "fsst cold",
            (ChunkCodec::Fsst, Order::Warm) => "fsst warm",
            (ChunkCodec::Fsst, Order::Sequential) => "fsst in order",
            (_, Order::Cold) => "zstd(3) cold",
            (_, Order::Warm) => "zstd(3) warm",
            (_, Order::Sequential) => "zstd(3) in order",
        }
    }

    /// The contest. No other crate reads packs, so ours runs alone against its bar.
    pub fn contest(&self) -> Contest {
        let Plan { set, codec, order } = *self;
        let pack = self.pack();
        let values = u64::from(Pack::open(&pack).expect("a pack").len());
        let places = places(order, values);
        let asked = places.clone();
        let mut workspace = Workspace::default();
        let get = Candidate::new(OURS, move |rows, answers| {
            for place in &asked[rows] {
                let pack = Pack::open(&pack).expect("a pack");
                let out = &mut answers.bytes;
                let found = pack.get(&mut workspace, *place, MAX_BYTES, out).expect("a place");
                assert!(found, "no value is NULL");
                answers.ends.push(answers.bytes.len() as u64);
            }
        });
        let bar = match codec {
            ChunkCodec::Zstd { .. } => Some(ZSTD_BAR),
            ChunkCodec::Lz4 => Some(LZ4_BAR),
            _ => None,
        };
        Contest {
            function: FUNCTION,
            options: self.options(),
            set: set.name,
            mean_bytes: mean_bytes(set, &places),
            rows: GETS,
            fresh: order == Order::Cold,
            candidates: vec![get],
            is_answer: Box::new(move |i, answer| answer == (set.value)(places[i]).as_bytes()),
            bar: bar.filter(|_| order != Order::Sequential).map(Bar::Nanoseconds),
        }
    }

    /// A pack with enough values for the given amount of content.
    fn pack(&self) -> Vec<u8> {
        let size = if self.order == Order::Cold { LARGE } else { SMALL };
        let mut left = size;
        let mut workspace = Workspace::default();
        let mut builder = PackBuilder::new(self.codec, DEFAULT_CHUNK_BYTES).expect("the defaults");
        for number in 0.. {
            let value = (self.set.value)(number);
            builder.push(&mut workspace, Some(value.as_bytes())).expect("memory");
            left = left.saturating_sub(value.len());
            if left == 0 {
                break;
            }
        }
        let pack = builder.finish(&mut workspace).expect("memory");
        let part = 100.0 * pack.len() as f64 / size as f64;
        eprintln!(
            "{}: the pack has {part:.1} % of the bytes of its values",
            self.terms().join("/")
        );
        assert!(self.order != Order::Cold || pack.len() > 2 * CACHE, "the pack is too small");
        pack
    }
}

/// The places that all rounds read.
fn places(order: Order, values: u64) -> Vec<u64> {
    let mut random = Random(9);
    match order {
        Order::Sequential => (0..values).cycle().take(GETS).collect(),
        Order::Warm => (0..GETS).map(|_| random.below(values)).collect(),
        Order::Cold => {
            let mut seen = HashSet::new();
            let places = std::iter::repeat_with(|| random.below(values));
            places.filter(|place| seen.insert(*place)).take(ROUNDS * GETS).collect()
        }
    }
}

fn mean_bytes(set: &DataSet, places: &[u64]) -> f64 {
    let bytes: usize = places.iter().map(|place| (set.value)(*place).len()).sum();
    bytes as f64 / places.len() as f64
}
