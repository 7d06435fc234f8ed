//! zstd dictionaries: foreign ones, trained ones, and the cache that keeps them prepared.

mod cache;
mod frames;
mod training;
mod vectors;

use std::sync::{Arc, LazyLock};

use hashlane_codecs::{CodecError, Sample, Workspace, zstd};

use crate::support::events;

/// A dictionary of 8 KiB for events.
pub static EVENTS: LazyLock<Arc<zstd::Dictionary>> =
    LazyLock::new(|| prepared(&trained(&events::events(1, 1_000), 8 << 10)));

/// A dictionary of 4 KiB for URLs.
pub static URLS: LazyLock<Arc<zstd::Dictionary>> =
    LazyLock::new(|| prepared(&trained(&events::urls(1, 2_000), 4 << 10)));

/// A sample of all of `values`.
pub fn sample(values: &[Vec<u8>], max_bytes: usize) -> Sample {
    let limits = zstd::limits_for(max_bytes, zstd::DEFAULT_SAMPLES).unwrap();
    let mut sample = Sample::new(limits);
    values.iter().for_each(|value| sample.add(value).unwrap());
    sample
}

pub fn trained(values: &[Vec<u8>], max_bytes: usize) -> Vec<u8> {
    zstd::train(&sample(values, max_bytes), max_bytes).unwrap()
}

pub fn prepared(bytes: &[u8]) -> Arc<zstd::Dictionary> {
    zstd::Dictionary::prepared(bytes).unwrap()
}

/// `content` compressed in a new workspace.
pub fn encode(dictionary: &zstd::Dictionary, level: i32, content: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    zstd::compress_with(&mut Workspace::default(), level, dictionary, content, &mut out).unwrap();
    out
}

/// The content of `frame`.
pub fn decode_in(
    workspace: &mut Workspace,
    dictionary: &zstd::Dictionary,
    max_bytes: usize,
    frame: &[u8],
) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::new();
    zstd::decompress_with(workspace, max_bytes, dictionary, frame, &mut out).map(|()| out)
}

/// The content of `frame`, in a new workspace.
pub fn decode(
    dictionary: &zstd::Dictionary,
    max_bytes: usize,
    frame: &[u8],
) -> Result<Vec<u8>, CodecError> {
    decode_in(&mut Workspace::default(), dictionary, max_bytes, frame)
}
