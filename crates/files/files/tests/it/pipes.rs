//! Streams in both directions, and in the readers of other crates.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;

use std::sync::Arc;

use hashlane_codecs::{CODECS as OF_ROWS, Workspace, zstd::Dictionary};
use hashlane_files::pipe::{
    AdaptBounds, CompressOptions, DecompressOptions, DecompressedStream, PipeError, StreamCodec,
    compress, decompress,
};

const CODECS: [StreamCodec; 2] = [StreamCodec::Zstd, StreamCodec::Lz4];

fn of(codec: StreamCodec) -> DecompressOptions {
    DecompressOptions { codec: Some(codec), ..Default::default() }
}

/// The content of a stream of `codec`, also recognized by its magic number if it has one.
fn back(codec: StreamCodec, stream: &[u8]) -> Result<(Vec<u8>, DecompressedStream), PipeError> {
    let mut content = Vec::new();
    let result = decompress(stream, &mut content, &of(codec))?;
    let row = OF_ROWS.iter().find(|row| row.name == codec.name()).unwrap();
    if row.is_detectable() && !["zlib", "lzma"].contains(&row.name) {
        let mut told = Vec::new();
        let detected = decompress(stream, &mut told, &DecompressOptions::default())?;
        assert!(told == content && detected == result, "{codec:?}");
    }
    Ok((content, result))
}

fn options(codec: StreamCodec, threads: usize, size: Option<u64>) -> CompressOptions {
    let threads = NonZeroUsize::new(threads).unwrap();
    let level = codec.default_level();
    CompressOptions { codec, level, threads, adapt: None, size, dictionary: None }
}

fn compressed(content: &[u8], options: &CompressOptions) -> Vec<u8> {
    let mut out = Vec::new();
    let total = compress(Cursor::new(content.to_vec()), &mut out, options).unwrap();
    assert_eq!(
        (total.content_bytes, total.compressed_bytes),
        (content.len() as u64, out.len() as u64)
    );
    out
}

fn content(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 ^ (i / 5000) as u8).collect()
}

#[test]
fn every_length_comes_back() {
    const MIB: usize = 1 << 20;
    for len in [0, 1, 65_536, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 8 * MIB, 8 * MIB + 1] {
        let content = content(len);
        for codec in CODECS {
            for threads in [1, 3] {
                for size in [None, Some(len as u64)] {
                    let stream = compressed(&content, &options(codec, threads, size));
                    let (back, _) = back(codec, &stream).unwrap();
                    assert!(back == content, "{codec:?} {len} {threads} {size:?}");
                }
            }
        }
    }
}

#[test]
fn lz4_flex_reads_ours() {
    let content = content(9_000_000);
    let stream = compressed(&content, &options(StreamCodec::Lz4, 2, None));
    let mut back = Vec::new();
    lz4_flex::frame::FrameDecoder::new(&stream[..]).read_to_end(&mut back).unwrap();
    assert!(back == content);
}

#[test]
fn another_size_than_promised_is_an_error() {
    for codec in CODECS {
        for threads in [1, 2] {
            for size in [9, 11] {
                let input = Cursor::new(vec![7; 10]);
                let error = compress(input, &mut Vec::new(), &options(codec, threads, Some(size)));
                assert!(error.is_err(), "{codec:?} {threads} {size}");
            }
        }
    }
}

#[test]
fn an_input_that_fails_is_an_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no disk"))
        }
    }
    for codec in CODECS {
        let error = compress(Failing, &mut Vec::new(), &options(codec, 2, None)).unwrap_err();
        assert!(matches!(&error, PipeError::Read(_)) && error.to_string() == "no disk", "{error}");
    }
}

#[test]
fn every_cut_of_a_frame_is_an_error() {
    let content = content(3000);
    for codec in CODECS {
        let stream = compressed(&content, &options(codec, 1, Some(3000)));
        for cut in 0..stream.len() {
            let result = decompress(&stream[..cut], &mut Vec::new(), &of(codec));
            assert!(
                matches!(result, Err(PipeError::Corrupt { .. })),
                "{codec:?} {cut}: {result:?}"
            );
        }
    }
}

/// Lengths around those of pieces. The codecs' own decoders read the streams.
#[test]
fn other_formats_come_back() {
    const PIECE: usize = 8 << 20;
    for codec in StreamCodec::all() {
        let row = OF_ROWS.iter().find(|row| row.name == codec.name()).unwrap();
        for len in [0, 1, 70_000, PIECE - 1, PIECE, PIECE + 70_001] {
            let content = content(len);
            let mut options = options(codec, 2, Some(len as u64));
            // The slow codecs at a fast level.
            options.level = match codec {
                StreamCodec::Brotli
                | StreamCodec::BrotliLarge
                | StreamCodec::Xz
                | StreamCodec::Lzma
                | StreamCodec::Bzip2 => 1,
                _ => options.level,
            };
            let stream = compressed(&content, &options);
            let (back, result) = back(codec, &stream).unwrap();
            assert!(back == content, "{codec:?} {len}");
            assert_eq!(result.content_bytes, len as u64);
            assert_eq!(result.compressed_bytes, stream.len() as u64);
            let mut value = Vec::new();
            (row.decompress)(&mut Workspace::default(), len, &stream, &mut value)
                .unwrap_or_else(|error| panic!("{codec:?} {len}: {error}"));
            assert!(value == content, "{codec:?} {len}");
        }
    }
}

/// Nothing that looks like a whole stream is written if the input fails.
#[test]
fn a_failing_input_ends_no_stream() {
    struct FailsAtEnd(Cursor<Vec<u8>>);
    impl Read for FailsAtEnd {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            match self.0.read(room)? {
                0 => Err(io::Error::other("no disk")),
                len => Ok(len),
            }
        }
    }
    for codec in StreamCodec::all() {
        let (mut out, input) = (Vec::new(), FailsAtEnd(Cursor::new(content(300_000))));
        let error = compress(input, &mut out, &options(codec, 1, None)).unwrap_err();
        assert!(matches!(&error, PipeError::Read(_)) && error.to_string() == "no disk", "{error}");
        let is_whole = !out.is_empty() && decompress(&out[..], &mut Vec::new(), &of(codec)).is_ok();
        assert!(!is_whole, "{codec:?}");
    }
}

#[test]
fn a_full_output_is_an_error() {
    struct Full(usize);
    impl io::Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for codec in StreamCodec::all() {
        let stream = compressed(&content(300_000), &options(codec, 1, None));
        let result = decompress(&stream[..], &mut Full(1000), &of(codec));
        assert!(matches!(result, Err(PipeError::Write(_))), "{codec:?}: {result:?}");
        let input = Cursor::new(content(300_000));
        let result = compress(input, &mut Full(20), &options(codec, 1, None));
        assert!(matches!(result, Err(PipeError::Write(_))), "{codec:?}: {result:?}");
    }
}

#[test]
fn only_zstd_and_lz4_adapt() {
    for codec in StreamCodec::all() {
        let adapt = AdaptBounds::new(codec, codec.default_level(), codec.default_level()).ok();
        let options = CompressOptions { adapt, ..options(codec, 2, None) };
        let result = compress(Cursor::new(vec![7; 10]), &mut Vec::new(), &options);
        assert_eq!(result.is_ok(), CODECS.contains(&codec), "{codec:?}: {result:?}");
    }
}

/// The output of the codecs for values, several frames in one stream if the format allows it.
#[test]
fn values_are_streams() {
    for codec in StreamCodec::all() {
        let row = OF_ROWS.iter().find(|row| row.name == codec.name()).unwrap();
        let alone = ["zlib", "deflate", "lzma", "brotli", "brotli_large"].contains(&row.name);
        let contents = [content(1000), vec![], content(70_000)];
        let mut stream = Vec::new();
        for content in &contents[..if alone { 1 } else { 3 }] {
            (row.compress)(&mut Workspace::default(), row.default_level, content, &mut stream)
                .unwrap();
        }
        let expected = if alone { contents[0].clone() } else { contents.concat() };
        assert!(back(codec, &stream).unwrap().0 == expected, "{codec:?}");
    }
}

/// Truncation is an error, except at the ends of chunks in formats without an end mark. A flipped bit gives an error, or
/// the content if nothing covers the bit; other content only without a checksum.
#[test]
fn damage_in_other_formats() {
    let content = content(3000);
    for codec in StreamCodec::all() {
        let stream = compressed(&content, &options(codec, 2, None));
        let mut whole = 0;
        for cut in 0..stream.len() {
            match decompress(&stream[..cut], &mut Vec::new(), &of(codec)) {
                Ok(_) => whole += 1,
                Err(error) => {
                    assert!(matches!(error, PipeError::Corrupt { .. }), "{codec:?} {cut}: {error}");
                }
            }
        }
        let without_end =
            ["snappy_frame", "snappy_java", "hadoop_snappy", "hadoop_lz4", "lz4_legacy"];
        let expected = usize::from(without_end.contains(&codec.name()));
        assert_eq!(whole, expected, "{codec:?}");
        let checked = [
            StreamCodec::Zstd,
            StreamCodec::Lz4,
            StreamCodec::Gzip,
            StreamCodec::Zlib,
            StreamCodec::Bzip2,
            StreamCodec::Xz,
            StreamCodec::Lz4Java,
        ];
        for bit in (0..stream.len() * 8).step_by(7) {
            let mut mutant = stream.clone();
            mutant[bit / 8] ^= 1 << (bit % 8);
            let mut back = Vec::new();
            if decompress(&mutant[..], &mut back, &of(codec)).is_ok() && checked.contains(&codec) {
                assert!(back == content, "{codec:?}, bit {bit}");
            }
        }
        for garbage in [&b"garbage!"[..], &[0xFF; 40]] {
            let longer = [&stream[..], garbage].concat();
            assert!(decompress(&longer[..], &mut Vec::new(), &of(codec)).is_err(), "{codec:?}");
        }
    }
}

#[test]
fn zeros_after_gzip_and_zlib_are_padding() {
    for codec in [StreamCodec::Gzip, StreamCodec::Zlib] {
        let stream = compressed(b"content", &options(codec, 1, None));
        for zeros in [1, 512, 1 << 20] {
            let padded = [&stream[..], &vec![0; zeros]].concat();
            assert_eq!(back(codec, &padded).unwrap().0, b"content");
            let garbage = [&padded[..], b"x"].concat();
            assert!(back(codec, &garbage).is_err());
        }
    }
}

/// Claims of memory that are not granted.
#[test]
fn windows_beyond_the_limit_are_errors() {
    let limited = |codec, window_limit| DecompressOptions { window_limit, ..of(codec) };
    for (codec, stream) in [
        (StreamCodec::BrotliLarge, &b"\x11\x1E\x0E\x00\x02hashlane\x03"[..]),
        (StreamCodec::HadoopLz4, b"\x7F\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x00"),
        (
            StreamCodec::SnappyJava,
            b"\x82SNAPPY\x00\x00\x00\x00\x01\x00\x00\x00\x01\x7F\xFF\xFF\xFF\x00",
        ),
    ] {
        let error = decompress(stream, &mut Vec::new(), &limited(codec, 1 << 20)).unwrap_err();
        assert!(matches!(error, PipeError::Window { .. }), "{codec:?}: {error}");
    }
    for codec in [StreamCodec::Xz, StreamCodec::Lzma] {
        let stream = compressed(&content(100_000), &options(codec, 1, None));
        let error = decompress(&stream[..], &mut Vec::new(), &limited(codec, 1 << 20)).unwrap_err();
        assert!(error.to_string().contains("raise the limit"), "{codec:?}: {error}");
    }
    let mut large = Vec::new();
    let stream = b"\x11\x1E\x0E\x00\x02hashlane\x03";
    decompress(&stream[..], &mut large, &limited(StreamCodec::BrotliLarge, 1 << 30)).unwrap();
    assert_eq!(large, b"hashlane");
}

#[test]
fn dictionaries_of_zstd() {
    let raw = content(5000);
    let dictionary = Some(Dictionary::prepared(&raw).unwrap());
    let inside = content(4000);
    for threads in [1, 3] {
        let options = CompressOptions {
            dictionary: dictionary.clone(),
            ..options(StreamCodec::Zstd, threads, None)
        };
        let stream = compressed(&inside, &options);
        assert!(stream.len() < 100, "{} bytes", stream.len());
        let with = |dictionary: &Option<Arc<Dictionary>>| {
            let mut back = Vec::new();
            let options =
                DecompressOptions { dictionary: dictionary.clone(), ..Default::default() };
            decompress(&stream[..], &mut back, &options).map(|_| back)
        };
        assert!(with(&dictionary).unwrap() == inside);
        assert!(with(&None).is_err());
        let other = Some(Dictionary::prepared(b"another raw content").unwrap());
        assert!(with(&other).is_err());
    }
    let refused = CompressOptions { dictionary, ..options(StreamCodec::Gzip, 1, None) };
    let error = compress(Cursor::new(vec![7; 10]), &mut Vec::new(), &refused).unwrap_err();
    assert!(error.to_string().contains("a dictionary is for zstd"), "{error}");
}
