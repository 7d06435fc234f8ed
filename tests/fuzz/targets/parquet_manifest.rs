//! Untrusted seals. The lowest bit of the first byte says whether the checksum is made right
//! first, as a forger would; the rest is the text.
//!
//! A seal that is taken is written and read again as the same, and can be held against any file.
#![no_main]

use hashlane_fuzz::alloc::within;
use hashlane_fuzz::memory::Memory;
use hashlane_parquet::seal::{Manifest, check};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value};
use xxhash_rust::xxh3::xxh3_128;

/// The fields that there are, of the names in that order, without spaces between signs.
fn compact(object: &Map<String, Value>, names: &[&str]) -> String {
    let fields = names.iter().filter_map(|name| match (*name, object.get(*name)?) {
        ("ranges", Value::Array(ranges)) => {
            let names = ["offset", "length", "what", "row_group", "column", "xxh128"];
            let ranges = ranges.iter().filter_map(Value::as_object).map(|r| compact(r, &names));
            Some(format!("\"ranges\":[{}]", ranges.collect::<Vec<_>>().join(",")))
        }
        (name, value) => Some(format!("\"{name}\":{value}")),
    });
    format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
}

/// Makes the checksum right, as `docs/parquet-seal.md` says; None of what is no JSON object.
fn forge(text: &[u8]) -> Option<Vec<u8>> {
    let object: Map<String, Value> = serde_json::from_slice(text).ok()?;
    let names = ["scheme", "version", "file", "size", "blake3", "fingerprint", "ranges"];
    let mut document = compact(&object, &names);
    let checksum = xxh3_128(document.as_bytes());
    document.pop();
    Some(format!("{document},\"checksum\":\"{checksum:032x}\"}}").into_bytes())
}

fuzz_target!(|data: &[u8]| {
    let Some((&mode, text)) = data.split_first() else { return };
    let forged = if mode & 1 == 1 { forge(text) } else { None };
    let text = forged.as_deref().unwrap_or(text);
    let parsed = within(200 * text.len() + (1 << 20), || Manifest::parse("seal", text));
    match parsed {
        Ok(manifest) => {
            let again = Manifest::parse("seal", manifest.text().as_bytes()).expect("we wrote it");
            assert_eq!(again, manifest);
            let damages = within((8 << 20) + 100 * text.len(), || {
                check(&Memory::new(b"PAR1 is not all that a file has PAR1"), &manifest, 1)
            });
            for damage in damages.expect("its ranges are sound") {
                let _ = damage.to_string();
            }
        }
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains(['\n', '\r']), "{line:?}");
        }
    }
});
