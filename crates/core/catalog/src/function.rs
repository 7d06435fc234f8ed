//! What a row of the catalogue holds.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use crate::ResultType;
use crate::kind::{ArgKind, TypeClass};
use crate::work::{Body, Fold, ResultForm, TypeCheck, Work};

/// A scalar SQL function, or an aggregate.
pub struct Function {
    /// Its name in SQL.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// Its arguments in order. Those with a default come last and may be omitted.
    pub args: &'static [Arg],
    /// How NULL arguments are handled.
    pub nulls: OnNull,
    /// One line: what it returns.
    pub description: &'static str,
    /// The specification or implementation that its values equal.
    pub equals: &'static str,
    /// Example calls with their results.
    pub examples: &'static [Example],
    /// The type of its result.
    pub returns: ResultType,
    /// The form of its result.
    pub form: ResultForm,
    /// What it does with a value.
    pub work: Work,
    /// Checks the types of a row's columns, if it reads more of them than their encoding.
    pub check: Option<TypeCheck>,
    /// Computes it.
    pub body: Body,
    /// How a row that can't be computed is handled.
    pub on_bad_input: OnBadInput,
}

/// An argument of a function.
pub struct Arg {
    /// Its name in the reference and in errors.
    pub name: &'static str,
    /// The values that it accepts.
    pub kind: ArgKind,
    /// The value if a call omits it; `None` if it is required.
    pub default: Option<Omitted>,
}

/// The value of an argument that a call omits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Omitted {
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(&'static str),
    /// No value.
    Nothing,
}

impl fmt::Display for Omitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Omitted::Integer(value) => write!(f, "{value}"),
            Omitted::Text(value) => write!(f, "'{value}'"),
            Omitted::Nothing => Ok(()),
        }
    }
}

/// How NULL arguments are handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnNull {
    /// The result is NULL if any argument is NULL.
    Propagate,
    /// In a row, NULL is a value like any other. If another argument is NULL, the result is NULL.
    Value,
    /// A NULL list counts as empty. If another argument is NULL, the call is an error.
    NoRows,
}

/// How a row that can't be computed is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnBadInput {
    /// The query fails.
    Fail,
    /// The result is NULL.
    Null,
}

/// A call and its result.
pub struct Example {
    /// The call. Bytes are written `unhex('…')`.
    pub sql: &'static str,
    /// The result: a number, a text, bytes in lower-case hex, or NULL.
    pub result: &'static str,
    /// The source of the result, independent of this project.
    pub source: &'static str,
}

impl Function {
    /// The number of arguments that a call may have. A row may have any number.
    pub fn arity(&self) -> RangeInclusive<usize> {
        let required = self.args.iter().filter(|arg| arg.default.is_none()).count();
        required..=if self.takes_row() { usize::MAX } else { self.args.len() }
    }

    /// Whether it hashes rows of values rather than the bytes of one value.
    pub fn takes_row(&self) -> bool {
        self.args[self.value_index()].kind == ArgKind::Row
    }

    /// Whether it takes a list, whose elements it treats as an aggregate treats rows.
    pub fn takes_list(&self) -> bool {
        self.args[self.value_index()].kind.is_list()
    }

    /// Whether values of this type are passed as a column instead of as bytes.
    pub fn takes_column(&self, class: TypeClass) -> bool {
        let is_bytes = matches!(class, TypeClass::Text | TypeClass::Blob | TypeClass::Null);
        match self.args[self.value_index()].kind {
            kind @ (ArgKind::WholeNumber | ArgKind::BytesOrInteger | ArgKind::Signature) => {
                kind.accepts(class)
            }
            ArgKind::Bucketed => !is_bytes,
            _ => false,
        }
    }

    /// The argument that is hashed or compressed, or the first of several.
    pub fn value_index(&self) -> usize {
        let index = self.args.iter().position(|arg| arg.kind.is_value());
        index.expect("every function has a value")
    }

    /// The arguments other than the value, with their places in a call.
    pub fn params(&self) -> impl Iterator<Item = (usize, &'static Arg)> {
        self.args.iter().enumerate().filter(|(_, arg)| !arg.kind.is_value())
    }

    /// The places of the values in a call with `given` arguments: all places that the parameters leave.
    pub fn value_places(&self, given: usize) -> Range<usize> {
        let first = self.value_index();
        let values = self.args.iter().filter(|arg| arg.kind.is_value()).count();
        let after = self.args.len() - values - first;
        match self.takes_row() {
            true => first..given.saturating_sub(after).max(first),
            false => first..first + values,
        }
    }

    /// The argument at `place` in a call with `given` arguments.
    pub fn arg(&self, place: usize, given: usize) -> &'static Arg {
        let values = self.value_places(given);
        match place {
            _ if !self.takes_row() || place < values.start => &self.args[place],
            _ if values.contains(&place) => &self.args[values.start],
            _ => &self.args[values.start + 1 + place - values.end],
        }
    }

    /// The arguments of a call other than the values, with their places in a call with `given` arguments. Omitted
    /// arguments have places after the last one.
    pub fn params_of(&self, given: usize) -> impl Iterator<Item = (usize, &'static Arg)> {
        let values = self.value_places(given);
        self.params().map(move |(place, arg)| match place < values.start {
            true => (place, arg),
            false => (values.end + place - values.start - 1, arg),
        })
    }

    /// How it combines the rows of a group or the elements of a list, if it is an aggregate or takes lists.
    pub fn fold(&self) -> Option<Fold> {
        match self.work {
            Work::Aggregate(fold) | Work::List(fold) => Some(fold),
            _ => None,
        }
    }

    /// Whether the result can be NULL if no argument is NULL.
    pub fn makes_null(&self) -> bool {
        let finds = match self.work {
            Work::Find => true,
            // An empty list has a sum, and no other result.
            Work::List(fold) => {
                !matches!(fold, Fold::Sum | Fold::Fingerprint | Fold::FingerprintSum)
            }
            _ => false,
        };
        finds || self.on_bad_input == OnBadInput::Null
    }

    /// The call with all its arguments, such as `xxh3(v[, seed])`.
    pub fn signature(&self) -> String {
        let mut text = format!("{}(", self.name);
        for (i, arg) in self.args.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match arg.default {
                None => text += &format!("{comma}{}", arg.name),
                Some(_) => text += &format!("[{comma}{}", arg.name),
            }
        }
        text += &"]".repeat(self.args.iter().filter(|arg| arg.default.is_some()).count());
        text + ")"
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.signature())
    }
}
