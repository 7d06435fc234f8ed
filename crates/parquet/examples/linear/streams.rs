//! Streams: the frames and blocks that the command reads from files.

use hashlane_files::pipe::{DEFAULT_WINDOW_LIMIT, decompress};

use super::frames::{lz4_of, skippable, zstd_blocks, zstd_empty_blocks, zstd_of};
use super::{Case, Work, many};

pub const CASES: &[Case] = &[
    many("stream: empty zstd frames", |n| stream(zstd_of(b"").repeat(n), 0)),
    many("stream: zstd frames without a size", |n| stream(zstd_blocks(1, b'x').repeat(n), n)),
    many("stream: empty zstd blocks", |n| stream(zstd_empty_blocks(n), 0)),
    many("stream: zstd blocks", |n| stream(zstd_blocks(n, b'x'), n)),
    many("stream: empty LZ4 frames", |n| stream(lz4_of(0, true).repeat(n), 0)),
    many("stream: LZ4 frames", |n| stream(lz4_of(1, false).repeat(n), n)),
    many("stream: LZ4 blocks", |n| stream(lz4_of(n, true), n)),
    many("stream: linked LZ4 blocks", |n| stream(lz4_of(n, false), n)),
    many("stream: linked LZ4 blocks behind 64 KiB", |n| {
        // More than a window, then blocks of one.
        let frame = lz4_of(n, false);
        let (header, blocks) = frame.split_at(7);
        let stored = [&(70_000u32 | 1 << 31).to_le_bytes()[..], &[b'x'; 70_000]].concat();
        stream([header, &stored, blocks].concat(), 70_000 + n)
    }),
    many("stream: skippable frames", |n| stream([skippable(n), zstd_of(b"x")].concat(), 1)),
];

fn stream(input: Vec<u8>, content: usize) -> Work {
    Work::new(input.len(), move || {
        let mut out = Vec::new();
        decompress(&input[..], &mut out, DEFAULT_WINDOW_LIMIT).expect("it is valid");
        assert_eq!(out.len(), content);
        out.len()
    })
}
