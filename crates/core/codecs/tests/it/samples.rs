//! Samples depend only on the values.

use std::collections::BTreeMap;
use std::ops::Range;

use hashlane_codecs::{CodecError, Sample, SampleLimits};

use crate::support::alloc;
use crate::support::inputs::Numbers;

/// The expected sample, from all values at once: the distinct values by hash and bytes, up to the
/// limits.
fn model(values: &[Vec<u8>], limits: SampleLimits) -> Vec<(Vec<u8>, u64)> {
    let mut counts = BTreeMap::new();
    for value in values {
        let cut = value[..value.len().min(Sample::LONGEST_VALUE)].to_vec();
        *counts.entry((Sample::hash(value), cut)).or_insert(0) += 1;
    }
    let mut bytes = 0;
    let fitting = counts.into_iter().take(limits.max_values()).take_while(|((_, value), _)| {
        bytes += value.len();
        bytes <= limits.max_bytes()
    });
    fitting.map(|((_, value), count)| (value, count)).collect()
}

/// Values of many lengths; some occur often.
fn values(seed: u64, count: usize, longest: usize) -> Vec<Vec<u8>> {
    let mut numbers = Numbers(seed);
    (0..count)
        .map(|_| {
            let number = numbers.below(count) * numbers.below(count) / count;
            let mut value = Numbers(number as u64);
            let length = value.below(longest);
            value.bytes(length)
        })
        .collect()
}

fn sample_of(values: &[Vec<u8>], limits: SampleLimits) -> Sample {
    let mut sample = Sample::new(limits);
    values.iter().for_each(|value| sample.add(value).unwrap());
    sample
}

/// The sample of a range of values, by a random tree of merges, some of them of serialized states.
fn tree(
    values: &[Vec<u8>],
    range: Range<usize>,
    limits: SampleLimits,
    numbers: &mut Numbers,
) -> Sample {
    if range.len() < 2 || numbers.below(6) == 0 {
        return sample_of(&values[range], limits);
    }
    let middle = range.start + numbers.below(range.len());
    let mut left = tree(values, range.start..middle, limits, numbers);
    let right = tree(values, middle..range.end, limits, numbers);
    match numbers.below(3) {
        0 => left.merge(&right).unwrap(),
        1 => {
            let sent = Sample::from_bytes(&right.to_bytes().unwrap()).unwrap();
            left.merge(&sent).unwrap();
        }
        _ => {
            let mut turned = right;
            turned.merge(&left).unwrap();
            return turned;
        }
    }
    left
}

fn shuffle(values: &mut [Vec<u8>], numbers: &mut Numbers) {
    for i in (1..values.len()).rev() {
        values.swap(i, numbers.below(i + 1));
    }
}

/// Limits that bind by count, by bytes, by both or by neither, and values for each.
fn cases() -> Vec<(SampleLimits, Vec<Vec<u8>>)> {
    const MIB: usize = 1 << 20;
    vec![
        (SampleLimits::new(1, MIB).unwrap(), values(1, 500, 100)),
        (SampleLimits::new(50, MIB).unwrap(), values(2, 3_000, 60)),
        (SampleLimits::new(100_000, MIB).unwrap(), values(3, 3_000, 4_000)),
        (SampleLimits::new(200, MIB).unwrap(), values(4, 1_500, 10_000)),
        (SampleLimits::new(100_000, MIB).unwrap(), values(5, 2_000, 50)),
        (SampleLimits::new(100, MIB).unwrap(), values(6, 60, 300_000)),
    ]
}

#[test]
fn any_order_split_and_merge_gives_the_same_sample() {
    let mut numbers = Numbers(41);
    for (case, (limits, mut values)) in cases().into_iter().enumerate() {
        let expected = model(&values, limits);
        let state = sample_of(&values, limits).to_bytes().unwrap();
        for _ in 0..12 {
            shuffle(&mut values, &mut numbers);
            let sample = tree(&values, 0..values.len(), limits, &mut numbers);
            let held = sample.values().unwrap();
            assert_eq!(held.len(), expected.len(), "case {case}");
            for ((value, count), (expected, times)) in held.iter().zip(&expected) {
                assert!(value == expected && count == times, "case {case}: {count}, not {times}");
            }
            assert!(sample.to_bytes().unwrap() == state, "case {case}: another state");
        }
        println!("case {case}: {} of {} values", expected.len(), values.len());
    }
}

/// Values with the same hash are distinguished by their bytes, in any order.
#[test]
fn equal_hashes() {
    let limits = SampleLimits::new(3, 1 << 20).unwrap();
    let values = [&b"d"[..], b"b", b"a", b"c", b"b", b"e", b"a"];
    for turn in 0..values.len() {
        let mut sample = Sample::new(limits);
        for i in 0..values.len() {
            sample.add_hashed(7, values[(turn + i) % values.len()]).unwrap();
        }
        assert_eq!(sample.values().unwrap(), [(&b"a"[..], 2), (b"b", 2), (b"c", 1)]);
    }
}

#[test]
fn hashes_may_come_with_the_values() {
    let limits = SampleLimits::new(50, 1 << 20).unwrap();
    let values = values(7, 2_000, 300);
    let mut sample = Sample::new(limits);
    values.iter().for_each(|value| sample.add_hashed(Sample::hash(value), value).unwrap());
    assert!(sample.to_bytes() == sample_of(&values, limits).to_bytes());
}

#[test]
fn samples_of_different_limits_do_not_merge() {
    let mut one = Sample::new(SampleLimits::new(50, 1 << 20).unwrap());
    let two = Sample::new(SampleLimits::new(51, 1 << 20).unwrap());
    assert!(matches!(one.merge(&two), Err(CodecError::Argument { .. })));
}

/// However much is added, at most twice the limits is held.
#[test]
fn memory_is_bounded() {
    let limits = SampleLimits::new(1_000, 1 << 20).unwrap();
    let (_, peak) = alloc::peak(|| {
        let mut sample = Sample::new(limits);
        let mut numbers = Numbers(42);
        for _ in 0..100_000 {
            let length = 1_000 + numbers.below(3_000);
            sample.add(&numbers.bytes(length)).unwrap();
        }
    });
    assert!(peak < 3 << 20, "{peak} bytes were held");
}

#[test]
fn broken_states() {
    let limits = SampleLimits::new(40, 1 << 20).unwrap();
    for count in [0, 30, 500] {
        let state = sample_of(&values(8, count, 40), limits).to_bytes().unwrap();
        let back = Sample::from_bytes(&state).unwrap();
        assert_eq!(back.to_bytes().unwrap(), state);
        assert_eq!(back.limits(), limits);
        for cut in 0..state.len() {
            assert!(Sample::from_bytes(&state[..cut]).is_err(), "cut at {cut}");
        }
        let mut mutant = state.clone();
        for bit in 0..8 * mutant.len() {
            mutant[bit / 8] ^= 1 << (bit % 8);
            let (result, peak) = alloc::peak(|| Sample::from_bytes(&mutant));
            assert!(peak < 1 << 20, "bit {bit}: {peak} bytes were taken");
            match result {
                // An accepted state is a sample: it can be serialized again, and used.
                Ok(mut sample) => {
                    assert_eq!(sample.to_bytes().unwrap(), mutant, "bit {bit}");
                    sample.add(b"one more").unwrap();
                }
                Err(error) => assert!(matches!(error, CodecError::Corrupt { .. }), "{error}"),
            }
            mutant[bit / 8] ^= 1 << (bit % 8);
        }
        assert!(Sample::from_bytes(&[&state[..], b"\0"].concat()).is_err());
    }
}

/// A state that claims 2^60 values of 2^32 bytes allocates no memory for them.
#[test]
fn lying_states() {
    let state = Sample::new(SampleLimits::new(100_000, 1 << 30).unwrap()).to_bytes().unwrap();
    for claim in [1u64, 1 << 31, 1 << 32, 1 << 60, u64::MAX] {
        let mut lying = state.clone();
        let end = lying.len();
        lying[end - 8..].copy_from_slice(&claim.to_le_bytes());
        lying.extend_from_slice(&[0xFF; 20]);
        let (result, peak) = alloc::peak(|| Sample::from_bytes(&lying));
        assert!(result.is_err() && peak < 1 << 20, "{claim}: {peak} bytes were taken");
    }
}
