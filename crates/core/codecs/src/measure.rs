//! Measures the codecs on values, each compressed separately like the rows of a column.

use std::time::{Duration, Instant};

use super::{
    CODECS, CodecError, Sample, SampleLimits, Workspace, append, fsst, push, with_room, zstd,
};

/// The result of a codec for a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// The codec's name; `zstd_dictionary` is zstd with a dictionary, and `fsst` FSST with a symbol table, both
    /// trained on one half of the sample and measured on the other.
    pub codec: &'static str,
    /// The level; `None` for a codec without levels.
    pub level: Option<i32>,
    /// Compressed bytes per byte of the values; `None` if they have no bytes.
    pub ratio: Option<f64>,
    /// Megabytes of values compressed per second, on one thread.
    pub compress_mb_s: f64,
    /// Megabytes of values decompressed per second, on one thread.
    pub decompress_mb_s: f64,
}

/// The time for a codec to compress, and then to decompress. All codecs together take less than a second, so that a
/// cancelled query ends soon.
const BUDGET: Duration = Duration::from_millis(15);

/// The levels that are measured, beside the one that is the default.
const LEVELS: &[(&str, &[i32])] =
    &[("zstd", &[1, 3, 9, 19]), ("gzip", &[1, 6]), ("brotli", &[1, 5, 11]), ("xz", &[6])];

/// The trained dictionary is small: training one of the default size takes a quarter of a second.
const DICTIONARY_LEN: usize = 16 << 10;

/// How much of a column is sampled: up to 4,000 values and 1 MiB.
pub fn limits() -> Result<SampleLimits, CodecError> {
    SampleLimits::new(4_000, SampleLimits::FEWEST_BYTES)
}

/// Measures the codecs on a sample, in the order of [`CODECS`]. It leaves out framings and raw deflate, for which
/// another codec stands, and bzip2 and lzma, which are slower than xz. Each codec gets as many values as it processes
/// in 15 ms, and at least one. zstd's dictionary and FSST's table are left out if the sample is too small to train
/// them.
pub fn measure(workspace: &mut Workspace, sample: &Sample) -> Result<Vec<Measurement>, CodecError> {
    let sampled = sample.values()?;
    let mut values = with_room(sampled.len())?;
    values.extend(sampled.into_iter().map(|(value, _)| value));
    let mut measured = Vec::new();
    for codec in CODECS.iter().filter(|codec| codec.is_measured) {
        let default = [codec.default_level];
        let levels = LEVELS.iter().find(|(name, _)| *name == codec.name);
        for &level in levels.map_or(&default[..], |(_, levels)| levels) {
            let timed = timed(
                workspace,
                &values,
                |workspace, row, out| (codec.compress)(workspace, level, row, out),
                |workspace, row, out| (codec.decompress)(workspace, usize::MAX, row, out),
            )?;
            let level = codec.levels.as_ref().map(|_| level);
            measured.push(timed.measurement(codec.name, level));
        }
    }
    measured.extend(trained(workspace, &values)?);
    Ok(measured)
}

/// The codecs that learn from one half of the values.
fn trained(workspace: &mut Workspace, values: &[&[u8]]) -> Result<Vec<Measurement>, CodecError> {
    let (mut half, mut held_out) = (Sample::new(limits()?), with_room(values.len() / 2)?);
    for pair in values.chunks(2) {
        half.add(pair[0])?;
        held_out.extend(pair.get(1).copied());
    }
    let mut measured = Vec::new();
    if let Ok(bytes) = zstd::train(&half, DICTIONARY_LEN)
        && let Ok(dictionary) = zstd::Dictionary::prepared(&bytes)
    {
        let level = zstd::DEFAULT_LEVEL;
        let timed = timed(
            workspace,
            &held_out,
            |w, row, out| zstd::compress_with(w, level, &dictionary, row, out),
            |w, row, out| zstd::decompress_with(w, usize::MAX, &dictionary, row, out),
        )?;
        measured.push(timed.measurement("zstd_dictionary", Some(level)));
    }
    if !held_out.is_empty()
        && let Ok(table) = fsst::SymbolTable::train(&half)
    {
        let timed = timed(
            workspace,
            &held_out,
            |_, row, out| table.compress(row, out),
            |_, row, out| table.decompress(usize::MAX, row, out),
        )?;
        measured.push(timed.measurement("fsst", None));
    }
    Ok(measured)
}

/// The bytes and the time of a codec's work.
struct TimedBytes {
    content: usize,
    compressed: usize,
    compressing: Duration,
    decompressed: usize,
    decompressing: Duration,
}

impl TimedBytes {
    fn measurement(&self, codec: &'static str, level: Option<i32>) -> Measurement {
        let mb_s = |bytes: usize, time: Duration| bytes as f64 / time.as_secs_f64().max(1e-9) / 1e6;
        Measurement {
            codec,
            level,
            ratio: (self.content > 0).then(|| self.compressed as f64 / self.content as f64),
            compress_mb_s: mb_s(self.content, self.compressing),
            decompress_mb_s: mb_s(self.decompressed, self.decompressing),
        }
    }
}

type MeasureStep<'a> =
    dyn FnMut(&mut Workspace, &[u8], &mut Vec<u8>) -> Result<(), CodecError> + 'a;

/// Compresses values and decompresses them again, each within the time budget.
fn timed<'a>(
    workspace: &mut Workspace,
    values: &[&[u8]],
    mut compress: impl FnMut(&mut Workspace, &[u8], &mut Vec<u8>) -> Result<(), CodecError> + 'a,
    mut decompress: impl FnMut(&mut Workspace, &[u8], &mut Vec<u8>) -> Result<(), CodecError> + 'a,
) -> Result<TimedBytes, CodecError> {
    let (mut frames, mut ends) = (Vec::new(), Vec::new());
    // The first row builds the contexts.
    if let Some(first) = values.first() {
        compress(workspace, first, &mut frames)?;
        frames.clear();
    }
    let content = step(workspace, values.iter().copied(), &mut compress, |frame| {
        append(&mut frames, frame)?;
        push(&mut ends, frames.len())
    })?;
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let compressed = starts.zip(&ends).map(|(start, &end)| &frames[start..end]);
    let mut decompressed = 0;
    let again = step(workspace, compressed, &mut decompress, |row| {
        decompressed += row.len();
        Ok(())
    })?;
    Ok(TimedBytes {
        content: content.bytes,
        compressed: frames.len(),
        compressing: content.time,
        decompressed,
        decompressing: again.time,
    })
}

struct CodecWork {
    bytes: usize,
    time: Duration,
}

/// Does a step on one row after the other until the budget is spent, and gives each result to `take`.
fn step<'a>(
    workspace: &mut Workspace,
    rows: impl Iterator<Item = &'a [u8]>,
    body: &mut MeasureStep<'_>,
    mut take: impl FnMut(&[u8]) -> Result<(), CodecError>,
) -> Result<CodecWork, CodecError> {
    let mut work = CodecWork { bytes: 0, time: Duration::ZERO };
    let mut out = Vec::new();
    for row in rows {
        out.clear();
        let start = Instant::now();
        body(workspace, row, &mut out)?;
        work.time += start.elapsed();
        work.bytes += row.len();
        take(&out)?;
        if work.time > BUDGET {
            break;
        }
    }
    Ok(work)
}
