//! Streams that a library decodes: deflate, bzip2, xz, lzma, Brotli.

use std::io::{Read, Write};

use brotli::{BrotliDecompressStream, BrotliResult, BrotliState, HeapAlloc};
use flate2::{FlushDecompress, Status};
use liblzma::stream::{Action, CONCATENATED, Error, Stream, TELL_UNSUPPORTED_CHECK};

use super::PipeError;
use super::counted::Counted;
use super::input::Input;

/// The room for output per step.
const ROOM: usize = 128 << 10;

/// More than the lzma decoder needs in addition to its dictionary.
const LZMA: u64 = 1 << 20;

type Brotli = BrotliState<HeapAlloc<u8>, HeapAlloc<u32>, HeapAlloc<brotli::HuffmanCode>>;

/// A decoder with room for its output.
pub(super) struct Library {
    decoder: Decoder,
    room: Vec<u8>,
}

enum Decoder {
    Deflate(flate2::Decompress),
    Bzip2(bzip2::Decompress),
    Lzma(Stream),
    Brotli(Box<Brotli>),
}

/// The result of a step.
struct Step {
    read: usize,
    written: usize,
    ended: bool,
}

impl Library {
    fn new(decoder: Decoder) -> Result<Self, PipeError> {
        let mut room = Vec::new();
        let reserved = room.try_reserve_exact(ROOM);
        reserved.map_err(|error| PipeError::Refused(error.to_string()))?;
        room.resize(ROOM, 0);
        Ok(Library { decoder, room })
    }

    pub(super) fn deflate() -> Result<Self, PipeError> {
        Self::new(Decoder::Deflate(flate2::Decompress::new(false)))
    }

    pub(super) fn zlib() -> Result<Self, PipeError> {
        Self::new(Decoder::Deflate(flate2::Decompress::new(true)))
    }

    pub(super) fn bzip2() -> Result<Self, PipeError> {
        Self::new(Decoder::Bzip2(bzip2::Decompress::new(false)))
    }

    /// Reads .xz: all streams and the padding between them.
    pub(super) fn xz(window_limit: u64) -> Result<Self, PipeError> {
        let flags = CONCATENATED | TELL_UNSUPPORTED_CHECK;
        let stream = Stream::new_stream_decoder(window_limit.saturating_add(LZMA), flags);
        let stream = stream.map_err(|error| PipeError::Refused(error.to_string()))?;
        Self::new(Decoder::Lzma(stream))
    }

    pub(super) fn lzma(window_limit: u64) -> Result<Self, PipeError> {
        let stream = Stream::new_lzma_decoder(window_limit.saturating_add(LZMA));
        let stream = stream.map_err(|error| PipeError::Refused(error.to_string()))?;
        Self::new(Decoder::Lzma(stream))
    }

    pub(super) fn brotli(large_window: bool) -> Result<Self, PipeError> {
        let codes = HeapAlloc::new(brotli::HuffmanCode::default());
        let mut state = BrotliState::new_strict(HeapAlloc::new(0), HeapAlloc::new(0), codes);
        state.large_window = large_window;
        Self::new(Decoder::Brotli(Box::new(state)))
    }

    /// Starts another stream of deflate with the same memory.
    pub(super) fn restart(&mut self) {
        if let Decoder::Deflate(context) = &mut self.decoder {
            context.reset(false);
        }
    }

    /// Decompresses the stream that starts here, and passes its content to `see`.
    pub(super) fn stream<R: Read, W: Write>(
        &mut self,
        input: &mut Input<R>,
        output: &mut Counted<'_, W>,
        window_limit: u64,
        mut see: impl FnMut(&[u8]),
    ) -> Result<(), PipeError> {
        let name = self.decoder.name();
        loop {
            let offset = input.offset();
            let bytes = input.at_hand()?;
            let at_end = bytes.is_empty();
            let step = self.decoder.step(bytes, at_end, &mut self.room, window_limit);
            let step = step.map_err(|reason| self.decoder.failure(offset, reason))?;
            input.take(step.read);
            let content = &self.room[..step.written];
            see(content);
            output.write(content)?;
            match step.read + step.written {
                _ if step.ended => return Ok(()),
                0 if at_end => return Err(input.cut_off(name)),
                0 => return Err(PipeError::corrupt(offset, format!("{name} does not go on"))),
                _ => {}
            }
        }
    }
}

impl Decoder {
    fn name(&self) -> &'static str {
        match self {
            Decoder::Deflate(_) => "a deflate stream",
            Decoder::Bzip2(_) => "a bzip2 stream",
            Decoder::Lzma(_) => "an xz or lzma stream",
            Decoder::Brotli(_) => "a Brotli stream",
        }
    }

    fn failure(&self, offset: u64, reason: Failure) -> PipeError {
        match reason {
            Failure::Refused(reason) => PipeError::Refused(reason),
            Failure::Corrupt(reason) => {
                let name = self.name();
                let near = super::input::BUFFER_KIB;
                PipeError::corrupt(offset, format!("within the next {near} KiB: {name}: {reason}"))
            }
        }
    }

    fn step(
        &mut self,
        bytes: &[u8],
        at_end: bool,
        room: &mut [u8],
        window_limit: u64,
    ) -> Result<Step, Failure> {
        match self {
            Decoder::Deflate(context) => {
                let before = (context.total_in(), context.total_out());
                let status = context.decompress(bytes, room, FlushDecompress::None);
                let ended = status.map_err(Failure::corrupt)? == Status::StreamEnd;
                Ok(Step::since(before, (context.total_in(), context.total_out()), ended))
            }
            Decoder::Bzip2(context) => {
                let before = (context.total_in(), context.total_out());
                let status = context.decompress(bytes, room).map_err(Failure::corrupt)?;
                if status == bzip2::Status::MemNeeded {
                    return Err(Failure::Refused("no memory to decompress".to_owned()));
                }
                let ended = status == bzip2::Status::StreamEnd;
                Ok(Step::since(before, (context.total_in(), context.total_out()), ended))
            }
            Decoder::Lzma(stream) => {
                let before = (stream.total_in(), stream.total_out());
                let action = if at_end { Action::Finish } else { Action::Run };
                let status = stream.process(bytes, room, action);
                let status = status.map_err(|error| Failure::of_lzma(error, window_limit))?;
                let ended = status == liblzma::stream::Status::StreamEnd;
                Ok(Step::since(before, (stream.total_in(), stream.total_out()), ended))
            }
            Decoder::Brotli(state) => brotli_step(state, bytes, room),
        }
    }
}

fn brotli_step(state: &mut Brotli, bytes: &[u8], room: &mut [u8]) -> Result<Step, Failure> {
    let (mut unread, mut read, mut unused, mut written) = (bytes.len(), 0, room.len(), 0);
    let result = BrotliDecompressStream(
        &mut unread,
        &mut read,
        bytes,
        &mut unused,
        &mut written,
        room,
        &mut 0,
        state,
    );
    match result {
        BrotliResult::ResultFailure => Err(Failure::Corrupt(format!("{:?}", state.error_code))),
        result => {
            let ended = matches!(result, BrotliResult::ResultSuccess);
            Ok(Step { read, written, ended })
        }
    }
}

impl Step {
    fn since(before: (u64, u64), after: (u64, u64), ended: bool) -> Self {
        let (read, written) = ((after.0 - before.0) as usize, (after.1 - before.1) as usize);
        Step { read, written, ended }
    }
}

enum Failure {
    Corrupt(String),
    Refused(String),
}

impl Failure {
    fn corrupt(error: impl std::fmt::Display) -> Self {
        Failure::Corrupt(error.to_string())
    }

    fn of_lzma(error: Error, window_limit: u64) -> Self {
        match error {
            Error::Mem => Failure::Refused("no memory to decompress".to_owned()),
            Error::MemLimit => Failure::Refused(format!(
                "needs a dictionary beyond the limit, {} MiB: raise the limit to read it",
                window_limit >> 20
            )),
            error => Failure::corrupt(error),
        }
    }
}
