//! Results collected in vectors.

use super::room::filled;
use super::sink::Fill;
use super::{CallError, Lists, Measurements, Sink, U32Lists, Variable};
use crate::function::Function;

/// Collects the results of a call, for callers without an engine.
#[derive(Clone, Copy, Debug)]
pub struct Collect {
    function: &'static Function,
    rows: usize,
    most: usize,
}

/// The results of a call, by type.
#[derive(Debug)]
pub enum Collected {
    /// One number per row, and the rows that are NULL without a NULL argument.
    U32(Vec<u32>, Vec<usize>),
    /// The same in 64 bits.
    U64(Vec<u64>, Vec<usize>),
    /// The same, signed.
    I32(Vec<i32>, Vec<usize>),
    /// The same in 64 bits, signed.
    I64(Vec<i64>, Vec<usize>),
    /// One byte a row: 1 for true, 0 for false.
    Bools(Vec<u8>),
    /// One UUID a row.
    Uuids(Vec<[u8; 16]>),
    /// Lists of numbers.
    U32Lists(U32Lists),
    /// Bytes of one width.
    Fixed {
        /// Bytes per row.
        width: usize,
        /// All results, one after the other.
        bytes: Vec<u8>,
    },
    /// Bytes of any length.
    Variable(Variable),
    /// Lists of bytes.
    Lists(Lists),
    /// Lists of measurements.
    Measurements(Measurements),
}

impl Collect {
    /// Collects the results of a function over `rows` rows.
    pub fn new(function: &'static Function, rows: usize) -> Self {
        Collect { function, rows, most: usize::MAX }
    }

    /// Limits results of varying length to `most` bytes, and lists to `most` values.
    pub fn at_most(self, most: usize) -> Self {
        Collect { most, ..self }
    }

    fn numbers<T: Copy + Default>(
        self,
        fill: impl Fill<[T], Vec<usize>>,
        collected: fn(Vec<T>, Vec<usize>) -> Collected,
    ) -> Result<Collected, CallError> {
        let mut values = filled(self.function, self.rows, T::default())?;
        let nulls = fill(&mut values)?;
        Ok(collected(values, nulls))
    }
}

impl Sink for Collect {
    type Results = Collected;

    fn u32(self, fill: impl Fill<[u32], Vec<usize>>) -> Result<Collected, CallError> {
        self.numbers(fill, Collected::U32)
    }

    fn u64(self, fill: impl Fill<[u64], Vec<usize>>) -> Result<Collected, CallError> {
        self.numbers(fill, Collected::U64)
    }

    fn i32(self, fill: impl Fill<[i32], Vec<usize>>) -> Result<Collected, CallError> {
        self.numbers(fill, Collected::I32)
    }

    fn i64(self, fill: impl Fill<[i64], Vec<usize>>) -> Result<Collected, CallError> {
        self.numbers(fill, Collected::I64)
    }

    fn bools(self, fill: impl Fill<[u8]>) -> Result<Collected, CallError> {
        let mut values = filled(self.function, self.rows, 0)?;
        fill(&mut values)?;
        Ok(Collected::Bools(values))
    }

    fn uuids(self, fill: impl Fill<[[u8; 16]]>) -> Result<Collected, CallError> {
        let mut values = filled(self.function, self.rows, [0; 16])?;
        fill(&mut values)?;
        Ok(Collected::Uuids(values))
    }

    fn u32_lists(self, lists: U32Lists) -> Result<Collected, CallError> {
        Ok(Collected::U32Lists(lists))
    }

    fn fixed(self, width: usize, fill: impl Fill<[u8]>) -> Result<Collected, CallError> {
        let mut bytes = filled(self.function, self.rows.saturating_mul(width), 0)?;
        fill(&mut bytes)?;
        Ok(Collected::Fixed { width, bytes })
    }

    fn variable(self, fill: impl Fill<Variable>) -> Result<Collected, CallError> {
        let mut results = Variable::at_most(self.most);
        fill(&mut results)?;
        Ok(Collected::Variable(results))
    }

    fn lists(self, fill: impl Fill<Lists>) -> Result<Collected, CallError> {
        let mut lists = Lists::at_most(self.most);
        fill(&mut lists)?;
        Ok(Collected::Lists(lists))
    }

    fn measurements(self, measurements: Measurements) -> Result<Collected, CallError> {
        Ok(Collected::Measurements(measurements))
    }
}
