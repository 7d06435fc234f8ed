//! `parquet_fingerprint` of a file.
//!
//! Memory is bounded; a file that has a fingerprint has the same one with more threads, and as many rows
//! where their order counts. An error is one line.
#![no_main]

use std::num::NonZero;

use hashlane_fuzz::alloc::within;
use hashlane_fuzz::memory::Memory;
use hashlane_parquet::{FingerprintOptions, fingerprint};
use libfuzzer_sys::fuzz_target;

const MOST: usize = 256 << 20;

fuzz_target!(|data: &[u8]| {
    let file = Memory::shared(data);
    let of = |ordered, threads| {
        let threads = NonZero::new(threads).expect("some threads");
        within(MOST, || fingerprint(&file, &FingerprintOptions { ordered, threads }))
    };
    let first = match of(false, 1) {
        Ok(first) => first,
        Err(error) => {
            let line = error.to_string();
            assert!(!line.contains(['\n', '\r']), "{line:?}");
            return;
        }
    };
    let rows = first.last().expect("whole rows come last").rows;
    assert!(first.iter().all(|column| column.rows == rows));
    let prefix = format!("hl1:{rows}:");
    assert!(first.iter().all(|column| column.fingerprint.starts_with(&prefix)));
    assert_eq!(of(false, 2).expect("it has one"), first);
    let ordered = of(true, 1).expect("it has one");
    assert!(ordered.iter().all(|column| column.rows == rows));
});
