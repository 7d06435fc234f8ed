//! States of samples, which a process hands to another. The first byte is how many values a sample may
//! have; none means that the rest is a state as it is. Else the rest is values, each behind its length and
//! in how many rows it occurs, and the state is made of them, as a forger would.
//!
//! A state that is taken is written and read again as the same, and merges with itself.
#![no_main]

use hashlane_codecs::{Sample, SampleLimits};
use hashlane_fuzz::alloc::within;
use libfuzzer_sys::fuzz_target;

/// What a state of no values ends with: their number.
const COUNT: usize = 8;

fn forge(most: u8, mut data: &[u8]) -> Vec<u8> {
    let mut entries = Vec::new();
    while let Some((&[len, rows], rest)) = data.split_first_chunk() {
        let (value, rest) = rest.split_at(usize::from(len).min(rest.len()));
        entries.push((Sample::hash(value), value, u64::from(rows)));
        data = rest;
    }
    entries.sort_unstable();
    let limits =
        SampleLimits::new(most.into(), SampleLimits::FEWEST_BYTES).expect("they are allowed");
    let mut state = Sample::new(limits).to_bytes().expect("there is memory");
    state.truncate(state.len() - COUNT);
    state.extend((entries.len() as u64).to_le_bytes());
    for (hash, value, rows) in entries {
        state.extend(hash.to_le_bytes());
        state.extend(rows.to_le_bytes());
        state.extend((value.len() as u32).to_le_bytes());
        state.extend(value);
    }
    state
}

fuzz_target!(|data: &[u8]| {
    let Some((&most, data)) = data.split_first() else { return };
    let state = if most == 0 { data.to_vec() } else { forge(most, data) };
    let sample = within(64 * state.len() + (1 << 20), || Sample::from_bytes(&state));
    let Ok(mut sample) = sample else { return };
    let written = sample.to_bytes().expect("there is memory");
    let again = Sample::from_bytes(&written).expect("we wrote it");
    assert_eq!(sample.values(), again.values());
    assert_eq!(again.to_bytes().as_deref(), Ok(&written[..]));
    sample.merge(&again).expect("the limits are the same");
    let values = sample.values().expect("there is memory");
    assert!(values.iter().all(|(value, rows)| value.len() <= Sample::LONGEST_VALUE && *rows > 1));
});
