//! The aggregate that packs its values.

use hashlane_codecs::CodecError;
use hashlane_codecs::pack::{ChunkCodec, PackBuilder};

use crate::Settings;
use crate::call::with_workspace;
use crate::function::Function;
use crate::{AggregateState, GroupValues};
use crate::{CallError, Results};

/// The pack of a group's values, in the order in which they arrive.
#[derive(Debug)]
pub struct PackedValues {
    function: &'static Function,
    codec: ChunkCodec,
    chunk_bytes: usize,
    builder: PackBuilder,
}

impl PackedValues {
    /// The pack. Unlike [`AggregateState::finish`], this doesn't copy the values.
    ///
    /// # Errors
    /// Returns an error if the last chunk can't be compressed, or if memory can't be allocated.
    pub fn into_finished(self) -> Result<Vec<u8>, CallError> {
        let PackedValues { function, builder, .. } = self;
        let finished = with_workspace(|workspace| {
            let finished = builder.finish(workspace);
            workspace.trim();
            finished
        });
        finished.map_err(|e| CallError::codec(function, &e))
    }

    fn error(&self, error: &CodecError) -> CallError {
        CallError::codec(self.function, error)
    }

    fn not_constant(&self, is_codec: bool) -> CallError {
        let place = if is_codec { 1 } else { 2 };
        CallError::not_constant(self.function, &self.function.args[place])
    }
}

impl AggregateState for PackedValues {
    type Input = GroupValues;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        let (codec, chunk_bytes) = (settings.pack_codec, settings.length);
        let builder = PackBuilder::new(codec, chunk_bytes as u32);
        let builder = builder.map_err(|e| CallError::codec(function, &e))?;
        Ok(PackedValues { function, codec, chunk_bytes, builder })
    }

    fn add(&mut self, settings: &Settings, value: Option<&[u8]>) -> Result<(), CallError> {
        if (settings.pack_codec, settings.length) != (self.codec, self.chunk_bytes) {
            return Err(self.not_constant(settings.pack_codec != self.codec));
        }
        with_workspace(|workspace| self.builder.push(workspace, value)).map_err(|e| self.error(&e))
    }

    /// Appends the values of another pack.
    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        if (other.codec, other.chunk_bytes) != (self.codec, self.chunk_bytes) {
            return Err(self.not_constant(other.codec != self.codec));
        }
        let appended = with_workspace(|workspace| self.builder.append(workspace, &other.builder));
        appended.map_err(|e| self.error(&e))
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        let builder = self.builder.try_clone().map_err(|e| self.error(&e))?;
        Ok(PackedValues { builder, ..*self })
    }

    fn memory(&self) -> usize {
        self.builder.memory()
    }

    fn result_len(&self) -> usize {
        self.memory()
    }

    fn finish(&self, results: &mut Results) -> Result<(), CallError> {
        match self.builder.is_empty() {
            true => results.push_null(self.function),
            false => results
                .strings(self.function)?
                .push(self.function, &self.try_clone()?.into_finished()?),
        }
    }
}
