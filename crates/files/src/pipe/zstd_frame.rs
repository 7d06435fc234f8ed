//! A zstd frame to its content. RFC 8878, 3.1.1.

use std::io::{Read, Write};

use zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, get_error_name};

use super::PipeError;
use super::counted::Counted;
use super::input::Input;

/// The largest window that the library can be let take: `ZSTD_WINDOWLOG_MAX`. The limit itself is
/// checked here, from the header, so that it need not be a power of two.
const MAX_WINDOW_LOG: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// The longest header: descriptor, window, dictionary, content size.
const MAX_HEADER: usize = 14;

/// Reads frames, and keeps its memory from one to the next.
pub(super) struct ZstdDecoder {
    context: DCtx<'static>,
    room: Vec<u8>,
    window_limit: u64,
}

impl ZstdDecoder {
    pub(super) fn new(window_limit: u64) -> Result<Self, PipeError> {
        let mut context = DCtx::try_create()
            .ok_or_else(|| PipeError::Refused("no memory to decompress".to_owned()))?;
        context
            .set_parameter(DParameter::WindowLogMax(MAX_WINDOW_LOG))
            .map_err(|code| PipeError::Refused(get_error_name(code).to_owned()))?;
        let (mut room, len) = (Vec::new(), DCtx::out_size());
        let reserved = room.try_reserve_exact(len);
        reserved.map_err(|error| PipeError::Refused(error.to_string()))?;
        room.resize(len, 0);
        Ok(ZstdDecoder { context, room, window_limit })
    }

    /// Writes the content of the frame whose magic number has been taken.
    pub(super) fn frame<R: Read, W: Write>(
        &mut self,
        input: &mut Input<R>,
        output: &mut Counted<'_, W>,
    ) -> Result<(), PipeError> {
        let start = input.offset() - 4;
        let mut header = [0; MAX_HEADER];
        let len = read_header(input, &mut header)?;
        let frame = Header::read(&header[..len])
            .ok_or_else(|| PipeError::corrupt(start, "the frame's header is not valid"))?;
        if let Some(id) = frame.dictionary {
            return Err(PipeError::Dictionary(id));
        }
        if frame.window > self.window_limit {
            return Err(PipeError::Window { needed: frame.window, limit: self.window_limit });
        }
        self.context
            .reset(ResetDirective::SessionOnly)
            .map_err(|code| PipeError::Refused(get_error_name(code).to_owned()))?;
        for piece in [&zstd_safe::MAGICNUMBER.to_le_bytes()[..], &header[..len]] {
            let (_, taken) = self.step(piece, start, output)?;
            if taken < piece.len() {
                return Err(PipeError::corrupt(start, "the frame's header is not valid"));
            }
        }
        loop {
            let offset = input.offset();
            let bytes = input.at_hand()?;
            let ended = bytes.is_empty();
            // Without input the context may still have output.
            let (hint, taken) = self.step(bytes, offset, output)?;
            input.take(taken);
            match hint {
                0 => return Ok(()),
                _ if ended => return Err(input.cut_off("a zstd frame")),
                _ => {}
            }
        }
    }

    /// Decodes what of `bytes` it can. Returns zstd's hint, which is 0 at the end of the frame, and
    /// how many bytes it took.
    fn step<W: Write>(
        &mut self,
        bytes: &[u8],
        offset: u64,
        output: &mut Counted<'_, W>,
    ) -> Result<(usize, usize), PipeError> {
        let mut input = InBuffer::around(bytes);
        loop {
            let mut decoded = OutBuffer::around(&mut self.room[..]);
            let hint = self
                .context
                .decompress_stream(&mut decoded, &mut input)
                .map_err(|code| corrupt(offset, code))?;
            let full = decoded.pos() == decoded.capacity();
            output.write(decoded.as_slice())?;
            if hint == 0 || !full && input.pos() == bytes.len() {
                return Ok((hint, input.pos()));
            }
        }
    }
}

fn corrupt(offset: u64, code: usize) -> PipeError {
    let reason = get_error_name(code);
    PipeError::corrupt(
        offset,
        format!("within the next {} KiB: {reason}", super::input::BUFFER_KIB),
    )
}

/// What a header says that decides whether to go on.
#[derive(Debug, PartialEq)]
struct Header {
    /// Bytes that a decoder keeps.
    window: u64,
    dictionary: Option<u32>,
}

/// Takes the header behind the magic number, whose first byte says how long it is.
fn read_header<R: Read>(
    input: &mut Input<R>,
    header: &mut [u8; MAX_HEADER],
) -> Result<usize, PipeError> {
    const WHAT: &str = "a zstd frame's header";
    input.exact(&mut header[..1], WHAT)?;
    let fields = Fields::of(header[0]);
    let len = 1 + fields.window + fields.dictionary + fields.content_size;
    input.exact(&mut header[1..len], WHAT)?;
    Ok(len)
}

/// How many bytes the fields of a header have.
struct Fields {
    window: usize,
    dictionary: usize,
    content_size: usize,
}

impl Fields {
    fn of(descriptor: u8) -> Self {
        let single_segment = descriptor & 0b10_0000 != 0;
        Fields {
            window: usize::from(!single_segment),
            dictionary: [0, 1, 2, 4][usize::from(descriptor & 0b11)],
            content_size: match descriptor >> 6 {
                0 => usize::from(single_segment),
                code => 1 << code,
            },
        }
    }
}

impl Header {
    fn read(header: &[u8]) -> Option<Self> {
        let (descriptor, rest) = header.split_first()?;
        let fields = Fields::of(*descriptor);
        let (window, rest) = rest.split_at_checked(fields.window)?;
        let (dictionary, size) = rest.split_at_checked(fields.dictionary)?;
        // 3.1.1.1.4: a size of two bytes counts from 256.
        let size = little_endian(size) + if size.len() == 2 { 256 } else { 0 };
        // 3.1.1.1.2: 5 bits of exponent, 3 of mantissa.
        let window = match window {
            [byte] => {
                let base = 1u64 << (10 + (byte >> 3));
                base + base / 8 * u64::from(byte & 0b111)
            }
            _ => size,
        };
        let id = little_endian(dictionary) as u32;
        Some(Header { window, dictionary: (id != 0).then_some(id) })
    }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_say_the_window_and_the_dictionary() {
        // RFC 8878: single segment, size 5; a window of 2^10; of 2^41 * 15/8; size 256 + 1.
        let read = |header: &[u8]| Header::read(header).unwrap();
        assert_eq!(read(&[0x20, 5]), Header { window: 5, dictionary: None });
        assert_eq!(read(&[0x00, 0]), Header { window: 1024, dictionary: None });
        assert_eq!(read(&[0x00, 0xFF]).window, (1 << 41) / 8 * 15);
        assert_eq!(read(&[0x60, 1, 0]).window, 257);
        assert_eq!(read(&[0x21, 7, 5]), Header { window: 5, dictionary: Some(7) });
        assert_eq!(Header::read(&[0x21]), None);
    }
}
