//! Decompresses consecutive gzip members and bzip2 streams, and zlib streams. RFC 1952.

use std::io::{Read, Write};

use crc_fast::{CrcAlgorithm, Digest};

use super::PipeError;
use super::counted::Counted;
use super::input::Input;
use super::library::Library;

/// An empty bzip2 stream, without its header of four bytes. A context for each would take 3.6 MB.
const EMPTY_BZIP2: [u8; 10] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90, 0, 0, 0, 0];

mod flag {
    pub const HEADER_CRC: u8 = 1 << 1;
    pub const EXTRA: u8 = 1 << 2;
    pub const NAME: u8 = 1 << 3;
    pub const COMMENT: u8 = 1 << 4;
    pub const RESERVED: u8 = 0b1110_0000;
}

/// Decompresses members to the end of the input. Zeros after the last one are padding. Returns the number of members.
pub(super) fn members<R: Read, W: Write>(
    input: &mut Input<R>,
    output: &mut Counted<'_, W>,
) -> Result<u64, PipeError> {
    let mut inflate = Library::deflate()?;
    let mut members = 0;
    loop {
        let start = input.offset();
        header(input)?;
        inflate.restart();
        let (mut crc, mut length) = (Digest::new(CrcAlgorithm::Crc32IsoHdlc), 0u64);
        inflate.stream(input, output, 0, |bytes| {
            crc.update(bytes);
            length += bytes.len() as u64;
        })?;
        if input.u32("a gzip member")? != crc.finalize() as u32 {
            return Err(PipeError::corrupt(
                start,
                "the member's content does not match its checksum",
            ));
        }
        if input.u32("a gzip member")? != length as u32 {
            return Err(PipeError::corrupt(
                start,
                "the member's content has another length than it says",
            ));
        }
        members += 1;
        if only_zeros(input, |bytes| bytes.starts_with(&[0x1F]))? {
            return Ok(members);
        }
    }
}

/// Decompresses a zlib stream. Zeros after it are padding.
pub(super) fn zlib<R: Read, W: Write>(
    input: &mut Input<R>,
    output: &mut Counted<'_, W>,
) -> Result<u64, PipeError> {
    Library::zlib()?.stream(input, output, 0, |_| ())?;
    only_zeros(input, |_| false).map(|_| 1)
}

/// Decompresses bzip2 streams to the end of the input. Returns their number.
pub(super) fn bzip2<R: Read, W: Write>(
    input: &mut Input<R>,
    output: &mut Counted<'_, W>,
) -> Result<u64, PipeError> {
    let mut streams = 0;
    while streams == 0 || !input.at_hand()?.is_empty() {
        let mut start = [0; 14];
        let len = input.fill(&mut start)?;
        let is_header = start.starts_with(b"BZh") && (b'1'..=b'9').contains(&start[3]);
        if start[4..] != EMPTY_BZIP2 || !is_header {
            input.put_back(&start[..len]);
            Library::bzip2()?.stream(input, output, 0, |_| ())?;
        }
        streams += 1;
    }
    Ok(streams)
}

/// Whether only zeros are left, which are skipped. `goes_on` tells what isn't padding.
fn only_zeros<R: Read>(
    input: &mut Input<R>,
    goes_on: impl Fn(&[u8]) -> bool,
) -> Result<bool, PipeError> {
    if goes_on(input.at_hand()?) {
        return Ok(false);
    }
    loop {
        let (offset, bytes) = (input.offset(), input.at_hand()?);
        if bytes.is_empty() {
            return Ok(true);
        }
        if let Some(at) = bytes.iter().position(|byte| *byte != 0) {
            let reason = "bytes follow the last stream that are neither another one nor zeros";
            return Err(PipeError::corrupt(offset + at as u64, reason));
        }
        let len = bytes.len();
        input.take(len);
    }
}

fn header<R: Read>(input: &mut Input<R>) -> Result<(), PipeError> {
    let start = input.offset();
    let mut crc = Digest::new(CrcAlgorithm::Crc32IsoHdlc);
    let fixed: [u8; 10] = part(input, &mut crc)?;
    let flags = fixed[3];
    if fixed[..3] != [0x1F, 0x8B, 8] || flags & flag::RESERVED != 0 {
        return Err(PipeError::corrupt(start, "no gzip member begins here"));
    }
    if flags & flag::EXTRA != 0 {
        for _ in 0..u16::from_le_bytes(part(input, &mut crc)?) {
            part::<1, _>(input, &mut crc)?;
        }
    }
    for text in [flag::NAME, flag::COMMENT] {
        if flags & text != 0 {
            while part(input, &mut crc)? != [0] {}
        }
    }
    let mut claimed = [0; 2];
    if flags & flag::HEADER_CRC != 0 {
        let expected = crc.finalize() as u16;
        input.exact(&mut claimed, "a gzip header")?;
        if u16::from_le_bytes(claimed) != expected {
            return Err(PipeError::corrupt(start, "the header does not match its checksum"));
        }
    }
    Ok(())
}

/// Reads the next bytes of the header, which the header's checksum covers.
fn part<const LEN: usize, R: Read>(
    input: &mut Input<R>,
    crc: &mut Digest,
) -> Result<[u8; LEN], PipeError> {
    let mut bytes = [0; LEN];
    input.exact(&mut bytes, "a gzip header")?;
    crc.update(&bytes);
    Ok(bytes)
}
