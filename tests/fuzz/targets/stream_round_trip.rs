//! Streams compressed and decompressed. The first byte is the format, the second the level, the third the
//! threads; the rest is repeated as often as the fourth says, so that there are blocks and pieces.
#![no_main]

use std::io;
use std::num::NonZero;

use hashlane_files::pipe::{CompressOptions, DecompressOptions, StreamCodec, compress, decompress};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&[format, level, threads, times], content)) = data.split_first_chunk() else {
        return;
    };
    let codec =
        StreamCodec::all().nth(usize::from(format >> 2) % StreamCodec::all().count()).expect("one");
    let level = [1, 3, 2, 9][usize::from(level) % 4];
    let level = if codec.check_level(level).is_ok() { level } else { codec.default_level() };
    let content = content.repeat(1 + usize::from(times));
    let options = CompressOptions {
        codec,
        level,
        threads: NonZero::new(1 + usize::from(threads) % 2).expect("one or two"),
        adapt: None,
        dictionary: None,
        size: (format & 2 == 0).then_some(content.len() as u64),
    };
    let mut compressed = Vec::new();
    let counts = compress(io::Cursor::new(content.clone()), &mut compressed, &options);
    let counts = counts.expect("it has the level");
    assert_eq!(counts.content_bytes, content.len() as u64);
    assert_eq!(counts.compressed_bytes, compressed.len() as u64);
    let mut back = Vec::new();
    let options = DecompressOptions { codec: Some(codec), ..Default::default() };
    let decompressed = decompress(&compressed[..], &mut back, &options).expect("we wrote it");
    assert!(back == content);
    assert_eq!(decompressed.compressed_bytes, compressed.len() as u64);
});
