//! .xz files, as the `xz` tool reads and writes them.
//!
//! Spec: <https://tukaani.org/xz/xz-file-format.txt>. liblzma compresses and decompresses. The code here bounds its
//! memory: dictionaries are only as large as the content can use.
//!
//! The pure-Rust crate lzma-rust2 0.25 takes 32,000 ns at level 6 for a URL of 54 bytes and 161,000 ns for 850 bytes
//! of JSON; liblzma takes 18,600 and 143,000. To decompress them, the crate takes 2,300 and 28,000 ns, and liblzma
//! 1,160 and 18,600.

mod blocks;

use liblzma::stream::{
    Action, CONCATENATED, Check, Error, Filters, LzmaOptions, Status, Stream,
    TELL_UNSUPPORTED_CHECK,
};

use self::blocks::XzLayout;
use super::output::{OutputLimit, RowOutput};
use super::{Appended, CodecError, Workspace, check_level, grow};

const FORMAT: &str = "xz file";

/// The levels that [`compress`] takes.
pub const LEVELS: std::ops::RangeInclusive<i32> = 0..=9;

/// The level of the `xz` tool.
pub const DEFAULT_LEVEL: i32 = 6;

/// The crate that writes and reads files, around liblzma of xz 5.8.
pub const VERSION: &str = "liblzma 0.4";

/// The dictionary sizes of the levels in bytes, from `lzma_lzma_preset`.
const DICTIONARIES: [u32; 10] = {
    const MIB: u32 = 1 << 20;
    [MIB / 4, MIB, 2 * MIB, 4 * MIB, 4 * MIB, 8 * MIB, 8 * MIB, 16 * MIB, 32 * MIB, 64 * MIB]
};

/// The smallest dictionary, `LZMA_DICT_SIZE_MIN`.
const MIN_DICTIONARY: u32 = 4096;

/// More than a decoder needs in addition to its dictionary.
const DECODER: u64 = 1 << 20;

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

fn failed(error: Error) -> CodecError {
    match error {
        Error::Mem => CodecError::OutOfMemory { bytes: DECODER as usize },
        Error::MemLimit => corrupt("its dictionary is larger than its index says"),
        Error::Options => corrupt("it uses options that liblzma does not know"),
        Error::UnsupportedCheck => corrupt("it has a kind of checksum that liblzma can't check"),
        Error::Format => corrupt("it does not start with the magic number FD 37 7A 58 5A 00"),
        Error::Data | Error::Program | Error::NoCheck => corrupt("its data is damaged"),
    }
}

/// Appends `row` as one stream of one block, with a CRC-64 of its content.
///
/// `level` is one of [`LEVELS`]. Its dictionary is limited to the length of `row`, which changes only the time: level
/// 6 takes 18,600 ns for a URL of 54 bytes, and 845,000 ns with a dictionary of 8 MiB.
pub fn compress(_: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    check_level(FORMAT, level, LEVELS)?;
    let mut options = LzmaOptions::new_preset(level as u32).map_err(failed)?;
    options.dict_size(dictionary(level, row.len()));
    let mut filters = Filters::new();
    filters.lzma2(&options);
    let stream = Stream::new_stream_encoder(&filters, Check::Crc64).map_err(failed)?;
    encode(stream, row, out).map_err(failed)?
}

/// The dictionary of a level for content of `len` bytes.
pub(super) fn dictionary(level: i32, len: usize) -> u32 {
    let needed = u32::try_from(len).unwrap_or(u32::MAX).max(MIN_DICTIONARY);
    DICTIONARIES[level as usize].min(needed)
}

/// Appends the output of an encoder for `row`. The inner error is a failed allocation.
pub(super) fn encode(
    mut stream: Stream,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<Result<(), CodecError>, Error> {
    let step = row.len() / 2 + 128;
    loop {
        let start = out.len();
        if let Err(error) = grow(out, step) {
            return Ok(Err(error));
        }
        let (read, before) = (stream.total_in() as usize, stream.total_out());
        let status = stream.process(&row[read..], &mut out[start..], Action::Finish);
        out.truncate(start + (stream.total_out() - before) as usize);
        if status? == Status::StreamEnd {
            return Ok(Ok(()));
        }
    }
}

/// Appends the content of `row`, one or more streams with padding between and after them. Verifies the checksums of
/// the content; a kind of checksum that liblzma doesn't support is an error.
///
/// A header may ask for a dictionary of up to 4 GiB. The content never uses more of it than its own length, so no more
/// is allocated.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let limit = OutputLimit::new(out, max_bytes);
    let layout = XzLayout::parse(row)?;
    if layout.content > limit.room(out.len()) as u64 {
        return Err(limit.error());
    }
    let dictionary = layout.largest_block.saturating_mul(2).max(MIN_DICTIONARY.into());
    let memory = dictionary.saturating_add(DECODER);
    let flags = CONCATENATED | TELL_UNSUPPORTED_CHECK;
    let stream = Stream::new_stream_decoder(memory, flags).map_err(failed)?;
    // The index has the length.
    let output = RowOutput::new(out, layout.content as usize, row.len().saturating_mul(4));
    let mut decoder = XzDecoder { stream, output };
    let mut fed = 0;
    for block in &layout.blocks {
        let header = blocks::with_small_dictionary(&row[block.start..], block.content)?;
        if let Some(header) = header {
            decoder.feed(&row[fed..block.start], Action::Run)?;
            decoder.feed(&header, Action::Run)?;
            fed = block.start + header.len();
        }
    }
    decoder.feed(&row[fed..], Action::Finish)
}

/// The length of the content according to the indexes of all streams.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    Ok(Some(XzLayout::parse(row)?.content))
}

/// Whether `bytes` start with the magic number.
pub(super) fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&blocks::MAGIC)
}

struct XzDecoder<'a> {
    stream: Stream,
    output: RowOutput<'a>,
}

impl XzDecoder<'_> {
    /// Decodes all of `bytes`, and with [`Action::Finish`] to the end of the last stream.
    fn feed(&mut self, mut bytes: &[u8], action: Action) -> Result<(), CodecError> {
        loop {
            let (read, before) = (self.stream.total_in(), self.stream.total_out());
            let status = self.stream.process(bytes, self.output.room()?, action);
            let read = (self.stream.total_in() - read) as usize;
            let written = (self.stream.total_out() - before) as usize;
            self.output.advance(written);
            bytes = &bytes[read..];
            match status.map_err(failed)? {
                Status::StreamEnd if bytes.is_empty() => return Ok(()),
                Status::StreamEnd => return Err(corrupt("bytes follow its end")),
                _ if read + written > 0 => {}
                _ if !bytes.is_empty() => return Err(corrupt("it holds more than its index says")),
                _ if matches!(action, Action::Finish) => return Err(corrupt("it ends too early")),
                _ => return Ok(()),
            }
        }
    }
}
