//! The arguments beside the value, checked and in the form that kernels want.

use std::ops::RangeInclusive;

use hashlane_kernels::hash::Algorithm;
use hashlane_kernels::rows::Rows;

use super::CallError;
use crate::function::{Arg, Function, Kind};

/// The value of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// NULL of any type.
    Null,
    /// A whole number; the widest type of either engine fits.
    Integer(i128),
    /// A text or a BLOB.
    Bytes(&'a [u8]),
}

/// The values of an argument over a batch.
#[derive(Clone, Copy, Debug)]
pub enum Column<'a> {
    /// The same value in all rows.
    Constant(Value<'a>),
    /// Texts or BLOBs.
    Bytes(Rows<'a>),
    /// 32-bit seeds where they lie.
    U32(&'a [u32]),
    /// 64-bit seeds where they lie.
    U64(&'a [u64]),
    /// Whole numbers of any width.
    Integers(&'a [i128]),
}

impl<'a> Column<'a> {
    /// The value in a row that is not NULL.
    pub fn value(&self, row: usize) -> Value<'a> {
        match self {
            Column::Constant(value) => *value,
            Column::Bytes(rows) => Value::Bytes(rows.row(row)),
            Column::U32(values) => Value::Integer(values[row].into()),
            Column::U64(values) => Value::Integer(values[row].into()),
            Column::Integers(values) => Value::Integer(values[row]),
        }
    }
}

/// The arguments of a call that are not its value. Each is what the function's row of the
/// catalogue says it is; those that the function does not have are never read.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of a hash.
    pub seed: u64,
    /// The level of a compressor.
    pub level: i32,
    /// The most bytes of a decompressed value.
    pub max_bytes: usize,
    /// The length of a digest.
    pub length: usize,
    /// The key of a MAC.
    pub key: [u8; 32],
    /// What a derived key is for.
    pub context: String,
    /// The algorithm of a digest.
    pub algorithm: Option<&'static Algorithm>,
}

impl Settings {
    /// The settings of a call that leaves out every argument that has a default.
    pub fn defaults(function: &Function) -> Settings {
        let mut settings = Settings {
            seed: 0,
            level: 0,
            max_bytes: 0,
            length: 0,
            key: [0; 32],
            context: String::new(),
            algorithm: None,
        };
        for (_, arg) in function.params() {
            if let Some(default) = arg.default {
                let set = settings.set(function, arg, &Value::Integer(default.into()));
                set.expect("a default is allowed");
            }
        }
        settings
    }

    /// Checks an argument's value and keeps it. Engines call it at planning for every argument
    /// that is constant. NULL is always allowed and changes nothing: the result will be NULL.
    pub fn set(
        &mut self,
        function: &Function,
        arg: &Arg,
        value: &Value<'_>,
    ) -> Result<(), CallError> {
        let integer = |allowed: RangeInclusive<i128>| match value {
            Value::Integer(given) if allowed.contains(given) => Ok(*given),
            Value::Integer(given) => {
                let allowed = format!("{} to {}", allowed.start(), allowed.end());
                Err(CallError::value(function, arg, &given.to_string(), &allowed))
            }
            Value::Null | Value::Bytes(_) => {
                Err(CallError::argument_type(function, arg, "no number"))
            }
        };
        let bytes = || match value {
            Value::Bytes(bytes) => Ok(*bytes),
            Value::Null | Value::Integer(_) => {
                Err(CallError::argument_type(function, arg, "a number"))
            }
        };
        if *value == Value::Null {
            return Ok(());
        }
        match arg.kind {
            Kind::Bytes | Kind::Row => {}
            Kind::Seed32 => self.seed = integer(0..=u32::MAX.into())? as u64,
            Kind::Seed64 => self.seed = integer(0..=u64::MAX.into())? as u64,
            Kind::Level(low, high) => self.level = integer(low.into()..=high.into())? as i32,
            Kind::Length(low, high) => self.length = integer(low.into()..=high.into())? as usize,
            Kind::MaxBytes => self.max_bytes = integer(0..=i64::MAX.into())? as usize,
            Kind::Key32 => self.key = key(function, arg, bytes()?)?,
            Kind::Context => self.context = text(function, arg, bytes()?)?.to_owned(),
            Kind::Algorithm => {
                let name = text(function, arg, bytes()?)?;
                let found = Algorithm::find(name);
                self.algorithm =
                    Some(found.ok_or_else(|| CallError::algorithm(function, arg, name))?);
            }
        }
        Ok(())
    }
}

/// The error gives the key's length only: a key does not belong in a log.
fn key(function: &Function, arg: &Arg, bytes: &[u8]) -> Result<[u8; 32], CallError> {
    bytes.try_into().map_err(|_| {
        let given = format!("a key of {} bytes", bytes.len());
        CallError::value(function, arg, &given, "a key of exactly 32 bytes")
    })
}

fn text<'a>(function: &Function, arg: &Arg, bytes: &'a [u8]) -> Result<&'a str, CallError> {
    std::str::from_utf8(bytes)
        .map_err(|_| CallError::value(function, arg, "not UTF-8", "text in UTF-8"))
}
