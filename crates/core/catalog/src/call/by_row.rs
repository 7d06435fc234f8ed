//! Results that are computed row by row, each of which may fail.

use hashlane_codecs::{CodecError, Workspace};

use super::batch::is_valid;
use super::form::{append, check_text};
use super::parameters::SettingsByRow;
use super::room::more_room;
use super::{Budget, Call, CallError, ListResults, Settings, StringResults};
use crate::function::{Function, OnBadInput};
use crate::kernel::{ByRow, Kernel, MeasureKernel, UnpackKernel};

impl Call<'_> {
    /// Appends the result of each row.
    pub(super) fn bytes_by_row(
        self,
        workspace: &mut Workspace,
        kernel: ByRow,
        out: &mut StringResults,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, by_row, budget, .. } = self;
        out.reserve(function, source.len())?;
        let mut rows = Appender { kernel, function, by_row, budget, workspace };
        let appended = source.each_row(function, |i, row| match is_valid(valid, i) {
            true => rows.append(i, row, out),
            false => out.skip(function),
        });
        workspace.trim();
        appended
    }

    /// The values in packs, as lists.
    pub(super) fn unpack(
        self,
        workspace: &mut Workspace,
        kernel: UnpackKernel,
        out: &mut ListResults,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, budget, .. } = self;
        let unpacked = source.each_row(function, |i, row| {
            if is_valid(valid, i) {
                let is_capped = by_row.is_capped();
                let settings = by_row.settings(i)?;
                let max_bytes = is_capped.then_some(settings.max_bytes);
                let strings = out.values_mut().strings(function)?;
                let mut values = Values::new(function, budget, max_bytes, strings);
                let unpacked = kernel(workspace, settings, row, &mut |value| values.push(value));
                values.end(unpacked)?;
            }
            out.end_list(function)
        });
        workspace.trim();
        unpacked
    }

    /// The number of each row. Returns the rows without a number and without a NULL argument.
    pub(super) fn measure<T: TryFrom<u64>>(
        self,
        workspace: &mut Workspace,
        kernel: MeasureKernel,
        out: &mut [T],
    ) -> Result<Vec<usize>, CallError> {
        let Call { function, source, valid, mut by_row, .. } = self;
        let mut nulls = Vec::new();
        let measured = source.each_row(function, |i, row| {
            if !is_valid(valid, i) {
                return Ok(());
            }
            let number = kernel(workspace, by_row.settings(i)?, row);
            let Some(number) = forgiven(function, number)?.flatten() else {
                more_room(function, &mut nulls, 1)?;
                nulls.push(i);
                return Ok(());
            };
            let fits = T::try_from(number);
            out[i] = fits.map_err(|_| {
                CallError::layout(function, &format!("{number} doesn't fit in 32 bits"))
            })?;
            Ok(())
        });
        workspace.trim();
        measured.map(|()| nulls)
    }
}

/// Appends the results of rows.
struct Appender<'a> {
    kernel: ByRow,
    function: &'static Function,
    by_row: SettingsByRow<'a>,
    budget: Budget,
    workspace: &'a mut Workspace,
}

impl Appender<'_> {
    /// Appends the result of a row, which is NULL if the kernel finds nothing or the function forgives its error.
    fn append(&mut self, i: usize, row: &[u8], out: &mut StringResults) -> Result<(), CallError> {
        let function = self.function;
        let found = match self.kernel {
            ByRow::Copy => self.append_bytes(row, out)?,
            ByRow::HashOf32(hash) => self.append_bytes(&hash(exactly(function, row)?), out)?,
            ByRow::HashOf64(hash) => self.append_bytes(&hash(exactly(function, row)?), out)?,
            ByRow::Compress(_) | ByRow::Decompress(_) | ByRow::Lookup(_) | ByRow::Derive(_) => {
                self.append_within_budget(i, row, out)?
            }
        };
        if !forgiven(function, found)?.unwrap_or(false) {
            out.null_last(function)?;
        }
        out.check_size(function)
    }

    fn append_bytes(
        &self,
        bytes: &[u8],
        out: &mut StringResults,
    ) -> Result<Result<bool, CodecError>, CallError> {
        let start = out.begin(self.function)?;
        let appended = append(self.function.form, bytes, out.bytes_mut());
        Ok(out.end(start, appended).map(|()| true))
    }

    /// Appends a codec's result, limited to the memory that the budget has left. An invalid parameter, or a result beyond the budget,
    /// is the outer error.
    fn append_within_budget(
        &mut self,
        i: usize,
        row: &[u8],
        out: &mut StringResults,
    ) -> Result<Result<bool, CodecError>, CallError> {
        let cap = self.by_row.settings(i)?.max_bytes;
        let max_bytes = self.by_row.is_capped().then_some(cap);
        let left = self.budget.left(max_bytes, out);
        self.by_row.settings.max_bytes = cap.min(left);
        let start = out.begin(self.function)?;
        let found = self.append_codec(row, start, out.bytes_mut());
        self.by_row.settings.max_bytes = cap;
        match out.end(start, found) {
            Err(CodecError::OverLimit { .. }) if left < cap => {
                Err(self.budget.exceeded(self.function, max_bytes))
            }
            Err(error) => Ok(Err(error)),
            Ok(found) => {
                let cost = Budget::cost(out.bytes().len(), out.ends().len());
                self.budget.check_cost(self.function, max_bytes, cost)?;
                Ok(Ok(found))
            }
        }
    }

    /// Appends a codec's result to `bytes`, which has `start` bytes. Returns whether there is one.
    fn append_codec(
        &mut self,
        row: &[u8],
        start: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<bool, CodecError> {
        let (workspace, settings) = (&mut *self.workspace, &self.by_row.settings);
        let found = match self.kernel {
            ByRow::Compress(kernel) | ByRow::Decompress(kernel) | ByRow::Derive(kernel) => {
                kernel(workspace, settings, row, bytes).map(|()| true)
            }
            ByRow::Lookup(kernel) => kernel(workspace, settings, row, bytes),
            ByRow::Copy | ByRow::HashOf32(_) | ByRow::HashOf64(_) => Ok(false),
        };
        let found = found.map_err(|error| described(self.function, settings, row, error))?;
        check_text(self.function.form, &bytes[start..]).map(|()| found)
    }
}

/// A row that must have exactly `LEN` bytes.
fn exactly<'a, const LEN: usize>(
    function: &Function,
    row: &'a [u8],
) -> Result<&'a [u8; LEN], CallError> {
    row.try_into().map_err(|_| CallError::length(function, row.len(), LEN))
}

/// Returns the result, or `None` for an error that the function turns into NULL.
fn forgiven<T>(function: &Function, result: Result<T, CodecError>) -> Result<Option<T>, CallError> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(e) if e.is_bad_input() && function.on_bad_input == OnBadInput::Null => Ok(None),
        Err(e) => Err(CallError::codec(function, &e)),
    }
}

/// Adds to a decompressor's error the framing that the row seems to have. Does nothing if the error becomes NULL.
fn described(
    function: &Function,
    settings: &Settings,
    row: &[u8],
    error: CodecError,
) -> CodecError {
    let decompresses = matches!(function.kernel, Kernel::Bytes(ByRow::Decompress(_)));
    if !decompresses || function.on_bad_input == OnBadInput::Null {
        return error;
    }
    let name = function.name.strip_suffix("_text").unwrap_or(function.name);
    let named = settings.codec.map(|(codec, _)| codec.name);
    error.with_framing(row, named.or_else(|| name.strip_suffix("_decompress")))
}

/// The values of a list, limited to the memory that the budget has left.
struct Values<'a> {
    function: &'static Function,
    budget: Budget,
    max_bytes: Option<usize>,
    out: &'a mut StringResults,
    is_exceeded: bool,
}

impl<'a> Values<'a> {
    fn new(
        function: &'static Function,
        budget: Budget,
        max_bytes: Option<usize>,
        out: &'a mut StringResults,
    ) -> Self {
        Values { function, budget, max_bytes, out, is_exceeded: false }
    }

    fn push(&mut self, value: Option<&[u8]>) -> Result<(), CodecError> {
        let len = value.map_or(0, <[u8]>::len);
        // Without a limit of their own, they have that of a batch: the shingles of a text can take a hundred times its bytes.
        let most = self.budget.most(Some(self.max_bytes.unwrap_or(0)));
        let cost = Budget::cost(self.out.bytes().len() + len, self.out.ends().len() + 1);
        self.is_exceeded = cost > most;
        match value {
            // Stops reading the pack, and becomes the budget's error in `end`.
            _ if self.is_exceeded => Err(CodecError::OverLimit { max_bytes: most }),
            None => self.out.null_value(),
            Some(value) => {
                check_text(self.function.form, value)?;
                self.out.value(value)
            }
        }
    }

    fn end(self, unpacked: Result<(), CodecError>) -> Result<(), CallError> {
        let host_is_wider = self.budget.most(None) > Budget::BATCH;
        match self.is_exceeded {
            true if self.max_bytes.is_none() && host_is_wider => {
                Err(CallError::over_batch(self.function, Budget::BATCH))
            }
            true => Err(self.budget.exceeded(self.function, self.max_bytes)),
            false => unpacked.map_err(|e| CallError::codec(self.function, &e)),
        }
    }
}
