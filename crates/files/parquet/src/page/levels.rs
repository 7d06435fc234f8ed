//! Counts definition and repetition levels without storing them. A run of a billion levels takes five bytes of a page,
//! and would take gigabytes as an array.
//!
//! <https://parquet.apache.org/docs/file-format/data-pages/encodings/>

use parquet::schema::types::ColumnDescriptor;

use crate::page::values::check_runs;
use crate::page::varint;
use crate::page::{DataPageV2, PageHeader, PageKind};

/// Code of the encoding RLE, the only one for levels since 2013.
const RLE: i32 = 3;
/// Code of the encoding that RLE replaced.
const BIT_PACKED: i32 = 4;

impl DataPageV2 {
    /// Returns the number of NULLs, or `None` if the writer doesn't say: parquet-java before 1.18 writes -1 for columns
    /// without statistics (<https://github.com/apache/parquet-java/issues/3585>). It may be negative in damaged files.
    pub fn nulls(&self) -> Option<i32> {
        (self.num_nulls != -1).then_some(self.num_nulls)
    }
}

/// The counts of a page's levels.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct LevelCounts {
    /// The number of values that are not NULL.
    pub present: u64,
    /// The number of NULLs in the last level alone, that is, NULLs that do not come from a NULL or empty list or group.
    pub leaf_nulls: u64,
    /// The number of rows that start in the page.
    pub rows: u64,
    /// Whether the page starts with a new row.
    pub begins_row: bool,
    /// The offset of the values in the page.
    pub values_at: usize,
}

/// The highest levels of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaxLevels {
    pub repetition: u16,
    pub definition: u16,
}

impl MaxLevels {
    /// The highest levels of a leaf of the schema.
    pub(crate) fn for_leaf(column: &ColumnDescriptor) -> Self {
        let level = |level: i16| u16::try_from(level).unwrap_or(0);
        MaxLevels {
            repetition: level(column.max_rep_level()),
            definition: level(column.max_def_level()),
        }
    }
}

impl LevelCounts {
    /// Reads the levels at the start of a page, which is decompressed there.
    pub(crate) fn read(header: &PageHeader, page: &[u8], max: MaxLevels) -> Result<Self, String> {
        let values = header.num_values().and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        let EncodedLevels { repetition, definition, values_at } =
            EncodedLevels::from_page(header, page, max, values)?;
        let to_end = |rest: usize| match rest {
            0 => Ok(()),
            rest => Err(format!("{rest} bytes follow the last of {values} levels")),
        };
        let (mut rows, mut first) = (0, None);
        each_level(repetition, max.repetition, values, &mut |level, times| {
            first.get_or_insert(level);
            rows += if level == 0 { times } else { 0 };
        })
        .and_then(to_end)
        .map_err(|error| format!("repetition levels: {error}"))?;
        let (mut present, mut leaf_nulls) = (0, 0);
        each_level(definition, max.definition, values, &mut |level, times| {
            if level == max.definition {
                present += times;
            } else if level + 1 == max.definition {
                leaf_nulls += times;
            }
        })
        .and_then(to_end)
        .map_err(|error| format!("definition levels: {error}"))?;
        Ok(LevelCounts {
            present,
            leaf_nulls,
            rows,
            begins_row: first.unwrap_or(0) == 0,
            values_at,
        })
    }
}

/// Calls `each` with the repetition levels at the start of a page, and the number of times that each occurs.
///
/// # Errors
/// Returns an error if there are fewer levels than values, or if a level is too high.
pub(crate) fn each_repetition(
    header: &PageHeader,
    page: &[u8],
    max: MaxLevels,
    each: &mut dyn FnMut(u16, u64),
) -> Result<(), String> {
    let values = header.num_values().and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
    let encoded = EncodedLevels::from_page(header, page, max, values)?;
    each_level(encoded.repetition, max.repetition, values, each)
        .map(drop)
        .map_err(|error| format!("repetition levels: {error}"))
}

/// Checks the runs of definition levels, which version 59 of the `parquet` crate takes for as long as they claim to be.
/// Returns the offset of the values in the page.
///
/// # Errors
/// Returns an error if the levels are malformed or the page ends within them.
pub(crate) fn check_definitions(
    header: &PageHeader,
    page: &[u8],
    max: MaxLevels,
) -> Result<usize, String> {
    let values = header.num_values().and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
    let encoded = EncodedLevels::from_page(header, page, max, values)?;
    if let (LevelRuns::Hybrid(runs, _), 1..) = (encoded.definition, max.definition) {
        check_runs(runs, bit_width(max.definition), values)
            .map_err(|error| format!("definition levels: {error}"))?;
    }
    Ok(encoded.values_at)
}

/// The levels of a page as they are stored.
struct EncodedLevels<'a> {
    repetition: LevelRuns<'a>,
    definition: LevelRuns<'a>,
    values_at: usize,
}

/// Levels as they are stored.
enum LevelRuns<'a> {
    /// Runs and packed groups, and the rest of the page if the header alone says where they end.
    Hybrid(&'a [u8], &'a [u8]),
    Packed(&'a [u8]),
}

impl<'a> EncodedLevels<'a> {
    fn from_page(
        header: &PageHeader,
        page: &'a [u8],
        max: MaxLevels,
        values: u64,
    ) -> Result<Self, String> {
        match &header.kind {
            PageKind::Data(data) => {
                let (repetition, rest) =
                    v1_levels(page, data.repetition_level_encoding, max.repetition, values)?;
                let (definition, rest) =
                    v1_levels(rest, data.definition_level_encoding, max.definition, values)?;
                Ok(EncodedLevels { repetition, definition, values_at: page.len() - rest.len() })
            }
            PageKind::DataV2(data) => {
                let lengths = (data.repetition_levels_len, data.definition_levels_len);
                v2_levels(page, lengths)
            }
            PageKind::Dictionary(_) | PageKind::Index | PageKind::Unknown(_) => {
                Err("the page has no levels".to_owned())
            }
        }
    }
}

fn v1_levels(
    page: &[u8],
    encoding: i32,
    max: u16,
    values: u64,
) -> Result<(LevelRuns<'_>, &[u8]), String> {
    if max == 0 {
        return Ok((LevelRuns::Hybrid(&[], &[]), page));
    }
    match encoding {
        RLE => {
            let cut_off = || "the page ends within its levels".to_owned();
            let (len, rest) = page.split_first_chunk::<4>().ok_or_else(cut_off)?;
            let len = u32::from_le_bytes(*len) as usize;
            let (levels, rest) = rest.split_at_checked(len).ok_or_else(cut_off)?;
            Ok((LevelRuns::Hybrid(levels, &[]), rest))
        }
        BIT_PACKED => {
            let bytes = (values * u64::from(bit_width(max))).div_ceil(8);
            let bytes = usize::try_from(bytes).ok();
            let split = bytes.and_then(|bytes| page.split_at_checked(bytes));
            let (levels, rest) = split.ok_or("the page ends within its levels")?;
            Ok((LevelRuns::Packed(levels), rest))
        }
        code => Err(format!("levels are in encoding {code}")),
    }
}

fn v2_levels(page: &[u8], lengths: (i32, i32)) -> Result<EncodedLevels<'_>, String> {
    let (repetition, definition) = lengths;
    let claimed = || format!("levels of {repetition} and {definition} bytes do not fit the page");
    let (Ok(repetition), Ok(definition)) =
        (usize::try_from(repetition), usize::try_from(definition))
    else {
        return Err(claimed());
    };
    let (first, rest) = page.split_at_checked(repetition).ok_or_else(claimed)?;
    let (second, values) = rest.split_at_checked(definition).ok_or_else(claimed)?;
    let (first, second) = (LevelRuns::Hybrid(first, rest), LevelRuns::Hybrid(second, values));
    Ok(EncodedLevels { repetition: first, definition: second, values_at: repetition + definition })
}

fn bit_width(max: u16) -> u32 {
    u16::BITS - max.leading_zeros()
}

/// Calls `each` with levels and the number of times that each occurs, for `values` values in all. Returns the number of
/// bytes after the last level.
fn each_level(
    levels: LevelRuns<'_>,
    max: u16,
    values: u64,
    each: &mut dyn FnMut(u16, u64),
) -> Result<usize, String> {
    if max == 0 {
        each(0, values);
        return Ok(match levels {
            LevelRuns::Hybrid(bytes, _) => without_levels(bytes, values),
            LevelRuns::Packed(bytes) => bytes.len(),
        });
    }
    let mut checked = |level: u16, times: u64| {
        if level > max {
            return Err(format!("level {level}, but the highest is {max}"));
        }
        each(level, times);
        Ok(())
    };
    match levels {
        LevelRuns::Hybrid(bytes, after) => {
            runs((bytes, after), bit_width(max), values, &mut checked)
        }
        LevelRuns::Packed(bytes) => {
            let width = bit_width(max);
            (0..values).try_for_each(|index| checked(big_endian(bytes, index, width), 1))?;
            Ok(0)
        }
    }
}

/// Returns how many bytes follow the levels of a column without any. There may be one run, whose levels take no bits.
fn without_levels(bytes: &[u8], values: u64) -> usize {
    let mut rest = bytes;
    match varint(&mut rest).map(|head| (head & 1, head >> 1)) {
        Some((0, times)) if times == values => rest.len(),
        Some((1, groups)) if groups == values.div_ceil(8) => rest.len(),
        _ => bytes.len(),
    }
}

/// Reads the hybrid encoding of runs and groups of eight packed levels. Returns the number of bytes after them.
fn runs(
    (mut bytes, after): (&[u8], &[u8]),
    width: u32,
    mut left: u64,
    each: &mut dyn FnMut(u16, u64) -> Result<(), String>,
) -> Result<usize, String> {
    while left > 0 {
        let head = varint(&mut bytes).ok_or_else(|| format!("they end {left} values too early"))?;
        if head & 1 == 0 {
            let size = width.div_ceil(8) as usize;
            let (level, rest) = bytes.split_at_checked(size).ok_or("they end within a run")?;
            let level = level.iter().rev().fold(0, |level, byte| level << 8 | u16::from(*byte));
            let times = (head >> 1).min(left);
            each(level, times)?;
            (bytes, left) = (rest, left - times);
        } else {
            let all = (head >> 1).saturating_mul(8);
            let times = all.min(left);
            let (packed, rest) = bytes.split_at(packed_size((bytes, after), all, times, width)?);
            if width == 1 {
                bits(packed, times, each)?;
            } else {
                for index in 0..times {
                    each(little_endian(packed, index, width), 1)?;
                }
            }
            if times == 0 {
                return Err("an empty group".to_owned());
            }
            (bytes, left) = (rest, left - times);
        }
    }
    Ok(bytes.len())
}

/// Returns the size of a run of `packed` levels. Only the first `times` of them are levels of the page; the others fill the last
/// group. This may be cut off after its last level: parquet2, and with it early releases of Polars, writes it so. If its padding
/// follows, the length in the header is wrong.
fn packed_size(
    (bytes, after): (&[u8], &[u8]),
    packed: u64,
    times: u64,
    width: u32,
) -> Result<usize, String> {
    let size = |levels: u64| levels.saturating_mul(width.into()).div_ceil(8);
    let (whole, room) = (size(packed), bytes.len() as u64);
    if whole <= room {
        return Ok(whole as usize);
    }
    let padding = after.get(..usize::try_from(whole - room).unwrap_or(usize::MAX));
    if size(times) != room || padding.is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0)) {
        return Err(format!("{room} bytes of packed levels, which take {whole}"));
    }
    Ok(bytes.len())
}

/// Calls `each` with the runs of equal bits among the first `left` bits. Columns without lists and groups have such levels,
/// and few runs.
fn bits(
    packed: &[u8],
    mut left: u64,
    each: &mut dyn FnMut(u16, u64) -> Result<(), String>,
) -> Result<(), String> {
    for byte in packed {
        let (mut rest, mut bits) = (*byte, left.min(8) as u32);
        left -= u64::from(bits);
        while bits > 0 {
            let level = rest & 1;
            let run = if level == 1 { rest.trailing_ones() } else { rest.trailing_zeros() };
            let run = run.min(bits);
            each(level.into(), run.into())?;
            rest = rest.checked_shr(run).unwrap_or(0);
            bits -= run;
        }
    }
    Ok(())
}

/// The level at `index`, packed from the lowest bit of each byte. `index` must be within `packed`. A level spans at
/// most three bytes: its width is at most 16, and the shift at most 7.
fn little_endian(packed: &[u8], index: u64, width: u32) -> u16 {
    let bit = index * u64::from(width);
    let (at, shift) = ((bit / 8) as usize, bit % 8);
    let bytes = packed[at..].iter().take(3).rev();
    let word = bytes.fold(0u32, |word, byte| word << 8 | u32::from(*byte));
    ((word >> shift) & ((1 << width) - 1)) as u16
}

/// The level at `index`, packed from the highest bit of each byte. `index` must be within `packed`.
fn big_endian(packed: &[u8], index: u64, width: u32) -> u16 {
    let start = index * u64::from(width);
    (start..start + u64::from(width)).fold(0, |level, bit| {
        let byte = packed[(bit / 8) as usize];
        level << 1 | u16::from(byte >> (7 - bit % 8) & 1)
    })
}
