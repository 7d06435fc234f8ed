//! Bloom filters: their locations, their headers, and the values that they contain.
//!
//! <https://github.com/apache/parquet-format/blob/master/BloomFilter.md>

use hashlane_files::{FileError, Source};
use parquet::bloom_filter::Sbbf;
use parquet::file::metadata::ColumnChunkMetaData;

use super::finding::CheckVerdict;
use crate::page::read_range;
use crate::thrift::{ThriftError, ThriftKind, ThriftReader};

/// The longest header that is read. Headers take about 15 bytes; fields of later versions may make them longer.
const MAX_HEADER: u64 = 1024;

/// The bytes of a block: 256 bits, of which a value sets one in each 32-bit word.
const BLOCK: u64 = 32;

/// The largest filter that is read to look values up. The format allows 128 MiB.
const MAX_READ: u64 = 32 << 20;

/// A filter with a valid header.
pub(super) struct BloomFilter {
    /// The verdict on the filter.
    pub verdict: CheckVerdict,
    /// The offset of the filter in the file.
    pub byte_offset: Option<u64>,
    /// The filter's bits, if they were requested.
    pub filter: Option<FilterBits>,
}

/// The bits of a filter.
pub(super) struct FilterBits(Sbbf);

impl FilterBits {
    pub(super) fn contains(&self, value: &[u8]) -> bool {
        self.0.check(value)
    }
}

/// Reads the filter of a column chunk, if it has one.
///
/// # Errors
/// Returns an error if the file can't be read.
pub(super) fn read(
    source: &dyn Source,
    chunk: &ColumnChunkMetaData,
    deep: bool,
) -> Result<Option<BloomFilter>, FileError> {
    let Some(offset) = chunk.bloom_filter_offset() else {
        return Ok(None);
    };
    let bloom = |byte_offset, verdict| Some(BloomFilter { verdict, byte_offset, filter: None });
    let size = source.size();
    let Some(start) = u64::try_from(offset).ok().filter(|start| (4..size).contains(start)) else {
        return Ok(bloom(
            None,
            CheckVerdict::failed(format!("offset {offset} is not in the file")),
        ));
    };
    let head = read_range(source, start..size.min(start + MAX_HEADER))?;
    let header = match BloomHeader::read(&head) {
        Ok(header) => header,
        Err(detail) => return Ok(bloom(Some(start), CheckVerdict::failed(detail))),
    };
    if let Err(verdict) = header.check(start, size, chunk.bloom_filter_length()) {
        return Ok(bloom(Some(start), verdict));
    }
    let bytes = header.bytes as u64;
    let detail = format!("{bytes} bytes");
    if !deep {
        return Ok(bloom(Some(start), CheckVerdict::ok(detail)));
    }
    if bytes > MAX_READ {
        let detail = format!("{detail}; values are looked up in at most {MAX_READ}");
        return Ok(bloom(Some(start), CheckVerdict::unverified(detail)));
    }
    let bits = start + header.len as u64;
    let filter = Some(FilterBits(Sbbf::new(&read_range(source, bits..bits + bytes)?)));
    Ok(Some(BloomFilter { verdict: CheckVerdict::ok(detail), byte_offset: Some(start), filter }))
}

/// `BloomFilterHeader`.
struct BloomHeader {
    bytes: i32,
    /// The algorithm, the hash and the compression: the number of the field that is set in each union.
    unions: [i16; 3],
    len: usize,
}

impl BloomHeader {
    fn read(bytes: &[u8]) -> Result<BloomHeader, String> {
        Self::parse(bytes).map_err(|error| format!("not the header of a Bloom filter: {error}"))
    }

    fn parse(bytes: &[u8]) -> Result<BloomHeader, ThriftError> {
        let mut reader = ThriftReader::new(bytes);
        let (mut bytes, mut unions, mut last) = (None, [0; 3], 0);
        while let Some(field) = reader.field(&mut last)? {
            match (field.id, field.kind) {
                (1, ThriftKind::I32) => bytes = Some(reader.i32()?),
                (id @ 2..=4, ThriftKind::Struct) => unions[id as usize - 2] = union(&mut reader)?,
                (1..=4, kind) => {
                    return Err(ThriftError::WrongKind { field: "BloomFilterHeader", kind });
                }
                _ => reader.skip(field)?,
            }
        }
        let bytes = bytes.ok_or(ThriftError::Missing { field: "BloomFilterHeader.numBytes" })?;
        Ok(BloomHeader { bytes, unions, len: reader.position() })
    }

    fn check(&self, start: u64, size: u64, claimed: Option<i32>) -> Result<(), CheckVerdict> {
        let (bytes, header) = (self.bytes, self.len);
        let Some(len) = u64::try_from(bytes).ok().filter(|len| *len > 0 && len % BLOCK == 0) else {
            return Err(CheckVerdict::failed(format!(
                "{bytes} bytes is not a positive multiple of 32"
            )));
        };
        let whole = header as u64 + len;
        if whole > size - start {
            let detail = format!("it claims {len} bytes and goes past the end of the file");
            return Err(CheckVerdict::failed(detail));
        }
        if let Some(claimed) = claimed.filter(|claimed| i64::from(*claimed) != whole as i64) {
            let detail = format!("the footer says {claimed} bytes, but its header says {whole}");
            return Err(CheckVerdict::failed(detail));
        }
        if self.unions != [1, 1, 1] {
            return Err(CheckVerdict::unverified(
                "its algorithm, hash or compression is not known",
            ));
        }
        Ok(())
    }
}

/// The number of the field that is set in a union.
fn union(reader: &mut ThriftReader<'_>) -> Result<i16, ThriftError> {
    let (mut set, mut last) = (0, 0);
    while let Some(field) = reader.field(&mut last)? {
        set = field.id;
        reader.skip(field)?;
    }
    Ok(set)
}
