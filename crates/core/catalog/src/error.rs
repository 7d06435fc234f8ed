//! The errors of a call, in words that tell users what to do.

use std::fmt;

use hashlane_codecs::{CODECS, CodecError, UnknownCodec};
use hashlane_kernels::isa::IsaError;

use crate::function::{Arg, Function};
use crate::kind::ArgKind;

/// The types that a row can have.
const ENCODABLE: &str = "numbers, BOOLEAN, VARCHAR, BLOB, UUID, DECIMAL of at most 38 digits, DATE, TIME, \
                         TIMESTAMP, and lists, structs and maps of these";

/// Starts of the names of types without an encoding.
const WITHOUT_ENCODING: [&str; 8] =
    ["BIT", "BIGNUM", "GEOMETRY", "INTERVAL", "TIME WITH TIME ZONE", "UNION", "VARIANT", "of "];

/// An invalid call. The text names the function, the argument, the given value and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallError(String);

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CallError {}

impl CallError {
    /// No kernel can run, since `HASHLANE_ISA` names no instruction set that this CPU supports.
    pub(crate) fn instruction_set(error: &IsaError) -> Self {
        CallError(error.to_string())
    }

    /// The number of arguments is wrong.
    pub fn arity(function: &Function, given: usize) -> Self {
        let (name, signature) = (function.name, function.signature());
        CallError(format!("{name}: wrong number of arguments: {given}; the call is {signature}"))
    }

    /// Two of the arguments are arrays of different lengths.
    pub fn lengths(function: &Function, first: usize, other: usize) -> Self {
        CallError(format!(
            "{}: one argument has {first} rows and another has {other}; pass arrays of one length, and scalars for \
             what is the same in all rows",
            function.name
        ))
    }

    /// An argument has a type that the function does not take. `given` is the engine's name for the type.
    pub fn argument_type(function: &Function, arg: &Arg, given: &str) -> Self {
        let (name, takes) = (function.name, arg.kind.type_names());
        let mut text = format!("{name}: argument {} is {given}; it takes {takes}", arg.name);
        if arg.kind == ArgKind::Bytes {
            text += &format!(". To use its text, write CAST({} AS VARCHAR)", arg.name);
            if !WITHOUT_ENCODING.iter().any(|name| given.starts_with(name)) {
                text += "; to hash the typed value, row_xxh3";
            }
        }
        CallError(text)
    }

    /// An argument that [can't be NULL](ArgKind::refuses_null) is NULL.
    pub fn null(function: &Function, arg: &Arg) -> Self {
        let what_to_do = match arg.default {
            Some(_) => format!("leave the argument out if you have no {}", arg.name),
            None => format!("pass {}, as fsst_train returns them", arg.name),
        };
        CallError(format!(
            "{}: argument {} is NULL (a subquery without rows gives NULL); {what_to_do}",
            function.name, arg.name
        ))
    }

    /// A value of a row has a type without an encoding. `given` is the engine's name for the type.
    pub fn row_type(function: &Function, place: usize, given: &str) -> Self {
        let arg = &function.args[function.value_index()];
        if matches!(arg.kind, ArgKind::Bucketed | ArgKind::WholeNumber | ArgKind::BytesOrInteger) {
            return Self::argument_type(function, arg, given);
        }
        if arg.kind.is_list() {
            return Self::element_type(function, arg, given);
        }
        let (name, number) = (function.name, place + 1 - function.value_index());
        CallError(format!(
            "{name}: value {number} of the row is {given}, which a row can't hold; allowed are \
             {ENCODABLE}. To use its text, CAST it AS VARCHAR"
        ))
    }

    /// The elements of a list have a type without an encoding. `given` is the engine's name for the type.
    fn element_type(function: &Function, arg: &Arg, given: &str) -> Self {
        CallError(format!(
            "{}: argument {} has elements of {given}, which a row can't hold; allowed are \
             {ENCODABLE}. To use their text, CAST the elements AS VARCHAR",
            function.name, arg.name
        ))
    }

    /// A value of a row has a type with too many nested levels.
    pub fn too_deep(function: &Function, place: usize, max: usize) -> Self {
        let (name, number) = (function.name, place + 1 - function.value_index());
        if function.takes_list() {
            return CallError(format!(
                "{name}: argument list has elements of a type that is nested more than {max} levels deep, \
                 which is the limit"
            ));
        }
        CallError(format!(
            "{name}: value {number} of the row has a type that is nested more than {max} levels deep, which \
             is the limit"
        ))
    }

    /// An argument's value is not among the allowed ones.
    pub(super) fn value(function: &Function, arg: &Arg, given: &str, allowed: &str) -> Self {
        CallError(format!(
            "{}: argument {} is {given}; allowed is {allowed}",
            function.name, arg.name
        ))
    }

    /// A value doesn't have the one length that the function takes.
    pub(super) fn length(function: &Function, given: usize, allowed: usize) -> Self {
        let arg = &function.args[function.value_index()];
        let (given, allowed) =
            (format!("a value of {given} bytes"), format!("a value of {allowed} bytes"));
        Self::value(function, arg, &given, &allowed)
    }

    /// An adapter provides memory for results of another shape.
    pub(super) fn shape(function: &Function) -> Self {
        Self::layout(function, &"the memory for its results is not of their shape")
    }

    /// A name is not in its table.
    pub(super) fn algorithm(function: &Function, arg: &Arg, given: &str, names: &[&str]) -> Self {
        let allowed = format!("one of {}", names.join(", "));
        Self::value(function, arg, &quoted(given), &allowed)
    }

    /// An argument is invalid; `error` has the words of the kernel that reads it.
    pub(super) fn argument(function: &Function, arg: &Arg, error: &dyn fmt::Display) -> Self {
        CallError(format!("{}: argument {}: {error}", function.name, arg.name))
    }

    /// A codec, or its level, is not in its table.
    pub(super) fn codec_name(
        function: &Function,
        arg: &Arg,
        given: &str,
        error: &UnknownCodec,
    ) -> Self {
        let allowed = match error {
            UnknownCodec::Name { .. } => {
                let names: Vec<_> = CODECS.iter().map(|codec| codec.name).collect();
                return Self::algorithm(function, arg, given, &names);
            }
            UnknownCodec::Level { codec, levels, .. } => {
                format!("'{codec}({})' to '{codec}({})'", levels.start(), levels.end())
            }
            UnknownCodec::NoLevels { codec, .. } => format!("'{codec}', which has no levels"),
        };
        Self::value(function, arg, &quoted(given), &allowed)
    }

    /// `max_bytes` is given both in the place of the dictionary and in its own place.
    pub(super) fn max_bytes_twice(function: &Function) -> Self {
        let (name, signature) = (function.name, function.signature());
        CallError(format!(
            "{name}: max_bytes is given twice, in the place of the dictionary and in its own; the \
             call is {signature}"
        ))
    }

    /// An order-dependent aggregate was called without an order.
    pub fn needs_order(function: &Function) -> Self {
        let name = function.name;
        CallError(format!(
            "{name}: the result depends on the order of the rows, but the call gives none. Write {name}(v, \
             algorithm ORDER BY …)"
        ))
    }

    /// The only value of an aggregate over rows is a struct. DuckDB passes a table's name as one, so the caller may mean the
    /// columns, whose result differs. `columns` is how the engine writes all columns of a table as arguments.
    pub fn lone_struct(function: &Function, columns: &str) -> Self {
        let name = function.name;
        let list = function.list_form().map_or(name, |list| list.name);
        CallError(format!(
            "{name}: the only value is a STRUCT, and so is a table's name. Write {name}({columns}) for all columns of a \
             table, {name}(s.a, s.b) for the fields of a struct s, or {list}(array_agg(row(s))) for s as one value"
        ))
    }

    /// An argument that must be constant varies between rows, or is not known in time.
    pub fn not_constant(function: &Function, arg: &Arg) -> Self {
        CallError(format!(
            "{}: argument {} is not the same in all rows, or not known before they are read; allowed is a constant",
            function.name, arg.name
        ))
    }

    /// A codec failed on a row.
    pub(super) fn codec(function: &Function, error: &CodecError) -> Self {
        let arg = &function.args[function.value_index()];
        CallError(format!("{}: argument {}: {error}", function.name, arg.name))
    }

    /// A buffer for the results of a batch can't be allocated.
    pub fn out_of_memory(function: &Function, bytes: usize) -> Self {
        CallError(format!("{}: there is not enough memory for {bytes} bytes", function.name))
    }

    /// The results of a batch cost more than its budget.
    pub(super) fn over_budget(function: &Function, budget: usize, max_bytes: usize) -> Self {
        let name = function.name;
        CallError(format!(
            "{name}: the results of a batch take more than {budget} bytes, which is the most for all its rows \
             together; for one value it is max_bytes, {max_bytes}. Pass a max_bytes above {budget} to raise \
             both, or smaller values"
        ))
    }

    /// The results of a batch cost more than any batch may.
    pub(super) fn over_batch(function: &Function, most: usize) -> Self {
        CallError(format!(
            "{}: the results of a batch take more than {most} bytes, which is the most for all its rows together. Pass \
             smaller values",
            function.name
        ))
    }

    /// The results of a batch cost more than the engine's memory limit leaves.
    pub(super) fn over_host_limit(function: &Function, left: usize) -> Self {
        CallError(format!(
            "{}: the results of a batch take more than {left} bytes, which is what the engine's memory limit \
             leaves for them. Raise the limit, or pass fewer or smaller values",
            function.name
        ))
    }

    /// The results of a batch take more bytes than the engine can hold.
    pub fn batch_too_long(function: &Function, bytes: usize, max: usize) -> Self {
        let name = function.name;
        CallError(format!(
            "{name}: the results of a batch take at least {bytes} bytes; at most {max} fit. \
             Use smaller batches"
        ))
    }

    /// The lists of a batch have more values than the engine can hold.
    pub fn lists_too_long(function: &Function, values: usize, max: usize) -> Self {
        let name = function.name;
        CallError(format!(
            "{name}: the lists of a batch have at least {values} values; at most {max} fit. \
             Use smaller batches"
        ))
    }

    /// A result is longer than a string of the engine can be.
    pub fn result_too_long(function: &Function, bytes: usize, max: usize) -> Self {
        let name = function.name;
        CallError(format!(
            "{name}: a result takes {bytes} bytes; the engine's strings hold at most {max}"
        ))
    }

    /// An engine's buffers contradict its documentation.
    pub fn layout(function: &Function, what: &dyn fmt::Display) -> Self {
        CallError(format!("{}: {what}", function.name))
    }
}

/// The most characters of an argument that an error repeats. A string can have a gigabyte.
const MAX_QUOTED: usize = 64;

/// The text of an argument for an error, cut off if it is long.
pub(super) fn quoted(given: &str) -> String {
    match given.char_indices().nth(MAX_QUOTED) {
        None => format!("'{}'", given.escape_debug()),
        Some((end, _)) => {
            format!("'{}…' ({} bytes)", given[..end].escape_debug(), given.len())
        }
    }
}
