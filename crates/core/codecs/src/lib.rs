//! Compression of columns of short strings: a file for each format.
//!
//! This crate is a part of Hashlane: its interface follows the other crates and may change with any release. Use
//! [hashlane-arrow](https://docs.rs/hashlane-arrow), which compresses Arrow arrays.
//!
//! A codec is a plain `fn` over a [`Workspace`], which holds the contexts and tables that are too expensive to build
//! for every row. Output is appended to a buffer that the caller shares between rows.
//!
//! Decompressors take untrusted input. They allocate no more than `max_bytes` allows and than the compressed bytes can
//! hold, whatever a header claims. Every failure is a [`CodecError`].
//!
//! [`mod@pack`] is a format of our own: many values in one string of bytes, compressed in chunks.
//!
//! # How they are built
//!
//! The crate `codecs` has a file for each format and a table of all formats, `CODECS`, which `compress(v,
//! 'zstd(3)')` and `compress_bench` use. The framings that other systems put around Snappy and LZ4 blocks are
//! codecs of the table without functions of their own; `framing` recognizes the format of rejected input for
//! the error. A codec is a plain `fn` that appends the result of a row to a buffer. It can fail, so rows are
//! processed one by one (`catalog/src/call/by_row.rs`). Each thread keeps the codecs' contexts in a `Workspace`
//! from query to query. A decompressor allocates nothing that a header claims before `max_bytes` allows it. Its
//! work is linear in its input and output: the room for the content is cleared once per row
//! (`codecs/src/output.rs`), however many members, frames or blocks write to it. Memory whose size comes from
//! data is reserved before it is used, and a failed request is `CodecError::OutOfMemory`. The brotli crate gets
//! its memory from an allocator of ours that can fail (`codecs/src/brotli/memory.rs`). The values of a pack
//! count for more than their bytes (`pack::PackAllowance`), since a NULL takes no bytes in a pack but a place in a
//! list.
//!
//! zstd is libzstd, with one exception: `codecs/src/zstd/incompressible.rs` stores rows of up to 63 bytes in
//! which nothing repeats, as libzstd would. Libraries decode all other formats as well, except the codes of
//! FSST (`codecs/src/fsst/decoder.rs`) and the first bytes of an LZ4 chunk (`codecs/src/lz4/prefix.rs`): the
//! libraries for these two don't reject all invalid input.
//!
//! Values that are expensive to prepare, zstd dictionaries and FSST symbol tables, are prepared once per
//! process and cached by their bytes (`codecs/src/prepared.rs`), so the rows of a column may use different
//! ones. An aggregate that learns (`zstd_train_dict`, `fsst_train`, `compress_bench`) keeps a `Sample` of the
//! values of each group. Its size is bounded, and it is the same for any order and partition of the rows.
//!
//! `codecs/src/pack` is the format of `block_pack` (block-format.md (`docs/block-format.md`)). A `PackBuilder`
//! compresses chunks as values arrive; a `Pack` is a view of finished bytes. A thread keeps the chunk that it
//! read last, so that reading the values of a pack in order decompresses each chunk once. An FSST chunk has a
//! symbol table and values that are compressed one by one (`codecs/src/pack/symbols.rs`); `get` decodes a
//! single value. FSST's tables outside packs are in fsst-format.md (`docs/fsst-format.md`).
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

pub(crate) mod bare;
pub mod brotli;
pub mod bzip2;
pub mod deflate;
mod error;
pub mod fsst;
pub mod hadoop;
mod input;
pub mod lz4;
pub mod lzma;
pub mod measure;
mod output;
pub mod pack;
mod prepared;
mod sample;
pub mod snappy;
mod table;
mod workspace;
pub mod xz;
pub mod zstd;

use std::hint::black_box;

pub use error::CodecError;
pub use measure::Measurement;
pub use sample::{Sample, SampleLimits};
pub use table::{CODECS, Codec, UnknownCodec, compressed_size, detect, framing};
pub use workspace::Workspace;

/// Whether a function appended its output.
pub(crate) type Appended = Result<(), CodecError>;

/// Compresses a row at a level of the codec's own scale and appends it.
pub type Compress = fn(&mut Workspace, level: i32, row: &[u8], &mut Vec<u8>) -> Appended;

/// Decompresses a row to at most `max_bytes` and appends it. After an error, the caller truncates what was appended.
pub type Decompress = fn(&mut Workspace, max_bytes: usize, row: &[u8], &mut Vec<u8>) -> Appended;

/// Returns an error for a level that a codec doesn't have. Levels are never clamped.
fn check_level(
    format: &'static str,
    level: i32,
    levels: std::ops::RangeInclusive<i32>,
) -> Result<(), CodecError> {
    if levels.contains(&level) {
        return Ok(());
    }
    Err(CodecError::LevelOutOfRange { format, level, levels })
}

/// The CRC-32 of gzip and of .xz headers. flate2's `Crc` takes 600 ns more for 54 bytes.
fn crc32(bytes: &[u8]) -> u32 {
    crc_fast::checksum(crc_fast::CrcAlgorithm::Crc32IsoHdlc, bytes) as u32
}

/// Appends `bytes`, or returns an error if an allocation fails.
pub(crate) fn append(out: &mut Vec<u8>, bytes: &[u8]) -> Appended {
    out.try_reserve(bytes.len()).map_err(|_| CodecError::OutOfMemory { bytes: bytes.len() })?;
    out.extend_from_slice(bytes);
    Ok(())
}

/// Bytes in hex, in their order in the file: `28 B5 2F FD`.
fn spaced_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// Says that a stream starts with other bytes than those of a little-endian magic number.
fn wrong_magic(given: u32, expected: u32) -> String {
    let [given, expected] = [given, expected].map(|magic| spaced_hex(&magic.to_le_bytes()));
    format!("it starts with {given}, not with {expected}")
}

/// Appends the length of what `append_content` appends, in the byte order of `encode`, and then that.
pub(crate) fn append_with_length(
    out: &mut Vec<u8>,
    encode: fn(u32) -> [u8; 4],
    append_content: impl FnOnce(&mut Vec<u8>) -> Result<(), CodecError>,
) -> Result<(), CodecError> {
    append(out, &[0; 4])?;
    let start = out.len();
    append_content(out)?;
    let len = (out.len() - start) as u32;
    out[start - 4..start].copy_from_slice(&encode(len));
    Ok(())
}

/// Appends `len` zero bytes for a codec to overwrite, or returns an error if an allocation fails.
pub(crate) fn grow(out: &mut Vec<u8>, len: usize) -> Appended {
    out.try_reserve(len).map_err(|_| CodecError::OutOfMemory { bytes: len })?;
    out.resize(out.len() + len, 0);
    Ok(())
}

/// An empty vector with room for `len` items, or an error if memory is short.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, CodecError> {
    let mut items = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    items.try_reserve_exact(len).map_err(|_| CodecError::OutOfMemory { bytes })?;
    Ok(items)
}

/// Adds an item, or returns an error if an allocation fails.
pub(crate) fn push<T>(items: &mut Vec<T>, item: T) -> Result<(), CodecError> {
    items.try_reserve(1).map_err(|_| CodecError::OutOfMemory { bytes: size_of::<T>() })?;
    items.push(item);
    Ok(())
}

/// Returns an error if `bytes` bytes can't be allocated. They are freed at once.
///
/// For contexts of fixed size from crates that panic or abort if an allocation fails. Another thread may take the
/// memory in between; those crates offer nothing better.
pub(crate) fn probe(bytes: usize) -> Result<(), CodecError> {
    // The compiler may remove an allocation that nothing reads.
    with_room::<u8>(bytes).map(|room| drop(black_box(room)))
}

/// A copy of `bytes`, or an error if an allocation fails.
fn copied(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let mut copy = Vec::new();
    append(&mut copy, bytes)?;
    Ok(copy)
}

/// [`grow`] for output that grows in steps up to `end` bytes: doubles, but never past `end`. The last
/// step goes from at most half of `end` to all of it, so that both buffers, while the bytes move,
/// are at most one and a half times `end`.
fn grow_within(out: &mut Vec<u8>, len: usize, end: usize) -> Appended {
    let needed = out.len() + len;
    if needed > out.capacity() {
        let doubled = needed.max(out.capacity().saturating_mul(2));
        let capacity = if doubled > end / 2 { end.max(needed) } else { doubled };
        out.try_reserve_exact(capacity - out.len())
            .map_err(|_| CodecError::OutOfMemory { bytes: len })?;
    }
    out.resize(needed, 0);
    Ok(())
}
