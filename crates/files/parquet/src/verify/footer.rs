//! Verifies the two ends of the file.

use hashlane_files::{FileError, Source};

use super::finding::CheckVerdict;
use crate::footer::{FileEnds, MAGIC, MetadataError};

/// The longest metadata that are read. pyarrow writes 37,457 bytes for 210 column chunks, 180 for each, so this is
/// enough for about 370,000.
const MAX_METADATA: u64 = 64 << 20;

/// The two ends of a file.
pub(super) struct FooterEnds {
    /// The metadata and their offset in the file, if they are known.
    pub metadata: Option<(Vec<u8>, u64)>,
    /// The verdict on the two ends, and the offset that it concerns.
    pub verdict: CheckVerdict,
    pub byte_offset: Option<u64>,
}

impl FooterEnds {
    /// Reads both ends, and the metadata that they locate.
    ///
    /// # Errors
    /// Returns an error if the file can't be read.
    pub(super) fn read(source: &dyn Source) -> Result<FooterEnds, FileError> {
        let size = source.size();
        let FileEnds { head, metadata } = FileEnds::read(source, MAX_METADATA)?;
        let (start, bytes) = match metadata {
            // A struct takes at least one byte.
            Ok((_, bytes)) if bytes.is_empty() => {
                let misfit = MetadataError::Length { claimed: 0, room: size.saturating_sub(12) };
                return Ok(FooterEnds::none(misfit, &head, size));
            }
            Ok(metadata) => metadata,
            Err(misfit) => return Ok(FooterEnds::none(misfit, &head, size)),
        };
        let (verdict, byte_offset) = if head == MAGIC {
            (CheckVerdict::ok(format!("{} bytes of metadata", bytes.len())), start)
        } else {
            let detail = "the file does not begin with PAR1: its first bytes are damaged";
            (CheckVerdict::failed(detail), 0)
        };
        Ok(FooterEnds { metadata: Some((bytes, start)), verdict, byte_offset: Some(byte_offset) })
    }

    fn none(misfit: MetadataError, head: &[u8], size: u64) -> FooterEnds {
        let before_end = |bytes: u64| Some(size.saturating_sub(bytes));
        let (byte_offset, verdict) = match misfit {
            MetadataError::Empty => (None, CheckVerdict::failed("the file is empty")),
            MetadataError::NoMagic => (before_end(4), CheckVerdict::failed(no_magic(head))),
            MetadataError::Encrypted => {
                let detail =
                    "the footer is encrypted (PARE): nothing can be verified without its key";
                (before_end(4), CheckVerdict::unverified(detail))
            }
            MetadataError::Length { claimed, room } => {
                let detail = format!(
                    "its length claims {claimed} bytes, but the file has room for only {room}"
                );
                (before_end(8), CheckVerdict::failed(detail))
            }
            MetadataError::TooLong { claimed } => {
                let detail = format!(
                    "{claimed} bytes of metadata are more than the supported {MAX_METADATA}"
                );
                (before_end(8), CheckVerdict::unverified(detail))
            }
        };
        FooterEnds { metadata: None, verdict, byte_offset }
    }
}

fn no_magic(head: &[u8]) -> &'static str {
    match head {
        b"PAR1" => "the file does not end with PAR1: it is cut off, or not yet written to its end",
        b"PARE" => "the file does not end with PARE: it is cut off, or not yet written to its end",
        _ => "not a Parquet file: it does not end with PAR1",
    }
}
