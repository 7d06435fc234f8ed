//! Key-value metadata that are not UTF-8.
//!
//! Arrow lets people keep any bytes there, and pyarrow writes them. The `parquet` crate rejects the whole footer for them, so the bytes
//! that it parses have `?` in their place.

use std::borrow::Cow;
use std::ops::Range;

use crate::thrift::{StructFields, ThriftError, ThriftPlace};

/// Returns `metadata` with a `?` for each byte of a key or a value that isn't UTF-8. Malformed metadata are returned unchanged.
pub(super) fn with_texts(metadata: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match invalid(&metadata) {
        Ok(ranges) if !ranges.is_empty() => {
            let mut metadata = metadata.into_owned();
            ranges.into_iter().for_each(|range| replace_invalid(&mut metadata[range]));
            Cow::Owned(metadata)
        }
        _ => metadata,
    }
}

/// The keys and values that are not UTF-8.
fn invalid(metadata: &[u8]) -> Result<Vec<Range<usize>>, ThriftError> {
    let mut ranges = Vec::new();
    let [_, _, _, _, _, pairs] = StructFields::new(metadata, 0).by_id()?;
    let Some(pairs) = pairs else { return Ok(ranges) };
    for pair in pairs.elements(metadata, "FileMetaData.key_value_metadata")? {
        let texts: [Option<ThriftPlace>; 3] = pair?.fields(metadata, "KeyValue")?.by_id()?;
        for text in texts.into_iter().flatten() {
            // The length comes first. Each of its bytes but the last has the high bit.
            let len = metadata[text.value.clone()].iter().take_while(|byte| **byte >= 0x80).count();
            let bytes = text.value.start + len + 1..text.value.end;
            if metadata.get(bytes.clone()).is_some_and(|bytes| str::from_utf8(bytes).is_err()) {
                ranges.push(bytes);
            }
        }
    }
    Ok(ranges)
}

/// Puts a `?` in place of each byte that isn't part of UTF-8.
pub(crate) fn replace_invalid(bytes: &mut [u8]) {
    let mut from = 0;
    while let Err(error) = str::from_utf8(&bytes[from..]) {
        let start = from + error.valid_up_to();
        let end = error.error_len().map_or(bytes.len(), |len| start + len);
        bytes[start..end].fill(b'?');
        from = end;
    }
}
