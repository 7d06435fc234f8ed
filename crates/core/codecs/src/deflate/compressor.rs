//! The compression context that a workspace keeps.

use flate2::{Compress, Compression};

use crate::{CodecError, probe};

/// More than a new context takes; zlib-rs panics if it gets no memory for one.
const COMPRESSOR: usize = 512 << 10;

/// A compression context and the level it is set to.
pub(crate) struct Compressor {
    pub(super) context: Compress,
    level: i32,
}

impl Compressor {
    pub(super) fn new(level: i32) -> Result<Self, CodecError> {
        probe(COMPRESSOR)?;
        let context = Compress::new(Compression::new(level as u32), false);
        Ok(Compressor { context, level })
    }

    pub(super) fn restart(&mut self, level: i32) -> Result<(), flate2::CompressError> {
        self.context.reset();
        if self.level != level {
            self.context.set_level(Compression::new(level as u32))?;
            self.level = level;
        }
        Ok(())
    }
}
