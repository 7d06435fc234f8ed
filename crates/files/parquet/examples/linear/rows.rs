//! Short rows one after the other, which is what columns hold: how many instructions a URL takes.

use hashlane_codecs::{CODECS, Codec, Workspace};

use super::{Case, Work, many};

pub const CASES: &[Case] = &[
    many("zstd: rows", |n| rows("zstd", n)),
    many("gzip: rows", |n| rows("gzip", n)),
    many("zlib: rows", |n| rows("zlib", n)),
    many("snappy: rows", |n| rows("snappy", n)),
    many("brotli: rows", |n| rows("brotli", n)),
    many("xz: rows", |n| rows("xz", n)),
    many("lz4: rows", |n| rows("lz4", n)),
    many("lz4_block: rows", |n| rows("lz4_block", n)),
];

const URL: &[u8; 54] = b"https://www.example.com/garden/tools/42?ref=newsletter";

fn rows(name: &str, n: usize) -> Work {
    let codec: &Codec = CODECS.iter().find(|codec| codec.name == name).expect("there is one");
    let (mut workspace, mut row) = (Workspace::default(), Vec::new());
    (codec.compress)(&mut workspace, codec.default_level, URL, &mut row).expect("it compresses");
    Work::new(row.len() * n, move || {
        let mut out = Vec::new();
        for _ in 0..n {
            out.clear();
            (codec.decompress)(&mut workspace, 1 << 28, &row, &mut out).expect("it is valid");
        }
        assert_eq!(out, URL);
        n * out.len()
    })
}
