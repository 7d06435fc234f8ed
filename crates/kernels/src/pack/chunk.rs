//! A chunk: the lengths of its values, then their content, compressed where that makes it shorter.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::lengths::{self, Lengths};
use super::{Codec, append, corrupt};
use crate::codec::{CodecError, Workspace, bare};

/// What else than its bytes decides what a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) codec: Codec,
    pub(super) chunk_bytes: u32,
    /// The place of the first value.
    pub(super) first: u32,
    /// How many values there are.
    pub(super) count: u32,
    pub(super) checksum: u32,
}

/// A chunk as the table says it is.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) identity: Identity,
    pub(super) bytes: &'a [u8],
}

/// The checksum of a chunk covers which values it holds, so that a chunk in the place of another is
/// found out. So is a damaged entry of the table, which therefore needs no checksum of its own: a
/// reader checks the entry that it uses, rather than all of them.
pub(super) fn checksum(first: u32, count: u32, bytes: &[u8]) -> u32 {
    xxh3_64_with_seed(bytes, u64::from(first) | u64::from(count) << 32) as u32
}

/// Whether a chunk of so many values with so much content is closed.
pub(super) fn is_full(chunk_bytes: u32, count: usize, content: u64) -> bool {
    content >= u64::from(chunk_bytes) || count as u64 >= u64::from(chunk_bytes)
}

impl<'a> Chunk<'a> {
    pub(super) fn verify(&self) -> Result<(), CodecError> {
        let Identity { first, count, checksum: expected, .. } = self.identity;
        if checksum(first, count, self.bytes) != expected {
            let reason = format!("the chunk of {count} values from {first} on is damaged");
            return Err(corrupt(reason));
        }
        Ok(())
    }

    /// Reads the head of the chunk, and holds it to what the format allows.
    pub(super) fn open(&self) -> Result<Open<'a>, CodecError> {
        let Identity { codec, chunk_bytes, count, .. } = self.identity;
        if count > chunk_bytes {
            let reason = format!("a chunk has {count} values, and may have {chunk_bytes}");
            return Err(corrupt(reason));
        }
        let (lengths, payload) = Lengths::split(self.bytes, count as usize)?;
        let content = lengths.total();
        // Values below chunk_bytes come to less than twice that; others are alone.
        if count > 1 && content >= 2 * u64::from(chunk_bytes) {
            let reason = format!("a chunk of {count} values claims {content} bytes");
            return Err(corrupt(reason));
        }
        if payload.len() as u64 > content {
            let reason = format!("{} bytes should hold {content}", payload.len());
            return Err(corrupt(reason));
        }
        Ok(Open { codec, lengths, payload, content })
    }
}

/// A chunk whose head has been read.
pub(super) struct Open<'a> {
    codec: Codec,
    pub(super) lengths: Lengths<'a>,
    payload: &'a [u8],
    content: u64,
}

impl<'a> Open<'a> {
    /// Bytes of content.
    pub(super) fn content(&self) -> u64 {
        self.content
    }

    /// The content where it is not compressed, which is where that takes as many bytes.
    pub(super) fn stored(&self) -> Option<&'a [u8]> {
        (self.payload.len() as u64 == self.content).then_some(self.payload)
    }

    /// Appends the content, which is compressed, if it has at most `max_bytes`.
    pub(super) fn decompress(
        &self,
        contexts: &mut bare::Contexts,
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        self.decompress_to(usize::MAX, contexts, max_bytes, out)
    }

    /// [`Open::decompress`] that may stop once `wanted` bytes are there.
    pub(super) fn decompress_to(
        &self,
        wanted: usize,
        contexts: &mut bare::Contexts,
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        if self.content > max_bytes as u64 {
            return Err(CodecError::OverLimit { max_bytes });
        }
        self.codec.decompress(contexts, self.payload, self.content as usize, wanted, out)
    }
}

/// Appends a chunk of values of these lengths, whose content is `content`.
pub(super) fn write(
    codec: Codec,
    workspace: &mut Workspace,
    lengths: &[Option<u32>],
    content: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    lengths::write(lengths, out)?;
    if codec == Codec::None || content.is_empty() {
        return append(out, content);
    }
    let mut payload = std::mem::take(&mut workspace.pack.payload);
    payload.clear();
    let compressed = codec.compress(workspace, content, &mut payload);
    let written = compressed
        .and_then(|()| append(out, if payload.len() < content.len() { &payload } else { content }));
    workspace.pack.payload = payload;
    written
}
