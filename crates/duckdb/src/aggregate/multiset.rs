//! `hash_agg` and `fingerprint`: a state is a multiset hash.

use hashlane_catalog::{CallError, Fold, Function, Kernel, MultisetHash, Variable};
use libduckdb_sys::*;

use super::callbacks::State;
use super::states::{self, Kind, States};
use crate::output::Output;
use crate::row;
use crate::scalar::column_count;

impl State for MultisetHash {
    const KIND: Kind = Kind::Multiset;

    unsafe fn update(
        function: &'static Function,
        input: duckdb_data_chunk,
        len: usize,
        states: &States,
    ) -> Result<(), String> {
        // SAFETY: the caller vouches for the chunk.
        let nodes = unsafe {
            let places = function.value_index()..column_count(input);
            row::values(function, input, places, len)?
        };
        let columns: Vec<_> = nodes.iter().map(row::Node::column).collect();
        let add = |i: usize, hash: &[u8; 16]| {
            // SAFETY: the caller vouches for the states.
            unsafe { states::value::<MultisetHash>(states.of(i)).add(hash) };
        };
        hashlane_catalog::each_row_hash(function, &columns, len, add).map_err(|e| e.to_string())
    }

    fn merge(&mut self, _function: &'static Function, source: &Self) -> Result<(), CallError> {
        MultisetHash::merge(self, source);
        Ok(())
    }

    unsafe fn finish(
        function: &'static Function,
        states: &[&Self],
        mut output: Output,
        offset: usize,
    ) -> Result<(), CallError> {
        let mut results = Variable::default();
        for hash in states {
            match function.kernel {
                Kernel::Aggregate(Fold::Sum) => results.push(&hash.digest()),
                _ => results.push(hash.to_string().as_bytes()),
            }
        }
        output.set_variable(function, offset, &results)
    }
}
