//! Packs: chunks that are read in order and one by one, NULLs, and packs that are put together.

use hashlane_codecs::Workspace;
use hashlane_codecs::pack::{ChunkCodec, Pack, PackAllowance, PackBuilder};

use super::{Case, Work, few, many};

pub const CASES: &[Case] = &[
    many("pack: stored chunks", |n| in_order(pack(ChunkCodec::None, n), 40 * n)),
    many("pack: chunks of LZ4", |n| in_order(pack(ChunkCodec::Lz4, n), 40 * n)),
    many("pack: chunks of zstd", |n| in_order(pack(ChunkCodec::Zstd { level: 1 }, n), 40 * n)),
    few("pack: chunks of FSST", |n| in_order(pack(ChunkCodec::Fsst, n), 40 * n)),
    many("pack: NULLs", |n| in_order(nulls(n), 0)),
    many("pack: chunks of LZ4, one by one", |n| one_by_one(pack(ChunkCodec::Lz4, n))),
    many("pack: chunks of zstd, one by one", |n| {
        one_by_one(pack(ChunkCodec::Zstd { level: 1 }, n))
    }),
    few("pack: chunks of FSST, one by one", |n| one_by_one(pack(ChunkCodec::Fsst, n))),
    many("pack: values that are packed", packed),
    many("pack: packs that are appended", appended),
];

const VALUE: &[u8; 40] = b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";

fn builder(codec: ChunkCodec, chunk_bytes: u32) -> PackBuilder {
    PackBuilder::new(codec, chunk_bytes).expect("they are settings")
}

/// A pack with a chunk for each value.
fn pack(codec: ChunkCodec, n: usize) -> Vec<u8> {
    let (mut workspace, mut builder) = (Workspace::default(), builder(codec, 1));
    for _ in 0..n {
        builder.push(&mut workspace, Some(VALUE)).expect("there is memory");
    }
    builder.finish(&mut workspace).expect("there is memory")
}

fn nulls(n: usize) -> Vec<u8> {
    let (mut workspace, mut builder) = (Workspace::default(), builder(ChunkCodec::Lz4, 1 << 20));
    (0..n).for_each(|_| builder.push(&mut workspace, None).expect("there is memory"));
    builder.finish(&mut workspace).expect("there is memory")
}

fn in_order(pack: Vec<u8>, content: usize) -> Work {
    Work::new(pack.len(), move || {
        let allowance = PackAllowance { max_bytes: usize::MAX, place_bytes: 16 };
        let (mut workspace, mut bytes) = (Workspace::default(), 0);
        let opened = Pack::open(&pack).expect("it is a pack");
        let unpacked = opened.unpack(&mut workspace, allowance, |value| {
            bytes += value.map_or(0, <[u8]>::len);
            Ok(())
        });
        unpacked.expect("it is valid");
        assert_eq!(bytes, content);
        bytes
    })
}

fn one_by_one(pack: Vec<u8>) -> Work {
    Work::new(pack.len(), move || {
        let (mut workspace, mut out) = (Workspace::default(), Vec::new());
        let opened = Pack::open(&pack).expect("it is a pack");
        for i in 0..opened.len() {
            let got = opened.get(&mut workspace, i.into(), usize::MAX, &mut out);
            assert!(got.expect("it is valid"));
        }
        assert_eq!(out.len(), 40 * opened.len() as usize);
        out.len()
    })
}

fn packed(n: usize) -> Work {
    Work::new(40 * n, move || pack(ChunkCodec::Lz4, n).len())
}

/// Packs of one value each, whose chunks aren't full.
fn appended(n: usize) -> Work {
    let mut workspace = Workspace::default();
    let mut one = builder(ChunkCodec::Lz4, 1 << 10);
    one.push(&mut workspace, Some(VALUE)).expect("there is memory");
    let one = one.finish(&mut workspace).expect("there is memory");
    Work::new(one.len() * n, move || {
        let (mut workspace, mut all) = (Workspace::default(), builder(ChunkCodec::Lz4, 1 << 10));
        let opened = Pack::open(&one).expect("it is a pack");
        for _ in 0..n {
            all.append_pack(&mut workspace, &opened).expect("there is memory");
        }
        all.finish(&mut workspace).expect("there is memory").len()
    })
}
