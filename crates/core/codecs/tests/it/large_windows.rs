//! Brotli streams with windows of more than 16 MiB.

use hashlane_codecs::CodecError;

use crate::support::alloc;
use crate::support::codec::{BROTLI, BROTLI_LARGE};
use crate::support::inputs::{Numbers, cycle};

const MIB: usize = 1 << 20;

/// The output of zlib.brotliCompressSync of Node 20 for 'hashlane' with a window of 2^30 bytes.
const OF_NODE: &[u8] = b"\x11\x1E\x0E\x00\x02hashlane\x03";

#[test]
fn other_decoders_reject_what_this_one_reads() {
    assert_eq!(BROTLI_LARGE.decode(8, OF_NODE), Ok(b"hashlane".to_vec()));
    assert_eq!(BROTLI_LARGE.decode(7, OF_NODE), Err(CodecError::OverLimit { max_bytes: 7 }));
    assert!(matches!(BROTLI.decode(8, OF_NODE), Err(CodecError::Corrupt { .. })));
    for end in 0..OF_NODE.len() {
        assert!(BROTLI_LARGE.decode(8, &OF_NODE[..end]).is_err(), "{end}");
    }
}

/// The window is a claim: only as much is allocated as short content can use.
#[test]
fn every_window() {
    for bits in 0..64 {
        let stream = [&[0x11, bits], &OF_NODE[2..]].concat();
        for max_bytes in [8, 256 * MIB, usize::MAX] {
            let (result, peak) = alloc::peak(|| BROTLI_LARGE.decode(max_bytes, &stream));
            match bits {
                10..=30 => assert_eq!(result, Ok(b"hashlane".to_vec()), "{bits}"),
                _ => {
                    assert!(
                        matches!(result, Err(CodecError::Corrupt { .. })),
                        "{bits}: {result:?}"
                    );
                }
            }
            assert!(peak <= 20 * MIB, "{bits}: {peak} bytes were taken");
        }
    }
}

/// Rows of up to 16 MiB don't need the large window, so their streams are plain Brotli.
#[test]
fn short_rows_are_streams_of_rfc_7932() {
    for length in [0, 1, 1000, 70_000, 5 * MIB] {
        let stream = BROTLI_LARGE.encode(5, &cycle(length));
        assert_eq!(BROTLI.decode(length, &stream), Ok(cycle(length)));
    }
}

/// Noise that repeats after 18 MiB, which is out of reach for a window of 16 MiB.
#[test]
fn long_rows_refer_far_back() {
    let noise = Numbers(77).bytes(100_000);
    let content = [&noise[..], &cycle(18 * MIB), &noise].concat();
    let stream = BROTLI_LARGE.encode(5, &content);
    assert!(stream.len() < 150_000, "{} bytes", stream.len());
    assert_eq!(hashlane_codecs::brotli::large::window_bits(&stream), Some(25));
    assert!(matches!(BROTLI.decode(content.len(), &stream), Err(CodecError::Corrupt { .. })));
    for claimed in [25, 30] {
        let stream = [&[0x11, stream[1] & !0x3F | claimed], &stream[2..]].concat();
        for max_bytes in [content.len(), 256 * MIB, usize::MAX] {
            let (result, peak) = alloc::peak(|| BROTLI_LARGE.decode(max_bytes, &stream));
            assert!(result.as_ref() == Ok(&content), "{claimed} {max_bytes}");
            assert!(peak <= 5 * content.len(), "{claimed}: {peak} bytes were taken");
        }
        for max_bytes in [1, MIB, 17 * MIB, content.len() - 1] {
            let (result, peak) = alloc::peak(|| BROTLI_LARGE.decode(max_bytes, &stream));
            let result = result.map(|content| content.len());
            assert_eq!(result, Err(CodecError::OverLimit { max_bytes }), "{claimed}");
            assert!(peak <= 5 * content.len(), "{claimed}: {peak} bytes were taken");
        }
    }
}
