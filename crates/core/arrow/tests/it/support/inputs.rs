//! Values and parameters that look random and are the same in every run.

use std::sync::{Arc, LazyLock};

use arrow::array::{ArrayRef, BinaryArray, Float64Array, Int32Array, Int64Array, StringArray};
use arrow::array::{UInt32Array, UInt64Array};
use hashlane_catalog::{ArgKind, Function};
use hashlane_codecs::{Sample, fsst};
use hashlane_kernels::engines::KafkaClient;
use hashlane_kernels::hash::algorithm::{ALGORITHMS, MAC_ALGORITHMS};
use hashlane_kernels::hash::s3::CHECKSUMS;

use super::foreign::{Dictionary, SYMBOLS, dictionaries};

/// The namespace of UUIDs.
pub const NAMESPACE_TEXT: &str = "886313e1-3b8a-5372-9b90-0c9aee199e5d";

/// The cells of a column.
pub type Cells = Vec<Option<Vec<u8>>>;

/// A text of exactly `length` bytes, with characters of one to four bytes.
pub fn text(start: usize, length: usize) -> Vec<u8> {
    let characters = ["a", "é", "東", "𝄞", "z", "\0", "ß"];
    let mut bytes = Vec::with_capacity(length);
    for i in start.. {
        let character = characters[i % characters.len()].as_bytes();
        if bytes.len() + character.len() > length {
            break;
        }
        bytes.extend_from_slice(character);
    }
    bytes.resize(length, b'.');
    bytes
}

/// Byte `i` is `(start + i) % 251`: hardly ever UTF-8.
pub fn cycle(start: usize, length: usize) -> Vec<u8> {
    (start..start + length).map(|i| (i % 251) as u8).collect()
}

/// Each length of a view's inline and outside forms, two long rows, NULLs, and some duplicates.
pub fn ragged(make: fn(usize, usize) -> Vec<u8>) -> Cells {
    let lengths = (0..=70).chain([1_100, 100_000]);
    let mut cells: Cells =
        lengths.enumerate().map(|(i, length)| (i % 9 != 4).then(|| make(i, length))).collect();
    cells.extend_from_within(5..25);
    cells
}

/// Rows of 16 bytes: some are NULL, some are duplicates.
pub fn fixed() -> Cells {
    let mut cells: Cells = (0..40).map(|i| (i % 5 != 3).then(|| text(i, 16))).collect();
    cells.extend_from_within(..12);
    cells
}

/// A value for each argument except the hashed value.
#[derive(Clone, Debug)]
pub struct Params {
    pub seed: u64,
    pub level: i32,
    pub max_bytes: i64,
    pub length: usize,
    pub key: [u8; 32],
    pub context: String,
    pub algorithm: &'static str,
    pub mac_algorithm: &'static str,
    pub checksum: &'static str,
    pub buckets: u32,
    /// The codec of `compress`, with a level or without.
    pub codec: &'static str,
    pub pack_index: usize,
    /// The index into [`DICTIONARIES`], or `None` to call without one.
    pub dictionary: Option<usize>,
    /// The index into [`TABLES`].
    pub table: usize,
}

/// Dictionaries of zstd that were made elsewhere.
pub static DICTIONARIES: LazyLock<Vec<Dictionary>> = LazyLock::new(dictionaries);

/// Symbol tables of FSST: one that was made elsewhere, and one that is trained on the words of [`text`].
pub static TABLES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let mut sample = Sample::new(fsst::limits().expect("they are allowed"));
    sample.add("é東𝄞zßé東𝄞z".as_bytes()).expect("there is memory");
    let trained = fsst::SymbolTable::train(&sample).expect("there is a value");
    [SYMBOLS.to_vec(), trained.to_bytes().to_vec()]
});

/// Codecs as `compress` takes them, the slow ones with fast levels.
const CODECS: [&str; 9] = [
    "zstd(1)",
    "gzip(1)",
    "zlib",
    "snappy",
    "brotli(1)",
    "xz(0)",
    "lz4",
    "lz4_block",
    "lz4hc_block(3)",
];

impl Params {
    /// The defaults in the reference. Parameters that can't be left out have arbitrary values.
    pub fn defaults() -> Params {
        Params {
            seed: 0,
            level: 3,
            max_bytes: 256 << 20,
            length: 32,
            dictionary: None,
            ..Params::nth(0)
        }
    }

    /// The same for a function, which may have its own default level or seed.
    pub fn defaults_of(function: &Function) -> Params {
        let level = match function.name {
            "gzip_compress" | "zlib_compress" | "xz_compress" => 6,
            "brotli_compress" => 5,
            "lz4hc_block_compress" => 9,
            _ => 3,
        };
        let seed = match function.name {
            // FNV's offset basis.
            "redshift_fnv_hash" => 0xcbf2_9ce4_8422_2325,
            _ => Params::defaults().seed,
        };
        Params { level, seed, ..Params::defaults() }
    }

    /// The codec without a level.
    pub fn format(&self) -> &'static str {
        self.codec.split('(').next().expect("a first part")
    }

    /// Parameters that differ from those of every other nearby `i`.
    pub fn nth(i: usize) -> Params {
        Params {
            seed: (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            level: [3, -7, 1, 19, 0, 22, 9][i % 7],
            max_bytes: 200_000 + i as i64,
            length: 1 + i * 37 % 150,
            key: std::array::from_fn(|byte| (byte * 7 + i) as u8),
            context: format!("context {i}"),
            algorithm: ALGORITHMS[i % ALGORITHMS.len()].name,
            mac_algorithm: MAC_ALGORITHMS[i % MAC_ALGORITHMS.len()].name,
            checksum: CHECKSUMS[i % CHECKSUMS.len()].name,
            buckets: [1, 16, i32::MAX as u32, 7, 1_000][i % 5],
            codec: CODECS[i % CODECS.len()],
            pack_index: 1 + i % 4,
            dictionary: Some(i % 3),
            table: i % 2,
        }
    }

    /// A client of Kafka, with its name.
    pub fn client(&self) -> (&'static str, KafkaClient) {
        KafkaClient::ALL[self.buckets as usize % KafkaClient::ALL.len()]
    }

    /// The key of 16 bytes as the number that kernels take.
    pub fn key16(&self) -> u128 {
        u128::from_le_bytes(self.key[..16].try_into().expect("16 bytes"))
    }

    /// The key of 32 bytes as the words that kernels take.
    pub fn highway_key(&self) -> [u64; 4] {
        let words = self.key.as_chunks().0;
        std::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    /// The value of an argument as an array of length 1; `None` for the values that are hashed.
    pub fn array(&self, kind: ArgKind) -> Option<ArrayRef> {
        Some(match kind {
            ArgKind::Bytes
            | ArgKind::Text
            | ArgKind::Row
            | ArgKind::Value
            | ArgKind::Bucketed
            | ArgKind::WholeNumber
            | ArgKind::BytesOrInteger
            | ArgKind::ListOfRows
            | ArgKind::ListOfValues
            | ArgKind::ListOfBytes
            | ArgKind::Signature => return None,
            ArgKind::Seed32 => Arc::new(UInt32Array::from(vec![self.seed as u32])),
            ArgKind::Seed64 => Arc::new(UInt64Array::from(vec![self.seed])),
            ArgKind::SignedSeed32 => Arc::new(Int32Array::from(vec![self.seed as i32])),
            ArgKind::SignedSeed64 => Arc::new(Int64Array::from(vec![self.seed.cast_signed()])),
            ArgKind::KafkaClient => Arc::new(StringArray::from(vec![self.client().0])),
            ArgKind::Level(low, high) => {
                Arc::new(Int32Array::from(vec![self.level.clamp(low, high)]))
            }
            ArgKind::MaxBytes => Arc::new(Int64Array::from(vec![self.max_bytes])),
            ArgKind::Length(..) => Arc::new(UInt32Array::from(vec![self.length as u32])),
            ArgKind::Key16 => Arc::new(BinaryArray::from(vec![&self.key[..16]])),
            ArgKind::Key32 | ArgKind::Key => Arc::new(BinaryArray::from(vec![&self.key[..]])),
            ArgKind::Context => Arc::new(StringArray::from(vec![self.context.as_str()])),
            ArgKind::Algorithm => Arc::new(StringArray::from(vec![self.algorithm])),
            ArgKind::MacAlgorithm => Arc::new(StringArray::from(vec![self.mac_algorithm])),
            ArgKind::Checksum => Arc::new(StringArray::from(vec![self.checksum])),
            ArgKind::Buckets => Arc::new(UInt32Array::from(vec![self.buckets])),
            ArgKind::Fraction => Arc::new(Float64Array::from(vec![0.5])),
            ArgKind::Count(..) => Arc::new(UInt32Array::from(vec![16])),
            ArgKind::Fingerprint => {
                Arc::new(StringArray::from(vec!["hl1:1:00000000000000000000000000000001"]))
            }
            ArgKind::Sketch => unreachable!("over_bytes leaves its functions out"),
            ArgKind::ShingleUnit => Arc::new(StringArray::from(vec!["words"])),
            ArgKind::Namespace => Arc::new(StringArray::from(vec![NAMESPACE_TEXT])),
            ArgKind::Index => Arc::new(Int64Array::from(vec![self.pack_index as i64])),
            ArgKind::Codec => Arc::new(StringArray::from(vec![self.codec])),
            ArgKind::Format => Arc::new(StringArray::from(vec![self.format()])),
            ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes => {
                let bytes = self.dictionary.map(|i| &DICTIONARIES[i].bytes[..]);
                Arc::new(BinaryArray::from(vec![bytes]))
            }
            ArgKind::SymbolTable => Arc::new(BinaryArray::from(vec![&TABLES[self.table][..]])),
            ArgKind::PackCodec | ArgKind::Samples(..) => unreachable!("they are of aggregates"),
        })
    }
}
