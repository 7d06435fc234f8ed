//! Both ends of the file: magic bytes, and where the metadata lies.
//!
//! <https://parquet.apache.org/docs/file-format/>

use hashlane_files::{FileError, Source};

use super::finding::Verdict;
use crate::page::read_range;

const MAGIC: &[u8; 4] = b"PAR1";
const ENCRYPTED: &[u8; 4] = b"PARE";

/// Bytes at the end: the length of the metadata and the magic.
const TAIL: u64 = 8;

/// The longest metadata that is read. pyarrow writes 37,457 bytes for 210 column chunks, 180 for
/// each, so these are about 370,000.
const MAX_METADATA: u64 = 64 << 20;

/// What the two ends of a file say.
pub(super) struct Footer {
    /// The metadata and where in the file they begin, if that can be told.
    pub metadata: Option<(Vec<u8>, u64)>,
    /// What is to be said of the two ends, and of which place.
    pub verdict: Verdict,
    pub byte_offset: Option<u64>,
}

impl Footer {
    /// Reads both ends, and the metadata that they point to.
    ///
    /// # Errors
    /// If the file can't be read.
    pub(super) fn read(source: &dyn Source) -> Result<Footer, FileError> {
        let size = source.size();
        if size == 0 {
            return Ok(Footer::none(None, Verdict::failed("the file is empty")));
        }
        let head = read_range(source, 0..size.min(4))?;
        let tail = read_range(source, size.saturating_sub(TAIL)..size)?;
        let Some((len, magic)) = tail.split_first_chunk::<4>() else {
            return Ok(not_parquet(&head, size));
        };
        if magic == ENCRYPTED {
            let detail = "the footer is encrypted (PARE): nothing can be verified without its key";
            return Ok(Footer::none(Some(size - 4), Verdict::unverified(detail)));
        }
        if magic != MAGIC {
            return Ok(not_parquet(&head, size));
        }
        let len = u64::from(u32::from_le_bytes(*len));
        let room = size.saturating_sub(TAIL + 4);
        if len == 0 || len > room {
            let detail =
                format!("its length claims {len} bytes, where the file has room for {room}");
            return Ok(Footer::none(Some(size - TAIL), Verdict::failed(detail)));
        }
        if len > MAX_METADATA {
            let detail =
                format!("{len} bytes of metadata are more than the {MAX_METADATA} that are read");
            return Ok(Footer::none(Some(size - TAIL), Verdict::unverified(detail)));
        }
        let start = size - TAIL - len;
        let metadata = Some((read_range(source, start..start + len)?, start));
        if head != MAGIC {
            let detail = "the file does not begin with PAR1: its first bytes are damaged";
            return Ok(Footer { metadata, verdict: Verdict::failed(detail), byte_offset: Some(0) });
        }
        let verdict = Verdict::ok(format!("{len} bytes of metadata"));
        Ok(Footer { metadata, verdict, byte_offset: Some(start) })
    }

    fn none(byte_offset: Option<u64>, verdict: Verdict) -> Footer {
        Footer { metadata: None, verdict, byte_offset }
    }
}

fn not_parquet(head: &[u8], size: u64) -> Footer {
    let detail = match head {
        b"PAR1" => "the file does not end with PAR1: it is cut off, or not yet written to its end",
        b"PARE" => "the file does not end with PARE: it is cut off, or not yet written to its end",
        _ => "not a Parquet file: it does not end with PAR1",
    };
    Footer::none(Some(size.saturating_sub(4)), Verdict::failed(detail))
}
