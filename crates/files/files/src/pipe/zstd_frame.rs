//! Decompresses a zstd frame. RFC 8878, 3.1.1.

use std::io::{Read, Write};

use hashlane_codecs::zstd::{Dictionary, ZstdFrameHeader};
use zstd_safe::{DCtx, DParameter, InBuffer, OutBuffer, ResetDirective, get_error_name};

use super::input::CompressedInput;
use super::{CountedOutput, PipeError};

/// The largest window that the library can accept: `ZSTD_WINDOWLOG_MAX`. The limit itself is compared with the header
/// here, so it need not be a power of two.
const MAX_WINDOW_LOG: u32 = if cfg!(target_pointer_width = "64") { 31 } else { 30 };

/// Reads frames. Its memory is reused for each.
pub(super) struct ZstdDecoder {
    context: DCtx<'static>,
    room: Vec<u8>,
    window_limit: u64,
    /// The id of the dictionary, if there is a dictionary. Raw content has no id.
    dictionary: Option<Option<u32>>,
}

impl ZstdDecoder {
    pub(super) fn new(
        window_limit: u64,
        dictionary: Option<&Dictionary>,
    ) -> Result<Self, PipeError> {
        let mut context = DCtx::try_create()
            .ok_or_else(|| PipeError::Refused("no memory to decompress".to_owned()))?;
        context
            .set_parameter(DParameter::WindowLogMax(MAX_WINDOW_LOG))
            .map_err(|code| PipeError::Refused(get_error_name(code).to_owned()))?;
        if let Some(dictionary) = dictionary {
            let loaded = context.load_dictionary(dictionary.bytes());
            loaded.map_err(|code| PipeError::Refused(get_error_name(code).to_owned()))?;
        }
        let (mut room, len) = (Vec::new(), DCtx::out_size());
        let reserved = room.try_reserve_exact(len);
        reserved.map_err(|error| PipeError::Refused(error.to_string()))?;
        room.resize(len, 0);
        let dictionary = dictionary.map(Dictionary::id);
        Ok(ZstdDecoder { context, room, window_limit, dictionary })
    }

    /// Writes the content of the frame whose magic number has been read.
    pub(super) fn frame<R: Read, W: Write>(
        &mut self,
        input: &mut CompressedInput<R>,
        output: &mut CountedOutput<'_, W>,
    ) -> Result<(), PipeError> {
        let start = input.offset() - 4;
        let mut header = [0; ZstdFrameHeader::MAX_LEN];
        let len = read_header(input, &mut header)?;
        let frame = ZstdFrameHeader::parse(&header[..len])
            .map_err(|_| PipeError::corrupt(start, "the frame's header is not valid"))?;
        if let Some(needed) = frame.dictionary
            && self.dictionary != Some(Some(needed))
        {
            return Err(PipeError::Dictionary { needed, given: self.dictionary });
        }
        if frame.window() > self.window_limit {
            return Err(PipeError::Window { needed: frame.window(), limit: self.window_limit });
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
            // The context may have output left even without input.
            let (hint, taken) = self.step(bytes, offset, output)?;
            input.take(taken);
            match hint {
                0 => return Ok(()),
                _ if ended => return Err(input.cut_off("a zstd frame")),
                _ => {}
            }
        }
    }

    /// Decodes as much of `bytes` as possible. Returns zstd's hint, which is 0 at the end of the frame, and the number
    /// of bytes that were read.
    fn step<W: Write>(
        &mut self,
        bytes: &[u8],
        offset: u64,
        output: &mut CountedOutput<'_, W>,
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

/// Reads the bytes of the header after the magic number. The first byte determines their number.
fn read_header<R: Read>(
    input: &mut CompressedInput<R>,
    header: &mut [u8; ZstdFrameHeader::MAX_LEN],
) -> Result<usize, PipeError> {
    const WHAT: &str = "a zstd frame's header";
    input.exact(&mut header[..1], WHAT)?;
    let len = 1 + ZstdFrameHeader::rest_len(header[0]);
    input.exact(&mut header[1..len], WHAT)?;
    Ok(len)
}
