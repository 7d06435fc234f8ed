//! A MinHash signature that grows with its elements.

use std::cell::RefCell;
use std::sync::Arc;

use hashlane_kernels::hash::minhash::{Permutations, element_hash};

use crate::Settings;
use crate::filled;
use crate::function::Function;
use crate::{AggregateState, GroupValues, PortableState};
use crate::{CallError, Results};

thread_local! {
    /// The permutations of this thread's last signature. Signatures of one length share them: a group has a signature of its own.
    static PERMUTATIONS: RefCell<Option<Arc<Permutations>>> = const { RefCell::new(None) };
}

/// The signature of the elements so far. It is the same in any order and any partition of them.
#[derive(Debug)]
pub struct MinHash {
    function: &'static Function,
    permutations: Arc<Permutations>,
    numbers: Vec<u32>,
    is_empty: bool,
}

impl MinHash {
    fn of_len(function: &'static Function, len: usize) -> Result<Self, CallError> {
        let permutations = permutations(function, len)?;
        let numbers = filled(function, len, u32::MAX)?;
        Ok(MinHash { function, permutations, numbers, is_empty: true })
    }

    /// Removes all elements.
    pub(crate) fn clear(&mut self) {
        self.numbers.fill(u32::MAX);
        self.is_empty = true;
    }

    /// Adds an element.
    pub(crate) fn add_element(&mut self, element: &[u8]) {
        self.permutations.lower(&mut self.numbers, element_hash(element));
        self.is_empty = false;
    }

    fn merge_numbers(
        &mut self,
        others: impl ExactSizeIterator<Item = u32>,
    ) -> Result<(), CallError> {
        if others.len() != self.numbers.len() {
            return Err(self.not_constant());
        }
        for (number, other) in self.numbers.iter_mut().zip(others) {
            *number = (*number).min(other);
        }
        self.is_empty = false;
        Ok(())
    }

    /// The numbers; `None` without elements.
    pub fn signature(&self) -> Option<&[u32]> {
        (!self.is_empty).then_some(&self.numbers)
    }

    fn not_constant(&self) -> CallError {
        let (_, arg) = self.function.params().next().expect("the length of the signature");
        CallError::not_constant(self.function, arg)
    }
}

impl AggregateState for MinHash {
    type Input = GroupValues;

    fn new(function: &'static Function, settings: &Settings) -> Result<Self, CallError> {
        Self::of_len(function, settings.length)
    }

    fn add(&mut self, settings: &Settings, element: Option<&[u8]>) -> Result<(), CallError> {
        if settings.length != self.numbers.len() {
            return Err(self.not_constant());
        }
        element.into_iter().for_each(|element| self.add_element(element));
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), CallError> {
        match other.signature() {
            Some(numbers) => self.merge_numbers(numbers.iter().copied()),
            None => Ok(()),
        }
    }

    fn try_clone(&self) -> Result<Self, CallError> {
        let mut copy = Self::of_len(self.function, self.numbers.len())?;
        copy.merge(self).map(|()| copy)
    }

    fn memory(&self) -> usize {
        size_of_val(&self.numbers[..])
    }

    fn result_len(&self) -> usize {
        self.memory()
    }

    fn finish(&self, results: &mut Results) -> Result<(), CallError> {
        let lists = results.lists(self.function)?;
        match self.signature() {
            Some(signature) => lists.push_numbers(self.function, signature),
            None => lists.push_null(self.function),
        }
    }
}

/// The numbers in little-endian order; nothing without elements.
impl PortableState for MinHash {
    fn to_bytes(&self) -> Result<Vec<u8>, CallError> {
        let numbers = self.signature().unwrap_or_default();
        let mut bytes = filled(self.function, size_of_val(numbers), 0)?;
        for (to, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
            *to = number.to_le_bytes();
        }
        Ok(bytes)
    }

    fn merge_bytes(&mut self, bytes: &[u8]) -> Result<(), CallError> {
        match bytes {
            [] => Ok(()),
            _ => {
                self.merge_numbers(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)))
            }
        }
    }
}

/// The permutations of signatures of a length.
fn permutations(function: &Function, len: usize) -> Result<Arc<Permutations>, CallError> {
    PERMUTATIONS.with_borrow_mut(|last| match last {
        Some(last) if last.len() == len => Ok(last.clone()),
        _ => {
            let bytes = 2 * len * size_of::<u32>();
            let made = Permutations::try_new(len);
            let made = Arc::new(made.ok_or_else(|| CallError::out_of_memory(function, bytes))?);
            Ok(last.insert(made).clone())
        }
    })
}
