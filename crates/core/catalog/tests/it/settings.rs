//! The bounds of arguments, and the error messages.

use hashlane_catalog::{
    AGGREGATES, Arg, ArgKind, ArgValue, CallError, Function, Settings, TypeClass, all, find,
};
use hashlane_kernels::hash::algorithm::{ALGORITHMS, MAC_ALGORITHMS};
use hashlane_kernels::hash::s3::CHECKSUMS;

/// Sets one argument of a call that otherwise has the defaults.
fn set(function: &Function, arg: &Arg, value: ArgValue<'_>) -> Result<Settings, CallError> {
    let mut settings = Settings::defaults(function);
    settings.set(function, arg, &value)?;
    Ok(settings)
}

/// Every argument of every function and aggregate, except its value.
fn params() -> impl Iterator<Item = (&'static Function, &'static Arg)> {
    all()
        .chain(AGGREGATES)
        .flat_map(|function| function.params().map(move |(_, arg)| (function, arg)))
}

/// The least and the greatest level of a function, by the formats' documentation.
fn levels(function: &Function) -> (i128, i128) {
    match function.name {
        "zstd_compress" => (-7, 22),
        "gzip_compress" | "zlib_compress" | "xz_compress" => (0, 9),
        "brotli_compress" => (0, 11),
        "lz4hc_block_compress" => (1, 12),
        other => panic!("{other} has no levels"),
    }
}

/// The least and the greatest length that a function accepts.
fn lengths(function: &Function) -> (i128, i128) {
    match function.name {
        "blake3" | "blake3_hex" => (1, 65_536),
        "zstd_train_dict" | "list_zstd_train_dict" => (256, 16_777_216),
        "block_pack" | "list_block_pack" => (1, 16_777_216),
        other => panic!("{other} has no length"),
    }
}

/// The least and the greatest integer that the contract allows.
fn bounds(function: &Function, kind: ArgKind) -> Option<(i128, i128)> {
    match kind {
        ArgKind::Seed32 => Some((0, 4_294_967_295)),
        ArgKind::Seed64 => Some((0, 18_446_744_073_709_551_615)),
        ArgKind::SignedSeed32 => Some((-2_147_483_648, 2_147_483_647)),
        ArgKind::SignedSeed64 => Some((-9_223_372_036_854_775_808, 9_223_372_036_854_775_807)),
        ArgKind::Level(..) => Some(levels(function)),
        ArgKind::Length(..) => Some(lengths(function)),
        ArgKind::MaxBytes => Some((0, 9_223_372_036_854_775_807)),
        ArgKind::Buckets => Some((1, 2_147_483_647)),
        ArgKind::Count(..) if function.name == "shingles" => Some((1, 100)),
        ArgKind::Count(..) if function.name.ends_with("row_sketch") => Some((8, 20)),
        ArgKind::Count(..) => Some((1, 4096)),
        ArgKind::Index => Some((1, 9_223_372_036_854_775_807)),
        ArgKind::Samples(..) => Some((7, 10_000_000)),
        // It accepts bytes as well.
        ArgKind::DictionaryOrMaxBytes => Some((0, 9_223_372_036_854_775_807)),
        _ => None,
    }
}

/// The number that is stored for an argument of this kind.
fn kept(settings: &Settings, kind: ArgKind) -> i128 {
    match kind {
        ArgKind::Seed32 | ArgKind::Seed64 | ArgKind::Buckets => settings.seed.into(),
        ArgKind::SignedSeed32 | ArgKind::SignedSeed64 => settings.seed.cast_signed().into(),
        ArgKind::Level(..) => settings.level.into(),
        ArgKind::Length(..) | ArgKind::Count(..) => settings.length as i128,
        ArgKind::MaxBytes | ArgKind::DictionaryOrMaxBytes => settings.max_bytes as i128,
        ArgKind::Index => settings.index.into(),
        ArgKind::Samples(..) => settings.samples as i128,
        other => panic!("{other:?} is no number"),
    }
}

#[test]
fn numbers_up_to_their_bounds_pass_and_one_beyond_fails() {
    for (function, arg) in params() {
        let Some((low, high)) = bounds(function, arg.kind) else { continue };
        for value in [low, low + 1, high - 1, high] {
            let settings =
                set(function, arg, ArgValue::Integer(value)).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(kept(&settings, arg.kind), value, "{function:?}, {}", arg.name);
        }
        for value in [low - 1, high + 1, i128::MIN, i128::MAX, value_of_i32_overflow(low)] {
            // A number in place of a dictionary is max_bytes.
            let is_max_bytes = arg.kind == ArgKind::DictionaryOrMaxBytes;
            let name = if is_max_bytes { "max_bytes" } else { arg.name };
            let expected = format!(
                "{}: argument {name} is {value}; allowed is {low} to {high}",
                function.name
            );
            let error =
                set(function, arg, ArgValue::Integer(value)).expect_err("it is out of bounds");
            assert_eq!(error.to_string(), expected);
        }
    }
}

/// A number that would be allowed if it were cut to 64 bits.
fn value_of_i32_overflow(low: i128) -> i128 {
    (1 << 64) + low.max(1)
}

#[test]
fn numbers_that_are_bytes_and_bytes_that_are_numbers_are_refused() {
    for (function, arg) in params() {
        if arg.kind == ArgKind::DictionaryOrMaxBytes {
            continue;
        }
        let value = match bounds(function, arg.kind) {
            None if arg.kind == ArgKind::Fraction => ArgValue::Bytes(b"0.5"),
            Some(_) => ArgValue::Bytes(b"7"),
            None => ArgValue::Integer(7),
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
        let after = set(function, arg, ArgValue::Null).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(format!("{after:?}"), before, "{function:?}");
    }
}

#[test]
fn keys_have_their_length_and_never_show() {
    for (kind, allowed, functions) in [(ArgKind::Key16, 16, 6), (ArgKind::Key32, 32, 8)] {
        let keyed: Vec<_> = params().filter(|(_, arg)| arg.kind == kind).collect();
        assert_eq!(keyed.len(), functions);
        for (function, arg) in keyed {
            let key = |length| b"Secret-".iter().copied().cycle().take(length).collect::<Vec<_>>();
            let settings = set(function, arg, ArgValue::Bytes(&key(allowed))).expect("its length");
            assert_eq!(settings.key, key(allowed));
            for length in [0, 1, 15, 17, 31, 33, 64] {
                let error = set(function, arg, ArgValue::Bytes(&key(length))).expect_err("another");
                let expected = format!(
                    "{}: argument key is a key of {length} bytes; \
                     allowed is a key of exactly {allowed} bytes",
                    function.name
                );
                assert_eq!(error.to_string(), expected);
                assert!(!format!("{error} {error:?}").contains("Secret"), "{error}");
            }
        }
    }
}

#[test]
fn keys_of_hmac_have_any_length() {
    let keyed: Vec<_> = params().filter(|(_, arg)| arg.kind == ArgKind::Key).collect();
    assert_eq!(keyed.len(), 2);
    for (function, arg) in keyed {
        for length in [0, 1, 64, 65, 1_000] {
            let key = vec![b'k'; length];
            let settings = set(function, arg, ArgValue::Bytes(&key)).expect("any length");
            assert_eq!(settings.key, key);
        }
    }
}

/// The names that an argument may have, as listed in its function's description.
fn names(kind: ArgKind) -> Vec<&'static str> {
    match kind {
        ArgKind::Algorithm => ALGORITHMS.iter().map(|algorithm| algorithm.name).collect(),
        ArgKind::MacAlgorithm => MAC_ALGORITHMS.iter().map(|algorithm| algorithm.name).collect(),
        ArgKind::Checksum => CHECKSUMS.iter().map(|checksum| checksum.name).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn algorithms_are_found_by_their_names() {
    for (function, arg) in params().filter(|(_, arg)| !names(arg.kind).is_empty()) {
        let names = names(arg.kind);
        for name in &names {
            let settings = set(function, arg, ArgValue::Bytes(name.as_bytes())).expect(name);
            let digest = settings.algorithm.map(|algorithm| algorithm.name);
            let mac = settings.mac_algorithm.map(|algorithm| algorithm.name);
            assert_eq!(digest.or(mac), Some(*name));
            // The other functions refer to one that lists them.
            let lists = ["digest", "hmac", "s3_checksum"].contains(&function.name);
            assert!(!lists || function.description.contains(name), "{name}");
        }
        for (given, shown) in [
            ("sha.256", "sha.256"),
            ("-", "-"),
            ("", ""),
            ("sha256 ", "sha256 "),
            ("sha\n256", "sha\\n256"),
            ("it's", "it\\'s"),
        ] {
            let error = set(function, arg, ArgValue::Bytes(given.as_bytes())).expect_err(given);
            let expected = format!(
                "{}: argument algorithm is '{shown}'; allowed is one of {}",
                function.name,
                names.join(", ")
            );
            assert_eq!(error.to_string(), expected);
        }
    }
}

/// In the spellings of OpenSSL, Python, Java and NIST.
#[test]
fn names_are_taken_as_others_spell_them() {
    for (function, given, name) in [
        ("digest", "SHA-256", "sha256"),
        ("digest", "SHA256", "sha256"),
        ("digest", "SHA-1", "sha1"),
        ("digest", "SHA-512/256", "sha512_256"),
        ("digest", "SHA512-256", "sha512_256"),
        ("digest", "SHA-512/224", "sha512_224"),
        ("digest", "SM3", "sm3"),
        ("digest", "SHA3-512", "sha3_512"),
        ("digest", "BLAKE2b", "blake2b"),
        ("digest", "MD5", "md5"),
        ("digest", "SHA2-256", "sha256"),
        ("digest", "BLAKE2b-512", "blake2b"),
        ("hmac", "SHA-512", "sha512"),
        ("hmac", "RMD160", "ripemd160"),
        ("s3_checksum", "sha256", "SHA256"),
        ("s3_checksum", "crc64-nvme", "CRC64NVME"),
    ] {
        let function = find(function).expect(function);
        let (_, arg) = function.params().last().expect("an algorithm");
        let settings = set(function, arg, ArgValue::Bytes(given.as_bytes())).expect(given);
        let found = settings.algorithm.map(|algorithm| algorithm.name);
        assert_eq!(found.or(settings.mac_algorithm.map(|a| a.name)), Some(name), "{given}");
    }
}

/// HMAC doesn't support everything that `digest` has, and S3 has its own spellings.
#[test]
fn algorithms_of_others_are_refused() {
    for (function, name) in [
        ("hmac", "blake3"),
        ("hmac", "shake128"),
        ("hmac", "k12"),
        ("hmac", "skein256"),
        ("s3_checksum", "sha3_256"),
        ("digest", "crc32"),
    ] {
        let function = find(function).expect(function);
        let (_, arg) = function.params().last().expect("an algorithm");
        let error = set(function, arg, ArgValue::Bytes(name.as_bytes())).expect_err(name);
        assert!(error.to_string().contains("allowed is one of "), "{error}");
    }
}

#[test]
fn texts_are_utf8() {
    for (function, arg) in params() {
        let is_codec = matches!(arg.kind, ArgKind::Codec | ArgKind::Format | ArgKind::PackCodec);
        if arg.kind != ArgKind::Context && !is_codec && names(arg.kind).is_empty() {
            continue;
        }
        let error = set(function, arg, ArgValue::Bytes(b"sha256\xff")).expect_err("not UTF-8");
        let expected = format!(
            "{}: argument {} is not UTF-8; allowed is text in UTF-8",
            function.name, arg.name
        );
        assert_eq!(error.to_string(), expected);
    }
    let function = find("blake3_derive_key").expect("it is in the catalogue");
    for context in ["", "example.org 2026 tokens", "東京"] {
        let settings = set(function, &function.args[0], ArgValue::Bytes(context.as_bytes()));
        assert_eq!(settings.expect("a text").context, context);
    }
}

#[test]
fn types_that_arguments_take() {
    let classes =
        [TypeClass::Text, TypeClass::Blob, TypeClass::Integer, TypeClass::Null, TypeClass::Other];
    let lists =
        [ArgKind::ListOfRows, ArgKind::ListOfValues, ArgKind::ListOfBytes, ArgKind::Signature];
    for kind in lists {
        assert_eq!(classes.map(|class| kind.accepts(class)), [false, false, false, true, false]);
    }
    for kind in [ArgKind::Row, ArgKind::Value, ArgKind::Bucketed].iter().chain(&lists) {
        assert!(kind.accepts(TypeClass::List), "{kind:?}");
    }
    for kind in
        [ArgKind::Bytes, ArgKind::Algorithm, ArgKind::Key, ArgKind::Seed64, ArgKind::SymbolTable]
    {
        assert!(!kind.accepts(TypeClass::List), "{kind:?}");
    }
    for (kind, takes) in [
        (ArgKind::Bytes, [true, true, false, true, false]),
        (ArgKind::Row, [true, true, true, true, true]),
        (ArgKind::Value, [true, true, true, true, true]),
        (ArgKind::Text, [true, false, false, true, false]),
        (ArgKind::Key16, [true, true, false, true, false]),
        (ArgKind::Key32, [true, true, false, true, false]),
        (ArgKind::Key, [true, true, false, true, false]),
        (ArgKind::Context, [true, false, false, true, false]),
        (ArgKind::Algorithm, [true, false, false, true, false]),
        (ArgKind::MacAlgorithm, [true, false, false, true, false]),
        (ArgKind::Checksum, [true, false, false, true, false]),
        (ArgKind::Buckets, [false, false, true, true, false]),
        (ArgKind::Seed32, [false, false, true, true, false]),
        (ArgKind::SignedSeed32, [false, false, true, true, false]),
        (ArgKind::SignedSeed64, [false, false, true, true, false]),
        (ArgKind::WholeNumber, [false, false, true, true, false]),
        (ArgKind::BytesOrInteger, [true, true, true, true, false]),
        (ArgKind::KafkaClient, [true, false, false, true, false]),
        (ArgKind::Seed64, [false, false, true, true, false]),
        (ArgKind::Level(1, 2), [false, false, true, true, false]),
        (ArgKind::Length(1, 2), [false, false, true, true, false]),
        (ArgKind::MaxBytes, [false, false, true, true, false]),
        (ArgKind::Count(1, 2, "things"), [false, false, true, true, false]),
        (ArgKind::Fingerprint, [true, false, false, true, false]),
        (ArgKind::Sketch, [false, true, false, true, false]),
        (ArgKind::ShingleUnit, [true, false, false, true, false]),
        (ArgKind::Namespace, [true, false, false, true, false]),
        (ArgKind::Fraction, [false, false, true, true, false]),
        (ArgKind::Index, [false, false, true, true, false]),
        (ArgKind::Samples(1, 2), [false, false, true, true, false]),
        (ArgKind::Dictionary, [false, true, false, true, false]),
        (ArgKind::DictionaryOrMaxBytes, [false, true, true, true, false]),
        (ArgKind::SymbolTable, [false, true, false, true, false]),
        (ArgKind::Codec, [true, false, false, true, false]),
        (ArgKind::Format, [true, false, false, true, false]),
        (ArgKind::PackCodec, [true, false, false, true, false]),
    ] {
        assert_eq!(classes.map(|class| kind.accepts(class)), takes, "{kind:?}");
    }
}

/// A hash is in a sample if it is below the fraction of 2^64. The comparison doesn't round.
#[test]
fn fractions_are_thresholds_without_rounding() {
    let function = find("hash_sample").expect("it is in the catalogue");
    let arg = &function.args[1];
    let threshold = |value| set(function, arg, value).map(|settings| settings.threshold);
    for (fraction, expected) in [
        (0.0, 0),
        (-0.0, 0),
        (f64::from_bits(1), 1),
        (2_f64.powi(-64), 1),
        (1.5 * 2_f64.powi(-64), 2),
        (0.25, 1 << 62),
        // The double nearest to 0.1 is 3602879701896397 / 2^55.
        (0.1, 3_602_879_701_896_397 << 9),
        (1.0 - f64::EPSILON / 2.0, (1 << 64) - (1 << 11)),
        (1.0, 1 << 64),
    ] {
        assert_eq!(threshold(ArgValue::Real(fraction)), Ok(expected), "{fraction}");
    }
    assert_eq!(threshold(ArgValue::Integer(0)), Ok(0));
    assert_eq!(threshold(ArgValue::Integer(1)), Ok(1 << 64));
    for (value, given) in [
        (ArgValue::Real(-f64::MIN_POSITIVE), "-0.0000"),
        (ArgValue::Real(1.0 + f64::EPSILON), "1.0000000000000002"),
        (ArgValue::Real(10.0), "10"),
        (ArgValue::Real(f64::NAN), "NaN"),
        (ArgValue::Real(f64::INFINITY), "inf"),
        (ArgValue::Integer(-1), "-1"),
        (ArgValue::Integer(2), "2"),
    ] {
        let error = threshold(value).expect_err("not from 0 to 1").to_string();
        assert!(
            error.starts_with(&format!("hash_sample: argument fraction is {given}")),
            "{error}"
        );
        assert!(error.ends_with("; allowed is 0 to 1"), "{error}");
    }
}

/// As in Rust's parser, which rounds once.
#[test]
fn decimals_become_the_nearest_double() {
    let values = [0, 1, -1, 7, 10, 123_456_789, 1 << 53, (1 << 53) + 1, i128::MAX, i128::MIN];
    for unscaled in values {
        for scale in [0, 1, 2, 3, 9, 18, 22, 23, 38] {
            let expected: f64 = format!("{unscaled}e-{scale}").parse().expect("a number");
            let double = hashlane_catalog::nearest_double(unscaled, scale);
            assert_eq!(double, expected, "{unscaled}, {scale}");
        }
    }
}
