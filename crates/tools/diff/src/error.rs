//! Errors, with the side that they belong to.

use std::fmt;

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;

use crate::side::Side;

/// Why two tables can't be compared.
#[derive(Debug)]
pub enum DiffError {
    /// The engine can't read a side or run the plan. The side is `None` if both take part.
    Engine(Option<Side>, Box<DataFusionError>),
    /// A side that is in a database, or is read beside one, can't be read.
    Source(Side, String),
    /// The condition for a side isn't valid SQL, or doesn't fit its columns.
    Condition(Side, String, Box<DataFusionError>),
    /// The options don't fit the tables, or a side has duplicate keys.
    Input(String),
}

impl DiffError {
    /// Wraps the engine's errors about one side.
    pub(crate) fn on_side(side: Side) -> impl Fn(DataFusionError) -> DiffError {
        move |error| DiffError::Engine(Some(side), Box::new(error))
    }
}

impl From<DataFusionError> for DiffError {
    fn from(error: DataFusionError) -> Self {
        DiffError::Engine(None, Box::new(error))
    }
}

impl From<ArrowError> for DiffError {
    fn from(error: ArrowError) -> Self {
        DataFusionError::from(error).into()
    }
}

impl From<DiffError> for DataFusionError {
    fn from(error: DiffError) -> Self {
        match error {
            DiffError::Engine(Some(side), error) => error.context(format!("the {side} side")),
            DiffError::Engine(None, error) => *error,
            DiffError::Source(side, text) => {
                DataFusionError::Plan(format!("the {side} side: {text}"))
            }
            DiffError::Condition(_, _, error) => *error,
            DiffError::Input(text) => DataFusionError::Plan(text),
        }
    }
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiffError::Engine(Some(side), error) => write!(f, "the {side} side: {error}"),
            DiffError::Engine(None, error) => write!(f, "{error}"),
            DiffError::Source(side, text) => write!(f, "the {side} side: {text}"),
            DiffError::Condition(side, condition, error) => {
                write!(f, "the condition '{condition}' of the {side} side: {error}")
            }
            DiffError::Input(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for DiffError {}
