//! Sealing a file. The first two bytes are where it is damaged, and the third how; the rest is the file.
//!
//! A seal is read as it was written, finds nothing in the file that it is of, and finds any damage where it
//! lies.
#![no_main]

use hashlane_fuzz::alloc::within;
use hashlane_fuzz::memory::Memory;
use hashlane_parquet::seal::{Damaged, Manifest, check, seal};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&[low, high, change], file)) = data.split_first_chunk() else { return };
    let source = Memory::new(file);
    let sealed = within((24 << 20) + 100 * file.len(), || seal(&source, 1, None));
    let Ok(manifest) = sealed else { return };
    let text = manifest.text();
    assert_eq!(Manifest::parse("seal", text.as_bytes()).expect("we wrote it"), manifest);
    assert_eq!(check(&source, &manifest, 1).expect("it can be read"), []);

    let at = usize::from(u16::from_le_bytes([low, high])) % file.len();
    let mut damaged = file.to_vec();
    damaged[at] ^= change.max(1);
    let damages = check(&Memory::new(&damaged), &manifest, 1).expect("it can be read");
    let [damage] = &damages[..] else { panic!("one byte, and {damages:?}") };
    assert!(matches!(damage.what, Damaged::Part { .. }) && damage.range.contains(&(at as u64)));
    let cut = check(&Memory::new(&file[..at]), &manifest, 1).expect("it can be read");
    assert_eq!(cut[0].what, Damaged::Size);
});
