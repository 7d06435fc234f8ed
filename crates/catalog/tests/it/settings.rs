//! The bounds of arguments, and the words of errors.

use hashlane_catalog::{Arg, CallError, Function, Kind, Settings, TypeClass, Value, all, find};
use hashlane_kernels::hash::algorithm::ALGORITHMS;

/// Sets one argument of a call that has the defaults otherwise.
fn set(function: &Function, arg: &Arg, value: Value<'_>) -> Result<Settings, CallError> {
    let mut settings = Settings::defaults(function);
    settings.set(function, arg, &value)?;
    Ok(settings)
}

/// Every argument of every function that is not its value.
fn params() -> impl Iterator<Item = (&'static Function, &'static Arg)> {
    all().flat_map(|function| function.params().map(move |(_, arg)| (function, arg)))
}

/// The least and the greatest whole number that the contract allows.
fn bounds(kind: Kind) -> Option<(i128, i128)> {
    match kind {
        Kind::Seed32 => Some((0, 4_294_967_295)),
        Kind::Seed64 => Some((0, 18_446_744_073_709_551_615)),
        Kind::Level(..) => Some((-7, 22)),
        Kind::Length(..) => Some((1, 65_536)),
        Kind::MaxBytes => Some((0, 9_223_372_036_854_775_807)),
        Kind::Bytes | Kind::Row | Kind::Key32 | Kind::Context | Kind::Algorithm => None,
    }
}

/// The number that an argument of this kind has become.
fn kept(settings: &Settings, kind: Kind) -> i128 {
    match kind {
        Kind::Seed32 | Kind::Seed64 => settings.seed.into(),
        Kind::Level(..) => settings.level.into(),
        Kind::Length(..) => settings.length as i128,
        Kind::MaxBytes => settings.max_bytes as i128,
        Kind::Bytes | Kind::Row | Kind::Key32 | Kind::Context | Kind::Algorithm => {
            panic!("no number")
        }
    }
}

#[test]
fn numbers_up_to_their_bounds_pass_and_one_beyond_fails() {
    for (function, arg) in params() {
        let Some((low, high)) = bounds(arg.kind) else { continue };
        for value in [low, low + 1, high - 1, high] {
            let settings =
                set(function, arg, Value::Integer(value)).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(kept(&settings, arg.kind), value, "{function:?}, {}", arg.name);
        }
        for value in [low - 1, high + 1, i128::MIN, i128::MAX, value_of_i32_overflow(low)] {
            let expected = format!(
                "{}: argument {} is {value}; allowed is {low} to {high}",
                function.name, arg.name
            );
            let error = set(function, arg, Value::Integer(value)).expect_err("it is out of bounds");
            assert_eq!(error.to_string(), expected);
        }
    }
}

/// A number that is allowed if it is cut to 64 bits.
fn value_of_i32_overflow(low: i128) -> i128 {
    (1 << 64) + low.max(1)
}

#[test]
fn numbers_that_are_bytes_and_bytes_that_are_numbers_are_refused() {
    for (function, arg) in params() {
        let value = match bounds(arg.kind) {
            Some(_) => Value::Bytes(b"7"),
            None => Value::Integer(7),
        };
        let error = set(function, arg, value).expect_err("another type").to_string();
        let start = format!("{}: argument {} is ", function.name, arg.name);
        assert!(error.starts_with(&start), "{error}");
        assert!(error.ends_with(&format!("; it takes {}", arg.kind.type_names())), "{error}");
    }
}

#[test]
fn null_is_allowed_everywhere_and_changes_nothing() {
    for (function, arg) in params() {
        let before = format!("{:?}", Settings::defaults(function));
        let after = set(function, arg, Value::Null).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(format!("{after:?}"), before, "{function:?}");
    }
}

#[test]
fn keys_have_32_bytes_and_never_show() {
    let keyed: Vec<_> = params().filter(|(_, arg)| arg.kind == Kind::Key32).collect();
    assert_eq!(keyed.len(), 2);
    for (function, arg) in keyed {
        let key = *b"Secret-Secret-Secret-Secret-Secr";
        let settings = set(function, arg, Value::Bytes(&key)).expect("32 bytes");
        assert_eq!(settings.key, key);
        for length in [0, 1, 16, 31, 33, 64] {
            let key: Vec<u8> = b"Secret-".iter().copied().cycle().take(length).collect();
            let error = set(function, arg, Value::Bytes(&key)).expect_err("another length");
            let expected = format!(
                "{}: argument key is a key of {length} bytes; allowed is a key of exactly 32 bytes",
                function.name
            );
            assert_eq!(error.to_string(), expected);
            assert!(!format!("{error} {error:?}").contains("Secret"), "{error}");
        }
    }
}

#[test]
fn algorithms_are_found_by_their_exact_names() {
    let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    for (function, arg) in params().filter(|(_, arg)| arg.kind == Kind::Algorithm) {
        for name in &names {
            let settings = set(function, arg, Value::Bytes(name.as_bytes())).expect(name);
            assert_eq!(settings.algorithm.map(|algorithm| algorithm.name), Some(*name));
            assert!(function.name != "digest" || function.description.contains(name), "{name}");
        }
        for (given, shown) in [
            ("SHA256", "SHA256"),
            ("sha-256", "sha-256"),
            ("", ""),
            ("sha256 ", "sha256 "),
            ("sha\n256", "sha\\n256"),
            ("it's", "it\\'s"),
        ] {
            let error = set(function, arg, Value::Bytes(given.as_bytes())).expect_err(given);
            let expected = format!(
                "{}: argument algorithm is '{shown}'; allowed is one of {}",
                function.name,
                names.join(", ")
            );
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[test]
fn texts_are_utf8() {
    for (function, arg) in params() {
        if !matches!(arg.kind, Kind::Context | Kind::Algorithm) {
            continue;
        }
        let error = set(function, arg, Value::Bytes(b"sha256\xff")).expect_err("not UTF-8");
        let expected = format!(
            "{}: argument {} is not UTF-8; allowed is text in UTF-8",
            function.name, arg.name
        );
        assert_eq!(error.to_string(), expected);
    }
    let function = find("blake3_derive_key").expect("it is in the catalogue");
    for context in ["", "example.org 2026 tokens", "東京"] {
        let settings = set(function, &function.args[0], Value::Bytes(context.as_bytes()));
        assert_eq!(settings.expect("a text").context, context);
    }
}

#[test]
fn types_that_arguments_take() {
    let classes =
        [TypeClass::Text, TypeClass::Blob, TypeClass::Integer, TypeClass::Null, TypeClass::Other];
    for (kind, takes) in [
        (Kind::Bytes, [true, true, false, true, false]),
        (Kind::Row, [true, true, true, true, true]),
        (Kind::Key32, [true, true, false, true, false]),
        (Kind::Context, [true, false, false, true, false]),
        (Kind::Algorithm, [true, false, false, true, false]),
        (Kind::Seed32, [false, false, true, true, false]),
        (Kind::Seed64, [false, false, true, true, false]),
        (Kind::Level(1, 2), [false, false, true, true, false]),
        (Kind::Length(1, 2), [false, false, true, true, false]),
        (Kind::MaxBytes, [false, false, true, true, false]),
    ] {
        assert_eq!(classes.map(|class| kind.takes(class)), takes, "{kind:?}");
    }
}
