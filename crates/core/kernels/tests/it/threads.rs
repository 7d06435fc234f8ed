//! Threads that share a column see what one thread sees.

use std::thread;

use hashlane_kernels::blocks::{Offsets, Rows, Seeds};

use crate::support::hash;
use crate::support::inputs::{ragged, slices};

const THREADS: usize = 16;

#[test]
fn hashes() {
    let texts = ragged(11, 2_000, 400);
    let texts = slices(&texts);
    let values = texts.concat();
    let mut offsets = vec![0i64];
    offsets.extend(texts.iter().scan(0, |end, text| {
        *end += text.len() as i64;
        Some(*end)
    }));
    let rows = Rows::Offsets64(Offsets::new(&offsets, &values).unwrap());
    let hashes = hash::all();
    let serial: Vec<_> = hashes.iter().map(|h| h.column(&rows, Seeds::Constant(7))).collect();
    thread::scope(|scope| {
        for first in 0..THREADS {
            let (hashes, serial) = (&hashes, &serial);
            scope.spawn(move || {
                // Each thread starts with another hash, so that different hashes run at the same
                // time.
                for i in (0..hashes.len()).map(|i| (first + i) % hashes.len()) {
                    let name = hashes[i].name();
                    assert!(hashes[i].column(&rows, Seeds::Constant(7)) == serial[i], "{name}");
                }
            });
        }
    });
}
