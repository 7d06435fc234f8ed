//! What is verified, and on how many threads.

use std::num::NonZeroUsize;

/// How a file is verified.
#[derive(Clone, Debug)]
pub struct Verify {
    /// Whether pages are decompressed and decoded, and counts, statistics, indexes and Bloom filters
    /// compared with what they hold.
    pub deep: bool,
    /// Threads that read column chunks.
    pub threads: NonZeroUsize,
    /// Pages of more bytes, compressed or not, are not decoded: their `page_decode` is unverified.
    /// All threads together take about six times as much memory. Checksums are verified whatever
    /// the size of a page.
    pub max_page_bytes: usize,
}

impl Default for Verify {
    /// Not deep, a thread per core, pages of up to 32 MiB.
    fn default() -> Self {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Verify { deep: false, threads, max_page_bytes: 32 << 20 }
    }
}
