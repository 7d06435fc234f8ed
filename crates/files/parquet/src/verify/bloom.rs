//! Bloom filters: their locations, their headers, and the values that they contain.
//!
//! <https://github.com/apache/parquet-format/blob/master/BloomFilter.md>

use hashlane_files::{FileError, Source};
use parquet::bloom_filter::Sbbf;
use parquet::file::metadata::ColumnChunkMetaData;

use super::finding::Verdict;
use crate::page::read_range;
use crate::thrift::{Kind, Reader, ThriftError};

/// The longest header that is read. Headers take about 15 bytes; fields of later versions may make them longer.
const MAX_HEADER: u64 = 1024;

/// The bytes of a block: 256 bits, of which a value sets one in each 32-bit word.
const BLOCK: u64 = 32;

/// The largest filter that is read to look values up. The format allows 128 MiB.
const MAX_READ: u64 = 32 << 20;

/// A filter with a valid header.
pub(super) struct Bloom {
    /// The verdict on the filter.
    pub verdict: Verdict,
    /// The offset of the filter in the file.
    pub byte_offset: Option<u64>,
    /// The filter's bits, if they were requested.
    pub filter: Option<Filter>,
}

/// The bits of a filter.
pub(super) struct Filter(Sbbf);

impl Filter {
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
) -> Result<Option<Bloom>, FileError> {
    let Some(offset) = chunk.bloom_filter_offset() else {
        return Ok(None);
    };
    let bloom = |byte_offset, verdict| Some(Bloom { verdict, byte_offset, filter: None });
    let size = source.size();
    let Some(start) = u64::try_from(offset).ok().filter(|start| (4..size).contains(start)) else {
        return Ok(bloom(None, Verdict::failed(format!("offset {offset} is not in the file"))));
    };
    let head = read_range(source, start..size.min(start + MAX_HEADER))?;
    let header = match Header::read(&head) {
        Ok(header) => header,
        Err(detail) => return Ok(bloom(Some(start), Verdict::failed(detail))),
    };
    if let Err(verdict) = header.check(start, size, chunk.bloom_filter_length()) {
        return Ok(bloom(Some(start), verdict));
    }
    let bytes = header.bytes as u64;
    let detail = format!("{bytes} bytes");
    if !deep {
        return Ok(bloom(Some(start), Verdict::ok(detail)));
    }
    if bytes > MAX_READ {
        let detail = format!("{detail}; values are looked up in at most {MAX_READ}");
        return Ok(bloom(Some(start), Verdict::unverified(detail)));
    }
    let bits = start + header.len as u64;
    let filter = Some(Filter(Sbbf::new(&read_range(source, bits..bits + bytes)?)));
    Ok(Some(Bloom { verdict: Verdict::ok(detail), byte_offset: Some(start), filter }))
}

/// `BloomFilterHeader`.
struct Header {
    bytes: i32,
    /// The algorithm, the hash and the compression: the number of the field that is set in each union.
    unions: [i16; 3],
    len: usize,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, String> {
        Self::parse(bytes).map_err(|error| format!("not the header of a Bloom filter: {error}"))
    }

    fn parse(bytes: &[u8]) -> Result<Header, ThriftError> {
        let mut reader = Reader::new(bytes);
        let (mut bytes, mut unions, mut last) = (None, [0; 3], 0);
        while let Some(field) = reader.field(&mut last)? {
            match (field.id, field.kind) {
                (1, Kind::I32) => bytes = Some(reader.i32()?),
                (id @ 2..=4, Kind::Struct) => unions[id as usize - 2] = union(&mut reader)?,
                (1..=4, kind) => {
                    return Err(ThriftError::WrongKind { field: "BloomFilterHeader", kind });
                }
                _ => reader.skip(field)?,
            }
        }
        let bytes = bytes.ok_or(ThriftError::Missing { field: "BloomFilterHeader.numBytes" })?;
        Ok(Header { bytes, unions, len: reader.position() })
    }

    fn check(&self, start: u64, size: u64, claimed: Option<i32>) -> Result<(), Verdict> {
        let (bytes, header) = (self.bytes, self.len);
        let Some(len) = u64::try_from(bytes).ok().filter(|len| *len > 0 && len % BLOCK == 0) else {
            return Err(Verdict::failed(format!("{bytes} bytes is not a positive multiple of 32")));
        };
        let whole = header as u64 + len;
        if whole > size - start {
            let detail = format!("it claims {len} bytes and goes past the end of the file");
            return Err(Verdict::failed(detail));
        }
        if let Some(claimed) = claimed.filter(|claimed| i64::from(*claimed) != whole as i64) {
            let detail = format!("the footer says {claimed} bytes, but its header says {whole}");
            return Err(Verdict::failed(detail));
        }
        if self.unions != [1, 1, 1] {
            return Err(Verdict::unverified("its algorithm, hash or compression is not known"));
        }
        Ok(())
    }
}

/// The number of the field that is set in a union.
fn union(reader: &mut Reader<'_>) -> Result<i16, ThriftError> {
    let (mut set, mut last) = (0, 0);
    while let Some(field) = reader.field(&mut last)? {
        set = field.id;
        reader.skip(field)?;
    }
    Ok(set)
}
