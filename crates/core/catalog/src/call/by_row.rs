//! Results that are computed row by row, each of which may fail.

use bytemuck::Pod;
use hashlane_codecs::{CodecError, Workspace};

use crate::CallOutput;
use crate::call::form::{append, check_text};
use crate::call::is_valid;
use crate::call::with_workspace;
use crate::function::{Function, OnBadInput};
use crate::more_room;
use crate::parameters::SettingsByRow;
use crate::work::{LookupKernel, MeasureKernel, ResultForm, RowKernel, UnpackKernel, Work};
use crate::{Budget, Call, CallError, Settings, StringResults};

impl Call<'_> {
    /// The bytes of each value themselves.
    ///
    /// # Errors
    /// Returns an error if memory can't be allocated, or if the engine can't hold the results.
    pub fn copy(self, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        self.append(out, |rows, _, row, out| rows.append_bytes(row, out))
    }

    /// The hash of each value, which must have exactly `LEN` bytes.
    ///
    /// # Errors
    /// As for [`Call::copy`], and if a value has another length.
    pub(crate) fn hash_exactly<const LEN: usize>(
        self,
        hash: fn(&[u8; LEN]) -> [u8; 32],
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        self.append(out, |rows, _, row, out| {
            rows.append_bytes(&hash(exactly(rows.function, row)?), out)
        })
    }

    /// What the kernel makes of each value.
    ///
    /// # Errors
    /// As for [`Call::copy`], and if the kernel fails and the function doesn't forgive it.
    pub fn convert(self, kernel: RowKernel, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        self.append(out, |rows, i, row, out| {
            rows.append_within_budget(i, row, out, |workspace, settings, bytes| {
                match kernel(workspace, settings, row, bytes) {
                    Ok(()) => Ok(true),
                    Err(error) => Err(error),
                }
            })
        })
    }

    /// What the kernel finds in each value; NULL if it finds nothing.
    ///
    /// # Errors
    /// As for [`Call::convert`].
    pub fn look_up(self, kernel: LookupKernel, out: &mut CallOutput<'_>) -> Result<(), CallError> {
        self.append(out, |rows, i, row, out| {
            rows.append_within_budget(i, row, out, |workspace, settings, bytes| {
                kernel(workspace, settings, row, bytes)
            })
        })
    }

    /// Appends the result of each row; NULL if it has none.
    fn append(
        self,
        out: &mut CallOutput<'_>,
        mut result: impl FnMut(
            &mut RowAppender<'_>,
            usize,
            &[u8],
            &mut StringResults,
        ) -> Result<bool, CallError>,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, by_row, budget } = self;
        let out = out.strings(function)?;
        out.reserve(function, source.len())?;
        with_workspace(|workspace| {
            let mut rows = RowAppender { function, by_row, budget, workspace };
            let appended = source.each_row(function, |i, row| {
                if !is_valid(valid, i) {
                    return out.skip(function);
                }
                if !result(&mut rows, i, row, out)? {
                    out.null_last(function)?;
                }
                out.check_size(function)
            });
            workspace.trim();
            appended
        })
    }

    /// The values in each value, as lists.
    ///
    /// # Errors
    /// As for [`Call::convert`].
    pub(crate) fn unpack(
        self,
        kernel: UnpackKernel,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, budget } = self;
        let out = out.lists(function)?;
        with_workspace(|workspace| {
            let unpacked = source.each_row(function, |i, row| {
                if is_valid(valid, i) {
                    let is_capped = by_row.is_capped();
                    let settings = by_row.settings(i)?;
                    let max_bytes = is_capped.then_some(settings.max_bytes);
                    let strings = out.values_mut().strings(function)?;
                    let mut values = ListValues::new(function, budget, max_bytes, strings);
                    let each = &mut |value: Option<&[u8]>| values.push(value);
                    let unpacked = kernel(workspace, settings, row, each);
                    values.end(unpacked)?;
                }
                out.end_list(function)
            });
            workspace.trim();
            unpacked
        })
    }

    /// A number of each value, NULL where it has none.
    ///
    /// # Errors
    /// As for [`Call::convert`].
    pub(crate) fn measure<T: TryFrom<u64> + Pod>(
        self,
        kernel: MeasureKernel,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, .. } = self;
        let mut nulls = Vec::new();
        let numbers = out.numbers::<T>(function, source.len())?;
        with_workspace(|workspace| {
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
                numbers[i] = fits.map_err(|_| {
                    CallError::layout(function, &format!("{number} doesn't fit in 32 bits"))
                })?;
                Ok(())
            });
            workspace.trim();
            measured
        })?;
        out.nulls = nulls;
        Ok(())
    }
}

/// Appends the results of rows. Its methods return whether a row has one: errors that the function forgives are NULL.
///
/// Results are taken apart where they are made: one `Result` in another, handed from function to function, took 9 to 12 ns
/// a row of LZ4 and zstd.
struct RowAppender<'a> {
    function: &'static Function,
    by_row: SettingsByRow<'a>,
    budget: Budget,
    workspace: &'a mut Workspace,
}

impl RowAppender<'_> {
    fn append_bytes(&self, bytes: &[u8], out: &mut StringResults) -> Result<bool, CallError> {
        out.begin(self.function)?;
        append(self.function.form, bytes, out.bytes_mut())
            .map_err(|e| CallError::codec(self.function, &e))?;
        out.end();
        Ok(true)
    }

    /// Appends a codec's result, limited to the memory that the budget has left. An invalid parameter, or a result beyond the budget,
    /// is the outer error.
    fn append_within_budget(
        &mut self,
        i: usize,
        row: &[u8],
        out: &mut StringResults,
        codec: impl FnOnce(&mut Workspace, &Settings, &mut Vec<u8>) -> Result<bool, CodecError>,
    ) -> Result<bool, CallError> {
        let function = self.function;
        let cap = self.by_row.settings(i)?.max_bytes;
        let max_bytes = self.by_row.is_capped().then_some(cap);
        let left = self.budget.left(max_bytes, out);
        self.by_row.settings.max_bytes = cap.min(left);
        let start = out.begin(function)?;
        let (settings, bytes) = (&self.by_row.settings, out.bytes_mut());
        let found = match codec(self.workspace, settings, bytes) {
            Err(error) => Err(described(function, settings, row, error)),
            Ok(found) if function.form == ResultForm::Text => {
                check_text(function.form, &bytes[start..]).map(|()| found)
            }
            Ok(found) => Ok(found),
        };
        self.by_row.settings.max_bytes = cap;
        match found {
            Ok(found) => {
                out.end();
                let cost = Budget::cost(out.bytes().len(), out.ends().len());
                self.budget.check_cost(function, max_bytes, cost)?;
                Ok(found)
            }
            Err(error) => {
                out.end_empty(start);
                if matches!(error, CodecError::OverLimit { .. }) && left < cap {
                    return Err(self.budget.exceeded(function, max_bytes));
                }
                forgiven(function, Err(error)).map(|_: Option<()>| false)
            }
        }
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
    if function.work != Work::Decompress || function.on_bad_input == OnBadInput::Null {
        return error;
    }
    let name = function.name.strip_suffix("_text").unwrap_or(function.name);
    let named = settings.codec.map(|(codec, _)| codec.name);
    error.with_framing(row, named.or_else(|| name.strip_suffix("_decompress")))
}

/// The values of a list, limited to the memory that the budget has left.
struct ListValues<'a> {
    function: &'static Function,
    budget: Budget,
    max_bytes: Option<usize>,
    out: &'a mut StringResults,
    is_exceeded: bool,
}

impl<'a> ListValues<'a> {
    fn new(
        function: &'static Function,
        budget: Budget,
        max_bytes: Option<usize>,
        out: &'a mut StringResults,
    ) -> Self {
        ListValues { function, budget, max_bytes, out, is_exceeded: false }
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
