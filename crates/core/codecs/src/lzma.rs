//! `.lzma` files, the format before .xz, as `xz --format=lzma` reads and writes them.
//!
//! Spec: "lzma-file-format.txt" of xz. liblzma compresses and decompresses. The format has no checksum.

use liblzma::stream::{Action, Error, LzmaOptions, Status, Stream};

use super::input::FormatInput;
use super::output::RowOutput;
use super::{Appended, CodecError, Workspace, check_level, xz};

const FORMAT: &str = "lzma file";

/// The levels that [`compress`] takes.
pub const LEVELS: std::ops::RangeInclusive<i32> = xz::LEVELS;

/// The level of the `xz` tool.
pub const DEFAULT_LEVEL: i32 = xz::DEFAULT_LEVEL;

/// Properties, the size of the dictionary and that of the content.
const HEADER: usize = 13;

/// In place of the size of the content: an end marker follows it.
const UNKNOWN: u64 = u64::MAX;

/// The most content for each byte: a match of 273 bytes takes a third of a bit at least.
const MAX_RATIO: u64 = 8192;

/// What a decoder takes beside its dictionary, and more.
const DECODER: u64 = 1 << 20;

fn corrupt(reason: impl Into<std::borrow::Cow<'static, str>>) -> CodecError {
    CodecError::corrupt(FORMAT, reason)
}

fn failed(error: Error) -> CodecError {
    match error {
        Error::Mem => CodecError::OutOfMemory { bytes: DECODER as usize },
        Error::Format | Error::Options => corrupt("it does not start with a valid lzma header"),
        _ => corrupt("its data is damaged"),
    }
}

/// Appends `row` as one stream with an end marker. `level` is one of [`LEVELS`].
pub fn compress(_: &mut Workspace, level: i32, row: &[u8], out: &mut Vec<u8>) -> Appended {
    check_level(FORMAT, level, LEVELS)?;
    let mut options = LzmaOptions::new_preset(level as u32).map_err(failed)?;
    options.dict_size(xz::dictionary(level, row.len()));
    let stream = Stream::new_lzma_encoder(&options).map_err(failed)?;
    xz::encode(stream, row, out).map_err(failed)?
}

/// The fields of a header.
struct LzmaHeader {
    dictionary: u32,
    content: Option<u64>,
}

impl LzmaHeader {
    fn parse(row: &[u8]) -> Result<Self, CodecError> {
        let mut input = FormatInput::new(FORMAT, row);
        let [properties] = input.array("its header")?;
        if properties >= 9 * 5 * 5 {
            return Err(corrupt("it does not start with a valid lzma header"));
        }
        let dictionary = input.u32("its header")?;
        let content = u64::from_le_bytes(input.array("its header")?);
        // xz rejects larger ones as no lzma file.
        if content != UNKNOWN && content >> 38 != 0 {
            return Err(corrupt("it does not start with a valid lzma header"));
        }
        Ok(LzmaHeader { dictionary, content: (content != UNKNOWN).then_some(content) })
    }
}

/// Appends the content of `row`, which is one stream.
///
/// A header may ask for a dictionary of up to 4 GiB. No more of it is ever used than there is content, so no more is
/// allocated.
pub fn decompress(_: &mut Workspace, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
    let header = LzmaHeader::parse(row)?;
    let mut output = RowOutput::new(out, max_bytes, row.len().saturating_mul(4));
    let most = header.content.unwrap_or(max_bytes as u64);
    if most > output.left() as u64 {
        return Err(output.over_limit());
    }
    let used = most.min((row.len() as u64).saturating_mul(MAX_RATIO));
    let dictionary = u64::from(header.dictionary).min(used.max(4096));
    let dictionary = u32::try_from(dictionary).unwrap_or(u32::MAX);
    let mut start = [0; HEADER];
    start.copy_from_slice(&row[..HEADER]);
    start[1..5].copy_from_slice(&dictionary.to_le_bytes());
    let memory = u64::from(dictionary).saturating_mul(2).saturating_add(DECODER);
    let mut stream = Stream::new_lzma_decoder(memory).map_err(failed)?;
    if feed(&mut stream, &start, Action::Run, &mut output)? {
        return Err(corrupt("it ends within its header"));
    }
    feed(&mut stream, &row[HEADER..], Action::Finish, &mut output).map(drop)
}

/// Decodes all of `bytes`, with [`Action::Finish`] to the end of the stream. Returns whether it is there.
fn feed(
    stream: &mut Stream,
    mut bytes: &[u8],
    action: Action,
    output: &mut RowOutput<'_>,
) -> Result<bool, CodecError> {
    let mut beyond = [0];
    loop {
        let (read, before) = (stream.total_in(), stream.total_out());
        let full = output.left() == 0;
        // liblzma reads an end marker only with room behind the content.
        let room = if full { &mut beyond[..] } else { output.room()? };
        let status = stream.process(bytes, room, action);
        let read = (stream.total_in() - read) as usize;
        let written = (stream.total_out() - before) as usize;
        if full && written > 0 {
            return Err(output.over_limit());
        }
        output.advance(written);
        bytes = &bytes[read..];
        match status.map_err(failed)? {
            Status::StreamEnd if bytes.is_empty() => return Ok(true),
            Status::StreamEnd => {
                return Err(corrupt(format!("{} bytes follow its end", bytes.len())));
            }
            _ if read + written > 0 => {}
            _ if matches!(action, Action::Run) && bytes.is_empty() => return Ok(false),
            _ => return Err(corrupt("it is cut off")),
        }
    }
}

/// How many bytes the content has, if the header says so.
pub fn uncompressed_size(row: &[u8]) -> Result<Option<u64>, CodecError> {
    LzmaHeader::parse(row).map(|header| header.content)
}

/// Whether `bytes` look like an lzma file.
///
/// The format has no magic number. The default properties, a dictionary of 2^n or 2^n + 2^(n - 1) bytes, a size that
/// is possible and the zero that every stream starts with leave little else.
pub(crate) fn is_magic(bytes: &[u8]) -> bool {
    let Ok(LzmaHeader { dictionary, .. }) = LzmaHeader::parse(bytes) else { return false };
    let half = 1 << dictionary.checked_ilog2().unwrap_or(0) >> 1;
    let round = dictionary.is_power_of_two()
        || dictionary == u32::MAX
        || (dictionary - half).is_power_of_two();
    bytes[0] == 0x5D && dictionary >= 4096 && round && bytes.get(HEADER) == Some(&0)
}
