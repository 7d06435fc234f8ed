//! States that a group gets with its first value, and their merging.

use hashlane_catalog::{CallError, Function, Settings};

use super::callbacks::State;
use super::states::States;
use crate::arguments::Arguments;
use crate::output::Results;

/// What an aggregate keeps for a group that has values.
pub trait Group: Sized {
    /// That of no values.
    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError>;

    /// Adds a chunk of rows to the groups of its rows.
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Lazy<Self>>,
    ) -> Result<(), String>;

    /// Adds the values of another one.
    fn merge(&mut self, other: &Self) -> Result<(), CallError>;

    /// A copy; an error if memory for it can't be allocated.
    fn try_clone(&self) -> Result<Self, CallError>;

    /// The results of groups, `None` for groups without values.
    fn results<'g>(
        function: &'static Function,
        groups: impl Iterator<Item = Option<&'g Self>>,
    ) -> Result<Results, CallError>
    where
        Self: 'g;
}

/// The state of a group: `None` before its first value.
pub struct Lazy<G>(Option<Box<G>>);

impl<G> Default for Lazy<G> {
    fn default() -> Self {
        Lazy(None)
    }
}

impl<G: Group> Lazy<G> {
    /// The state, which this creates for the group's first value.
    pub fn get(
        &mut self,
        function: &'static Function,
        settings: &Settings,
    ) -> Result<&mut G, CallError> {
        match &mut self.0 {
            Some(group) => Ok(group),
            none => Ok(none.insert(Box::new(G::new(function, settings)?))),
        }
    }
}

impl<G: Group> State for Lazy<G> {
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        G::update(function, arguments, states)
    }

    fn merge(&mut self, _function: &'static Function, source: &Self) -> Result<(), CallError> {
        match (&source.0, &mut self.0) {
            (None, _) => Ok(()),
            (Some(source), Some(target)) => target.merge(source),
            (Some(source), none) => {
                *none = Some(Box::new(source.try_clone()?));
                Ok(())
            }
        }
    }

    fn finish(function: &'static Function, states: &States<Self>) -> Result<Results, CallError> {
        G::results(function, states.iter().map(|state| state.0.as_deref()))
    }
}
