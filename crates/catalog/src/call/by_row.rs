//! Results that are computed row by row, and may fail in each.

use std::cell::RefCell;

use hashlane_codecs::{CodecError, Workspace};

use super::form::{append, append_digest, check_text};
use super::parameters::SettingsByRow;
use super::plan::Plan;
use super::{Budget, Call, CallError, Lists, Settings, Variable};
use crate::function::{Function, OnBadInput};

thread_local! {
    /// The codecs' contexts of this thread, which outlive batches and queries.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Calls `body` with this thread's contexts.
pub(super) fn with_workspace<T>(body: impl FnOnce(&mut Workspace) -> T) -> T {
    WORKSPACE.with_borrow_mut(body)
}

impl Call<'_> {
    /// Gives the results of a call whose output is [`Output::Variable`](super::Output::Variable).
    ///
    /// # Errors
    /// Returns an error if a row has no result, if the results take more than `max_total` bytes, which is what the
    /// engine's buffers hold, or more than the call's [`Budget`]. No memory is taken beyond the budget.
    pub fn variable(&mut self, out: &mut Variable, max_total: usize) -> Result<(), CallError> {
        let (function, budget) = (self.function, self.budget);
        out.clear(function, self.source.len())?;
        if let Plan::List(..) = self.plan {
            return self.fold_lists(out, max_total);
        }
        self.each_row(|plan, workspace, i, row| {
            let Some(row) = row else {
                return added(function, out.null());
            };
            let appended = plan.append(function, workspace, i, row, budget, out)?;
            if !forgiven(function, appended)?.unwrap_or(false) {
                added(function, out.null_last())?;
            }
            check_total(function, out, max_total)
        })
    }

    /// Gives the results of a call whose output is [`Output::Lists`](super::Output::Lists).
    ///
    /// # Errors
    /// As [`Call::variable`]; `max_total` is also the most values.
    pub fn lists(&mut self, out: &mut Lists, max_total: usize) -> Result<(), CallError> {
        let (function, budget) = (self.function, self.budget);
        out.clear(function, self.source.len())?;
        self.each_row(|plan, workspace, i, row| {
            if let Some(row) = row {
                let unpacked = plan.unpack(function, workspace, i, row, budget, &mut out.values)?;
                unpacked.map_err(|e| CallError::codec(function, &e))?;
                check_total(function, &out.values, max_total)?;
                let values = out.values.ends().len();
                if values > max_total {
                    return Err(CallError::lists_too_long(function, values, max_total));
                }
            }
            out.end_list();
            Ok(())
        })
    }

    /// Calls `put` with every row in which no argument is NULL, and its number, where the output is
    /// [`Output::Measure32`](super::Output::Measure32) or [`Output::Measure64`](super::Output::Measure64).
    /// `None` is NULL.
    pub fn measure(&mut self, mut put: impl FnMut(usize, Option<u64>)) -> Result<(), CallError> {
        let function = self.function;
        self.each_row(|plan, workspace, i, row| {
            let Some(row) = row else { return Ok(()) };
            let Plan::Measure(kernel, by_row) = plan else { panic!("the output is no number") };
            let number = kernel(workspace, by_row.at(i)?, row);
            put(i, forgiven(function, number)?.flatten());
            Ok(())
        })
    }

    /// Calls `each` with every row, `None` where an argument is NULL.
    fn each_row(
        &mut self,
        mut each: impl FnMut(
            &mut Plan<'_>,
            &mut Workspace,
            usize,
            Option<&[u8]>,
        ) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, plan, .. } = self;
        with_workspace(|workspace| {
            let result = source.rows(|i, row| {
                let valid = valid.is_none_or(|bits| bits[i / 64] >> (i % 64) & 1 == 1);
                each(plan, workspace, i, valid.then_some(row))
            });
            workspace.trim();
            result.map_err(|e| CallError::out_of_memory(function, e.bytes))?
        })
    }
}

/// What came out, or `None` for an input whose failure the function forgives.
fn forgiven<T>(function: &Function, result: Result<T, CodecError>) -> Result<Option<T>, CallError> {
    match result {
        Ok(result) => Ok(Some(result)),
        Err(e) if e.is_bad_input() && function.on_bad_input == OnBadInput::Null => Ok(None),
        Err(e) => Err(CallError::codec(function, &e)),
    }
}

/// The error of a row that there is no memory for.
fn added(function: &Function, added: Result<(), CodecError>) -> Result<(), CallError> {
    added.map_err(|e| CallError::codec(function, &e))
}

/// Refuses results that take more than `max_total` bytes.
pub(super) fn check_total(
    function: &Function,
    out: &Variable,
    max_total: usize,
) -> Result<(), CallError> {
    match out.bytes().len() {
        total if total > max_total => Err(CallError::batch_too_long(function, total, max_total)),
        _ => Ok(()),
    }
}

impl Plan<'_> {
    /// Appends the result of row `i` and returns whether there is one. A parameter that is not allowed
    /// is the outer error.
    fn append(
        &mut self,
        function: &'static Function,
        workspace: &mut Workspace,
        i: usize,
        row: &[u8],
        budget: Budget,
        out: &mut Variable,
    ) -> Result<Result<bool, CodecError>, CallError> {
        let form = function.form;
        Ok(match self {
            Plan::Bytes => out.row(|bytes| append(form, row, bytes).map(|()| true)),
            Plan::Row(kernel, by_row) => within(budget, by_row, i, out, |settings, bytes| {
                let start = bytes.len();
                kernel(workspace, settings, row, bytes)?;
                check_text(form, &bytes[start..]).map(|()| true)
            })?,
            Plan::Lookup(kernel, by_row) => within(budget, by_row, i, out, |settings, bytes| {
                let start = bytes.len();
                let found = kernel(workspace, settings, row, bytes)?;
                check_text(form, &bytes[start..]).map(|()| found)
            })?,
            Plan::DigestByRow(prepare, by_row, last) => {
                let changed = by_row.advance(i)?;
                let digester = match last {
                    Some(digester) if !changed => &*digester,
                    _ => last.insert(prepare(&by_row.settings)),
                };
                out.row(|bytes| append_digest(form, digester, row, bytes).map(|()| true))
            }
            _ => panic!("the output is not variable"),
        })
    }

    /// Appends the values that row `i` holds.
    fn unpack(
        &mut self,
        function: &'static Function,
        workspace: &mut Workspace,
        i: usize,
        row: &[u8],
        budget: Budget,
        out: &mut Variable,
    ) -> Result<Result<(), CodecError>, CallError> {
        let Plan::Unpack(kernel, by_row) = self else { panic!("the output is no list") };
        let settings = by_row.at(i)?;
        let max_bytes = Some(settings.max_bytes);
        let most = budget.most(max_bytes);
        let mut exceeded = false;
        let unpacked = kernel(workspace, settings, row, &mut |value| {
            let len = value.map_or(0, <[u8]>::len);
            exceeded = Budget::cost(out.bytes().len() + len, out.ends().len() + 1) > most;
            match value {
                // Ends the walk over the pack, and becomes the error of the budget below.
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
            false => Ok(unpacked),
        }
    }
}

/// Appends the result of row `i`, which gets no more memory than the budget has left.
fn within<T>(
    budget: Budget,
    by_row: &mut SettingsByRow<'_>,
    i: usize,
    out: &mut Variable,
    append: impl FnOnce(&Settings, &mut Vec<u8>) -> Result<T, CodecError>,
) -> Result<Result<T, CodecError>, CallError> {
    let cap = by_row.at(i)?.max_bytes;
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
            budget.check(function, max_bytes, cost)?;
            Ok(Ok(appended))
        }
    }
}
