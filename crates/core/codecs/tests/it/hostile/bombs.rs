//! Small inputs that expand to much: an error that names the cap, quickly, within twice the cap.

use std::time::Duration;

use hashlane_codecs::CodecError;

use crate::support::alloc;
use crate::support::codec::{
    BROTLI, Codec, GZIP, LZ4_BLOCK, LZ4_FRAME, LZ4HC_BLOCK, SNAPPY, XZ, ZLIB, ZSTD,
};
use crate::support::hash::Hash;

const MIB: usize = 1 << 20;

/// The processor time of this thread, if the system reports it. On a busy machine, wall time says
/// nothing.
fn processor_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    statistics.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

fn check(name: &str, codec: Codec, bomb: &[u8], max_bytes: usize) {
    let start = processor_time();
    let (result, peak) = alloc::peak(|| codec.decode(max_bytes, bomb).map(|content| content.len()));
    assert_eq!(result, Err(CodecError::OverLimit { max_bytes }), "{name}");
    assert!(peak <= 2 * max_bytes, "{name}: {peak} bytes were taken under a cap of {max_bytes}");
    let taken = processor_time().zip(start).map(|(end, start)| end - start);
    assert!(taken.is_none_or(|taken| taken < Duration::from_secs(1)), "{name}: {taken:?}");
}

/// 80 MiB of one byte, which `codec` compresses well.
fn compressed(codec: Codec, level: i32, least_ratio: usize) -> Vec<u8> {
    let bomb = codec.encode(level, &vec![b'x'; 80 * MIB]);
    assert!(bomb.len() * least_ratio <= 80 * MIB, "{}: {} bytes", codec.name, bomb.len());
    bomb
}

#[test]
fn deflate() {
    for codec in [GZIP, ZLIB] {
        let bomb = compressed(codec, 9, 1000);
        check(codec.name, codec, &bomb, 64 * MIB);
        check(codec.name, codec, &bomb, MIB);
    }
    let member = GZIP.encode(9, &vec![b'x'; MIB]);
    check("many members", GZIP, &member.repeat(80), 64 * MIB);
    check("many members", GZIP, &member.repeat(80), MIB);
}

#[test]
fn snappy() {
    check("snappy", SNAPPY, &compressed(SNAPPY, 0, 21), 64 * MIB);
    // With a length that fits under the cap, and copies that exceed it.
    let content = SNAPPY.encode(0, &vec![b'x'; MIB]);
    let lying = [&[0xE8, 7][..], &content[3..]].concat(); // 1000
    let (result, peak) = alloc::peak(|| SNAPPY.decode(MIB, &lying));
    assert!(result.is_err() && peak <= MIB, "{peak} bytes were taken");
}

/// A Brotli window may take 16 MiB, whatever the cap.
#[test]
fn brotli() {
    for level in [1, 5] {
        let bomb = compressed(BROTLI, level, 5000);
        check("brotli", BROTLI, &bomb, 64 * MIB);
        let (result, peak) = alloc::peak(|| BROTLI.decode(MIB, &bomb));
        assert_eq!(result, Err(CodecError::OverLimit { max_bytes: MIB }));
        assert!(peak <= 20 * MIB, "{peak} bytes were taken");
    }
}

#[test]
fn xz() {
    let bomb = compressed(XZ, 0, 1000);
    check("xz", XZ, &bomb, 64 * MIB);
    check("xz", XZ, &bomb, MIB);
    let stream = XZ.encode(0, &vec![b'x'; MIB]);
    check("many streams", XZ, &stream.repeat(80), 64 * MIB);
    check("many streams", XZ, &stream.repeat(80), MIB);
}

#[test]
fn lz4hc_blocks() {
    check("HC block", LZ4HC_BLOCK, &compressed(LZ4HC_BLOCK, 9, 200), 64 * MIB);
}

/// A zstd frame of `blocks` blocks, each of one byte repeated 128 Ki times, in 4 bytes.
fn zstd_bomb(blocks: usize, content_size: Option<u64>) -> Vec<u8> {
    // A window of 128 KiB; the content size, if there is one, in 8 bytes.
    let descriptor = if content_size.is_some() { 0b1100_0000 } else { 0 };
    let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, descriptor, 7 << 3];
    frame.extend(content_size.iter().flat_map(|size| size.to_le_bytes()));
    for i in 1..=blocks {
        const RLE: u32 = 1 << 1;
        let header = 128 << 13 | RLE | u32::from(i == blocks);
        frame.extend_from_slice(&header.to_le_bytes()[..3]);
        frame.push(b'x');
    }
    frame
}

#[test]
fn zstd() {
    let max_bytes = 64 * MIB;
    for (name, size) in [("without a size", None), ("of an honest size", Some(1 << 30))] {
        let bomb = zstd_bomb(8192, size);
        assert!(bomb.len() <= 32 * 1024 + 14);
        check(name, ZSTD, &bomb, max_bytes);
    }
    let many = zstd_bomb(1, None).repeat(4096);
    check("many frames", ZSTD, &many, max_bytes);
    let many = zstd_bomb(1, Some(128 << 10)).repeat(4096);
    check("many frames with sizes", ZSTD, &many, max_bytes);
}

/// The bomb is a valid frame: under a cap that is large enough, all of it is decoded.
#[test]
fn a_bomb_is_a_good_frame() {
    let content = ZSTD.decode(16 * MIB, &zstd_bomb(128, None)).unwrap();
    assert!(content.len() == 16 * MIB && content.iter().all(|byte| *byte == b'x'));
    let content = LZ4_FRAME.decode(64 * MIB, &lz4_bomb(8, None)).unwrap();
    assert_eq!(content.len(), 8 * 16_000 * 255);
}

/// An LZ4 frame of `blocks` independent blocks of up to 4 MiB in 16 KB each. LZ4 expands at most
/// 255-fold.
fn lz4_bomb(blocks: usize, content_size: Option<u64>) -> Vec<u8> {
    let mut flags = 0b0110_0000;
    flags |= if content_size.is_some() { 0b1000 } else { 0 };
    let mut descriptor = vec![flags, 7 << 4];
    descriptor.extend(content_size.iter().flat_map(|size| size.to_le_bytes()));
    let mut frame = [&0x184D_2204u32.to_le_bytes()[..], &descriptor].concat();
    frame.push(Hash::named("xxh32").one(&descriptor, 0)[2]);
    let block = lz4_block();
    for _ in 0..blocks {
        frame.extend_from_slice(&(block.len() as u32).to_le_bytes());
        frame.extend_from_slice(&block);
    }
    frame.extend_from_slice(&[0; 4]);
    frame
}

/// One literal, and a match of itself to 16,000 × 255 bytes with the last five literals.
fn lz4_block() -> Vec<u8> {
    let matched = 16_000 * 255 - 6 - 19;
    let mut block = vec![0x1F, b'x', 1, 0];
    block.extend(std::iter::repeat_n(255, matched / 255));
    block.push((matched % 255) as u8);
    block.extend_from_slice(b"\x50xxxxx");
    block
}

#[test]
fn lz4_frames() {
    for (name, size) in [("without a size", None), ("of an honest size", Some(264 * 16_000 * 255))]
    {
        let bomb = lz4_bomb(264, size); // 1 GiB in 4.2 MB
        check(name, LZ4_FRAME, &bomb, 64 * MIB);
        check(name, LZ4_FRAME, &bomb, MIB);
    }
    check("many frames", LZ4_FRAME, &lz4_bomb(1, None).repeat(20), 64 * MIB);
}

#[test]
fn lz4_blocks() {
    let bomb = [&(16_000u32 * 255).to_le_bytes()[..], &lz4_block()].concat();
    assert_eq!(LZ4_BLOCK.decode(4 * MIB, &bomb).map(|content| content.len()), Ok(16_000 * 255));
    check("block", LZ4_BLOCK, &bomb, MIB);
    // With a length that fits under the cap, and a block that exceeds it.
    let lying = [&1000u32.to_le_bytes()[..], &lz4_block()].concat();
    let (result, peak) = alloc::peak(|| LZ4_BLOCK.decode(MIB, &lying));
    assert!(result.is_err() && peak <= MIB, "{peak} bytes were taken");
}
