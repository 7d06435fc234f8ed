//! The table of codecs: names, levels, magic numbers and sizes.

use hashlane_codecs::{CODECS, Codec, CodecError, UnknownCodec, Workspace, detect, framing};

use crate::support::codec::{LZ4_FRAME, ZSTD};
use crate::support::foreign;
use crate::support::inputs::{Numbers, cycle};

fn named(name: &str) -> &'static Codec {
    Codec::parse(name).unwrap().0
}

#[test]
fn names() {
    let names: Vec<&str> = CODECS.iter().map(|codec| codec.name).collect();
    let expected = [
        "zstd",
        "gzip",
        "zlib",
        "snappy",
        "brotli",
        "xz",
        "lz4",
        "lz4_block",
        "lz4hc_block",
        "deflate",
        "bzip2",
        "lzma",
        "snappy_frame",
        "snappy_java",
        "hadoop_snappy",
        "lz4_java",
        "lz4_legacy",
        "hadoop_lz4",
        "lz4_raw",
        "brotli_large",
    ];
    assert_eq!(names, expected);
}

#[test]
fn levels() {
    for (text, name, level) in [
        ("zstd", "zstd", 3),
        ("zstd(-7)", "zstd", -7),
        ("zstd(22)", "zstd", 22),
        ("gzip", "gzip", 6),
        ("gzip(0)", "gzip", 0),
        ("zlib(9)", "zlib", 9),
        ("snappy", "snappy", 0),
        ("brotli", "brotli", 5),
        ("brotli(0)", "brotli", 0),
        ("xz", "xz", 6),
        ("lz4", "lz4", 0),
        ("lz4_block", "lz4_block", 0),
        ("lz4hc_block", "lz4hc_block", 9),
        ("lz4hc_block(12)", "lz4hc_block", 12),
        ("GZIP(9)", "gzip", 9),
        ("Zlib(1)", "zlib", 1),
        ("bz2", "bzip2", 9),
        ("BZ2(1)", "bzip2", 1),
        ("LZ4_Block", "lz4_block", 0),
    ] {
        let (codec, parsed) = Codec::parse(text).unwrap();
        assert_eq!((codec.name, parsed), (name, level), "{text}");
    }
}

#[test]
fn texts_that_name_no_codec() {
    for text in ["", "zst", "bz", " zstd", "zstd ", "zstd(3", "zstd(3) ", "(3)", "zstd3", "lz4hc"] {
        let error = Codec::parse(text).unwrap_err();
        assert!(matches!(error, UnknownCodec::Name { .. }), "{text}: {error:?}");
        assert!(error.to_string().contains("zstd, gzip"), "{error}");
    }
    for level in ["", "x", "23", "-8", "3.5", " 3", "99999999999", "3)("] {
        let error = Codec::parse(&format!("zstd({level})")).unwrap_err();
        let expected =
            UnknownCodec::Level { codec: "zstd", given: level.to_owned(), levels: -7..=22 };
        assert_eq!(error, expected);
        assert!(error.to_string().contains("-7 to 22"), "{error}");
    }
    for name in ["snappy", "lz4", "lz4_block"] {
        let error = Codec::parse(&format!("{name}(1)")).unwrap_err();
        assert_eq!(error, UnknownCodec::NoLevels { codec: name, given: "1".to_owned() });
    }
}

/// The lowest and the highest level work. A level beyond them is an error, never clamped.
#[test]
fn errors_are_one_line_whatever_was_given() {
    for (text, given) in [
        ("zs\ntd", r"'zs\ntd'"),
        ("zstd(3\r)", r"'3\r'"),
        ("snappy(\u{1b})", r"(\u{1b})"),
        ("zstd(3)\n", r"'zstd(3)\n'"),
    ] {
        let error = Codec::parse(text).expect_err(text).to_string();
        assert!(error.contains(given), "{error}");
        assert!(!error.contains(char::is_control), "{error:?}");
    }
}

#[test]
fn levels_are_not_moved() {
    for codec in CODECS {
        let Some(levels) = codec.levels.clone() else { continue };
        assert!(levels.contains(&codec.default_level));
        let mut workspace = Workspace::default();
        for level in [*levels.start(), *levels.end()] {
            let (mut row, mut content) = (vec![], vec![]);
            (codec.compress)(&mut workspace, level, b"the content", &mut row).unwrap();
            (codec.decompress)(&mut workspace, 11, &row, &mut content).unwrap();
            assert_eq!(content, b"the content", "{} {level}", codec.name);
        }
        for level in [i32::MIN, levels.start() - 1, levels.end() + 1, i32::MAX] {
            let error = (codec.compress)(&mut workspace, level, b"the content", &mut vec![]);
            let refused = matches!(error, Err(CodecError::LevelOutOfRange { .. }));
            assert!(refused, "{} {level}: {error:?}", codec.name);
        }
    }
}

/// The table's names of the codecs of the tests.
fn table_name(test_name: &str) -> &'static str {
    let name = match test_name {
        "lz4 frame" => "lz4",
        "lz4 block" => "lz4_block",
        other => other,
    };
    named(name).name
}

#[test]
fn foreign_frames_are_told() {
    for foreign in foreign::frames() {
        let name = table_name(foreign.codec.name);
        let found = detect(&foreign.bytes).map(|codec| codec.name);
        // Without a magic number, only the properties of the presets are recognized.
        let other_properties = name == "lzma" && foreign.settings.starts_with("lc ");
        if foreign.settings.contains("a skippable frame alone") || other_properties {
            assert_eq!(found, None, "{foreign}");
        } else if named(name).is_detectable() {
            assert_eq!(found, Some(name), "{foreign}");
        }
    }
}

#[test]
fn other_bytes_are_not() {
    let skippable = b"\x50\x2A\x4D\x18\x03\0\0\0abc";
    for bytes in [
        &b""[..],
        b"text",
        b"{\"x\": 1}",
        b"x\x9C",
        b"\x1F\x8B",
        b"\xFD7zXZ",
        b"\x28\xB5\x2F",
        skippable,
        &skippable[..9],
        b"\x50\x2A\x4D\x18\xFF\xFF\xFF\xFF\x28\xB5\x2F\xFD",
        b"BZh91AY&S",
        b"BZh01AY&SY",
        b"LZ4Bloc",
        b"\xFF\x06\x00\x00sNaPp",
        b"\x82SNAPPY",
        b"\x5D\x00\x00\x80\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        b"PK\x03\x04",
    ] {
        assert_eq!(detect(bytes).map(|codec| codec.name), None, "{bytes:02X?}");
    }
    for codec in [ZSTD, LZ4_FRAME] {
        let frame = [&skippable[..], &codec.encode(codec.levels[0], b"content")].concat();
        assert_eq!(detect(&frame).map(|found| found.name), Some(table_name(codec.name)));
    }
    let mut numbers = Numbers(21);
    let noise = (0..100_000).filter(|_| detect(&numbers.bytes(40)).is_some()).count();
    assert!(noise <= 60, "{noise} of 100,000 random inputs are taken for a format");
}

/// The formats whose headers record no size.
const SAY_NOTHING: [&str; 8] =
    ["gzip", "zlib", "brotli", "brotli_large", "deflate", "bzip2", "lz4_legacy", "lz4_raw"];

/// A size is right or missing. In these formats, every frame records it.
#[test]
fn sizes_of_foreign_frames() {
    let mut sizes = 0;
    for foreign in foreign::frames() {
        let codec = named(table_name(foreign.codec.name));
        let says_always = [
            "xz",
            "snappy",
            "lz4_block",
            "lz4_java",
            "snappy_frame",
            "snappy_java",
            "hadoop_snappy",
        ]
        .contains(&codec.name);
        match (codec.uncompressed_size)(&foreign.bytes).unwrap() {
            Some(size) => {
                assert_eq!(size, foreign.length as u64, "{foreign}");
                sizes += 1;
            }
            None => assert!(!says_always, "{foreign}"),
        }
        if SAY_NOTHING.contains(&codec.name) {
            assert_eq!((codec.uncompressed_size)(&foreign.bytes), Ok(None));
        }
        if foreign.settings.contains("content size True") {
            assert!((codec.uncompressed_size)(&foreign.bytes).unwrap().is_some(), "{foreign}");
        }
    }
    assert!(sizes >= 200, "{sizes}");
}

#[test]
fn sizes_of_our_frames() {
    for codec in CODECS {
        for length in [0, 1, 54, 300, 70_000] {
            let mut row = Vec::new();
            let mut workspace = Workspace::default();
            let level = codec.levels.as_ref().map_or(0, |levels| *levels.start());
            (codec.compress)(&mut workspace, level, &cycle(length), &mut row).unwrap();
            let says = !SAY_NOTHING.contains(&codec.name) && codec.name != "lzma";
            let expected = says.then_some(length as u64);
            assert_eq!((codec.uncompressed_size)(&row), Ok(expected), "{} {length}", codec.name);
        }
    }
}

#[test]
fn sizes_of_headers_that_are_none() {
    let no_header = ["brotli", "brotli_large", "deflate", "lz4_raw"];
    for codec in CODECS.iter().filter(|codec| !no_header.contains(&codec.name)) {
        for bytes in [&b""[..], b"\xFF\xFF\xFF", b"not compressed, and too short"] {
            // Raw Snappy starts with a length, and `n` is a length that these bytes may record.
            if codec.name == "snappy" && bytes.len() > 3 {
                continue;
            }
            if codec.name.starts_with("hadoop") && bytes.is_empty() {
                continue;
            }
            let size = (codec.uncompressed_size)(bytes);
            let refused = matches!(size, Err(CodecError::Corrupt { .. }));
            assert!(refused, "{}: {size:?} of {bytes:02X?}", codec.name);
        }
    }
}

/// An error for the output of another codec names that codec, if its start or its lengths identify it.
#[test]
fn framings_are_told() {
    let untold = ["zlib", "snappy", "brotli", "brotli_large", "lz4_block", "deflate", "lz4_raw"];
    for foreign in foreign::frames() {
        let name = table_name(foreign.codec.name);
        let found = framing(&foreign.bytes).map(|codec| codec.name);
        if foreign.length == 0
            || ["a skippable", "lc "].iter().any(|s| foreign.settings.contains(s))
        {
            continue;
        }
        let one_record = foreign.length <= 200_000;
        match name {
            "hadoop_lz4" if !one_record => {}
            name if untold.contains(&name) => assert_eq!(found, None, "{foreign}"),
            name => assert_eq!(found, Some(name), "{foreign}"),
        }
    }
}
