//! The streaming states that the kernels don't have: hashes that are numbers, as big-endian bytes.

use crc_fast::CrcAlgorithm;
use hashlane_kernels::hash::stream::Stream;
use xxhash_rust::{xxh3::Xxh3, xxh32::Xxh32, xxh64::Xxh64};

pub(super) fn xxh32() -> Box<dyn Stream> {
    Box::new(State(Xxh32::new(0), Xxh32::update, |state| state.digest().to_be_bytes().to_vec()))
}

pub(super) fn xxh64() -> Box<dyn Stream> {
    Box::new(State(Xxh64::new(0), Xxh64::update, |state| state.digest().to_be_bytes().to_vec()))
}

pub(super) fn xxh3() -> Box<dyn Stream> {
    Box::new(State(Xxh3::new(), Xxh3::update, |state| state.digest().to_be_bytes().to_vec()))
}

pub(super) fn xxh128() -> Box<dyn Stream> {
    Box::new(State(Xxh3::new(), Xxh3::update, |state| state.digest128().to_be_bytes().to_vec()))
}

/// The CRC of zlib, PNG and Parquet.
pub(super) fn crc32() -> Box<dyn Stream> {
    crc(CrcAlgorithm::Crc32IsoHdlc, |value| (value as u32).to_be_bytes().to_vec())
}

pub(super) fn crc32c() -> Box<dyn Stream> {
    crc(CrcAlgorithm::Crc32Iscsi, |value| (value as u32).to_be_bytes().to_vec())
}

pub(super) fn crc64nvme() -> Box<dyn Stream> {
    crc(CrcAlgorithm::Crc64Nvme, |value| value.to_be_bytes().to_vec())
}

pub(super) fn adler32() -> Box<dyn Stream> {
    Box::new(State(adler2::Adler32::new(), adler2::Adler32::write_slice, |state| {
        state.checksum().to_be_bytes().to_vec()
    }))
}

/// A state, how it takes input, and the digest of the input so far.
#[derive(Clone)]
struct State<S>(S, fn(&mut S, &[u8]), fn(&S) -> Vec<u8>);

impl<S: Clone + Send + Sync + 'static> Stream for State<S> {
    fn update(&mut self, bytes: &[u8]) {
        (self.1)(&mut self.0, bytes);
    }

    fn digest(&self) -> Vec<u8> {
        (self.2)(&self.0)
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(self.clone())
    }
}

#[derive(Clone)]
struct Crc(crc_fast::Digest, fn(u64) -> Vec<u8>);

fn crc(algorithm: CrcAlgorithm, bytes: fn(u64) -> Vec<u8>) -> Box<dyn Stream> {
    Box::new(Crc(crc_fast::Digest::new(algorithm), bytes))
}

impl Stream for Crc {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn digest(&self) -> Vec<u8> {
        (self.1)(self.0.finalize())
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(self.clone())
    }
}
