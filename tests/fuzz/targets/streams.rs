//! Streams of zstd and LZ4 frames, decompressed.
//!
//! All of the input is read, the counts are right, and where the codecs for values take the input, the
//! content is the same.
#![no_main]

use std::io::{self, Write};

use hashlane_codecs::{CODECS, Workspace};
use hashlane_files::pipe::{DecompressOptions, decompress};
use hashlane_fuzz::alloc::within;
use libfuzzer_sys::fuzz_target;

/// The most bytes that are written.
const MOST: usize = 4 << 20;

/// The most bytes of a window.
const WINDOW: u64 = 8 << 20;

/// An output that is full in the end.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|data: &[u8]| {
    let options = DecompressOptions { window_limit: WINDOW, ..Default::default() };
    let mut out = Bounded(Vec::new());
    let decompressed = within(4 * MOST + (24 << 20), || decompress(data, &mut out, &options));
    let decompressed = match decompressed {
        Ok(decompressed) => decompressed,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            return;
        }
    };
    assert_eq!(decompressed.compressed_bytes, data.len() as u64);
    assert_eq!(decompressed.content_bytes, out.0.len() as u64);
    for codec in CODECS.iter().filter(|codec| matches!(codec.name, "zstd" | "lz4")) {
        let mut content = Vec::new();
        if (codec.decompress)(&mut Workspace::default(), MOST, data, &mut content).is_ok() {
            assert!(content == out.0, "{}: another content", codec.name);
        }
    }
});
