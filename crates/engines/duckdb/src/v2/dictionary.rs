//! Calls over columns of a dictionary: each entry that a chunk has is computed once.
//!
//! DuckDB does this itself for functions that can't fail, and once for all chunks; this is for the others. There is nothing
//! by which a dictionary could be known again in the next chunk, and no dictionary vector can be made as a result.

use std::cell::RefCell;
use std::ffi::CString;

use hashlane_catalog::{Budget, Function};
use libduckdb_sys::duckdb_type;

use super::host::{Handle, View, v2_get};
use crate::arguments::{ChunkArgument, ChunkArguments};
use crate::callback::{ComputeCallback, compute};
use crate::logical_type::LogicalType;
use crate::node::{NodeKind, VectorNode, flat};
use crate::output::{NumberVector, OutputVector, RowsOutcome};
use crate::results;
use crate::scalar::{ComputedChunk, evaluate};
use crate::vector::{Vector, is_valid};

/// Kinds of vectors.
const CONSTANT: u32 = 2;
const DICTIONARY: u32 = 3;

/// The largest dictionary that is looked at, since each thread keeps a number for each entry.
const MAX_ENTRIES: usize = 1 << 16;

/// With fewer rows for each entry, a chunk is computed row by row. With 2, `xxh3(v, seed)` of 1,000 different values takes half
/// as long again.
const LEAST_REPEATS: usize = 4;

/// If the first rows have more entries than half their number, the others aren't looked at.
const SAMPLE: usize = 256;

thread_local! {
    /// The number of this chunk, and for each entry of a dictionary the chunk that had it last, with its index there.
    static INDEXES: RefCell<(u32, Vec<(u32, u16)>)> = RefCell::default();
}

/// The arguments of a call for each entry of a dictionary that a chunk has.
pub struct EntryChunk {
    columns: Vec<EntryColumn>,
    /// The number of entries.
    len: usize,
    /// The index of each row's entry. The entries are in the order of their first rows.
    places: Vec<u16>,
}

/// An argument's values for each entry. They are of a type without parameters.
struct EntryColumn {
    id: duckdb_type,
    values: Vec<u128>,
    validity: Option<Vec<u64>>,
}

impl EntryChunk {
    /// Reads the arguments of a chunk; `None` unless they are columns of one dictionary, which repeat, and constants.
    ///
    /// # Safety
    /// The vectors have so many rows and don't change during the callback.
    pub unsafe fn read(vectors: &[Handle], rows: usize) -> Option<Self> {
        // SAFETY: the caller guarantees the vectors. A dictionary has a place for each row.
        unsafe {
            let kind = |vector: &Handle| -> u32 { v2_get!(vector_get_vector_type(*vector)) };
            let kinds: Vec<u32> = vectors.iter().map(kind).collect();
            let first = kinds.iter().position(|kind| *kind == DICTIONARY)?;
            if kinds.iter().any(|kind| ![CONSTANT, DICTIONARY].contains(kind)) {
                return None;
            }
            let view = |vector: &Handle| -> View { v2_get!(vector_get_view(*vector)) };
            let views: Vec<View> = vectors.iter().map(view).collect();
            let places = views[first].places;
            let is_same = |(view, kind): (&View, &u32)| *kind == CONSTANT || view.places == places;
            if !views.iter().zip(&kinds).all(is_same) || (views[first].len as usize) < rows {
                return None;
            }
            let (entries, places) = indexed(std::slice::from_raw_parts(places, rows))?;
            let column = |((vector, view), kind): ((&Handle, &View), &u32)| {
                let logical: Handle = v2_get!(vector_get_logical_type(*vector));
                let id = LogicalType::from_raw(logical.cast()).id();
                EntryColumn::read(
                    id,
                    view,
                    entries.iter().map(|entry| match *kind {
                        CONSTANT => 0,
                        _ => *entry as usize,
                    }),
                )
            };
            let columns = vectors.iter().zip(&views).zip(&kinds).map(column);
            Some(EntryChunk {
                columns: columns.collect::<Option<_>>()?,
                len: entries.len(),
                places,
            })
        }
    }

    fn arguments(&self) -> ChunkArguments {
        let column = |column: &EntryColumn| {
            let data = column.values.as_ptr().cast();
            // SAFETY: the column has a value for each entry, and is alive as long as the call.
            let vector = unsafe { Vector::new(data, column.validity.as_deref(), self.len) };
            let values = flat(column.id).expect("the width of its type is known");
            ChunkArgument::new(column.id, VectorNode { vector, values })
        };
        ChunkArguments { columns: self.columns.iter().map(column).collect(), len: self.len }
    }

    /// Computes a call and writes the results of its rows.
    ///
    /// # Safety
    /// The vector has the function's type, which is of numbers or strings.
    pub unsafe fn run(
        &self,
        function: &'static Function,
        output: &mut OutputVector,
    ) -> Result<(), CString> {
        let arguments = self.arguments();
        let width = function.returns.width().unwrap_or(0);
        let mut memory = vec![0_u128; (self.len * width).div_ceil(size_of::<u128>())];
        // SAFETY: the memory has room for the number of each entry.
        let numbers = unsafe { NumberVector::new(memory.as_mut_ptr().cast(), self.len) };
        let ComputedChunk { valid, outcome } = compute(ComputeCallback::Execute, || {
            evaluate(function, &arguments, numbers, Budget::DEFAULT)
        })?;
        let rows = || self.places.iter().map(|place| usize::from(*place)).enumerate();
        match &outcome {
            RowsOutcome::Null => output.set_nulls(0..self.places.len()),
            RowsOutcome::InPlace { nulls } => {
                // SAFETY: the caller vouches for the type, whose values have this width.
                unsafe { output.spread(width, memory.as_ptr().cast(), &self.places) };
                let is_null = |place: &usize| nulls.binary_search(place).is_ok();
                output.set_nulls(rows().filter(|(_, place)| is_null(place)).map(|(row, _)| row));
            }
            RowsOutcome::Results(different) => {
                // SAFETY: the caller vouches for the type.
                unsafe { output.set_repeated(&function.returns, different, &self.places)? };
            }
            RowsOutcome::Repeated { different, places } => {
                let places: Vec<u16> = rows().map(|(_, entry)| places[entry]).collect();
                // SAFETY: the caller vouches for the type. A result's first entry is not after this one.
                unsafe { output.set_repeated(&function.returns, different, &places)? };
            }
        }
        if let Some(valid) = valid {
            let is_null = |place: &usize| !is_valid(Some(&valid), *place);
            output.set_nulls(rows().filter(|(_, place)| is_null(place)).map(|(row, _)| row));
        }
        results::recycle(outcome);
        Ok(())
    }
}

/// Returns the entries that rows have, and the index of each row's; `None` if they repeat too little.
fn indexed(places: &[u32]) -> Option<(Vec<u32>, Vec<u16>)> {
    let most = (places.len() / LEAST_REPEATS).min(usize::from(u16::MAX));
    INDEXES.with_borrow_mut(|(chunk, indexes)| {
        *chunk = chunk.checked_add(1).unwrap_or_else(|| {
            indexes.clear();
            1
        });
        let (mut entries, mut of_rows) = (Vec::new(), Vec::with_capacity(places.len()));
        for entry in places {
            let place = *entry as usize;
            let repeats_too_little = of_rows.len() == SAMPLE && entries.len() > SAMPLE / 2;
            if place >= MAX_ENTRIES || repeats_too_little {
                return None;
            }
            if place >= indexes.len() {
                indexes.resize(place + 1, (0, 0));
            }
            let (last, index) = &mut indexes[place];
            if *last != *chunk {
                if entries.len() == most {
                    return None;
                }
                (*last, *index) = (*chunk, entries.len() as u16);
                entries.push(*entry);
            }
            of_rows.push(*index);
        }
        Some((entries, of_rows))
    })
}

impl EntryColumn {
    /// Copies the values at these places; `None` if they are of a type with parameters.
    ///
    /// # Safety
    /// The view is of a vector of this type that has these places.
    unsafe fn read(
        id: duckdb_type,
        view: &View,
        places: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> Option<Self> {
        let (width, len) = (flat(id).as_ref().and_then(width)?, places.len());
        let mut values = vec![0_u128; (len * width).div_ceil(size_of::<u128>())];
        let out: *mut u8 = values.as_mut_ptr().cast();
        for (i, place) in places.clone().enumerate() {
            // SAFETY: the caller vouches for the place, and there is room for `len` values. The bytes of a NULL may be
            // anything, and aren't read as a value.
            unsafe {
                let value = view.data.cast::<u8>().add(place * width);
                std::ptr::copy_nonoverlapping(value, out.add(i * width), width);
            }
        }
        let validity = (!view.validity.is_null()).then(|| {
            let mut bits = vec![0_u64; len.div_ceil(64)];
            for (i, place) in places.enumerate() {
                // SAFETY: the vector has a bit for each of its places.
                let word = unsafe { *view.validity.add(place / 64) };
                bits[i / 64] |= (word >> (place % 64) & 1) << (i % 64);
            }
            bits
        });
        Some(EntryColumn { id, values, validity })
    }
}

/// The bytes of a value in a vector; `None` for types with parameters.
fn width(kind: &NodeKind) -> Option<usize> {
    match kind {
        NodeKind::Bools => Some(1),
        NodeKind::Integers(_, width, _) => Some(width.bytes()),
        NodeKind::F32 => Some(4),
        NodeKind::F64 => Some(8),
        NodeKind::Strings(_) | NodeKind::Uuids => Some(16),
        _ => None,
    }
}
