//! The bounds of codecs' arguments that are not numbers, and the error messages.

use hashlane_catalog::{
    AGGREGATES, Arg, ArgKind, ArgValue, CallError, Function, Settings, all, find,
};
use hashlane_codecs::pack;

use crate::inputs::{SYMBOLS, dictionaries};

/// The defaults of a function, with some arguments of these kinds set in order.
fn set(function: &Function, values: &[(ArgKind, ArgValue<'_>)]) -> Result<Settings, CallError> {
    let mut settings = Settings::defaults(function);
    for (kind, value) in values {
        let (_, arg) = function.params().find(|(_, arg)| arg.kind == *kind).expect("an argument");
        settings.set(function, arg, value)?;
    }
    Ok(settings)
}

/// Every argument of a kind, of scalar functions and aggregates.
fn params(kind: ArgKind) -> Vec<(&'static Function, &'static Arg)> {
    let of = |f: &'static Function| f.params().map(move |(_, arg)| (f, arg));
    let params = all().chain(AGGREGATES).flat_map(of);
    params.filter(|(_, arg)| arg.kind == kind).collect()
}

/// The rest of an error after the function and the argument.
fn error(function: &Function, arg: &Arg, value: ArgValue<'_>) -> String {
    let error = set(function, &[(arg.kind, value)]).expect_err("it is not allowed").to_string();
    let start = format!("{}: argument {}", function.name, arg.name);
    error.strip_prefix(&start).unwrap_or_else(|| panic!("{error}")).to_owned()
}

/// The least and the greatest level of a codec, if it has levels.
type Levels = Option<(i32, i32)>;

/// The codecs of `compress` with their levels, if any, and the default.
const CODECS: [(&str, Levels, i32); 20] = [
    ("zstd", Some((-7, 22)), 3),
    ("gzip", Some((0, 9)), 6),
    ("zlib", Some((0, 9)), 6),
    ("snappy", None, 0),
    ("brotli", Some((0, 11)), 5),
    ("xz", Some((0, 9)), 6),
    ("lz4", None, 0),
    ("lz4_block", None, 0),
    ("lz4hc_block", Some((1, 12)), 9),
    ("deflate", Some((0, 9)), 6),
    ("bzip2", Some((1, 9)), 9),
    ("lzma", Some((0, 9)), 6),
    ("snappy_frame", None, 0),
    ("snappy_java", None, 0),
    ("hadoop_snappy", None, 0),
    ("lz4_java", None, 0),
    ("lz4_legacy", None, 0),
    ("hadoop_lz4", None, 0),
    ("lz4_raw", None, 0),
    ("brotli_large", Some((0, 11)), 5),
];

#[test]
fn codecs_have_names_and_levels() {
    let params = params(ArgKind::Codec);
    assert_eq!(params.len(), 2, "compress and compressed_size");
    for (function, arg) in params {
        let parsed = |text: &str| {
            let settings =
                set(function, &[(arg.kind, ArgValue::Bytes(text.as_bytes()))]).expect(text);
            let (codec, level) = settings.codec.expect("a codec");
            (codec.name, level)
        };
        for (name, levels, default) in CODECS {
            assert_eq!(parsed(name), (name, default));
            assert_eq!(parsed(&name.to_ascii_uppercase()), (name, default));
            for level in levels.map_or(vec![], |(low, high)| vec![low, low + 1, high]) {
                assert_eq!(parsed(&format!("{name}({level})")), (name, level));
            }
            let Some((low, high)) = levels else {
                let error = error(function, arg, ArgValue::Bytes(format!("{name}(1)").as_bytes()));
                let says = format!(" is '{name}(1)'; allowed is '{name}', which has no levels");
                assert_eq!(error, says);
                continue;
            };
            for level in [low - 1, high + 1] {
                let text = format!("{name}({level})");
                let error = error(function, arg, ArgValue::Bytes(text.as_bytes()));
                let says = format!(" is '{text}'; allowed is '{name}({low})' to '{name}({high})'");
                assert_eq!(error, says);
            }
        }
        assert_eq!(parsed("bz2"), ("bzip2", 9));
        assert_eq!(parsed("BZ2(1)"), ("bzip2", 1));
    }
}

#[test]
fn a_codec_that_is_none_is_refused_with_the_names_of_all() {
    for (function, arg) in params(ArgKind::Codec) {
        for given in ["", "ZST", "zstd ", "lzo", "auto", "zstd(3", "none"] {
            let error = error(function, arg, ArgValue::Bytes(given.as_bytes()));
            assert!(
                error.starts_with(&format!(" is '{given}'; allowed is one of zstd, ")),
                "{error}"
            );
            assert!(CODECS.iter().all(|(name, ..)| error.contains(name)), "{error}");
        }
    }
}

#[test]
fn formats_are_codecs_or_auto() {
    let params = params(ArgKind::Format);
    assert_eq!(params.len(), 5, "uncompressed_size and four decompressors");
    for (function, arg) in params {
        let parsed = |text: &str| set(function, &[(arg.kind, ArgValue::Bytes(text.as_bytes()))]);
        assert!(parsed("auto").expect("it is allowed").codec.is_none());
        assert!(parsed("Auto").expect("it is allowed").codec.is_none());
        // What compressed a value decompresses it.
        for (given, name) in
            [("ZSTD(3)", "zstd"), ("gzip(9)", "gzip"), ("bz2", "bzip2"), ("Snappy", "snappy")]
        {
            let settings = parsed(given).expect(given);
            assert_eq!(settings.codec.map(|(codec, _)| codec.name), Some(name));
        }
        let says = error(function, arg, ArgValue::Bytes(b"zstd(23)"));
        assert_eq!(says, " is 'zstd(23)'; allowed is 'zstd(-7)' to 'zstd(22)'");
        let says = error(function, arg, ArgValue::Bytes(b"snappy(1)"));
        assert_eq!(says, " is 'snappy(1)'; allowed is 'snappy', which has no levels");
        let mut names = vec!["auto"];
        for (name, ..) in CODECS {
            let settings = parsed(name).expect(name);
            assert_eq!(settings.codec.map(|(codec, _)| codec.name), Some(name));
            names.push(name);
        }
        for given in ["", "auto ", "auto(3)", "gz"] {
            let error = error(function, arg, ArgValue::Bytes(given.as_bytes()));
            let rest = error.strip_prefix(&format!(" is '{given}'; allowed is one of "));
            let mut listed: Vec<_> = rest.expect(&error).split(", ").collect();
            listed.sort_unstable();
            names.sort_unstable();
            assert_eq!(listed, names);
        }
    }
}

#[test]
fn packs_have_four_codecs() {
    let function = find("block_pack").expect("an aggregate");
    let (_, arg) = function.params().next().expect("a codec");
    let parsed = |text: &str| {
        let settings = set(function, &[(arg.kind, ArgValue::Bytes(text.as_bytes()))]);
        settings.expect(text).pack_codec
    };
    assert_eq!(parsed("none"), pack::ChunkCodec::None);
    assert_eq!(parsed("lz4"), pack::ChunkCodec::Lz4);
    assert_eq!(parsed("fsst"), pack::ChunkCodec::Fsst);
    for (text, level) in [("zstd", 3), ("zstd(3)", 3), ("zstd(-7)", -7), ("zstd(22)", 22)] {
        assert_eq!(parsed(text), pack::ChunkCodec::Zstd { level });
    }
    assert_eq!(parsed("None"), pack::ChunkCodec::None);
    assert_eq!(parsed("ZSTD(9)"), pack::ChunkCodec::Zstd { level: 9 });
    for given in ["", "Non", "gzip", "lz4(1)", "zstd(23)", "zstd(-8)", "zstd()", "auto"] {
        let expected = format!(
            ": a block pack doesn't support the codec '{given}'; use 'none', 'lz4', 'fsst', 'zstd', \
             or 'zstd(level)' with a level from -7 to 22"
        );
        assert_eq!(error(function, arg, ArgValue::Bytes(given.as_bytes())), expected);
    }
    // An error is one line, whatever was given.
    let broken = error(function, arg, ArgValue::Bytes(b"zstd\n(3)"));
    assert!(
        broken.starts_with(r": a block pack doesn't support the codec 'zstd\n(3)'; "),
        "{broken}"
    );
}

#[test]
fn dictionaries_are_trained_ones_or_raw_content() {
    let dictionary = &dictionaries()[0];
    let kinds = [ArgKind::Dictionary, ArgKind::DictionaryOrMaxBytes];
    let params = kinds.map(params).concat();
    assert_eq!(params.len(), 5, "a compressor and four decompressors");
    for (function, arg) in params {
        assert!(Settings::defaults(function).dictionary.is_none(), "{function:?}");
        let settings = set(function, &[(arg.kind, ArgValue::Bytes(&dictionary.bytes))]);
        let prepared = settings.expect("a dictionary").dictionary.expect("it is kept");
        assert_eq!((prepared.id(), prepared.bytes()), (Some(dictionary.id), &dictionary.bytes[..]));
        let settings = set(function, &[(arg.kind, ArgValue::Bytes(b"raw content"))]);
        let prepared = settings.expect("raw content").dictionary.expect("it is kept");
        assert_eq!((prepared.id(), prepared.bytes()), (None, &b"raw content"[..]));
        for none in [&b""[..], b"7 bytes", &dictionary.bytes[..40]] {
            let error = error(function, arg, ArgValue::Bytes(none));
            assert!(error.starts_with(": ") && error.contains("zstd dictionary"), "{error}");
        }
    }
}

#[test]
fn symbol_tables_are_those_of_fsst() {
    let params = params(ArgKind::SymbolTable);
    assert_eq!(params.len(), 5, "a compressor and four decompressors");
    for (function, arg) in params {
        let settings = set(function, &[(arg.kind, ArgValue::Bytes(SYMBOLS))]).expect("a table");
        let table = settings.symbols.expect("it is kept");
        assert_eq!((table.symbols(), table.to_bytes()), (1, SYMBOLS));
        let mut damaged = SYMBOLS.to_vec();
        damaged[9] ^= 1;
        let cut = &SYMBOLS[..SYMBOLS.len() - 1];
        for none in [&b""[..], b"no symbol table", cut, &damaged, &dictionaries()[0].bytes] {
            let error = error(function, arg, ArgValue::Bytes(none));
            assert!(error.starts_with(": ") && error.contains("FSST"), "{error}");
        }
    }
}

/// `zstd_decompress(b, 100)` sets a limit, without a dictionary.
#[test]
fn a_number_in_place_of_a_dictionary_is_max_bytes() {
    let dictionary = &dictionaries()[0].bytes;
    let params = params(ArgKind::DictionaryOrMaxBytes);
    assert_eq!(params.len(), 4);
    for (function, arg) in params {
        let kind = arg.kind;
        let settings = set(function, &[(kind, ArgValue::Integer(100))]).expect("a number");
        assert_eq!((settings.max_bytes, settings.dictionary.is_none()), (100, true));
        let both =
            [(kind, ArgValue::Bytes(dictionary)), (ArgKind::MaxBytes, ArgValue::Integer(100))];
        let settings = set(function, &both).expect("both");
        assert_eq!((settings.max_bytes, settings.dictionary.is_some()), (100, true));
        let expected = format!(
            "{}: max_bytes is given twice, in the place of the dictionary and in its own; the \
             call is {}",
            function.name,
            function.signature()
        );
        let mut twice =
            [(kind, ArgValue::Integer(100)), (ArgKind::MaxBytes, ArgValue::Integer(200))];
        for _ in 0..2 {
            let error = set(function, &twice).expect_err("max_bytes is there twice");
            assert_eq!(error.to_string(), expected);
            // Constants are checked before columns, so either can come first.
            twice.reverse();
        }
        let null = [(kind, ArgValue::Null), (ArgKind::MaxBytes, ArgValue::Integer(200))];
        assert_eq!(set(function, &null).expect("one number").max_bytes, 200);
    }
}
