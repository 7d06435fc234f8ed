//! FSST: codes of one byte for substrings of up to 8 that a column has in common.
//!
//! Paper: Boncz, Neumann, Leis, *FSST: Fast Random Access String Compression*, VLDB 2020. The
//! crate `fsst-rs` trains and compresses. A compressed value is nothing but codes: no header, no
//! length, no checksum, so it is short, and only the symbol table that made it can read it. Any
//! other reads other bytes without an error.

mod decoder;
mod layout;

use std::fmt;
use std::sync::{Arc, LazyLock};

use ::fsst::{Compressor, ESCAPE_CODE};

pub(crate) use decoder::Decoder;

use super::prepared::{Cache, Prepared};
use super::{CodecError, Limits, Sample, copied, probe};

const FORMAT: &str = "FSST-compressed value";
const TABLE: &str = "FSST symbol table";

/// The crate that trains and compresses.
pub const VERSION: &str = "fsst-rs 0.7";

/// The longest symbol. A code stands for one, so content is up to 8 times as long as its codes.
pub(crate) const LONGEST_SYMBOL: usize = 8;

/// More than a compressor takes, and more than its training does; the crate ends the process where it gets no
/// memory for them.
const COMPRESSOR: usize = 256 << 10;
pub(crate) const TRAINING: usize = 8 << 20;

/// The codes that may have a symbol; the one that is left escapes a literal byte.
const MAX_SYMBOLS: usize = ESCAPE_CODE as usize;

/// The symbol tables of this process's queries.
static CACHE: LazyLock<Cache<SymbolTable>> = LazyLock::new(Cache::new);

/// The symbols of a column, prepared for compression and decompression: threads share it.
///
/// It holds 170 KiB, most of it for compression, and costs some 30,000 ns to prepare.
pub struct SymbolTable {
    bytes: Vec<u8>,
    decoder: Decoder,
    compressor: Compressor,
}

/// How much to sample for a symbol table. Training looks at 16 KiB of the sample.
pub fn limits() -> Result<Limits, CodecError> {
    Limits::new(10_000, Limits::FEWEST_BYTES)
}

impl fmt::Debug for SymbolTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SymbolTable").field("symbols", &self.symbols()).finish_non_exhaustive()
    }
}

impl SymbolTable {
    /// A symbol table for values like those of `sample`: the same for the same sample. An error
    /// if the sample has no bytes.
    pub fn train(sample: &Sample) -> Result<SymbolTable, CodecError> {
        let values = sample.repeated(1)?;
        if values.is_empty() {
            let (needed, shortest) = (1, 1);
            return Err(CodecError::TooFewSamples { what: TABLE, needed, shortest, given: 0 });
        }
        probe(TRAINING)?;
        let compressor = Compressor::train(&values);
        let bytes = layout::write(compressor.symbol_table(), compressor.symbol_lengths())?;
        // Through its bytes, so that it is the table that whoever reads them will have.
        Self::from_bytes(&bytes)
    }

    /// The table as bytes. `docs/fsst-format.md` has the layout.
    pub fn to_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The table that [`to_bytes`](Self::to_bytes) returned, or an error that says what is wrong
    /// with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<SymbolTable, CodecError> {
        probe(COMPRESSOR)?;
        let symbols = layout::read(bytes)?;
        let lengths: Vec<u8> = symbols.iter().map(|symbol| symbol.len() as u8).collect();
        let words = symbols.iter().map(|symbol| symbol.to_u64().to_le_bytes());
        Ok(SymbolTable {
            bytes: copied(bytes)?,
            decoder: Decoder::new(words.zip(lengths.iter().copied())),
            compressor: Compressor::rebuild_from(symbols, lengths),
        })
    }

    /// [`from_bytes`](Self::from_bytes) through a process-wide cache, as
    /// [`Dictionary::prepared`](super::zstd::Dictionary::prepared) does it.
    pub fn prepared(bytes: &[u8]) -> Result<Arc<SymbolTable>, CodecError> {
        CACHE.get_or_prepare(bytes)
    }

    /// How many symbols it has, up to 255.
    pub fn symbols(&self) -> usize {
        self.compressor.n_symbols()
    }

    /// Appends the codes of `row`: twice its length at most, where no symbol fits.
    pub fn compress(&self, row: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError> {
        self.compress_all(&[row], out, &mut Vec::new())
    }

    /// [`compress`](Self::compress) for many rows, four at a time, which hides the latency of the
    /// table. Appends to `ends` where in `out` each row ends.
    pub fn compress_all(
        &self,
        rows: &[&[u8]],
        out: &mut Vec<u8>,
        ends: &mut Vec<u64>,
    ) -> Result<(), CodecError> {
        compress_all(&self.compressor, rows, out, ends)
    }

    /// Appends the content of `row`, the codes that [`compress`](Self::compress) made. An error
    /// where a code has no symbol, or the last one escapes a byte that is not there.
    pub fn decompress(
        &self,
        max_bytes: usize,
        row: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), CodecError> {
        self.decoder.decompress(max_bytes, row, out)
    }
}

impl Prepared for SymbolTable {
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
) -> Result<(), CodecError> {
    const LANES: usize = Compressor::DEFAULT_BULK_LANES;
    // The crate asks for as much, but aborts where there is not enough.
    let most = rows.iter().map(|row| 2 * row.len()).sum();
    out.try_reserve(most).map_err(|_| CodecError::OutOfMemory { bytes: most })?;
    let bytes = size_of_val(rows);
    ends.try_reserve(rows.len()).map_err(|_| CodecError::OutOfMemory { bytes })?;
    compressor.compress_bulk_into::<LANES>(rows, out, ends);
    Ok(())
}
