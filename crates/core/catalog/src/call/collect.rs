//! Results collected in vectors.

use super::room::filled;
use super::{
    Call, CallError, Differences, Lists, Measurements, Memory, Shape, U32Lists, U64Lists, Variable,
};

/// The results of a call, by shape.
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
    /// One number per row.
    F64(Vec<f64>),
    /// One byte a row: 1 for true, 0 for false.
    Bools(Vec<u8>),
    /// One UUID a row.
    Uuids(Vec<[u8; 16]>),
    /// Lists of numbers.
    U32Lists(U32Lists),
    /// Lists of numbers of 64 bits.
    U64Lists(U64Lists),
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
    /// Lists of differences.
    Differences(Differences),
}

impl From<Variable> for Collected {
    fn from(strings: Variable) -> Self {
        Collected::Variable(strings)
    }
}

impl From<U32Lists> for Collected {
    fn from(lists: U32Lists) -> Self {
        Collected::U32Lists(lists)
    }
}

impl From<Measurements> for Collected {
    fn from(lists: Measurements) -> Self {
        Collected::Measurements(lists)
    }
}

impl Call<'_> {
    /// Runs the call and collects its results. Strings may take `most` bytes, and lists of strings have `most` values.
    ///
    /// # Errors
    /// As for [`Call::evaluate`].
    pub fn collect(self, most: usize) -> Result<Collected, CallError> {
        Ok(match self.shape() {
            Shape::U32 => self.numbers().map(|(all, nulls)| Collected::U32(all, nulls))?,
            Shape::U64 => self.numbers().map(|(all, nulls)| Collected::U64(all, nulls))?,
            Shape::I32 => self.numbers().map(|(all, nulls)| Collected::I32(all, nulls))?,
            Shape::I64 => self.numbers().map(|(all, nulls)| Collected::I64(all, nulls))?,
            Shape::F64 => self.numbers().map(|(all, _)| Collected::F64(all))?,
            Shape::Uuids => self.numbers().map(|(all, _)| Collected::Uuids(all))?,
            Shape::Bools => {
                let mut bools = filled(self.function, self.len(), 0)?;
                self.evaluate(Memory::Bools(&mut bools))?;
                Collected::Bools(bools)
            }
            Shape::Fixed(width) => {
                let total = self.len().saturating_mul(width);
                if total > most {
                    return Err(CallError::batch_too_long(self.function, total, most));
                }
                let mut bytes = filled(self.function, total, 0)?;
                self.evaluate(Memory::Fixed(&mut bytes))?;
                Collected::Fixed { width, bytes }
            }
            Shape::Variable => {
                let mut results = Variable::at_most(most);
                self.evaluate(Memory::Variable(&mut results))?;
                Collected::Variable(results)
            }
            Shape::Lists => {
                let mut lists = Lists::at_most(most);
                self.evaluate(Memory::Lists(&mut lists))?;
                Collected::Lists(lists)
            }
            Shape::U32Lists => {
                let mut lists = U32Lists::default();
                self.evaluate(Memory::U32Lists(&mut lists))?;
                Collected::U32Lists(lists)
            }
            Shape::U64Lists => {
                let mut lists = U64Lists::default();
                self.evaluate(Memory::U64Lists(&mut lists))?;
                Collected::U64Lists(lists)
            }
            Shape::Measurements => {
                let mut measurements = Measurements::default();
                self.evaluate(Memory::Measurements(&mut measurements))?;
                Collected::Measurements(measurements)
            }
            Shape::Differences => {
                let mut differences = Differences::default();
                self.evaluate(Memory::Differences(&mut differences))?;
                Collected::Differences(differences)
            }
        })
    }

    fn numbers<T: Copy + Default>(self) -> Result<(Vec<T>, Vec<usize>), CallError>
    where
        for<'m> Memory<'m>: From<&'m mut [T]>,
    {
        let mut numbers = filled(self.function, self.len(), T::default())?;
        let nulls = self.evaluate(Memory::from(&mut numbers[..]))?;
        Ok((numbers, nulls))
    }
}
