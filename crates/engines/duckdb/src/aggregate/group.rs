//! States that a group gets with its first value.

use hashlane_catalog::{self as catalog, CallError, Results, Settings};

use super::budget::Share;
use super::callbacks::State;
use super::registered::Aggregate;
use super::rows::Rows;
use super::states::States;
use crate::arguments::Arguments;
use crate::output::check_lengths;

/// The state of a group: `None` before its first value.
pub struct Lazy<G>(Option<Box<Counted<G>>>);

/// A group, and its share of the budget.
struct Counted<G> {
    group: G,
    share: Share,
}

impl<G: catalog::AggregateState> Counted<G> {
    fn new(aggregate: &Aggregate, group: G) -> Result<Self, CallError> {
        let mut counted = Counted { group, share: Share::new(&aggregate.budget) };
        counted.count(aggregate).map(|()| counted)
    }

    #[inline]
    fn count(&mut self, aggregate: &Aggregate) -> Result<(), CallError> {
        let bytes = size_of::<Self>() + self.group.memory();
        self.share.grow_to(aggregate.function, bytes)
    }
}

impl<G> Default for Lazy<G> {
    fn default() -> Self {
        Lazy(None)
    }
}

impl<G: catalog::AggregateState> Lazy<G> {
    /// Returns the state, which this creates for the group's first value.
    fn get(
        &mut self,
        aggregate: &Aggregate,
        settings: &Settings,
    ) -> Result<&mut Counted<G>, CallError> {
        match &mut self.0 {
            Some(counted) => Ok(counted),
            none => {
                let group = G::new(aggregate.function, settings)?;
                Ok(none.insert(Box::new(Counted::new(aggregate, group)?)))
            }
        }
    }
}

impl<G: catalog::AggregateState<Input: Rows>> State for Lazy<G> {
    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        G::Input::each(aggregate.function, arguments, |i, row, settings| {
            let counted = states.state(i).get(aggregate, settings)?;
            counted.group.add(settings, row)?;
            counted.count(aggregate)
        })
    }

    fn merge(&mut self, aggregate: &Aggregate, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(source), Some(target)) => {
                target.group.merge(&source.group)?;
                target.count(aggregate)
            }
            (Some(source), none) => {
                *none = Some(Box::new(Counted::new(aggregate, source.group.try_clone()?)?));
                Ok(())
            }
        }
    }

    fn finish(aggregate: &Aggregate, states: &States<Self>) -> Result<Results, CallError> {
        let function = aggregate.function;
        let groups = states.iter().map(|state| Some(&state.0.as_deref()?.group));
        let fits = |bytes| aggregate.budget.check_results(function, bytes);
        let results = catalog::finish(function, groups, fits)?;
        check_lengths(function, &results).map(|()| results)
    }
}
