//! Untrusted symbol tables of FSST. The first byte is the cap, then comes a table behind its
//! length and without its checksum, which is added, and a value.
//!
//! A table that is taken is written as it was read, and what it compresses, it decompresses to the same.
#![no_main]

use hashlane_codecs::fsst::SymbolTable;
use hashlane_fuzz::alloc::within;
use hashlane_fuzz::split;
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh32::xxh32;

fuzz_target!(|data: &[u8]| {
    let Some((&byte, data)) = data.split_first() else { return };
    let (body, row) = split::part(data);
    let cap = split::cap(byte);
    let bytes = [body, &xxh32(body, 0).to_le_bytes()].concat();
    let Ok(table) = SymbolTable::from_bytes(&bytes) else { return };
    assert_eq!(table.to_bytes(), bytes);
    let mut out = b"before".to_vec();
    let decompressed =
        within(2 * cap + 32 * row.len() + (1 << 20), || table.decompress(cap, row, &mut out));
    assert!(out.starts_with(b"before"));
    assert!(decompressed.is_err() || out.len() - 6 <= cap);

    let mut compressed = Vec::new();
    table.compress(row, &mut compressed).expect("there is memory");
    let mut back = Vec::new();
    table.decompress(row.len(), &compressed, &mut back).expect("we wrote it");
    assert!(back == row);
});
