//! Every codec there and back. The first byte is the codec, the second the level, the rest what is
//! compressed.
//!
//! It comes back as it was, under a cap of just its length, and not under a smaller one.
#![no_main]

use hashlane_codecs::{CODECS, Codec, CodecError, Workspace, compressed_size};
use libfuzzer_sys::fuzz_target;

/// A level of the codec; for those whose high levels take milliseconds, one of the low ones.
fn level(codec: &Codec, byte: u8) -> i32 {
    let Some(levels) = codec.levels.clone() else { return codec.default_level };
    let most = match codec.name {
        "xz" => 1,
        "brotli" => 9,
        _ => *levels.end(),
    };
    levels.start() + i32::from(byte) % (most - levels.start() + 1)
}

fuzz_target!(|data: &[u8]| {
    let Some((&[number, byte], row)) = data.split_first_chunk() else { return };
    let codec = &CODECS[usize::from(number) % CODECS.len()];
    let level = level(codec, byte);
    let mut workspace = Workspace::default();
    let mut compressed = Vec::new();
    (codec.compress)(&mut workspace, level, row, &mut compressed).expect("it has the level");
    let size = compressed_size(&mut workspace, codec, level, row).expect("it has been compressed");
    assert_eq!(size, compressed.len() as u64, "{}({level})", codec.name);
    let mut back = Vec::new();
    (codec.decompress)(&mut workspace, row.len(), &compressed, &mut back).expect("we wrote it");
    assert!(back == row, "{}({level})", codec.name);
    if let Some(less) = row.len().checked_sub(1) {
        let error = (codec.decompress)(&mut workspace, less, &compressed, &mut Vec::new());
        assert_eq!(error, Err(CodecError::OverLimit { max_bytes: less }), "{}", codec.name);
    }
    let (parsed, of_text) = Codec::parse(&match codec.levels {
        Some(_) => format!("{}({level})", codec.name),
        None => codec.name.to_owned(),
    })
    .expect("it is a codec and a level");
    assert_eq!((parsed.name, of_text), (codec.name, level));
});
