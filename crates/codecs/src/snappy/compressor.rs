//! The encoder that a workspace keeps.

use snap::raw;

use crate::{CodecError, probe};

/// The longest row for which the crate's encoder needs no table beside the one that it has.
const MAX_SMALL: usize = 1 << 10;

/// More than that table takes.
const TABLE: usize = 48 << 10;

/// The crate's encoder.
pub(crate) struct Compressor {
    encoder: raw::Encoder,
    has_table: bool,
}

impl Compressor {
    pub(super) fn new() -> Self {
        Compressor { encoder: raw::Encoder::new(), has_table: false }
    }

    /// The encoder, or an error if there is no memory for the table that `row` needs: the crate makes it when it
    /// is first needed, and ends the process where it can't.
    pub(super) fn encoder_for(&mut self, row: &[u8]) -> Result<&mut raw::Encoder, CodecError> {
        if row.len() > MAX_SMALL && !self.has_table {
            probe(TABLE)?;
            self.has_table = true;
        }
        Ok(&mut self.encoder)
    }
}
