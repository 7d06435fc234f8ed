//! Calls of every function, built from the catalogue.

use std::ops::RangeInclusive;

use hashlane_catalog::{Arg, Form, Function, Kernel, Kind, OnBadInput};

/// All arguments of `function`: the expression `value`, and constants that are allowed.
pub fn arguments(function: &Function, value: &str) -> Vec<String> {
    function.args.iter().map(|arg| argument(arg, value)).collect()
}

fn argument(arg: &Arg, value: &str) -> String {
    match arg.kind {
        Kind::Bytes | Kind::Text | Kind::Row | Kind::Value => value.to_owned(),
        Kind::Seed32 | Kind::Seed64 => "7".to_owned(),
        Kind::Level(..) => "5".to_owned(),
        Kind::MaxBytes => "2000000".to_owned(),
        Kind::Length(..) => "40".to_owned(),
        Kind::Key16 => "'0123456789abcdef'".to_owned(),
        Kind::Key => "'a key of any length'".to_owned(),
        Kind::Key32 => "'0123456789abcdef0123456789abcdef'".to_owned(),
        Kind::Context => "'example.org 2026 tokens'".to_owned(),
        Kind::Algorithm | Kind::MacAlgorithm => "'sha256'".to_owned(),
        Kind::Checksum => "'SHA256'".to_owned(),
        Kind::Buckets => "1000".to_owned(),
    }
}

/// The numbers of arguments to try: a row may have any number of values.
pub fn arities(function: &Function) -> RangeInclusive<usize> {
    let arity = function.arity();
    *arity.start()..=(*arity.end()).min(function.args.len() + 2)
}

/// A call of `function` on `value` with `count` arguments, which may be too many.
pub fn call(function: &Function, value: &str, count: usize) -> String {
    let given: Vec<_> = arguments(function, value).into_iter().cycle().take(count).collect();
    format!("{}({})", function.name, given.join(", "))
}

/// A call of `function` on `value` with all its arguments, the one at `place` being `argument`.
pub fn call_with(function: &Function, value: &str, place: usize, argument: &str) -> String {
    let mut given = arguments(function, value);
    argument.clone_into(&mut given[place]);
    format!("{}({})", function.name, given.join(", "))
}

/// A call of `function` on `value` with its fewest arguments, or, for a decompressor, on `value`
/// compressed.
pub fn call_on(function: &Function, value: &str) -> String {
    call(function, &input(function, value), *function.arity().start())
}

/// What `function` takes for a value: `value` itself, or, for a decompressor, its compressed form.
pub fn input(function: &Function, value: &str) -> String {
    let Kernel::Decompress(_) = function.kernel else { return value.to_owned() };
    let name = function.name.strip_suffix("_text").unwrap_or(function.name);
    let name = name.strip_prefix("try_").unwrap_or(name);
    format!("{}({value})", name.replace("decompress", "compress"))
}

/// Whether the function refuses bytes that are not UTF-8, or all bytes that are no text.
pub fn wants_text(function: &Function) -> bool {
    let takes_text = function.args[function.value_index()].kind == Kind::Text;
    takes_text || function.form == Form::Text && function.on_bad_input == OnBadInput::Fail
}
