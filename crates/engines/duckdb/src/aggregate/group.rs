//! States that a group gets with its first value, and their merging.

use hashlane_catalog::{CallError, Settings, Variable};

use super::budget::Share;
use super::callbacks::State;
use super::registered::Aggregate;
use super::states::States;
use crate::arguments::Arguments;
use crate::output::Results;

/// What an aggregate keeps for a group that has values.
pub trait Group: Sized {
    /// That of no values.
    fn new(aggregate: &Aggregate, settings: &Settings) -> Result<Self, CallError>;

    /// Adds a chunk of rows to the groups of its rows.
    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String>;

    /// Adds the values of another one.
    fn merge(&mut self, aggregate: &Aggregate, other: &Self) -> Result<(), CallError>;

    /// A copy; an error if memory for it can't be allocated.
    fn try_clone(&self) -> Result<Self, CallError>;

    /// The bytes that it owns.
    fn memory(&self) -> usize;

    /// The results of groups, `None` for groups without values.
    fn results<'g>(
        aggregate: &Aggregate,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError>
    where
        Self: 'g;
}

/// The state of a group: `None` before its first value.
pub struct Lazy<G>(Option<Box<Counted<G>>>);

/// A group, and its share of the budget.
struct Counted<G> {
    group: G,
    share: Share,
}

impl<G: Group> Counted<G> {
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

impl<G: Group> Lazy<G> {
    /// Changes the state, which this creates for the group's first value, and counts its memory.
    ///
    /// # Errors
    /// Returns the error of `change`, or that of a full budget.
    pub fn change(
        &mut self,
        aggregate: &Aggregate,
        settings: &Settings,
        change: impl FnOnce(&mut G) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        let counted = match &mut self.0 {
            Some(counted) => counted,
            none => {
                let group = G::new(aggregate, settings)?;
                none.insert(Box::new(Counted::new(aggregate, group)?))
            }
        };
        change(&mut counted.group)?;
        counted.count(aggregate)
    }
}

impl<G: Group> State for Lazy<G> {
    fn update(
        aggregate: &Aggregate,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        G::update(aggregate, arguments, states)
    }

    fn merge(&mut self, aggregate: &Aggregate, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(source), Some(target)) => {
                target.group.merge(aggregate, &source.group)?;
                target.count(aggregate)
            }
            (Some(source), none) => {
                *none = Some(Box::new(Counted::new(aggregate, source.group.try_clone()?)?));
                Ok(())
            }
        }
    }

    fn finish(aggregate: &Aggregate, states: &States<Self>) -> Result<Results, CallError> {
        let groups = states.iter().map(|state| state.0.as_deref());
        G::results(aggregate, groups.map(|counted| counted.map(|counted| &counted.group)))
    }
}

/// The results of groups, where they are bytes.
pub fn bytes_of<'g, G: 'g>(
    aggregate: &Aggregate,
    groups: impl Iterator<Item = Option<&'g G>>,
    mut result: impl FnMut(&G) -> Result<Vec<u8>, CallError>,
) -> Result<Results, CallError> {
    let mut results = Variable::default();
    for group in groups {
        match group {
            Some(group) => {
                let result = result(group)?;
                let bytes = results.bytes().len() + result.len();
                aggregate.budget.check_results(aggregate.function, bytes)?;
                results.push(aggregate.function, &result)?;
            }
            None => results.push_null(aggregate.function)?,
        }
    }
    Results::variable(aggregate.function, results)
}
