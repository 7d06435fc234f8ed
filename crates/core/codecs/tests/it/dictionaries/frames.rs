//! Our frames that need a dictionary.

use std::thread;

use hashlane_codecs::{CodecError, Workspace, zstd};

use super::{EVENTS, URLS, decode, decode_in, encode};
use crate::support::codec::ZSTD;
use crate::support::events::{events, urls};
use crate::support::hash::Hash;
use crate::support::inputs::{Numbers, cycle};

fn contents() -> Vec<Vec<u8>> {
    let mut contents = events(2, 30);
    contents.extend(urls(2, 30));
    for length in [0, 1, 7, 8, 9, 255, 256, 257, 65_791, 65_792, 131_072, 131_073, 300_000] {
        contents.push(cycle(length));
        contents.push(Numbers(9).bytes(length));
        contents.push(events(7, 400).concat()[..length].to_vec());
    }
    contents
}

#[test]
fn contents_come_back_at_every_level() {
    let mut workspace = Workspace::default();
    for level in zstd::LEVELS {
        for content in contents() {
            let mut frame = Vec::new();
            zstd::compress_with(&mut workspace, level, &EVENTS, &content, &mut frame).unwrap();
            let back = decode_in(&mut workspace, &EVENTS, content.len(), &frame);
            assert!(back.as_ref() == Ok(&content), "level {level}: {} bytes", content.len());
        }
    }
}

/// The content size, the id and the checksum are where RFC 8878 puts them.
#[test]
fn frames_carry_size_id_and_checksum() {
    for content in contents() {
        let frame = encode(&EVENTS, 3, &content);
        assert_eq!(frame[4] & 0b100, 0b100, "the checksum flag");
        let size = zstd_safe::get_frame_content_size(&frame);
        assert!(matches!(size, Ok(Some(size)) if size == content.len() as u64));
        assert_eq!(zstd::dict_id(&frame), Ok(EVENTS.id()));
        let hash = Hash::named("xxh64").one(&content, 0);
        let checksum: Vec<u8> = hash[4..].iter().rev().copied().collect();
        assert_eq!(frame[frame.len() - 4..], checksum, "the low half of XXH64");
    }
}

/// zstd itself, which checks the checksum, reads our frames. If zstd writes a checksum, its frames
/// have the same bytes.
#[test]
fn zstd_reads_and_makes_the_same() {
    use zstd_safe::{CCtx, CParameter, DCtx};
    for level in [-7, 1, 3, 9, 19] {
        let mut compressor = CCtx::create();
        compressor.set_parameter(CParameter::CompressionLevel(level)).unwrap();
        compressor.set_parameter(CParameter::ChecksumFlag(true)).unwrap();
        compressor.load_dictionary(EVENTS.bytes()).unwrap();
        for content in events(2, 30) {
            let frame = encode(&EVENTS, level, &content);
            let mut back = vec![0; content.len()];
            let read = DCtx::create().decompress_using_dict(&mut back[..], &frame, EVENTS.bytes());
            assert_eq!((read, &back), (Ok(content.len()), &content));
            let mut theirs = Vec::with_capacity(zstd_safe::compress_bound(content.len()));
            compressor.compress2(&mut theirs, &content).unwrap();
            assert_eq!(theirs.len(), frame.len(), "level {level}");
            assert_eq!(theirs, frame, "level {level}");
        }
    }
}

/// No level, dictionary or failure stays in a workspace.
#[test]
fn a_used_workspace_gives_the_same_bytes() {
    let mut workspace = Workspace::default();
    for (i, content) in contents().iter().enumerate() {
        let level = [1, 3, -7, 9, 19][i % 5];
        let dictionary = if i % 2 == 0 { &EVENTS } else { &URLS };
        let mut frame = Vec::new();
        zstd::compress_with(&mut workspace, level, dictionary, content, &mut frame).unwrap();
        assert!(frame == encode(dictionary, level, content), "content {i}");
        let mut plain = Vec::new();
        zstd::compress(&mut workspace, level, content, &mut plain).unwrap();
        assert!(plain == ZSTD.encode(level, content), "content {i} without a dictionary");
        let broken = &frame[..frame.len() - 1];
        assert!(decode_in(&mut workspace, dictionary, 1 << 20, broken).is_err());
        assert!(ZSTD.decode_in(&mut workspace, 1 << 20, &frame).is_err());
        assert!(ZSTD.decode_in(&mut workspace, 1 << 20, &plain).as_ref() == Ok(content));
        let back = decode_in(&mut workspace, dictionary, 1 << 20, &frame);
        assert!(back.as_ref() == Ok(content), "content {i} after a failure");
    }
}

#[test]
fn output_is_appended() {
    let mut out = b"before".to_vec();
    let mut workspace = Workspace::default();
    zstd::compress_with(&mut workspace, 3, &EVENTS, b"the content", &mut out).unwrap();
    let (before, frame) = out.split_at(6);
    assert_eq!((before, frame), (&b"before"[..], &encode(&EVENTS, 3, b"the content")[..]));
    let mut content = b"before".to_vec();
    zstd::decompress_with(&mut workspace, 11, &EVENTS, frame, &mut content).unwrap();
    assert_eq!(content, b"beforethe content");
}

#[test]
fn frames_follow_each_other() {
    let [one, two] = [cycle(300), b"the other content".to_vec()];
    let frames = [encode(&EVENTS, 3, &one), encode(&EVENTS, 3, &two)].concat();
    let both = [one, two].concat();
    assert_eq!(decode(&EVENTS, both.len(), &frames), Ok(both.clone()));
    let short = decode(&EVENTS, both.len() - 1, &frames);
    assert_eq!(short, Err(CodecError::OverLimit { max_bytes: both.len() - 1 }));
    let other = encode(&URLS, 3, b"of another dictionary");
    let wrong = CodecError::WrongDictionary { needed: URLS.id().unwrap(), given: EVENTS.id() };
    assert_eq!(decode(&EVENTS, 1000, &[frames, other].concat()), Err(wrong));
}

#[test]
fn a_level_that_zstd_has_not_is_an_error() {
    let mut workspace = Workspace::default();
    for level in [i32::MIN, -8, 23, i32::MAX] {
        let mut out = Vec::new();
        let result = zstd::compress_with(&mut workspace, level, &EVENTS, b"content", &mut out);
        assert!(matches!(result, Err(CodecError::Argument { .. })), "{level}: {result:?}");
        assert!(result.unwrap_err().to_string().contains(&level.to_string()));
    }
}

#[test]
fn threads_share_a_dictionary() {
    let contents = contents();
    let work = |dictionary: &zstd::Dictionary, first: usize| {
        let mut workspace = Workspace::default();
        let mut frames = vec![Vec::new(); contents.len()];
        for i in (0..contents.len()).map(|i| (first + i) % contents.len()) {
            let level = [1, 3, 5][i % 3];
            let out = &mut frames[i];
            zstd::compress_with(&mut workspace, level, dictionary, &contents[i], out).unwrap();
            let back = decode_in(&mut workspace, dictionary, 1 << 20, &frames[i]);
            assert!(back.as_ref() == Ok(&contents[i]));
        }
        frames
    };
    // The cache has the dictionary, but not its levels, so the threads meet where these are prepared.
    let bytes = super::trained(&events(21, 500), 5_000);
    let serial = work(&super::prepared(&super::trained(&events(21, 500), 5_000)), 0);
    let dictionary = super::prepared(&bytes);
    thread::scope(|scope| {
        let (work, dictionary) = (&work, &dictionary);
        let threads: Vec<_> =
            (0..8).map(|i| scope.spawn(move || work(dictionary, i * 7))).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == serial);
        }
    });
}

/// Raw content: zstd reads our frames and writes the same, which we read. No frame names the content.
#[test]
fn raw_content_is_a_dictionary() {
    use zstd_safe::{CCtx, CParameter, DCtx};
    let raw = events(1, 40).concat();
    for bytes in [&raw[..], &raw[..8], &encode(&EVENTS, 3, b"a frame is content like any other")] {
        let dictionary = super::prepared(bytes);
        assert_eq!((dictionary.id(), dictionary.bytes()), (None, bytes));
        for level in [-7, 1, 3, 9, 19] {
            let mut compressor = CCtx::create();
            compressor.set_parameter(CParameter::CompressionLevel(level)).unwrap();
            compressor.set_parameter(CParameter::ChecksumFlag(true)).unwrap();
            compressor.load_dictionary(bytes).unwrap();
            for content in contents() {
                let frame = encode(&dictionary, level, &content);
                assert_eq!(zstd::dict_id(&frame), Ok(None));
                let mut back = vec![0; content.len()];
                let read = DCtx::create().decompress_using_dict(&mut back[..], &frame, bytes);
                assert_eq!((read, &back), (Ok(content.len()), &content));
                let mut theirs = Vec::with_capacity(zstd_safe::compress_bound(content.len()));
                compressor.compress2(&mut theirs, &content).unwrap();
                // For long content and high levels, zstd chooses other parameters if it loads the dictionary itself.
                let differs = content.len() > 10_000 || level > 3;
                assert!(theirs == frame || differs, "{level}: {}", content.len());
                assert_eq!(decode(&dictionary, content.len(), &theirs), Ok(content));
            }
        }
    }
}

/// Frames don't name raw content, so only the checksum finds the error.
#[test]
fn another_raw_content_is_an_error() {
    let [one, other] =
        [events(1, 40), urls(1, 80)].map(|content| super::prepared(&content.concat()));
    let mut differ = 0;
    for content in events(2, 30) {
        let frame = encode(&one, 3, &content);
        assert!(frame.len() < content.len() / 2, "the dictionary is used");
        for result in [decode(&other, 1 << 20, &frame), ZSTD.decode(1 << 20, &frame)] {
            assert!(matches!(result, Err(CodecError::Corrupt { .. })), "{result:?}");
            differ += 1;
        }
    }
    assert_eq!(differ, 60);
    let named = encode(&EVENTS, 3, b"content");
    let error = CodecError::RawDictionary { needed: EVENTS.id().unwrap() };
    assert_eq!(decode(&one, 100, &named), Err(error.clone()));
    assert!(error.is_bad_input() && error.to_string().contains("raw content"), "{error}");
}
