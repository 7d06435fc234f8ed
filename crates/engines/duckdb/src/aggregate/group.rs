//! States that a group gets with its first value.

use hashlane_catalog::{self as catalog, CallError, Results, Settings};

use super::RegisteredAggregate;
use super::budget::BudgetShare;
use super::callbacks::CallbackState;
use super::rows::ArgumentRows;
use super::states::GroupStates;
use crate::arguments::ChunkArguments;
use crate::output::check_lengths;

/// The state of a group: `None` before its first value.
pub struct LazyState<G>(Option<Box<CountedGroup<G>>>);

/// A group, and its share of the budget.
struct CountedGroup<G> {
    group: G,
    share: BudgetShare,
}

impl<G: catalog::AggregateState> CountedGroup<G> {
    fn new(aggregate: &RegisteredAggregate, group: G) -> Result<Self, CallError> {
        let mut counted = CountedGroup { group, share: BudgetShare::new(&aggregate.budget) };
        counted.count(aggregate).map(|()| counted)
    }

    #[inline]
    fn count(&mut self, aggregate: &RegisteredAggregate) -> Result<(), CallError> {
        let bytes = size_of::<Self>() + self.group.memory();
        self.share.grow_to(aggregate.function, bytes)
    }
}

impl<G> Default for LazyState<G> {
    fn default() -> Self {
        LazyState(None)
    }
}

impl<G: catalog::AggregateState> LazyState<G> {
    /// Returns the state, which this creates for the group's first value.
    fn get(
        &mut self,
        aggregate: &RegisteredAggregate,
        settings: &Settings,
    ) -> Result<&mut CountedGroup<G>, CallError> {
        match &mut self.0 {
            Some(counted) => Ok(counted),
            none => {
                let group = G::new(aggregate.function, settings)?;
                Ok(none.insert(Box::new(CountedGroup::new(aggregate, group)?)))
            }
        }
    }
}

impl<G: catalog::AggregateState<Input: ArgumentRows>> CallbackState for LazyState<G> {
    fn update(
        aggregate: &RegisteredAggregate,
        arguments: &ChunkArguments,
        states: &mut GroupStates<Self>,
    ) -> Result<(), String> {
        G::Input::each(aggregate.function, arguments, |i, row, settings| {
            let counted = states.state(i).get(aggregate, settings)?;
            counted.group.add(settings, row)?;
            counted.count(aggregate)
        })
    }

    fn merge(&mut self, aggregate: &RegisteredAggregate, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(source), Some(target)) => {
                target.group.merge(&source.group)?;
                target.count(aggregate)
            }
            (Some(source), none) => {
                *none = Some(Box::new(CountedGroup::new(aggregate, source.group.try_clone()?)?));
                Ok(())
            }
        }
    }

    fn finish(
        aggregate: &RegisteredAggregate,
        states: &GroupStates<Self>,
    ) -> Result<Results, CallError> {
        let function = aggregate.function;
        let groups = states.iter().map(|state| Some(&state.0.as_deref()?.group));
        let fits = |bytes| aggregate.budget.check_results(function, bytes);
        let results = catalog::finish(function, groups, fits)?;
        check_lengths(function, &results).map(|()| results)
    }
}
