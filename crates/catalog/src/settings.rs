//! The arguments of a call beside its value, checked.

use std::sync::Arc;

use hashlane_codecs::Codec;
use hashlane_codecs::fsst::SymbolTable;
use hashlane_codecs::pack;
use hashlane_codecs::zstd::Dictionary;
use hashlane_kernels::hash::{Algorithm, MacAlgorithm};

use crate::kind::Kind;

/// The arguments of a call that are not its value. Each is what the function's row of the
/// catalogue says it is; those that the function does not have are never read.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of a hash, or its number of buckets: 1 and more.
    pub seed: u64,
    /// The hashes below this are in a sample: the fraction of 2^64.
    pub threshold: u128,
    /// The level of a compressor.
    pub level: i32,
    /// The most bytes of a decompressed value.
    pub max_bytes: usize,
    /// The length of a digest.
    pub length: usize,
    /// The key of a MAC, as long as the function wants it.
    pub key: Vec<u8>,
    /// What a derived key is for.
    pub context: String,
    /// The algorithm of a digest, or a checksum of S3.
    pub algorithm: Option<&'static Algorithm>,
    /// The algorithm of HMAC.
    pub mac_algorithm: Option<&'static MacAlgorithm>,
    /// The dictionary of zstd.
    pub dictionary: Option<Arc<Dictionary>>,
    /// The symbol table of FSST.
    pub symbols: Option<Arc<SymbolTable>>,
    /// The codec that a call names, and its level; none is `auto`.
    pub codec: Option<(&'static Codec, i32)>,
    /// The codec of a pack.
    pub pack_codec: pack::Codec,
    /// The place of a value in a pack: 1 and more.
    pub index: u64,
    /// The most values of a sample.
    pub samples: usize,
    /// The argument that a call gave `max_bytes` in: its own, or the dictionary's.
    pub(crate) max_bytes_in: Option<Kind>,
}
