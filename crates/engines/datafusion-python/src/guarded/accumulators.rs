//! Accumulators whose panics are errors.

use datafusion::arrow::array::{ArrayRef, BooleanArray};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};

use super::{GuardedCallback, guarded};

/// Forwards to the accumulator of one group.
#[derive(Debug)]
pub struct GuardedAccumulator(pub Box<dyn Accumulator>);

impl Accumulator for GuardedAccumulator {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        guarded(GuardedCallback::Update, || self.0.update_batch(values))
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        guarded(GuardedCallback::Evaluate, || self.0.evaluate())
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        guarded(GuardedCallback::State, || self.0.state())
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        guarded(GuardedCallback::Merge, || self.0.merge_batch(states))
    }

    fn retract_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        guarded(GuardedCallback::Retract, || self.0.retract_batch(values))
    }

    fn supports_retract_batch(&self) -> bool {
        self.0.supports_retract_batch()
    }
}

/// Forwards to the accumulator of many groups.
pub struct GuardedGroups(pub Box<dyn GroupsAccumulator>);

impl GroupsAccumulator for GuardedGroups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        filter: Option<&BooleanArray>,
        groups: usize,
    ) -> Result<()> {
        guarded(GuardedCallback::Update, || {
            self.0.update_batch(values, group_indices, filter, groups)
        })
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        guarded(GuardedCallback::Evaluate, || self.0.evaluate(emit_to))
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        guarded(GuardedCallback::State, || self.0.state(emit_to))
    }

    fn merge_batch(
        &mut self,
        states: &[ArrayRef],
        group_indices: &[usize],
        groups: usize,
    ) -> Result<()> {
        guarded(GuardedCallback::Merge, || self.0.merge_batch(states, group_indices, groups))
    }

    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        filter: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        guarded(GuardedCallback::ConvertToState, || self.0.convert_to_state(values, filter))
    }

    fn size(&self) -> usize {
        self.0.size()
    }
}
