//! Options of a verification.

use std::num::NonZeroUsize;

/// The options of a verification.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Whether to decompress and decode pages, and to compare counts, statistics, indexes and Bloom filters with their
    /// content.
    pub deep: bool,
    /// The number of threads that read column chunks.
    pub threads: NonZeroUsize,
    /// Pages with more bytes, compressed or not, are not decoded: their `page_decode` is unverified. All threads
    /// together take about six times as much memory. Checksums are verified for pages of any size.
    pub max_page_bytes: usize,
}

impl Default for VerifyOptions {
    /// Not deep, one thread per core, pages of up to 32 MiB.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        VerifyOptions { deep: false, threads, max_page_bytes: 32 << 20 }
    }
}
