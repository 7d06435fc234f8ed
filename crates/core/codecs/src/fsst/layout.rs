//! Symbol tables as bytes. `docs/fsst-format.md` describes the layout.

use ::fsst::{CompressorBuilder, Symbol};
use xxhash_rust::xxh32::xxh32;

use super::{LONGEST_SYMBOL, MAX_SYMBOLS, TABLE};
use crate::{CodecError, append, copied};

const MAGIC: [u8; 4] = *b"FSST";
const VERSION: u8 = 1;

/// Magic number, version, count.
const HEAD: usize = 4 + 1 + 1;
const CHECKSUM: usize = 4;

fn corrupt(reason: impl std::fmt::Display) -> CodecError {
    CodecError::corrupt(TABLE, format!("{reason}; fsst_train returns valid ones"))
}

/// The bytes of a table of these symbols.
pub(super) fn write(symbols: &[Symbol], lengths: &[u8]) -> Result<Vec<u8>, CodecError> {
    let mut out = copied(&MAGIC)?;
    append(&mut out, &[VERSION, symbols.len() as u8])?;
    append(&mut out, lengths)?;
    for (symbol, len) in symbols.iter().zip(lengths) {
        append(&mut out, &symbol.to_u64().to_le_bytes()[..usize::from(*len)])?;
    }
    let checksum = xxh32(&out, 0);
    append(&mut out, &checksum.to_le_bytes())?;
    Ok(out)
}

/// The symbols of a table, by code.
pub(super) fn parse(bytes: &[u8]) -> Result<Vec<Symbol>, CodecError> {
    let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() else {
        return Err(corrupt(format_args!("it has {} bytes", bytes.len())));
    };
    let [magic @ .., version, count] = *head;
    if magic != MAGIC {
        return Err(corrupt("it does not start with FSST"));
    }
    if version != VERSION {
        return Err(corrupt(format_args!("it is of version {version}, not {VERSION}")));
    }
    if usize::from(count) > MAX_SYMBOLS {
        return Err(corrupt(format_args!("it has {count} symbols")));
    }
    let split = rest.split_at_checked(usize::from(count));
    let (lengths, rest) = split.ok_or_else(|| corrupt("it is cut off"))?;
    check_lengths(lengths)?;
    let total = lengths.iter().map(|len| usize::from(*len)).sum();
    let (symbols, checksum) =
        rest.split_at_checked(total).ok_or_else(|| corrupt("it is cut off"))?;
    if checksum.len() != CHECKSUM {
        return Err(corrupt("its length doesn't match its symbols"));
    }
    if checksum != xxh32(&bytes[..bytes.len() - CHECKSUM], 0).to_le_bytes() {
        return Err(corrupt("it does not match its checksum"));
    }
    read_symbols(lengths, symbols)
}

/// Symbols are ordered by length: 2, 3, … 8, 1. So the compressor recognizes symbols of two bytes by their code.
fn check_lengths(lengths: &[u8]) -> Result<(), CodecError> {
    let order = |len: &u8| if *len == 1 { LONGEST_SYMBOL as u8 + 1 } else { *len };
    if lengths.iter().any(|len| !(1..=LONGEST_SYMBOL as u8).contains(len)) {
        return Err(corrupt("a symbol has a length that is not 1 to 8"));
    }
    match lengths.is_sorted_by_key(order) {
        true => Ok(()),
        false => Err(corrupt("its symbols are not in the order of their lengths")),
    }
}

fn read_symbols(lengths: &[u8], bytes: &[u8]) -> Result<Vec<Symbol>, CodecError> {
    // The compressor's table rejects two longer symbols whose first three bytes have the same hash. A builder reports
    // that; `Compressor::rebuild_from` panics.
    let mut builder = CompressorBuilder::new();
    let mut symbols = Vec::with_capacity(lengths.len());
    let mut rest = bytes;
    for len in lengths {
        let (symbol, after) = rest.split_at(usize::from(*len));
        rest = after;
        let mut word = [0; LONGEST_SYMBOL];
        word[..symbol.len()].copy_from_slice(symbol);
        let word = Symbol::from_slice(&word);
        // The compressor derives a symbol's length from its zero bytes.
        if word.len() != symbol.len() {
            return Err(corrupt("a symbol ends in a zero byte"));
        }
        if symbols.contains(&word) {
            return Err(corrupt("a symbol occurs twice"));
        }
        if !builder.insert(word, symbol.len()) {
            return Err(corrupt("two symbols share a slot of the hash table"));
        }
        symbols.push(word);
    }
    Ok(symbols)
}
