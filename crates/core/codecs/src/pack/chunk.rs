//! A chunk: the lengths of its values, then their content, compressed if that makes it shorter.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::lengths::{self, ChunkLengths};
use super::scratch::ChunkIdentity;
use super::symbols::{self, ChunkSymbols, CompressedValues};
use super::{ChunkCodec, append, corrupt};
use crate::fsst::FsstDecoder;
use crate::{Appended, CodecError, Workspace, bare};

/// A chunk according to the table.
#[derive(Clone, Copy)]
pub(super) struct PackChunk<'a> {
    pub(super) identity: ChunkIdentity,
    pub(super) bytes: &'a [u8],
}

/// The checksum covers the identity of a chunk's values, so a chunk in the place of another is detected. So is a
/// damaged entry of the table, which therefore needs no checksum: a reader checks only the entry that it uses.
pub(super) fn checksum(first: u32, count: u32, bytes: &[u8]) -> u32 {
    xxh3_64_with_seed(bytes, u64::from(first) | u64::from(count) << 32) as u32
}

/// Whether a chunk with this many values and content bytes is closed.
pub(super) fn is_full(chunk_bytes: u32, count: usize, content: u64) -> bool {
    content >= u64::from(chunk_bytes) || count as u64 >= u64::from(chunk_bytes)
}

impl<'a> PackChunk<'a> {
    pub(super) fn verify(&self) -> Result<(), CodecError> {
        let ChunkIdentity { first, count, checksum: expected, .. } = self.identity;
        if checksum(first, count, self.bytes) != expected {
            let reason = format!("the chunk of {count} values from {first} on is damaged");
            return Err(corrupt(reason));
        }
        Ok(())
    }

    /// Reads the head of the chunk, and checks it against the limits of the format.
    pub(super) fn open(&self) -> Result<OpenChunk<'a>, CodecError> {
        let ChunkIdentity { codec, chunk_bytes, count, .. } = self.identity;
        if count > chunk_bytes {
            let reason = format!("a chunk has {count} values; at most {chunk_bytes} are allowed");
            return Err(corrupt(reason));
        }
        let (lengths, mut payload) = ChunkLengths::split(self.bytes, count as usize)?;
        let mut symbols = None;
        if codec == ChunkCodec::Fsst {
            (symbols, payload) = ChunkSymbols::split(payload)?;
        }
        let total = lengths.total();
        // Values shorter than chunk_bytes sum up to less than twice that, and so do their codes. Other values are
        // alone.
        if count > 1 && total >= 2 * u64::from(chunk_bytes) {
            let reason = format!("a chunk of {count} values claims {total} bytes");
            return Err(corrupt(reason));
        }
        let (payload_bytes, as_one) = (payload.len() as u64, codec != ChunkCodec::Fsst);
        if payload_bytes > total || (payload_bytes < total && !as_one) {
            let reason = format!("a chunk has {payload_bytes} bytes for values of {total}");
            return Err(corrupt(reason));
        }
        let payload = match symbols {
            Some(symbols) => ChunkPayload::Values(symbols, payload),
            None if payload_bytes == total => ChunkPayload::Stored(payload),
            None => ChunkPayload::Content(payload),
        };
        let longest = if count > 1 { chunk_bytes as usize - 1 } else { usize::MAX };
        Ok(OpenChunk { codec, lengths, payload, total, longest })
    }
}

/// A chunk whose head has been read.
pub(super) struct OpenChunk<'a> {
    codec: ChunkCodec,
    /// The lengths of the values; of their codes, if values are compressed one by one.
    pub(super) lengths: ChunkLengths<'a>,
    pub(super) payload: ChunkPayload<'a>,
    /// The sum of all lengths.
    total: u64,
    /// The longest allowed value in bytes.
    longest: usize,
}

/// What follows the head of a chunk.
#[derive(Clone, Copy)]
pub(super) enum ChunkPayload<'a> {
    /// The uncompressed content.
    Stored(&'a [u8]),
    /// The content, compressed as a whole.
    Content(&'a [u8]),
    /// The values, compressed one by one.
    Values(ChunkSymbols<'a>, &'a [u8]),
}

impl OpenChunk<'_> {
    /// The sum of all lengths. This is the length of the content, unless values are compressed one by one.
    pub(super) fn total(&self) -> u64 {
        self.total
    }

    /// Returns an error if the content has more than `max_bytes` bytes.
    pub(super) fn check_limit(&self, max_bytes: usize) -> Result<(), CodecError> {
        if self.total > max_bytes as u64 {
            Err(CodecError::OverLimit { max_bytes })
        } else {
            Ok(())
        }
    }

    /// The length of the content. Reads all codes if values are compressed one by one.
    pub(super) fn content(&self, count: u32) -> Result<u64, CodecError> {
        let ChunkPayload::Values(symbols, mut codes) = self.payload else {
            return Ok(self.total);
        };
        let (decoder, mut content) = (symbols.decoder(), 0);
        for i in 0..count as usize {
            let (value, rest) = codes.split_at(self.lengths.get(i).unwrap_or(0) as usize);
            content += decoder.content_len(value)? as u64;
            codes = rest;
        }
        Ok(content)
    }

    /// Appends the value of these codes, if it has at most `max_bytes`.
    pub(super) fn decode(
        &self,
        decoder: &FsstDecoder,
        codes: &[u8],
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> Appended {
        match decoder.decompress(max_bytes.min(self.longest), codes, out) {
            Err(CodecError::OverLimit { max_bytes: longest }) if longest < max_bytes => {
                Err(corrupt("a value is longer than a chunk"))
            }
            decoded => decoded,
        }
    }

    /// Appends the content, which is compressed as a whole, if it has at most `max_bytes` bytes. May stop after
    /// `wanted` bytes.
    pub(super) fn decompress(
        &self,
        payload: &[u8],
        wanted: usize,
        contexts: &mut bare::BareContexts,
        max_bytes: usize,
        out: &mut Vec<u8>,
    ) -> Appended {
        self.check_limit(max_bytes)?;
        self.codec.decompress(contexts, payload, self.total as usize, wanted, out)
    }
}

/// Appends a chunk with the values in `content`, which have these lengths.
pub(super) fn write(
    codec: ChunkCodec,
    workspace: &mut Workspace,
    lengths: &[Option<u32>],
    content: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    if codec == ChunkCodec::Fsst {
        return write_values(workspace, lengths, content, out);
    }
    lengths::write(lengths, out)?;
    if codec == ChunkCodec::None || content.is_empty() {
        return append(out, content);
    }
    let mut payload = std::mem::take(&mut workspace.pack.payload);
    payload.clear();
    let compressed = codec.compress(&mut workspace.bare, content, &mut payload);
    let written = compressed
        .and_then(|()| append(out, if payload.len() < content.len() { &payload } else { content }));
    workspace.pack.payload = payload;
    written
}

/// [`write`] for values that are compressed one by one.
fn write_values(
    workspace: &mut Workspace,
    lengths: &[Option<u32>],
    content: &[u8],
    out: &mut Vec<u8>,
) -> Appended {
    let mut codes = std::mem::take(&mut workspace.pack.payload);
    codes.clear();
    let compressed = CompressedValues::new(lengths, content, &mut codes)?;
    match compressed {
        Some(compressed) => {
            lengths::write(&compressed.lengths, out)?;
            compressed.write_symbols(out)?;
            append(out, &codes)?;
        }
        None => {
            lengths::write(lengths, out)?;
            symbols::write_none(out)?;
            append(out, content)?;
        }
    }
    workspace.pack.payload = codes;
    Ok(())
}
