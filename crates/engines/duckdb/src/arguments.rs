//! Reads the arguments of a call from DuckDB.

use hashlane_catalog::TypeClass;
use libduckdb_sys::*;

use crate::api::call;
use crate::logical_type::{self, LogicalType};
use crate::node::VectorNode;

/// The arguments of a call over a chunk.
pub struct ChunkArguments {
    pub columns: Vec<ChunkArgument>,
    /// The number of rows.
    pub len: usize,
}

/// A column of a chunk.
pub struct ChunkArgument {
    id: duckdb_type,
    pub node: VectorNode,
}

impl ChunkArguments {
    /// Reads a chunk.
    ///
    /// # Safety
    /// `input` is a chunk that does not change while this is alive.
    pub unsafe fn read(input: duckdb_data_chunk) -> Self {
        // SAFETY: the caller guarantees the chunk. It has this many columns, and DuckDB allocates their types for the
        // caller.
        unsafe {
            let len = call!(duckdb_data_chunk_get_size(input)) as usize;
            let columns = (0..call!(duckdb_data_chunk_get_column_count(input))).map(|i| {
                let raw = call!(duckdb_data_chunk_get_vector(input, i));
                let logical = LogicalType::from_raw(call!(duckdb_vector_get_column_type(raw)));
                ChunkArgument { id: logical.id(), node: VectorNode::read(raw, &logical, len, 0) }
            });
            ChunkArguments { columns: columns.collect(), len }
        }
    }
}

impl ChunkArgument {
    /// A column of this type.
    pub fn new(id: duckdb_type, node: VectorNode) -> Self {
        ChunkArgument { id, node }
    }

    /// The class of the type in the catalogue.
    pub fn class(&self) -> TypeClass {
        logical_type::class(self.id)
    }

    /// The type's name in SQL, for errors.
    pub fn type_name(&self) -> &'static str {
        logical_type::name(self.id)
    }

    pub fn validity(&self) -> Option<&[u64]> {
        self.node.vector.validity()
    }
}
