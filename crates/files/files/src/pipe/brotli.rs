//! Reads Brotli streams. The crate's own reader accepts large windows in any stream and gives no reasons for errors.

use std::io::{self, BufRead, Read};

use ::brotli::{BrotliDecompressStream, BrotliResult, BrotliState, HeapAlloc, HuffmanCode};
use hashlane_codecs::brotli::large::window_bits;

use super::PipeError;
use super::input::CompressedInput;
use super::sequential::probe;

/// A reader of the content.
pub(super) struct BrotliReader<R> {
    input: R,
    state: BrotliState<HeapAlloc<u8>, HeapAlloc<u32>, HeapAlloc<HuffmanCode>>,
    ended: bool,
}

impl<R: BufRead> BrotliReader<R> {
    pub(super) fn new(input: R, large_window: bool) -> Self {
        let codes = HeapAlloc::new(HuffmanCode::default());
        let mut state = BrotliState::new_strict(HeapAlloc::new(0), HeapAlloc::new(0), codes);
        state.large_window = large_window;
        BrotliReader { input, state, ended: false }
    }
}

impl<R: BufRead> Read for BrotliReader<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let (mut free, mut written) = (room.len(), 0);
        while written == 0 && !self.ended {
            let bytes = self.input.fill_buf()?;
            let (at_end, mut unread, mut read) = (bytes.is_empty(), bytes.len(), 0);
            let result = BrotliDecompressStream(
                &mut unread,
                &mut read,
                bytes,
                &mut free,
                &mut written,
                room,
                &mut 0,
                &mut self.state,
            );
            self.input.consume(read);
            match result {
                BrotliResult::ResultSuccess => self.ended = true,
                BrotliResult::ResultFailure => {
                    return Err(io::Error::other(format!("{:?}", self.state.error_code)));
                }
                BrotliResult::NeedsMoreInput if at_end && written == 0 => {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
                _ => {}
            }
        }
        Ok(written)
    }
}

/// Checks that the window in the header of a stream is within the limit and that it can be allocated: the decoder would abort.
pub(super) fn check_window<R: Read>(
    input: &mut CompressedInput<R>,
    limit: u64,
) -> Result<(), PipeError> {
    let mut start = [0; 2];
    let len = input.fill(&mut start)?;
    input.put_back(&start[..len]);
    let bits = window_bits(&start[..len]).unwrap_or(0);
    let needed = 1u64.checked_shl(bits.into()).unwrap_or(u64::MAX);
    if needed > limit {
        return Err(PipeError::Window { needed, limit });
    }
    probe(needed as usize)
}
