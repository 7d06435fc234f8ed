//! Errors, with the side that they belong to.

use std::fmt;

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;

use crate::side::Side;

/// Why two tables can't be compared.
#[derive(Debug)]
pub enum Error {
    /// The engine can't read a side or run the plan. The side is `None` if both take part.
    Engine(Option<Side>, Box<DataFusionError>),
    /// A side that is in a database, or is read beside one, can't be read.
    Source(Side, String),
    /// The condition for a side isn't valid SQL, or doesn't fit its columns.
    Condition(Side, String, Box<DataFusionError>),
    /// The options don't fit the tables, or a side has duplicate keys.
    Input(String),
}

impl Error {
    /// Wraps the engine's errors about one side.
    pub(crate) fn on_side(side: Side) -> impl Fn(DataFusionError) -> Error {
        move |error| Error::Engine(Some(side), Box::new(error))
    }
}

impl From<DataFusionError> for Error {
    fn from(error: DataFusionError) -> Self {
        Error::Engine(None, Box::new(error))
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Self {
        DataFusionError::from(error).into()
    }
}

impl From<Error> for DataFusionError {
    fn from(error: Error) -> Self {
        match error {
            Error::Engine(Some(side), error) => error.context(format!("the {side} side")),
            Error::Engine(None, error) => *error,
            Error::Source(side, text) => DataFusionError::Plan(format!("the {side} side: {text}")),
            Error::Condition(_, _, error) => *error,
            Error::Input(text) => DataFusionError::Plan(text),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Engine(Some(side), error) => write!(f, "the {side} side: {error}"),
            Error::Engine(None, error) => write!(f, "{error}"),
            Error::Source(side, text) => write!(f, "the {side} side: {text}"),
            Error::Condition(side, condition, error) => {
                write!(f, "the condition '{condition}' of the {side} side: {error}")
            }
            Error::Input(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Error {}
