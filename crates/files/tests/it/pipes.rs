//! Streams through both directions and through the readers of other crates.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;

use hashlane_files::pipe::{
    Codec, CompressOptions, DEFAULT_WINDOW_LIMIT, PipeError, compress, decompress,
};

const CODECS: [Codec; 2] = [Codec::Zstd, Codec::Lz4];

fn options(codec: Codec, threads: usize, size: Option<u64>) -> CompressOptions {
    let threads = NonZeroUsize::new(threads).unwrap();
    CompressOptions { codec, level: codec.default_level(), threads, adapt: None, size }
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
                    let mut back = Vec::new();
                    decompress(&stream[..], &mut back, DEFAULT_WINDOW_LIMIT).unwrap();
                    assert!(back == content, "{codec:?} {len} {threads} {size:?}");
                }
            }
        }
    }
}

#[test]
fn lz4_flex_reads_ours() {
    let content = content(9_000_000);
    let stream = compressed(&content, &options(Codec::Lz4, 2, None));
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
            let result = decompress(&stream[..cut], &mut Vec::new(), DEFAULT_WINDOW_LIMIT);
            assert!(
                matches!(result, Err(PipeError::Corrupt { .. })),
                "{codec:?} {cut}: {result:?}"
            );
        }
    }
}
