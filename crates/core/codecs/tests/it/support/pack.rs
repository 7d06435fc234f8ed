//! Builds packs, and reads their values.

use hashlane_codecs::pack::{ChunkCodec, Pack, PackBuilder};
use hashlane_codecs::{CodecError, Workspace};

pub type Values = Vec<Option<Vec<u8>>>;

pub const CODECS: [ChunkCodec; 5] = [
    ChunkCodec::None,
    ChunkCodec::Lz4,
    ChunkCodec::Zstd { level: 3 },
    ChunkCodec::Zstd { level: -5 },
    ChunkCodec::Fsst,
];

/// The cap of tests of other features. No chunk there is longer.
pub const MAX_BYTES: usize = 4 << 20;

/// A pack of `values`.
pub fn build(
    workspace: &mut Workspace,
    codec: ChunkCodec,
    chunk_bytes: u32,
    values: &Values,
) -> Vec<u8> {
    let mut builder = PackBuilder::new(codec, chunk_bytes).unwrap();
    for value in values {
        builder.push(workspace, value.as_deref()).unwrap();
    }
    assert_eq!(builder.len() as usize, values.len());
    builder.finish(workspace).unwrap()
}

/// The values of a pack, one `get` each.
pub fn get_all(workspace: &mut Workspace, bytes: &[u8]) -> Result<Values, CodecError> {
    let pack = Pack::open(bytes)?;
    (0..u64::from(pack.len())).map(|place| get(workspace, bytes, place)).collect()
}

/// One value of a pack.
pub fn get(
    workspace: &mut Workspace,
    bytes: &[u8],
    place: u64,
) -> Result<Option<Vec<u8>>, CodecError> {
    let mut out = Vec::new();
    let found = Pack::open(bytes)?.get(workspace, place, MAX_BYTES, &mut out)?;
    Ok(found.then_some(out))
}

/// The values of a pack in order.
pub fn iterate(workspace: &mut Workspace, bytes: &[u8]) -> Result<Values, CodecError> {
    let mut values = Pack::open(bytes)?.values(MAX_BYTES);
    let mut all = Vec::new();
    while let Some(value) = values.next(workspace)? {
        all.push(value.map(<[u8]>::to_vec));
    }
    assert_eq!(values.next(workspace), Ok(None), "behind the last");
    Ok(all)
}
