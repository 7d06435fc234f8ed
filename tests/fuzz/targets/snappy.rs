//! Untrusted elements of Snappy. The first two bytes are the length of their content, and the rest are the elements.
//!
//! What is decoded at all is what `snap` decodes, and nothing else is.
#![no_main]

use hashlane_codecs::snappy::decompress_exact;
use libfuzzer_sys::fuzz_target;
use snap::raw::Decoder;

fuzz_target!(|data: &[u8]| {
    let Some((len, elements)) = data.split_first_chunk() else { return };
    // Below 2 KiB it is `snap` that decodes.
    let len = 2048 + usize::from(u16::from_le_bytes(*len)) % 14_000;
    let row = [&[len as u8 | 0x80, (len >> 7) as u8][..], elements].concat();
    let (mut ours, mut theirs) = (vec![0xAA; len], vec![0x55; len]);
    let decoded = decompress_exact(&row, &mut ours).is_ok();
    // More than the elements can hold is refused before they are looked at.
    let expected = len <= 22 * row.len() && Decoder::new().decompress(&row, &mut theirs) == Ok(len);
    assert_eq!(decoded, expected);
    assert!(!decoded || ours == theirs);
});
