//! The memory that the results of a batch may take.

use crate::function::Function;
use crate::{CallError, StringResults};

/// The memory that the results of one call may take together, in addition to `max_bytes`, the limit for each result.
///
/// A batch that decompresses 8,192 rows of 256 MiB each stays within that limit in every row, but needs 2 TiB. So
/// the results of a function with a limit take at most [`Budget::BATCH`] bytes, or `max_bytes` if a call sets it
/// higher. The results of other functions are at most a small multiple of what the engine already
/// holds, so they have a budget only if the engine names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The memory that the engine has left, if it reports it.
    host: Option<usize>,
}

impl Budget {
    /// The most bytes that the results of a batch take, unless `max_bytes` is higher: 1 GiB.
    pub const BATCH: usize = 1 << 30;

    /// The cost of each value in addition to its bytes, NULL and empty ones included: a `string_t` of DuckDB takes
    /// 16 bytes, and so do an offset of Arrow and the bookkeeping of a call.
    pub const VALUE: usize = 16;

    /// The budget of an engine that doesn't say how much memory it has left.
    pub const DEFAULT: Budget = Budget { host: None };

    /// The default budget, but at most the `bytes` that the engine's own memory limit leaves.
    pub fn within(bytes: usize) -> Self {
        Budget { host: Some(bytes) }
    }

    /// The cost of `values` results of `bytes` bytes in total.
    pub fn cost(bytes: usize, values: usize) -> usize {
        bytes.saturating_add(values.saturating_mul(Self::VALUE))
    }

    /// The most that the results of a call may cost; `max_bytes` is its limit for each value, if it has one.
    pub fn most(self, max_bytes: Option<usize>) -> usize {
        let own = max_bytes.map_or(usize::MAX, |max_bytes| max_bytes.max(Self::BATCH));
        own.min(self.host.unwrap_or(usize::MAX))
    }

    /// The budget left for the bytes of one more value.
    pub(crate) fn left(self, max_bytes: Option<usize>, results: &StringResults) -> usize {
        let spent = Self::cost(results.bytes().len(), results.ends().len() + 1);
        self.most(max_bytes).saturating_sub(spent)
    }

    /// Returns an error if the results cost more than [`Budget::most`].
    pub fn check_cost(
        self,
        function: &Function,
        max_bytes: Option<usize>,
        cost: usize,
    ) -> Result<(), CallError> {
        match cost > self.most(max_bytes) {
            true => Err(self.exceeded(function, max_bytes)),
            false => Ok(()),
        }
    }

    /// The error for results over the budget.
    pub(crate) fn exceeded(self, function: &Function, max_bytes: Option<usize>) -> CallError {
        let most = self.most(max_bytes);
        match max_bytes {
            Some(max_bytes) if self.host != Some(most) => {
                CallError::over_budget(function, most, max_bytes)
            }
            _ => CallError::over_host_limit(function, most),
        }
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::DEFAULT
    }
}
