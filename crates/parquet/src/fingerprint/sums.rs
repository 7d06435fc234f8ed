//! The hashes of the columns of a batch and of its rows, added up.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, UInt64Array};
use arrow::datatypes::Int32Type;
use hashlane_catalog::{CallError, Function, MultisetHash};

/// Whether the places of rows count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// A file is a multiset of rows.
    Ignored,
    /// A row is hashed with its number before it.
    Counted,
}

/// The multisets of the values of columns, and of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sums {
    pub columns: Vec<MultisetHash>,
    pub row: MultisetHash,
}

impl Sums {
    /// Of no rows.
    pub fn new(columns: usize) -> Self {
        Sums { columns: vec![MultisetHash::default(); columns], row: MultisetHash::default() }
    }

    /// Adds the rows of another part.
    pub fn merge(&mut self, other: &Sums) {
        self.columns.iter_mut().zip(&other.columns).for_each(|(sum, other)| sum.merge(other));
        self.row.merge(&other.row);
    }
}

/// Hashes batches, for one thread.
pub(crate) struct Summer {
    function: &'static Function,
    order: Order,
    /// The dictionary that each column had last.
    dictionaries: Vec<Option<Dictionary>>,
}

impl Summer {
    /// For so many columns.
    pub fn new(order: Order, columns: usize) -> Self {
        let function = hashlane_catalog::find("fingerprint").expect("it is in the catalogue");
        Summer { function, order, dictionaries: (0..columns).map(|_| None).collect() }
    }

    /// Adds a batch of `rows` rows, the first one of which has the number `first` in the file. The error
    /// comes with the column that it is about.
    pub fn add(
        &mut self,
        sums: &mut Sums,
        columns: &[ArrayRef],
        rows: usize,
        first: u64,
    ) -> Result<(), (Option<usize>, CallError)> {
        let numbers = match self.order {
            Order::Ignored => None,
            Order::Counted => Some(numbers(first, rows)),
        };
        for (i, column) in columns.iter().enumerate() {
            let sum = &mut sums.columns[i];
            let added = match &numbers {
                Some(numbers) => self.add_rows(sum, &[numbers.clone(), column.clone()]),
                None => self.add_values(i, sum, column),
            };
            added.map_err(|error| (Some(i), error))?;
        }
        // Views into the dictionaries in place of their keys took as long (0.87 s of CPU for TPC-H's orders).
        let row: Vec<ArrayRef> = numbers.into_iter().chain(columns.iter().cloned()).collect();
        let added = match row.is_empty() {
            false => self.add_rows(&mut sums.row, &row),
            true => hashlane_catalog::each_row_hash(self.function, &[], rows, |_, hash| {
                sums.row.add(hash);
            }),
        };
        added.map_err(|error| (None, error))
    }

    fn add_rows(&self, sum: &mut MultisetHash, columns: &[ArrayRef]) -> Result<(), CallError> {
        hashlane_arrow::each_row_hash(self.function, columns, |_, hash| sum.add(hash))
    }

    /// Adds the values of column `i`, those of a dictionary by their keys.
    fn add_values(
        &mut self,
        i: usize,
        sum: &mut MultisetHash,
        column: &ArrayRef,
    ) -> Result<(), CallError> {
        let Some(array) = column.as_dictionary_opt::<Int32Type>() else {
            return self.add_rows(sum, std::slice::from_ref(column));
        };
        let known = self.dictionaries[i].take().filter(|known| known.is_of(array.values()));
        let dictionary = match known {
            Some(known) => known,
            None => Dictionary::new(self.function, array.values())?,
        };
        let keys = array.keys();
        match keys.nulls().filter(|nulls| nulls.null_count() > 0) {
            None => keys.values().iter().for_each(|key| sum.add(&dictionary.hashes[*key as usize])),
            Some(_) => keys.iter().for_each(|key| {
                sum.add(key.map_or(&dictionary.null, |key| &dictionary.hashes[key as usize]));
            }),
        }
        self.dictionaries[i] = Some(dictionary);
        Ok(())
    }
}

/// The numbers of rows, as a column.
fn numbers(first: u64, rows: usize) -> ArrayRef {
    Arc::new(UInt64Array::from_iter_values(first..first + rows as u64))
}

/// The values of a dictionary and their hashes.
struct Dictionary {
    values: ArrayRef,
    hashes: Vec<[u8; 16]>,
    null: [u8; 16],
}

impl Dictionary {
    fn new(function: &'static Function, values: &ArrayRef) -> Result<Self, CallError> {
        let mut hashes = vec![[0; 16]; values.len()];
        hashlane_arrow::each_row_hash(function, std::slice::from_ref(values), |i, hash| {
            hashes[i] = *hash;
        })?;
        let mut null = [0; 16];
        let nothing: ArrayRef = Arc::new(arrow::array::NullArray::new(1));
        hashlane_arrow::each_row_hash(function, &[nothing], |_, hash| null = *hash)?;
        Ok(Dictionary { values: values.clone(), hashes, null })
    }

    /// Whether it is that of `values`. Batches of a row group share their dictionary's buffers, though not
    /// the array around them.
    fn is_of(&self, values: &ArrayRef) -> bool {
        self.values.to_data().ptr_eq(&values.to_data())
    }
}
