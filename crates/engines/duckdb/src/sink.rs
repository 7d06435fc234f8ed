//! Results of a scalar function on their way to a vector.

use std::cell::RefCell;

use hashlane_catalog::{
    CallError, Fill, Function, Lists, Measurements, Returns, Sink, U32Lists, Variable, more_room,
};

use crate::output::{Numbers, Results};

thread_local! {
    /// Memory for results on their way to a vector, kept between chunks. It is taken out while it is used:
    /// if DuckDB throws while results are written, they are freed on the way, and the next chunk starts anew.
    static RESULTS: RefCell<(Vec<u8>, Variable)> = RefCell::default();
}

/// What a thread may keep for its next chunk.
const MAX_IDLE: usize = 1 << 20;

/// Keeps the memory of results that are written.
pub fn recycle(results: Results) {
    // A thread that is ending can no longer keep it.
    let _ = RESULTS.try_with(|kept| {
        let Ok(mut kept) = kept.try_borrow_mut() else { return };
        match results {
            Results::Fixed { mut bytes, .. } => {
                bytes.clear();
                bytes.shrink_to(MAX_IDLE);
                kept.0 = bytes;
            }
            Results::Variable(mut results) => {
                results.shrink_to(MAX_IDLE);
                kept.1 = results;
            }
            _ => {}
        }
    });
}

/// Takes the results of a chunk: numbers straight into DuckDB's vector, everything else into memory of ours.
pub struct ChunkSink {
    pub function: &'static Function,
    /// The vector of the function's results.
    pub numbers: Numbers,
}

impl ChunkSink {
    fn numbers<T>(
        mut self,
        returns: Returns,
        fill: impl Fill<[T], Vec<usize>>,
    ) -> Result<Results, CallError> {
        if self.function.returns() != returns {
            return Err(CallError::layout(self.function, &"the vector has another type"));
        }
        // SAFETY: the vector is of the type that the function returns, which the caller says is `T` in DuckDB.
        Ok(Results::Numbers { absent: fill(unsafe { self.numbers.values() })? })
    }
}

impl Sink for ChunkSink {
    type Results = Results;

    fn u32(self, fill: impl Fill<[u32], Vec<usize>>) -> Result<Results, CallError> {
        self.numbers(Returns::UInteger, fill)
    }

    fn u64(self, fill: impl Fill<[u64], Vec<usize>>) -> Result<Results, CallError> {
        let signed = self.function.returns() == Returns::Bigint;
        self.numbers(if signed { Returns::Bigint } else { Returns::UBigint }, fill)
    }

    fn i32(self, fill: impl Fill<[i32], Vec<usize>>) -> Result<Results, CallError> {
        self.numbers(Returns::Integer, fill)
    }

    fn i64(self, fill: impl Fill<[i64], Vec<usize>>) -> Result<Results, CallError> {
        self.numbers(Returns::Bigint, fill)
    }

    fn bools(self, fill: impl Fill<[u8]>) -> Result<Results, CallError> {
        self.numbers(Returns::Boolean, |out: &mut [u8]| fill(out).map(|()| Vec::new()))
    }

    fn uuids(self, fill: impl Fill<[[u8; 16]]>) -> Result<Results, CallError> {
        self.numbers(Returns::Uuid, |out: &mut [[u8; 16]]| {
            fill(out)?;
            // DuckDB keeps a UUID as a number whose top bit is flipped, so that it sorts.
            for uuid in out {
                *uuid = (u128::from_be_bytes(*uuid) ^ 1 << 127).to_le_bytes();
            }
            Ok(Vec::new())
        })
    }

    fn u32_lists(self, lists: U32Lists) -> Result<Results, CallError> {
        Ok(Results::U32Lists(lists))
    }

    fn fixed(self, width: usize, fill: impl Fill<[u8]>) -> Result<Results, CallError> {
        let mut bytes = RESULTS.with_borrow_mut(|(bytes, _)| std::mem::take(bytes));
        let total = self.numbers.len() * width;
        more_room(self.function, &mut bytes, total)?;
        bytes.resize(total, 0);
        fill(&mut bytes)?;
        Ok(Results::Fixed { width, bytes })
    }

    /// A vector has as many allocations as it needs, so nothing limits all strings together.
    fn variable(self, fill: impl Fill<Variable>) -> Result<Results, CallError> {
        let mut results = RESULTS.with_borrow_mut(|(_, results)| std::mem::take(results));
        fill(&mut results)?;
        Results::variable(self.function, results)
    }

    fn lists(self, fill: impl Fill<Lists>) -> Result<Results, CallError> {
        let mut lists = Lists::default();
        fill(&mut lists)?;
        Results::lists(self.function, lists)
    }

    fn measurements(self, measurements: Measurements) -> Result<Results, CallError> {
        Results::measurements(self.function, measurements)
    }
}
