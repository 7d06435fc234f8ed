//! Dictionaries trained here.

use hashlane_codecs::{CodecError, Sample, SampleLimits, zstd};

use super::{encode, prepared, sample, trained};
use crate::support::events::{events, urls};
use crate::support::inputs::Numbers;

/// The compressed share of one half of `values`, with a dictionary of the other half, at level 3.
fn ratio(values: &[Vec<u8>], max_bytes: usize) -> f64 {
    let (half, other) = values.split_at(values.len() / 2);
    let dictionary = prepared(&trained(half, max_bytes));
    let compressed: usize = other.iter().map(|value| encode(&dictionary, 3, value).len()).sum();
    compressed as f64 / other.iter().map(Vec::len).sum::<usize>() as f64
}

#[test]
fn half_of_the_events_help_the_other_half() {
    let values = events(4, 8_000);
    let mean = values.iter().map(Vec::len).sum::<usize>() / values.len();
    assert!((800..900).contains(&mean), "events of {mean} bytes");
    let ratio = ratio(&values, zstd::DEFAULT_DICTIONARY_LEN);
    println!("events at level 3: {ratio:.3}");
    assert!(ratio <= 0.35, "{ratio:.3}");
}

#[test]
fn half_of_the_urls_help_the_other_half() {
    let ratio = ratio(&urls(4, 20_000), 16 << 10);
    println!("URLs at level 3: {ratio:.3}");
    assert!(ratio <= 0.8, "{ratio:.3}");
}

/// The same values give the same dictionary, in any order.
#[test]
fn training_is_deterministic() {
    let mut values = events(5, 600);
    let first = trained(&values, 4_000);
    assert!(first.len() <= 4_000 && first.len() > 3_000);
    assert_eq!(trained(&values, 4_000), first);
    values.reverse();
    assert_eq!(trained(&values, 4_000), first);
}

/// Frequent values count for more: a dictionary that has no room for all values serves them better.
#[test]
fn repeated_values_count() {
    let (rare, frequent) = (urls(6, 1_000), events(6, 20));
    let [once, often] = [1, 50].map(|times| {
        let repeated = (0..times).flat_map(|_| frequent.clone());
        let values: Vec<Vec<u8>> = rare.iter().cloned().chain(repeated).collect();
        let dictionary = prepared(&trained(&values, 2_000));
        frequent.iter().map(|value| encode(&dictionary, 3, value).len()).sum::<usize>()
    });
    println!("frequent values take {often} bytes, {once} where each counts once");
    assert!(often < once);
    // One value is enough if enough rows have it.
    let one = vec![rare[0].clone(); 7];
    assert!(zstd::train(&sample(&one, 300), 300).is_ok());
}

#[test]
fn too_few_samples() {
    let values = urls(7, 10);
    for count in 0..7 {
        let result = zstd::train(&sample(&values[..count], 1000), 1000);
        let error = result.unwrap_err();
        let expected = CodecError::TooFewSamples {
            what: "zstd dictionary",
            needed: 7,
            shortest: 8,
            given: count,
        };
        assert_eq!(error, expected);
        let message = error.to_string();
        assert!(message.contains(" 7 ") && message.ends_with(&count.to_string()), "{message}");
    }
    assert!(zstd::train(&sample(&values[..7], 1000), 1000).is_ok());
    // Short values don't count.
    let mut short = values[..6].to_vec();
    short.extend((0..100).map(|i| format!("{i:07}").into_bytes()));
    let error = zstd::train(&sample(&short, 1000), 1000).unwrap_err();
    assert!(matches!(error, CodecError::TooFewSamples { given: 6, .. }), "{error}");
}

/// Values in which zstd finds little: a dictionary that works, or an error, never a crash.
#[test]
fn odd_samples() {
    let mut numbers = Numbers(15);
    let mut odd: Vec<Vec<Vec<u8>>> = vec![
        (0..7).map(|i| vec![i; 8]).collect(),
        (0..7).map(|i| format!("{i:08}").into_bytes()).collect(),
        (0..200).map(|i| format!("{i:08}").into_bytes()).collect(),
        vec![vec![0; 8]; 7],
        vec![vec![0; 300_000]; 20],
        (0..300).map(|_| numbers.bytes(8)).collect(),
        (0..300).map(|_| numbers.bytes(2000)).collect(),
        (0..10).map(|_| numbers.bytes(200_000)).collect(),
    ];
    odd.push((0..7).map(|i| if i == 0 { numbers.bytes(100_000) } else { vec![i; 8] }).collect());
    let mut made = 0;
    for (i, values) in odd.iter().enumerate() {
        for max_bytes in [256, 257, 300, 1000, 20_000, 1 << 20] {
            match zstd::train(&sample(values, max_bytes), max_bytes) {
                Ok(bytes) => {
                    assert!(bytes.len() <= max_bytes);
                    let dictionary = prepared(&bytes);
                    let frame = encode(&dictionary, 3, &values[0]);
                    assert_eq!(
                        super::decode(&dictionary, 1 << 20, &frame).as_ref(),
                        Ok(&values[0])
                    );
                    made += 1;
                }
                Err(error) => println!("case {i}, {max_bytes} bytes: {error}"),
            }
        }
    }
    println!("{made} dictionaries of odd values");
    assert!(made > 20);
}

#[test]
fn lengths_out_of_range() {
    let sample = sample(&urls(8, 10), 1000);
    for max_bytes in [0, 1, 255, (16 << 20) + 1, 1 << 40, usize::MAX] {
        let errors = [
            zstd::train(&sample, max_bytes).unwrap_err(),
            zstd::limits_for(max_bytes, 10).unwrap_err(),
        ];
        for error in errors {
            assert!(matches!(error, CodecError::Argument { .. }), "{error}");
            assert!(error.to_string().contains("256"), "{error}");
            assert!(!error.is_bad_input());
        }
    }
    assert!(zstd::train(&sample, 256).is_ok_and(|dictionary| dictionary.len() <= 256));
    for max_samples in [0, 1 << 31, usize::MAX] {
        let error = zstd::limits_for(1000, max_samples).unwrap_err();
        assert!(error.to_string().contains(&max_samples.to_string()), "{error}");
    }
    assert!(SampleLimits::new(1, SampleLimits::FEWEST_BYTES).is_ok());
    assert!(SampleLimits::new(1, SampleLimits::FEWEST_BYTES - 1).is_err());
    assert_eq!(zstd::limits_for(112_640, 5).unwrap().max_bytes(), 11_264_000);
}

/// A sample that was serialized trains the same dictionary.
#[test]
fn a_sent_sample_trains_the_same() {
    let sample = sample(&events(9, 300), 2_000);
    let sent = Sample::from_bytes(&sample.to_bytes().unwrap()).unwrap();
    assert_eq!(zstd::train(&sent, 2_000), zstd::train(&sample, 2_000));
}
