//! Streams: the frames and blocks that the command reads from files.

use hashlane_codecs::{Codec, Workspace};
use hashlane_files::pipe::{self, DecompressOptions, decompress};

use super::frames::{lz4_of, skippable, zstd_blocks, zstd_empty_blocks, zstd_of};
use super::{Case, Work, few, many};

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
    many("stream: empty gzip members", |n| stream(of("gzip", b"").repeat(n), 0)),
    many("stream: gzip members", |n| stream(of("gzip", b"x").repeat(n), n)),
    many("stream: empty bzip2 streams", |n| stream(of("bzip2", b"").repeat(n), 0)),
    few("stream: bzip2 streams", |n| stream(of("bzip2(1)", b"x").repeat(n), n)),
    few("stream: xz streams", |n| stream(of("xz(0)", b"x").repeat(n), n)),
    many("stream: chunks of framed Snappy", |n| stream(of("snappy_frame", b"x").repeat(n), n)),
    many("stream: streams of snappy-java", |n| stream(of("snappy_java", b"x").repeat(n), n)),
    many("stream: streams of lz4-java", |n| stream(of("lz4_java", b"x").repeat(n), n)),
    many("stream: legacy LZ4 frames", |n| stream(of("lz4_legacy", b"x").repeat(n), n)),
    many("stream: records of hadoop_snappy", |n| named("hadoop_snappy", n)),
    many("stream: records of hadoop_lz4", |n| named("hadoop_lz4", n)),
];

/// A stream of `content`.
fn of(codec: &str, content: &[u8]) -> Vec<u8> {
    let (codec, level) = Codec::parse(codec).expect("it exists");
    let mut out = Vec::new();
    (codec.compress)(&mut Workspace::default(), level, content, &mut out).expect("it compresses");
    out
}

/// Streams of one byte, in a format without a magic number.
fn named(codec: &str, n: usize) -> Work {
    let input = of(codec, b"x").repeat(n);
    let codec = Some(pipe::StreamCodec::parse(codec).expect("it is one of streams"));
    let options = DecompressOptions { codec, ..Default::default() };
    Work::new(input.len(), move || {
        let mut out = Vec::new();
        decompress(&input[..], &mut out, &options).expect("it is valid");
        assert_eq!(out.len(), n);
        out.len()
    })
}

fn stream(input: Vec<u8>, content: usize) -> Work {
    Work::new(input.len(), move || {
        let mut out = Vec::new();
        decompress(&input[..], &mut out, &DecompressOptions::default()).expect("it is valid");
        assert_eq!(out.len(), content);
        out.len()
    })
}
