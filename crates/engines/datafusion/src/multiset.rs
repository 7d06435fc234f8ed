//! Accumulators of multiset hashes, for one group and for millions.

use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, AsArray, BinaryBuilder, BooleanArray, StringBuilder, UInt64Array,
};
use datafusion::arrow::datatypes::UInt64Type;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};
use hashlane_catalog::{Fold, Function, MultisetHash};

use crate::entry::failed;

/// The columns of a serialized state.
pub const PARTS: [&str; 3] = ["rows", "low", "high"];

/// Converts the columns of serialized states.
fn parts(states: &[ArrayRef]) -> impl Iterator<Item = MultisetHash> {
    let [rows, low, high] =
        std::array::from_fn(|i| states[i].as_primitive::<UInt64Type>().values());
    rows.iter().zip(low).zip(high).map(|((r, l), h)| MultisetHash::from_parts([*r, *l, *h]))
}

/// Serializes states, column by column.
fn columns(hashes: &[MultisetHash]) -> Vec<ArrayRef> {
    let column = |i: usize| {
        let values: Vec<u64> = hashes.iter().map(|hash| hash.parts()[i]).collect();
        Arc::new(UInt64Array::from(values)) as ArrayRef
    };
    (0..PARTS.len()).map(column).collect()
}

/// The aggregate of one group. Rows can be removed again, for sliding windows.
#[derive(Debug)]
pub struct MultisetAccumulator {
    function: &'static Function,
    fold: Fold,
    hash: MultisetHash,
}

impl MultisetAccumulator {
    /// The aggregate of no rows.
    pub fn new(function: &'static Function, fold: Fold) -> Self {
        MultisetAccumulator { function, fold, hash: MultisetHash::default() }
    }
}

impl Accumulator for MultisetAccumulator {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let hash = &mut self.hash;
        hashlane_arrow::each_row_hash(self.function, values, |_, row| hash.add(row)).map_err(failed)
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let hash = &mut self.hash;
        let each = |_, row: &[u8; 16]| hash.remove(row);
        hashlane_arrow::each_row_hash(self.function, values, each).map_err(failed)
    }

    fn supports_retract_batch(&self) -> bool {
        true
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        Ok(match self.fold {
            Fold::Sum => ScalarValue::Binary(Some(self.hash.digest().to_vec())),
            // `Fold::Fingerprint`: no other fold has these accumulators.
            _ => ScalarValue::Utf8(Some(self.hash.to_string())),
        })
    }

    fn size(&self) -> usize {
        size_of_val(self)
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(self.hash.parts().map(|part| ScalarValue::UInt64(Some(part))).to_vec())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        parts(states).for_each(|hash| self.hash.merge(&hash));
        Ok(())
    }
}

/// The aggregates of many groups, 24 bytes each.
#[derive(Debug)]
pub struct MultisetGroups {
    function: &'static Function,
    fold: Fold,
    hashes: Vec<MultisetHash>,
}

impl MultisetGroups {
    /// The aggregates of no groups.
    pub fn new(function: &'static Function, fold: Fold) -> Self {
        MultisetGroups { function, fold, hashes: Vec::new() }
    }

    fn emit(&mut self, emit_to: EmitTo) -> Vec<MultisetHash> {
        emit_to.take_needed(&mut self.hashes)
    }
}

/// Whether row `i` passes a FILTER clause.
fn passes(filter: Option<&BooleanArray>, i: usize) -> bool {
    use datafusion::arrow::array::Array;
    filter.is_none_or(|filter| filter.is_valid(i) && filter.value(i))
}

impl GroupsAccumulator for MultisetGroups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        filter: Option<&BooleanArray>,
        groups: usize,
    ) -> Result<()> {
        self.hashes.resize(groups, MultisetHash::default());
        let hashes = &mut self.hashes;
        let each = |i: usize, row: &[u8; 16]| {
            if passes(filter, i) {
                hashes[group_indices[i]].add(row);
            }
        };
        hashlane_arrow::each_row_hash(self.function, values, each).map_err(failed)
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let hashes = self.emit(emit_to);
        Ok(match self.fold {
            Fold::Sum => {
                let mut digests = BinaryBuilder::with_capacity(hashes.len(), 16 * hashes.len());
                hashes.iter().for_each(|hash| digests.append_value(hash.digest()));
                Arc::new(digests.finish())
            }
            // `Fold::Fingerprint`: no other fold has these accumulators.
            _ => {
                let mut texts = StringBuilder::with_capacity(hashes.len(), 40 * hashes.len());
                hashes.iter().for_each(|hash| texts.append_value(hash.to_string()));
                Arc::new(texts.finish())
            }
        })
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        Ok(columns(&self.emit(emit_to)))
    }

    fn merge_batch(
        &mut self,
        states: &[ArrayRef],
        group_indices: &[usize],
        groups: usize,
    ) -> Result<()> {
        self.hashes.resize(groups, MultisetHash::default());
        for (hash, group) in parts(states).zip(group_indices) {
            self.hashes[*group].merge(&hash);
        }
        Ok(())
    }

    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        filter: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        let rows = values.first().map_or(0, |array| array.len());
        let mut hashes = vec![MultisetHash::default(); rows];
        let each = |i: usize, row: &[u8; 16]| {
            if passes(filter, i) {
                hashes[i].add(row);
            }
        };
        hashlane_arrow::each_row_hash(self.function, values, each).map_err(failed)?;
        Ok(columns(&hashes))
    }

    fn size(&self) -> usize {
        self.hashes.capacity() * size_of::<MultisetHash>()
    }
}
