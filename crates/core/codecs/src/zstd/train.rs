//! Training of dictionaries.
//!
//! The algorithm is zstd's default, FastCOVER over substrings of 8 bytes: `ZDICT_trainFromBuffer`. It tries five
//! segment lengths on three quarters of the samples and keeps the one that compresses the last quarter best. It
//! depends neither on the machine nor on time, and the id is a hash of the content. The same samples in the same order
//! therefore give the same bytes with the same version of zstd.

use zstd_safe::zstd_sys::ZSTD_ErrorCode;
use zstd_safe::{get_error_name, train_from_buffer};

use super::{MAX_DICTIONARY, is_error};
use crate::{CodecError, Sample, SampleLimits, append, grow, with_room};

/// The length that zstd's tool trains to.
pub const DEFAULT_DICTIONARY_LEN: usize = 112_640;

/// The default number of sampled values.
pub const DEFAULT_SAMPLES: usize = 100_000;

/// The fewest bytes of a dictionary: `ZDICT_DICTSIZE_MIN`.
pub const MIN_DICTIONARY_LEN: usize = 256;

/// The most bytes of a dictionary.
pub const MAX_DICTIONARY_LEN: usize = MAX_DICTIONARY;

/// zstd advises samples of about a hundred times the dictionary's length.
const SAMPLED_PER_BYTE: usize = 100;

/// zstd requires five samples in the first three quarters.
const FEWEST_SAMPLES: usize = 7;

/// zstd learns substrings of this length. It reads past the samples if the ones that it learns from have fewer bytes
/// in total, so shorter samples are not passed to it.
const SHORTEST_SAMPLE: usize = 8;

const DICTIONARY: &str = "zstd dictionary";

/// The limits of a sample for a dictionary of up to `max_bytes`: `max_samples` values, and 100 times as many bytes as
/// the dictionary or 1 MiB, if that is more.
pub fn limits_for(max_bytes: usize, max_samples: usize) -> Result<SampleLimits, CodecError> {
    check_len(max_bytes)?;
    let bytes = max_bytes.saturating_mul(SAMPLED_PER_BYTE).max(SampleLimits::FEWEST_BYTES);
    SampleLimits::new(max_samples, bytes)
}

fn check_len(max_bytes: usize) -> Result<(), CodecError> {
    if (MIN_DICTIONARY_LEN..=MAX_DICTIONARY).contains(&max_bytes) {
        return Ok(());
    }
    Err(CodecError::argument(format!(
        "max_bytes {max_bytes} is out of range for a zstd dictionary ({MIN_DICTIONARY_LEN} to {MAX_DICTIONARY})"
    )))
}

/// A dictionary of up to `max_bytes` for values like those of `sample`.
///
/// The same sample gives the same dictionary. Values that occur often count for more, as far as the sample's limits
/// leave room to repeat them. Training takes about a quarter of a second for the default length and 11 MB of samples.
///
/// # Errors
/// Returns an error if there are fewer than 7 values of at least 8 bytes, repeated ones included.
pub fn train(sample: &Sample, max_bytes: usize) -> Result<Vec<u8>, CodecError> {
    check_len(max_bytes)?;
    let samples = sample.repeated(SHORTEST_SAMPLE)?;
    if samples.len() < FEWEST_SAMPLES {
        return Err(CodecError::TooFewSamples {
            what: DICTIONARY,
            needed: FEWEST_SAMPLES,
            shortest: SHORTEST_SAMPLE,
            given: samples.len(),
        });
    }
    let mut lengths = with_room(samples.len())?;
    lengths.extend(samples.iter().map(|sample| sample.len()));
    let mut joined = with_room(lengths.iter().sum())?;
    for sample in samples {
        append(&mut joined, sample)?;
    }
    train_on(&joined, &lengths, max_bytes)
}

fn train_on(joined: &[u8], lengths: &[usize], max_bytes: usize) -> Result<Vec<u8>, CodecError> {
    let mut dictionary = Vec::new();
    grow(&mut dictionary, max_bytes)?;
    match train_from_buffer(&mut dictionary[..], joined, lengths) {
        Ok(len) => {
            dictionary.truncate(len);
            Ok(dictionary)
        }
        Err(code) if is_error(code, ZSTD_ErrorCode::ZSTD_error_memory_allocation) => {
            Err(CodecError::OutOfMemory { bytes: max_bytes })
        }
        Err(code) => Err(CodecError::argument(format!(
            "zstd can't train a dictionary on {} values of {} bytes in total: {}",
            lengths.len(),
            joined.len(),
            get_error_name(code)
        ))),
    }
}
