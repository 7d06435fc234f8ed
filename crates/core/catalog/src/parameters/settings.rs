//! The checked arguments of a call, without its value.

use std::sync::Arc;

use hashlane_codecs::Codec;
use hashlane_codecs::fsst::SymbolTable;
use hashlane_codecs::pack;
use hashlane_codecs::zstd::Dictionary;
use hashlane_kernels::engines::KafkaClient;
use hashlane_kernels::hash::shingles::ShingleUnit;
use hashlane_kernels::hash::{Algorithm, MacAlgorithm, MultisetHash};
use hashlane_kernels::sketch::Sketch;

use crate::kind::ArgKind;

/// The arguments of a call other than its value. Each is within the limits of the function's row of the catalogue.
/// Arguments that the function lacks are never read.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bits of a hash's seed, or its number of buckets, which is at least 1.
    pub seed: u64,
    /// The client of Kafka that partitions.
    pub kafka_client: KafkaClient,
    /// A hash below this fraction of 2^64 is in the sample.
    pub threshold: u128,
    /// The level of a compressor.
    pub level: i32,
    /// The most bytes of a decompressed value.
    pub max_bytes: usize,
    /// The length of a digest, or another number of what the function counts.
    pub length: usize,
    /// The key of a MAC, of the length that the function requires.
    pub key: Vec<u8>,
    /// The purpose of a derived key.
    pub context: String,
    /// The algorithm of a digest, or a checksum of S3.
    pub algorithm: Option<&'static Algorithm>,
    /// The algorithm of HMAC.
    pub mac_algorithm: Option<&'static MacAlgorithm>,
    /// The dictionary of zstd.
    pub dictionary: Option<Arc<Dictionary>>,
    /// The symbol table of FSST.
    pub symbols: Option<Arc<SymbolTable>>,
    /// The codec that a call names, and its level; `None` is `auto`.
    pub codec: Option<(&'static Codec, i32)>,
    /// The codec of a pack.
    pub pack_codec: pack::ChunkCodec,
    /// The index of a value in a pack, at least 1.
    pub index: u64,
    /// The most values of a sample.
    pub samples: usize,
    /// The fingerprint that a value is combined with.
    pub fingerprint: MultisetHash,
    /// The sketch that a value is compared with.
    pub sketch: Option<Arc<Sketch>>,
    /// The unit of a shingle.
    pub unit: ShingleUnit,
    /// The argument that set `max_bytes`: its own, or the dictionary's.
    pub(crate) max_bytes_in: Option<ArgKind>,
}
