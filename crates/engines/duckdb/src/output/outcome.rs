//! What a callback computes, before it is written into a vector.

use hashlane_catalog::{
    CallError, Collected, Difference, Differences, Function, Lists, Measurements, U32Lists,
    U64Lists, Variable,
};

/// The most bytes of one allocation in a vector's string heap: a string's length has 32 bits.
pub(super) const MAX_HEAP: usize = u32::MAX as usize;

/// The results of a callback for consecutive rows of a vector.
pub enum Results {
    /// NULL in every row.
    Null,
    /// Numbers that are already in the vector. The rows `absent` are NULL.
    Numbers { absent: Vec<usize> },
    /// Strings of one width, one after the other.
    Fixed { width: usize, bytes: Vec<u8> },
    /// Strings of varying length.
    Variable(Variable),
    /// Lists of strings.
    Lists(Lists),
    /// Lists of numbers.
    U32Lists(U32Lists),
    /// Lists of numbers of 64 bits.
    U64Lists(U64Lists),
    /// Lists of measurements, and the names of their codecs.
    Measurements { measurements: Measurements, names: Variable },
    /// Lists of differences between two tables, and the sides that have the rows.
    Differences { differences: Differences, sides: Variable },
    /// The strings of different values, and the index of each row's among them.
    Repeated { different: Box<Results>, places: Vec<u16> },
}

impl Results {
    /// Results that are not written in place.
    ///
    /// # Errors
    /// Returns an error if one is longer than DuckDB's strings can be, or if memory for names can't be allocated.
    pub fn of(function: &Function, collected: Collected) -> Result<Results, CallError> {
        let mut names = Variable::default();
        match collected {
            Collected::Fixed { width, bytes } => Ok(Results::Fixed { width, bytes }),
            Collected::Variable(results) => Results::variable(function, results),
            Collected::Lists(lists) => {
                check_lengths(function, lists.values())?;
                Ok(Results::Lists(lists))
            }
            Collected::U32Lists(lists) => Ok(Results::U32Lists(lists)),
            Collected::U64Lists(lists) => Ok(Results::U64Lists(lists)),
            Collected::Measurements(measurements) => {
                measurements
                    .all
                    .iter()
                    .try_for_each(|m| names.push(function, m.codec.as_bytes()))?;
                Ok(Results::Measurements { measurements, names })
            }
            Collected::Differences(differences) => {
                let name = |difference: &Difference| difference.side.name().as_bytes();
                differences.all.iter().try_for_each(|found| names.push(function, name(found)))?;
                Ok(Results::Differences { differences, sides: names })
            }
            _ => Err(CallError::layout(function, &"numbers are written in place")),
        }
    }

    /// Strings of varying length.
    ///
    /// # Errors
    /// Returns an error if one is longer than DuckDB's strings can be.
    pub fn variable(function: &Function, results: Variable) -> Result<Results, CallError> {
        check_lengths(function, &results)?;
        Ok(Results::Variable(results))
    }

    /// The results of different values.
    pub fn different(self) -> Results {
        match self {
            Results::Repeated { different, .. } => *different,
            results => results,
        }
    }
}

/// Returns an error if a result is longer than DuckDB's strings can be.
fn check_lengths(function: &Function, results: &Variable) -> Result<(), CallError> {
    let starts = std::iter::once(&0).chain(results.ends());
    match starts.zip(results.ends()).map(|(start, end)| end - start).find(|len| *len > MAX_HEAP) {
        Some(len) => Err(CallError::result_too_long(function, len, MAX_HEAP)),
        None => Ok(()),
    }
}
