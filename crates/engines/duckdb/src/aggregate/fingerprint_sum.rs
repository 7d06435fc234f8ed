//! `fingerprint_sum`: a state is a sum of fingerprints.

use hashlane_catalog::{CallError, FingerprintSum, Function, Variable};

use super::callbacks::State;
use super::states::States;
use super::values::each_value;
use crate::arguments::Arguments;
use crate::output::Results;

impl State for FingerprintSum {
    fn update(
        function: &'static Function,
        arguments: &Arguments,
        states: &mut States<Self>,
    ) -> Result<(), String> {
        each_value(function, arguments, |row, value, _| states.state(row).add(function, value))
    }

    fn merge(&mut self, function: &'static Function, source: &Self) -> Result<(), CallError> {
        FingerprintSum::merge(self, function, source)
    }

    fn finish(function: &'static Function, states: &States<Self>) -> Result<Results, CallError> {
        let mut results = Variable::default();
        for sum in states.iter() {
            results.push(function, sum.to_string().as_bytes())?;
        }
        Results::variable(function, results)
    }
}
