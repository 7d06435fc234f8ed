//! The parameters of a call over a batch, constant or one per row.

use std::borrow::Cow;
use std::sync::Arc;

use hashlane_codecs::fsst::SymbolTable;
use hashlane_codecs::zstd::Dictionary;
use hashlane_kernels::blocks::Seeds;
use hashlane_kernels::encoding::Integers;
use hashlane_kernels::engines::KafkaPartitions;
use hashlane_kernels::hash::highway::HighwayKey;

use crate::function::{Arg, Function};
use crate::kind::ArgKind;
use crate::{ArgColumn, ArgValue, CallError, Settings};
use crate::{collected, room};

/// The seeds of a batch, or the parameter that a kernel takes instead.
pub(crate) enum SeedColumn<'a, S: Clone> {
    Constant(S),
    Column(Cow<'a, [S]>),
}

impl<S: Copy> SeedColumn<'_, S> {
    /// The seeds in the form for kernels.
    pub(crate) fn seeds(&self) -> Seeds<'_, S> {
        match self {
            SeedColumn::Constant(seed) => Seeds::Constant(*seed),
            SeedColumn::Column(seeds) => Seeds::Column(seeds),
        }
    }
}

/// The settings of a call, some of which may change from row to row.
pub(crate) struct SettingsByRow<'a> {
    function: &'static Function,
    pub settings: Settings,
    pub columns: Vec<(&'static Arg, ArgColumn<'a>, Option<ArgValue<'a>>)>,
    prepared: Vec<PreparedParameters<'a>>,
    is_capped: bool,
}

/// Parameters prepared from an argument's bytes. A join gives the rows of a batch the same few dictionaries of up
/// to 110 KiB, always at the same addresses. Looking one up by its bytes takes longer than decompressing a short row.
struct PreparedParameters<'a> {
    bytes: &'a [u8],
    dictionary: Option<Arc<Dictionary>>,
    symbols: Option<Arc<SymbolTable>>,
}

/// With more of them, a search by address would take too long.
const MOST_PREPARED: usize = 32;

impl<'a> SettingsByRow<'a> {
    pub(crate) fn new(
        function: &'static Function,
        params: &[ArgColumn<'a>],
    ) -> Result<Self, CallError> {
        let mut settings = Settings::defaults(function);
        let mut columns = Vec::new();
        for ((_, arg), column) in function.params().zip(params) {
            match column {
                ArgColumn::Constant(value) => settings.set(function, arg, value)?,
                _ => columns.push((arg, *column, None)),
            }
        }
        let is_capped = function.args.iter().any(|arg| arg.kind == ArgKind::MaxBytes);
        Ok(SettingsByRow { function, settings, columns, prepared: Vec::new(), is_capped })
    }

    /// Whether `max_bytes` is an argument of the function.
    pub(crate) fn is_capped(&self) -> bool {
        self.is_capped
    }

    /// The settings of a row.
    pub(crate) fn settings(&mut self, row: usize) -> Result<&Settings, CallError> {
        self.advance(row)?;
        Ok(&self.settings)
    }

    /// Advances to a row, and returns whether its settings differ from the last row's. Only those that differ are
    /// checked again.
    pub(crate) fn advance(&mut self, row: usize) -> Result<bool, CallError> {
        let mut changed = false;
        for (arg, column, last) in &mut self.columns {
            let value = column.value(row);
            if last.is_none_or(|last| !is_same(last, value)) {
                set(&mut self.settings, &mut self.prepared, self.function, arg, value)?;
                *last = Some(value);
                changed = true;
            }
        }
        Ok(changed)
    }

    /// The seeds of the rows. A NULL row gets the seed of the row before it.
    pub(crate) fn seeds<S: SeedParameter>(
        &mut self,
        len: usize,
        valid: Option<&[u64]>,
    ) -> Result<SeedColumn<'a, S>, CallError> {
        let Some((arg, column, _)) = self.columns.first() else {
            return Ok(SeedColumn::Constant(S::from_settings(&self.settings)));
        };
        if let Some(seeds) = S::given(self.function, arg.kind, *column)? {
            return Ok(SeedColumn::Column(seeds));
        }
        let mut seeds = room(self.function, len)?;
        for i in 0..len {
            if valid.is_none_or(|bits| bits[i / 64] >> (i % 64) & 1 == 1) {
                self.advance(i)?;
            }
            seeds.push(S::from_settings(&self.settings));
        }
        Ok(SeedColumn::Column(Cow::Owned(seeds)))
    }
}

/// Whether a value equals the one before it. Doesn't read the bytes if both have the same address.
fn is_same(last: ArgValue<'_>, value: ArgValue<'_>) -> bool {
    match (last, value) {
        (ArgValue::Bytes(last), ArgValue::Bytes(bytes)) if std::ptr::eq(last, bytes) => true,
        _ => last == value,
    }
}

/// Like [`Settings::set`], but prepares an expensive parameter only once per batch for bytes at the same address.
fn set<'a>(
    settings: &mut Settings,
    prepared: &mut Vec<PreparedParameters<'a>>,
    function: &Function,
    arg: &Arg,
    value: ArgValue<'a>,
) -> Result<(), CallError> {
    let bytes = match (arg.kind, value) {
        (
            ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes | ArgKind::SymbolTable,
            ArgValue::Bytes(bytes),
        ) => bytes,
        _ => return settings.set(function, arg, &value),
    };
    if let Some(found) = prepared.iter().find(|prepared| std::ptr::eq(prepared.bytes, bytes)) {
        settings.dictionary.clone_from(&found.dictionary);
        settings.symbols.clone_from(&found.symbols);
        return Ok(());
    }
    settings.set(function, arg, &value)?;
    if prepared.len() < MOST_PREPARED {
        let (dictionary, symbols) = (settings.dictionary.clone(), settings.symbols.clone());
        prepared.push(PreparedParameters { bytes, dictionary, symbols });
    }
    Ok(())
}

/// The seeds of a column; `None` if each must be checked.
pub(crate) type GivenSeeds<'a, S> = Result<Option<Cow<'a, [S]>>, CallError>;

/// A parameter that a kernel takes as its seed: a number, a number of buckets, or a key.
pub trait SeedParameter: Copy + 'static {
    /// The seed of checked settings.
    fn from_settings(settings: &Settings) -> Self;

    /// The seeds of a column that needs no check, borrowed if kernels can read them in place.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated.
    fn given<'a>(_: &Function, _: ArgKind, _: ArgColumn<'a>) -> GivenSeeds<'a, Self> {
        Ok(None)
    }
}

impl SeedParameter for u32 {
    fn from_settings(settings: &Settings) -> Self {
        settings.seed as u32
    }

    fn given<'a>(_: &Function, kind: ArgKind, column: ArgColumn<'a>) -> GivenSeeds<'a, Self> {
        Ok(match column {
            ArgColumn::Integers(Integers::U32(seeds)) if kind == ArgKind::Seed32 => {
                Some(Cow::Borrowed(seeds))
            }
            _ => None,
        })
    }
}

impl SeedParameter for u64 {
    fn from_settings(settings: &Settings) -> Self {
        settings.seed
    }

    fn given<'a>(
        function: &Function,
        kind: ArgKind,
        column: ArgColumn<'a>,
    ) -> GivenSeeds<'a, Self> {
        Ok(match column {
            ArgColumn::Integers(Integers::U64(seeds)) if kind == ArgKind::Seed64 => {
                Some(Cow::Borrowed(seeds))
            }
            ArgColumn::Integers(Integers::U32(seeds)) => {
                Some(Cow::Owned(collected(function, seeds.iter().map(|&seed| seed.into()))?))
            }
            _ => None,
        })
    }
}

impl SeedParameter for u128 {
    /// A key of 16 bytes, the lowest byte of the number first. Only NULL rows have no key.
    fn from_settings(settings: &Settings) -> Self {
        settings.key.as_slice().try_into().map_or(0, u128::from_le_bytes)
    }
}

impl SeedParameter for HighwayKey {
    /// A key of 32 bytes. Only NULL rows have no key.
    fn from_settings(settings: &Settings) -> Self {
        let words = settings.key.as_chunks().0;
        std::array::from_fn(|i| words.get(i).map_or(0, |word| u64::from_le_bytes(*word)))
    }
}

impl SeedParameter for KafkaPartitions {
    fn from_settings(settings: &Settings) -> Self {
        KafkaPartitions { client: settings.kafka_client, count: settings.seed as u32 }
    }
}

/// The hashes below it are in a sample.
#[derive(Clone, Copy)]
pub(crate) struct SampleThreshold(pub u128);

impl SeedParameter for SampleThreshold {
    fn from_settings(settings: &Settings) -> Self {
        SampleThreshold(settings.threshold)
    }
}

#[cfg(test)]
mod tests {
    use hashlane_codecs::{Sample, Workspace, zstd};
    use hashlane_kernels::blocks::Rows;

    use super::*;
    use crate::find;
    use crate::{Call, Results};

    /// A small dictionary for strings of one kind.
    fn dictionary(kind: usize) -> Vec<u8> {
        let mut sample = Sample::new(zstd::limits_for(256, 100).unwrap());
        for i in 0..50 {
            sample.add(text(kind, i * i).as_bytes()).unwrap();
        }
        zstd::train(&sample, 256).unwrap()
    }

    fn text(kind: usize, i: usize) -> String {
        format!("kind {} of text number {i}", kind * 7919)
    }

    /// The strings in frames with the dictionaries that `of` names, in one batch, or the error.
    fn decompressed(
        dictionaries: &[Vec<u8>],
        kinds: &[usize],
        of: impl Fn(usize) -> usize,
    ) -> Result<Vec<String>, CallError> {
        let (mut workspace, mut frames) = (Workspace::default(), Vec::new());
        for (i, &kind) in kinds.iter().enumerate() {
            let prepared = Dictionary::prepared(&dictionaries[kind]).unwrap();
            let (row, mut frame) = (text(kind, i), Vec::new());
            zstd::compress_with(&mut workspace, 3, &prepared, row.as_bytes(), &mut frame).unwrap();
            frames.push(frame);
        }
        let frames: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
        let needed: Vec<&[u8]> =
            kinds.iter().map(|&kind| dictionaries[of(kind)].as_slice()).collect();
        let column = ArgColumn::Bytes(Rows::Slices(&needed));
        let function = find("zstd_decompress_text").expect("it is in the catalogue");
        let call = Call::new(function, Rows::Slices(&frames), &[column], None)?;
        let collected = call.collect(usize::MAX, None)?;
        let Results::Strings(out) = collected else { panic!("{collected:?} are not texts") };
        let starts = std::iter::once(0).chain(out.ends().iter().copied());
        let texts = starts.zip(out.ends()).map(|(start, &end)| out.bytes()[start..end].to_vec());
        Ok(texts.map(|text| String::from_utf8(text).unwrap()).collect())
    }

    /// More dictionaries than are remembered by address, and none of them twice in a row.
    #[test]
    fn every_row_has_its_own_dictionary() {
        let dictionaries: Vec<_> = (0..MOST_PREPARED + 3).map(dictionary).collect();
        let kinds: Vec<usize> = (0..200).map(|i| i * 13 % dictionaries.len()).collect();
        let texts: Vec<_> = kinds.iter().enumerate().map(|(i, &kind)| text(kind, i)).collect();
        assert_eq!(decompressed(&dictionaries, &kinds, |kind| kind), Ok(texts));
    }

    #[test]
    fn a_dictionary_that_was_right_for_the_row_before_is_refused() {
        let dictionaries = [dictionary(0), dictionary(1)];
        let error = decompressed(&dictionaries, &[0, 1, 0], |_| 0).unwrap_err().to_string();
        assert!(error.starts_with("zstd_decompress_text: "), "{error}");
        assert!(error.contains("pass that dictionary"), "{error}");
    }
}
