//! `parquet_diff` of two files, the first behind its length.
//!
//! A file equals itself; what differs one way differs the other way; files that are equal have the same
//! fingerprints.
#![no_main]

use std::num::NonZero;

use hashlane_fuzz::memory::Memory;
use hashlane_fuzz::split;
use hashlane_parquet::{FingerprintOptions, diff, fingerprint};
use libfuzzer_sys::fuzz_target;

const OPTIONS: FingerprintOptions =
    FingerprintOptions { ordered: false, threads: NonZero::<usize>::MIN };

fuzz_target!(|data: &[u8]| {
    let (first, second) = split::part(data);
    let (first, second) = (Memory::shared(first), Memory::shared(second));
    let Ok(itself) = diff(&first, &first, &OPTIONS) else { return };
    assert!(itself.is_equal() && itself.row_groups.is_empty(), "{itself:?}");
    let Ok(there) = diff(&first, &second, &OPTIONS) else { return };
    let back = diff(&second, &first, &OPTIONS).expect("both can be read");
    assert_eq!(there.rows, [back.rows[1], back.rows[0]]);
    assert_eq!(there.is_equal(), back.is_equal());
    assert_eq!(there.columns.len(), back.columns.len());
    assert_eq!(there.schema.len(), back.schema.len());
    if there.schema.is_empty() {
        let rows = |file| {
            let mut all = fingerprint(file, &OPTIONS).expect("it can be read");
            all.pop().expect("whole rows come last").fingerprint
        };
        assert_eq!(there.is_equal(), rows(&first) == rows(&second), "{there:?}");
    }
});
