//! Every codec's decompressor. The first byte is the codec (behind the last, whichever `detect` says),
//! the second the cap, the rest what is decompressed.
//!
//! The output is never over the cap, what it is appended to stays as it was, neither that nor earlier
//! rows change it, and it is as long as the headers say, where they do.
#![no_main]

use std::cell::RefCell;

use hashlane_codecs::{CODECS, Codec, CodecError, Workspace, detect};
use hashlane_fuzz::alloc::within;
use hashlane_fuzz::split::cap;
use libfuzzer_sys::fuzz_target;

/// What a decompressor may take beyond its output: a window of Brotli is 16 MiB, and its tables.
const WORKING_MEMORY: usize = 24 << 20;

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

fn decompress(
    codec: &Codec,
    workspace: &mut Workspace,
    cap: usize,
    row: &[u8],
    before: &[u8],
) -> Result<Vec<u8>, CodecError> {
    let mut out = before.to_vec();
    within(2 * cap + 16 * row.len() + WORKING_MEMORY, || {
        (codec.decompress)(workspace, cap, row, &mut out)
    })?;
    assert!(out.starts_with(before), "{}: what was there is overwritten", codec.name);
    let content = out.split_off(before.len());
    assert!(content.len() <= cap, "{}: {} bytes, cap {cap}", codec.name, content.len());
    Ok(content)
}

fuzz_target!(|data: &[u8]| {
    let Some((&[number, exponent], row)) = data.split_first_chunk() else { return };
    let Some(codec) = CODECS.get(usize::from(number) % (CODECS.len() + 1)).or_else(|| detect(row))
    else {
        return;
    };
    let cap = cap(exponent);
    let fresh = decompress(codec, &mut Workspace::default(), cap, row, &[]);
    let used =
        WORKSPACE.with_borrow_mut(|workspace| decompress(codec, workspace, cap, row, &[0xFF; 300]));
    assert_eq!(fresh, used, "{}: it depends on the rows before", codec.name);
    let claimed = (codec.uncompressed_size)(row);
    if let Ok(content) = fresh {
        let claimed = claimed.expect("the headers are fine");
        assert!(claimed.is_none_or(|len| len == content.len() as u64), "{}", codec.name);
    }
});
