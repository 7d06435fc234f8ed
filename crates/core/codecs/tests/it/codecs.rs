//! Round trips: every level, every length around the formats' edges, in fresh and in used
//! workspaces, and in other decoders.

use hashlane_codecs::{CODECS, CodecError, Workspace, lz4, zstd};

use crate::support::codec::{self, Codec, LZ4_BLOCK, LZ4_FRAME, ZSTD};
use crate::support::inputs::{Numbers, cycle};

/// Contents that compress in different ways, of lengths around the edges of tokens, hash tables
/// (64 KiB) and blocks.
fn contents() -> Vec<Vec<u8>> {
    let lengths = (0..40).chain([63, 64, 65, 255, 256, 257, 1000, 4096, 65_534, 65_535, 65_536]);
    let lengths = lengths.chain([65_537, 131_071, 131_072, 131_073, 262_145]);
    let mut numbers = Numbers(3);
    lengths
        .flat_map(|length| [vec![0; length], cycle(length), numbers.bytes(length), words(length)])
        .collect()
}

/// The contents that `codec` compresses fast enough for a test.
fn contents_for(codec: &Codec, level: i32) -> Vec<Vec<u8>> {
    let most = if codec.is_slow(level) { 4096 } else { usize::MAX };
    contents().into_iter().filter(|content| content.len() <= most).collect()
}

/// Words in random order, which every codec can shorten.
fn words(length: usize) -> Vec<u8> {
    const WORDS: [&str; 6] = ["lorem ", "ipsum ", "dolor ", "sit ", "amet, ", "elit. "];
    let mut numbers = Numbers(4);
    (0..length).flat_map(|_| WORDS[numbers.below(6)].bytes()).take(length).collect()
}

#[test]
fn contents_come_back_at_every_level() {
    for codec in codec::ALL {
        let mut workspace = Workspace::default();
        for level in codec.levels {
            for content in &contents_for(&codec, *level) {
                let mut frame = Vec::new();
                (codec.compress)(&mut workspace, *level, content, &mut frame).unwrap();
                let back = codec.decode_in(&mut workspace, content.len(), &frame).unwrap();
                assert!(back == *content, "{} {level}: {} bytes", codec.name, content.len());
            }
        }
    }
}

#[test]
fn every_length_comes_back() {
    let mut numbers = Numbers(22);
    for codec in codec::ALL {
        let mut workspace = Workspace::default();
        let level = codec.levels[0];
        for length in 0..=1100 {
            for content in [words(length), cycle(length), numbers.bytes(length)] {
                let mut frame = Vec::new();
                (codec.compress)(&mut workspace, level, &content, &mut frame).unwrap();
                let back = codec.decode_in(&mut workspace, length, &frame);
                assert!(back.as_ref() == Ok(&content), "{}: {length} bytes", codec.name);
            }
        }
    }
}

/// Every level of every codec in one workspace: round trips, and the highest level compresses better
/// than the lowest.
#[test]
fn every_level_comes_back() {
    let content = words(4_000);
    for codec in CODECS {
        let mut workspace = Workspace::default();
        let mut lengths = Vec::new();
        for level in codec.levels.clone().unwrap_or(0..=0) {
            for content in [&content[..], &content[..54], b""] {
                let (mut frame, mut back) = (vec![], vec![]);
                (codec.compress)(&mut workspace, level, content, &mut frame).unwrap();
                (codec.decompress)(&mut workspace, content.len(), &frame, &mut back).unwrap();
                assert!(back == content, "{} {level}: {} bytes", codec.name, content.len());
                lengths.push(frame.len());
            }
        }
        // bzip2's levels are sizes of blocks, from 100,000 bytes up.
        let worse = codec.levels.is_some()
            && codec.name != "bzip2"
            && lengths[lengths.len() - 3] >= lengths[0];
        assert!(!worse, "{}: the level has no effect: {lengths:?}", codec.name);
    }
}

#[test]
fn zstd_takes_all_its_levels() {
    let content = words(4_000);
    let mut workspace = Workspace::default();
    let mut lengths = Vec::new();
    for level in zstd::LEVELS {
        let mut frame = Vec::new();
        zstd::compress(&mut workspace, level, &content, &mut frame).unwrap();
        assert_eq!(ZSTD.decode(content.len(), &frame), Ok(content.clone()), "level {level}");
        lengths.push(frame.len());
    }
    assert!(lengths.last() < lengths.first(), "the level has no effect: {lengths:?}");
    workspace.trim();
    let mut frame = Vec::new();
    zstd::compress(&mut workspace, 3, &content, &mut frame).unwrap();
    assert_eq!(frame, ZSTD.encode(3, &content), "after a trim");
}

/// A workspace carries nothing from row to row: no level, no table, no failure.
#[test]
fn a_used_workspace_gives_the_same_bytes() {
    for codec in codec::ALL {
        let mut workspace = Workspace::default();
        for (i, content) in contents().iter().enumerate() {
            let level = codec.levels[i % codec.levels.len()];
            if codec.is_slow(level) && content.len() > 4096 {
                continue;
            }
            let mut frame = Vec::new();
            (codec.compress)(&mut workspace, level, content, &mut frame).unwrap();
            assert!(frame == codec.encode(level, content), "{}: content {i}", codec.name);
            let broken = &frame[..frame.len() - 1];
            assert!(
                codec.has_no_end() || codec.decode_in(&mut workspace, 1 << 20, broken).is_err(),
                "{}",
                codec.name
            );
            let back = codec.decode_in(&mut workspace, 1 << 20, &frame);
            assert!(back.as_ref() == Ok(content), "{}: content {i} after a failure", codec.name);
        }
    }
}

/// Output is appended to the buffer.
#[test]
fn output_is_appended() {
    for codec in codec::ALL {
        let mut out = b"before".to_vec();
        let mut workspace = Workspace::default();
        (codec.compress)(&mut workspace, codec.levels[0], b"the content", &mut out).unwrap();
        let (before, frame) = out.split_at(6);
        assert_eq!(
            (before, frame),
            (&b"before"[..], &codec.encode(codec.levels[0], b"the content")[..])
        );
        let mut content = b"before".to_vec();
        (codec.decompress)(&mut workspace, 11, frame, &mut content).unwrap();
        assert_eq!(content, b"beforethe content", "{}", codec.name);
    }
}

/// Our frames record the size of their content and its checksum, as zstd's and LZ4's header flags
/// say.
#[test]
fn frames_have_a_size_and_a_checksum() {
    for content in [vec![], cycle(1), cycle(300), cycle(70_000)] {
        let frame = ZSTD.encode(3, &content);
        assert_eq!(frame[4] & 0b100, 0b100, "zstd's checksum flag");
        let size = zstd_safe::get_frame_content_size(&frame);
        assert!(matches!(size, Ok(Some(size)) if size == content.len() as u64));
        let frame = LZ4_FRAME.encode(0, &content);
        assert_eq!(frame[4] & 0b1100, 0b1100, "LZ4's content size and checksum flags");
        assert_eq!(frame[6..14], (content.len() as u64).to_le_bytes());
    }
}

/// Another reader of LZ4 frames, and of blocks after their length.
#[test]
fn lz4_flex_reads_ours() {
    for content in contents() {
        let frame = LZ4_FRAME.encode(0, &content);
        let mut back = Vec::new();
        let mut decoder = lz4_flex::frame::FrameDecoder::new(&frame[..]);
        std::io::Read::read_to_end(&mut decoder, &mut back).unwrap();
        assert!(back == content, "frame of {} bytes", content.len());
        let block = LZ4_BLOCK.encode(0, &content);
        let back = lz4_flex::block::decompress_size_prepended(&block).unwrap();
        assert!(back == content, "block of {} bytes", content.len());
    }
}

/// Incompressible content grows by no more than its frame.
#[test]
fn noise_grows_little() {
    let noise = Numbers(5).bytes(100_000);
    let bound = |codec: &Codec| match codec.name {
        "lz4 block" | "lz4hc block" | "lz4_raw" | "lz4_legacy" | "hadoop_lz4" => {
            100_000 + 100_000 / 255 + 24
        }
        "gzip" | "zlib" | "deflate" => 100_000 + 100, // in blocks of 16 KiB
        "xz" | "lz4_java" => 100_000 + 100,           // with an index; two headers and the end
        "snappy_java" => 100_000 + 60,
        "bzip2" | "lzma" => 102_500, // neither stores
        _ => 100_000 + 40,
    };
    for codec in codec::ALL {
        let frame = codec.encode(codec.levels[0], &noise);
        assert!(frame.len() <= bound(&codec), "{}: {} bytes", codec.name, frame.len());
    }
}

/// The memory is allocated zeroed and never touched, so this costs nothing.
#[test]
fn too_long_for_lz4_is_an_error() {
    let content = vec![0; lz4::block::MAX_INPUT + 1];
    let error = lz4::block::compress(&mut Workspace::default(), 0, &content, &mut Vec::new());
    assert!(matches!(error, Err(CodecError::InputTooLong { .. })), "{error:?}");
}
