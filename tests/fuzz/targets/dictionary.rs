//! Untrusted dictionaries of zstd. The first byte is the cap, then comes a dictionary behind
//! its length, and a frame.
//!
//! Bytes without the magic number are raw content. What a dictionary that is taken compresses, it decompresses to the same; without it that is an error.
//! What is decompressed at all is what libzstd finds.
#![no_main]

use hashlane_codecs::{CodecError, Workspace, zstd};
use hashlane_fuzz::alloc::within;
use hashlane_fuzz::split;
use libfuzzer_sys::fuzz_target;
use zstd_safe::{DCtx, DDict};

fuzz_target!(|data: &[u8]| {
    let Some((&byte, data)) = data.split_first() else { return };
    let (bytes, frame) = split::part(data);
    let cap = split::cap(byte);
    let _ = zstd::dict_id(frame);
    let Ok(dictionary) = zstd::Dictionary::prepared(bytes) else { return };
    if dictionary.id().is_some() {
        assert_eq!(zstd::dict_id(bytes), Ok(dictionary.id()));
    }
    assert_eq!(dictionary.bytes(), bytes);
    let mut workspace = Workspace::default();
    let mut out = Vec::new();
    let decompressed = within(2 * cap + (8 << 20), || {
        zstd::decompress_with(&mut workspace, cap, &dictionary, frame, &mut out)
    });
    assert!(decompressed.is_err() || out.len() <= cap);
    if decompressed.is_ok() {
        let mut expected = vec![0; out.len()];
        let prepared = DDict::create(bytes);
        let mut context = DCtx::create();
        let found = context.decompress_using_ddict(&mut expected[..], frame, &prepared);
        assert_eq!((found, expected), (Ok(out.len()), out));
    }

    let mut compressed = Vec::new();
    zstd::compress_with(&mut workspace, 1, &dictionary, frame, &mut compressed).expect("a level");
    let mut back = Vec::new();
    zstd::decompress_with(&mut workspace, frame.len(), &dictionary, &compressed, &mut back)
        .expect("we wrote it");
    assert!(back == frame);
    let mut alone = Vec::new();
    let without = zstd::decompress(&mut workspace, frame.len(), &compressed, &mut alone);
    match dictionary.id() {
        Some(needed) => {
            let expected = CodecError::WrongDictionary { needed, given: None };
            assert_eq!(without, Err(expected));
        }
        // Only the checksum tells: a frame that refers to nothing in the dictionary is right without it.
        None => assert!(without.is_err() || alone == frame),
    }
});
