//! FSST: codes of one byte for frequent substrings of up to 8 bytes.
//!
//! Paper: Boncz, Neumann, Leis, *FSST: Fast Random Access String Compression*, VLDB 2020. The crate `fsst-rs` trains
//! and compresses. A compressed value consists only of codes, without a header, a length or a checksum. So it is
//! short, and only the symbol table that made it can read it. With any other table it silently decodes to other bytes.

mod decoder;
mod layout;

use std::fmt;
use std::sync::{Arc, LazyLock};

use ::fsst::{Compressor, ESCAPE_CODE};

pub(crate) use decoder::FsstDecoder;

use super::prepared::{PreparedCache, PreparedValue};
use super::{Appended, CodecError, Sample, SampleLimits, copied, probe};

const FORMAT: &str = "FSST-compressed value";
const TABLE: &str = "FSST symbol table";

/// The crate that trains and compresses.
pub const VERSION: &str = "fsst-rs 0.7";

/// The longest symbol. A code stands for one, so content is up to 8 times as long as its codes.
pub(crate) const LONGEST_SYMBOL: usize = 8;

/// More than a compressor needs, and more than training needs. The crate aborts if it gets no memory for them.
const COMPRESSOR: usize = 256 << 10;
pub(crate) const TRAINING: usize = 8 << 20;

/// The number of codes that can have a symbol. The remaining code escapes a literal byte.
const MAX_SYMBOLS: usize = ESCAPE_CODE as usize;

/// The symbol tables of this process's queries.
static CACHE: LazyLock<PreparedCache<SymbolTable>> = LazyLock::new(PreparedCache::new);

/// The symbols of a column, prepared for compression and decompression. Threads share it.
///
/// It holds 170 KiB, most of it for compression, and takes about 30,000 ns to prepare.
pub struct SymbolTable {
    bytes: Vec<u8>,
    decoder: FsstDecoder,
    compressor: Compressor,
}

/// How much to sample for a symbol table. Training looks at 16 KiB of the sample.
pub fn limits() -> Result<SampleLimits, CodecError> {
    SampleLimits::new(10_000, SampleLimits::FEWEST_BYTES)
}

impl fmt::Debug for SymbolTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SymbolTable").field("symbols", &self.symbols()).finish_non_exhaustive()
    }
}

impl SymbolTable {
    /// Trains a symbol table for values like those of `sample`. The same sample gives the same table.
    ///
    /// # Errors
    /// Returns an error if the sample has no bytes.
    pub fn train(sample: &Sample) -> Result<SymbolTable, CodecError> {
        let values = sample.repeated(1)?;
        if values.is_empty() {
            let (needed, shortest) = (1, 1);
            return Err(CodecError::TooFewSamples { what: TABLE, needed, shortest, given: 0 });
        }
        probe(TRAINING)?;
        let compressor = Compressor::train(&values);
        let bytes = layout::write(compressor.symbol_table(), compressor.symbol_lengths())?;
        // Converted to bytes and back, so that it equals the table that a reader of these bytes gets.
        Self::from_bytes(&bytes)
    }

    /// The table as bytes. `docs/fsst-format.md` has the layout.
    pub fn to_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads the table that [`to_bytes`](Self::to_bytes) returned.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a symbol table.
    pub fn from_bytes(bytes: &[u8]) -> Result<SymbolTable, CodecError> {
        probe(COMPRESSOR)?;
        let symbols = layout::parse(bytes)?;
        let lengths: Vec<u8> = symbols.iter().map(|symbol| symbol.len() as u8).collect();
        let words = symbols.iter().map(|symbol| symbol.to_u64().to_le_bytes());
        Ok(SymbolTable {
            bytes: copied(bytes)?,
            decoder: FsstDecoder::new(words.zip(lengths.iter().copied())),
            compressor: Compressor::rebuild_from(symbols, lengths),
        })
    }

    /// [`from_bytes`](Self::from_bytes) through a process-wide cache, as
    /// [`Dictionary::prepared`](super::zstd::Dictionary::prepared) does it.
    pub fn prepared(bytes: &[u8]) -> Result<Arc<SymbolTable>, CodecError> {
        CACHE.get_or_prepare(bytes)
    }

    /// The number of symbols, up to 255.
    pub fn symbols(&self) -> usize {
        self.compressor.n_symbols()
    }

    /// Appends the codes of `row`. They are at most twice as long, if no symbol matches.
    pub fn compress(&self, row: &[u8], out: &mut Vec<u8>) -> Appended {
        self.compress_all(&[row], out, &mut Vec::new())
    }

    /// [`compress`](Self::compress) for many rows, four at a time, which hides the latency of the
    /// table. Appends to `ends` where in `out` each row ends.
    pub fn compress_all(&self, rows: &[&[u8]], out: &mut Vec<u8>, ends: &mut Vec<u64>) -> Appended {
        compress_all(&self.compressor, rows, out, ends)
    }

    /// Appends the content of `row`, the codes that [`compress`](Self::compress) made.
    ///
    /// # Errors
    /// Returns an error if a code has no symbol, or if the last code escapes a missing byte.
    pub fn decompress(&self, max_bytes: usize, row: &[u8], out: &mut Vec<u8>) -> Appended {
        self.decoder.decompress(max_bytes, row, out)
    }
}

impl PreparedValue for SymbolTable {
    fn prepare(bytes: &[u8]) -> Result<Self, CodecError> {
        SymbolTable::from_bytes(bytes)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn memory(&self) -> usize {
        const COMPRESSOR_TABLES: usize = (1 << 16) * 2 + (1 << 11) * 16;
        size_of::<Self>() + self.bytes.len() + COMPRESSOR_TABLES
    }
}

/// [`SymbolTable::compress_all`] with the crate's compressor.
pub(crate) fn compress_all(
    compressor: &Compressor,
    rows: &[&[u8]],
    out: &mut Vec<u8>,
    ends: &mut Vec<u64>,
) -> Appended {
    const LANES: usize = Compressor::DEFAULT_BULK_LANES;
    // The crate requests the same size, but aborts if an allocation fails.
    let most = rows.iter().map(|row| 2 * row.len()).sum();
    out.try_reserve(most).map_err(|_| CodecError::OutOfMemory { bytes: most })?;
    let bytes = size_of_val(rows);
    ends.try_reserve(rows.len()).map_err(|_| CodecError::OutOfMemory { bytes })?;
    compressor.compress_bulk_into::<LANES>(rows, out, ends);
    Ok(())
}
