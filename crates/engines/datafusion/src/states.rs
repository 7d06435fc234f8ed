//! Accumulators of aggregates whose state is bytes, for one group and for millions.
//!
//! DataFusion has an adapter from accumulators of one group to those of many. It makes one array of the results of all groups, and
//! panics if that has 2 GiB or more. This one returns an error, and counts the results as memory before they are there, so that
//! DataFusion spills or refuses in time.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, BinaryArray, BooleanArray};
use datafusion::arrow::buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use datafusion::arrow::compute::filter;
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};
use hashlane_catalog::{
    AggregateInput, CallError, Function, GroupValues, KeyedRow, KeyedRows, PortableState, Settings,
    finish,
};

use crate::entry::failed;

/// The arguments of a call as rows.
pub trait StateRows: AggregateInput {
    /// Calls `each` with the rows of a call's arguments.
    fn each(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(Self::Row<'_>) -> Result<(), CallError>,
    ) -> Result<(), CallError>;
}

impl StateRows for GroupValues {
    fn each(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(Option<&[u8]>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        hashlane_arrow::each_value(function, &arguments[0], each)
    }
}

impl StateRows for KeyedRows {
    fn each(
        function: &'static Function,
        arguments: &[ArrayRef],
        each: impl FnMut(KeyedRow) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let places = function.value_places(arguments.len());
        hashlane_arrow::each_keyed_row(function, &arguments[places], each)
    }
}

/// A state that this adapter can keep.
pub trait KeptState: PortableState<Input: StateRows> {
    /// The bytes that it owns, and those of its result.
    fn bytes(&self) -> usize {
        self.memory() + self.result_len()
    }
}

impl<S: PortableState<Input: StateRows>> KeptState for S {}

/// The results of groups.
fn results<S: KeptState>(function: &'static Function, groups: &[S]) -> Result<ArrayRef> {
    let fits = |bytes| match bytes <= MOST {
        true => Ok(()),
        false => Err(CallError::batch_too_long(function, bytes, MOST)),
    };
    let results = finish(function, groups.iter().map(Some), fits);
    let array = |results| hashlane_arrow::array_of_groups(function, results);
    results.and_then(array).map_err(failed)
}

/// The most bytes in an array: its offsets have 32 bits.
const MOST: usize = i32::MAX as usize;

/// The states of groups.
#[derive(Debug)]
pub struct StateGroups<S> {
    function: &'static Function,
    settings: Settings,
    states: Vec<S>,
    /// The sum of their memory.
    bytes: usize,
}

impl<S: KeptState> StateGroups<S> {
    /// No groups.
    pub fn new(function: &'static Function, settings: Settings) -> Self {
        StateGroups { function, settings, states: Vec::new(), bytes: 0 }
    }

    fn grow(&mut self, groups: usize) -> Result<()> {
        while self.states.len() < groups {
            let state = S::new(self.function, &self.settings).map_err(failed)?;
            self.bytes += state.bytes();
            self.states.push(state);
        }
        Ok(())
    }

    /// Adds rows to the group that `group_of` returns for the number of each.
    fn add(&mut self, values: &[ArrayRef], group_of: impl Fn(usize) -> usize) -> Result<()> {
        let StateGroups { function, settings, states, bytes } = self;
        let mut row = 0;
        let added = S::Input::each(function, values, |value| {
            let state = &mut states[group_of(row)];
            row += 1;
            *bytes -= state.bytes();
            let added = state.add(settings, value);
            *bytes += state.bytes();
            added
        });
        added.map_err(failed)
    }

    fn merge(&mut self, states: &[ArrayRef], group_of: impl Fn(usize) -> usize) -> Result<()> {
        for (row, state) in states[0].as_binary::<i32>().iter().enumerate() {
            let Some(state) = state else { continue };
            let group = &mut self.states[group_of(row)];
            self.bytes -= group.bytes();
            let merged = group.merge_bytes(state);
            self.bytes += group.bytes();
            merged.map_err(failed)?;
        }
        Ok(())
    }

    fn take(&mut self, emit_to: EmitTo) -> Vec<S> {
        let taken = emit_to.take_needed(&mut self.states);
        self.bytes -= taken.iter().map(S::bytes).sum::<usize>();
        taken
    }
}

impl<S: KeptState> GroupsAccumulator for StateGroups<S> {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        passes: Option<&BooleanArray>,
        groups: usize,
    ) -> Result<()> {
        self.grow(groups)?;
        let Some(passes) = passes else { return self.add(values, |row| group_indices[row]) };
        // Rows that don't pass must not be read: their values may be wrong.
        let values: Vec<ArrayRef> =
            values.iter().map(|array| filter(array, passes)).collect::<Result<_, _>>()?;
        let passed = group_indices.iter().zip(passes.iter());
        let passed: Vec<usize> =
            passed.filter(|(_, passes)| *passes == Some(true)).map(|(group, _)| *group).collect();
        self.add(&values, |row| passed[row])
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let taken = self.take(emit_to);
        results(self.function, &taken)
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        let mut offsets = vec![0];
        let mut bytes = Vec::new();
        for state in self.take(emit_to) {
            bytes.extend(state.to_bytes().map_err(failed)?);
            let end = i32::try_from(bytes.len())
                .map_err(|_| failed(CallError::batch_too_long(self.function, bytes.len(), MOST)))?;
            offsets.push(end);
        }
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        Ok(vec![Arc::new(BinaryArray::new(offsets, Buffer::from_vec(bytes), None))])
    }

    fn merge_batch(
        &mut self,
        states: &[ArrayRef],
        group_indices: &[usize],
        groups: usize,
    ) -> Result<()> {
        self.grow(groups)?;
        self.merge(states, |row| group_indices[row])
    }

    /// A state for each row.
    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        passes: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        let rows = values.first().map_or(0, |array| array.len());
        let mut groups = StateGroups::<S>::new(self.function, self.settings.clone());
        groups.update_batch(values, &(0..rows).collect::<Vec<_>>(), passes, rows)?;
        groups.state(EmitTo::All)
    }

    fn size(&self) -> usize {
        self.bytes + self.states.capacity() * size_of::<S>()
    }
}

/// The only group of a query or of a window's frame.
#[derive(Debug)]
pub struct StateAccumulator<S>(StateGroups<S>);

impl<S: KeptState> StateAccumulator<S> {
    /// The group without rows.
    pub fn new(function: &'static Function, settings: Settings) -> Result<Self> {
        let mut groups = StateGroups::new(function, settings);
        groups.grow(1)?;
        Ok(StateAccumulator(groups))
    }
}

impl<S: KeptState> Accumulator for StateAccumulator<S> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.0.add(values, |_| 0)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let results = results(self.0.function, &self.0.states)?;
        ScalarValue::try_from_array(&results, 0)
    }

    fn size(&self) -> usize {
        size_of_val(self) + self.0.bytes
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        let state = self.0.states[0].to_bytes().map_err(failed)?;
        Ok(vec![ScalarValue::Binary(Some(state))])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.0.merge(states, |_| 0)
    }
}
