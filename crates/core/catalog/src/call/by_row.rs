//! Results that are computed row by row, each of which may fail.

use hashlane_codecs::{CodecError, Workspace};

use super::form::{append, check_text};
use super::parameters::SettingsByRow;
use super::room::more_room;
use super::with_workspace;
use super::{Budget, Call, CallError, Settings, Sink, Variable};
use crate::function::{Function, OnBadInput};
use crate::kernel::{Kernel, MeasureKernel, UnpackKernel};

impl Call<'_> {
    /// Gives the sink the bytes of the rows themselves, in the form of the function.
    pub(super) fn bytes<S: Sink>(self, sink: S) -> Result<S::Results, CallError> {
        let form = self.function.form;
        self.strings(sink, |_, _, _, row, out| {
            Ok(out.row(|bytes| append(form, row, bytes).map(|()| true)))
        })
    }

    /// The hashes of rows that all have `LEN` bytes. A row of another length is an error.
    pub(super) fn of_length<S: Sink, const LEN: usize>(
        self,
        hash: fn(&[u8; LEN]) -> [u8; 32],
        sink: S,
    ) -> Result<S::Results, CallError> {
        let (function, form) = (self.function, self.function.form);
        self.strings(sink, |_, _, _, row, out| {
            let exact = <&[u8; LEN]>::try_from(row);
            let exact = exact.map_err(|_| CallError::length(function, row.len(), LEN))?;
            Ok(out.row(|bytes| append(form, &hash(exact), bytes).map(|()| true)))
        })
    }

    /// Appends the codec's result for each row for which it reports one.
    pub(super) fn codec<S: Sink>(
        self,
        kernel: impl Fn(&mut Workspace, &Settings, &[u8], &mut Vec<u8>) -> Result<bool, CodecError>,
        sink: S,
    ) -> Result<S::Results, CallError> {
        let (function, form, budget) = (self.function, self.function.form, self.budget);
        self.strings(sink, |by_row, workspace, i, row, out| {
            within(budget, by_row, i, out, |settings, bytes| {
                let start = bytes.len();
                let found = kernel(workspace, settings, row, bytes);
                let found = found.map_err(|e| described(function, settings, row, e))?;
                check_text(form, &bytes[start..]).map(|()| found)
            })
        })
    }

    /// Gives the sink what `append` appends for each row; `append` returns whether there is a result. An invalid
    /// parameter is the outer error.
    pub(super) fn strings<S: Sink>(
        self,
        sink: S,
        mut append: impl FnMut(
            &mut SettingsByRow<'_>,
            &mut Workspace,
            usize,
            &[u8],
            &mut Variable,
        ) -> Result<Result<bool, CodecError>, CallError>,
    ) -> Result<S::Results, CallError> {
        let function = self.function;
        sink.variable(|out| {
            out.reserve(function, self.source.len())?;
            self.each_row(|by_row, workspace, i, row| {
                let Some(row) = row else {
                    return added(function, out.null());
                };
                let appended = append(by_row, workspace, i, row, out)?;
                if !forgiven(function, appended)?.unwrap_or(false) {
                    added(function, out.null_last())?;
                }
                out.check_size(function)
            })
        })
    }

    /// The values in packs, as lists.
    pub(super) fn unpack<S: Sink>(
        self,
        kernel: UnpackKernel,
        sink: S,
    ) -> Result<S::Results, CallError> {
        let (function, budget) = (self.function, self.budget);
        sink.lists(|out| {
            out.reserve(function, self.source.len())?;
            self.each_row(|by_row, workspace, i, row| {
                if let Some(row) = row {
                    let settings = by_row.settings(i)?;
                    unpack(function, budget, settings, &mut out.values, |each| {
                        kernel(workspace, settings, row, each)
                    })?;
                }
                out.end_list(function)
            })
        })
    }

    /// Calls `put` with each row that has a number and with the number. Returns the rows without a number and without a
    /// NULL argument.
    pub(super) fn measure(
        self,
        kernel: MeasureKernel,
        mut put: impl FnMut(usize, u64),
    ) -> Result<Vec<usize>, CallError> {
        let (function, mut nulls) = (self.function, Vec::new());
        self.each_row(|by_row, workspace, i, row| {
            let Some(row) = row else { return Ok(()) };
            let number = kernel(workspace, by_row.settings(i)?, row);
            match forgiven(function, number)?.flatten() {
                Some(number) => put(i, number),
                None => {
                    more_room(function, &mut nulls, 1)?;
                    nulls.push(i);
                }
            }
            Ok(())
        })?;
        Ok(nulls)
    }

    /// Calls `each` with every row; `None` means that an argument is NULL.
    fn each_row(
        self,
        mut each: impl FnMut(
            &mut SettingsByRow<'_>,
            &mut Workspace,
            usize,
            Option<&[u8]>,
        ) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, .. } = self;
        with_workspace(|workspace| {
            let result = source.rows(|i, row| {
                let valid = valid.is_none_or(|bits| bits[i / 64] >> (i % 64) & 1 == 1);
                each(&mut by_row, workspace, i, valid.then_some(row))
            });
            workspace.trim();
            result.map_err(|e| CallError::out_of_memory(function, e.bytes))?
        })
    }
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
    let decompresses = matches!(function.kernel, Kernel::Decompress(_));
    if !decompresses || function.on_bad_input == OnBadInput::Null {
        return error;
    }
    let name = function.name.strip_suffix("_text").unwrap_or(function.name);
    let named = settings.codec.map(|(codec, _)| codec.name);
    error.with_framing(row, named.or_else(|| name.strip_suffix("_decompress")))
}

/// Converts a failed allocation for a row to the call's error.
fn added(function: &Function, added: Result<(), CodecError>) -> Result<(), CallError> {
    added.map_err(|e| CallError::codec(function, &e))
}

/// Appends the values that `walk` passes to its closure.
fn unpack(
    function: &Function,
    budget: Budget,
    settings: &Settings,
    out: &mut Variable,
    walk: impl FnOnce(&mut dyn FnMut(Option<&[u8]>) -> Result<(), CodecError>) -> Result<(), CodecError>,
) -> Result<(), CallError> {
    let max_bytes = Some(settings.max_bytes);
    let most = budget.most(max_bytes);
    let mut exceeded = false;
    let unpacked = walk(&mut |value| {
        let len = value.map_or(0, <[u8]>::len);
        exceeded = Budget::cost(out.bytes().len() + len, out.ends().len() + 1) > most;
        match value {
            // Stops reading the pack, and becomes the budget's error below.
            _ if exceeded => Err(CodecError::OverLimit { max_bytes: most }),
            None => out.null_value(),
            Some(value) => {
                check_text(function.form, value)?;
                out.value(value)
            }
        }
    });
    match exceeded {
        true => Err(budget.exceeded(function, max_bytes)),
        false => unpacked.map_err(|e| CallError::codec(function, &e)),
    }
}

/// Appends the result of row `i`, limited to the memory that the budget has left.
fn within<T>(
    budget: Budget,
    by_row: &mut SettingsByRow<'_>,
    i: usize,
    out: &mut Variable,
    append: impl FnOnce(&Settings, &mut Vec<u8>) -> Result<T, CodecError>,
) -> Result<Result<T, CodecError>, CallError> {
    let cap = by_row.settings(i)?.max_bytes;
    let max_bytes = by_row.is_capped().then_some(cap);
    let left = budget.left(max_bytes, out);
    by_row.settings.max_bytes = cap.min(left);
    let result = out.row(|bytes| append(&by_row.settings, bytes));
    by_row.settings.max_bytes = cap;
    let function = by_row.function();
    match result {
        Err(CodecError::OverLimit { .. }) if left < cap => {
            Err(budget.exceeded(function, max_bytes))
        }
        Err(e) => Ok(Err(e)),
        Ok(appended) => {
            let cost = Budget::cost(out.bytes().len(), out.ends().len());
            budget.check_cost(function, max_bytes, cost)?;
            Ok(Ok(appended))
        }
    }
}
