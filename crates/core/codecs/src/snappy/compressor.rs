//! The encoder that a workspace keeps.

use snap::raw;

use crate::{CodecError, probe};

/// The longest row for which the crate's encoder needs no extra table.
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

    /// The encoder, or an error if the table that `row` needs can't be allocated. The crate allocates it when it
    /// is first needed, and aborts if that fails.
    pub(super) fn encoder_for(&mut self, row: &[u8]) -> Result<&mut raw::Encoder, CodecError> {
        if row.len() > MAX_SMALL && !self.has_table {
            probe(TABLE)?;
            self.has_table = true;
        }
        Ok(&mut self.encoder)
    }
}
