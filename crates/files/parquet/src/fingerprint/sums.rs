//! Sums of the hashes of columns and of rows.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, UInt64Array};
use arrow_schema::DataType;
use hashlane_arrow::{EncodedDictionary, PartColumn};
use hashlane_catalog::{BlockPart, CallError, Function, MultisetHash};

/// Whether the order of rows counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowOrder {
    /// A file is a multiset of rows.
    Ignored,
    /// The same, without sums of columns.
    RowsAlone,
    /// A row is hashed with its number before it.
    Counted,
}

/// The multisets of the values of columns, and of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MultisetSums {
    pub columns: Vec<MultisetHash>,
    pub row: MultisetHash,
}

impl MultisetSums {
    /// The sums of no rows.
    pub(crate) fn new(columns: usize) -> Self {
        MultisetSums {
            columns: vec![MultisetHash::default(); columns],
            row: MultisetHash::default(),
        }
    }

    /// Adds the rows of another part.
    pub(crate) fn merge(&mut self, other: &MultisetSums) {
        self.columns.iter_mut().zip(&other.columns).for_each(|(sum, other)| sum.merge(other));
        self.row.merge(&other.row);
    }
}

/// Hashes batches, for one thread.
pub(crate) struct BatchSummer {
    function: &'static Function,
    order: RowOrder,
    /// The type as which each column is hashed.
    types: Vec<DataType>,
    /// The last dictionary of each column.
    dictionaries: Vec<Option<HashedDictionary>>,
}

impl BatchSummer {
    /// Creates a summer for columns that are hashed as these types.
    pub(crate) fn new(order: RowOrder, types: Vec<DataType>) -> Self {
        let function = hashlane_catalog::find("fingerprint").expect("it is in the catalogue");
        let dictionaries = types.iter().map(|_| None).collect();
        BatchSummer { function, order, types, dictionaries }
    }

    /// Adds a batch of `rows` rows, the first of which has number `first` in the file. An error comes with the column
    /// that caused it.
    pub(crate) fn add(
        &mut self,
        sums: &mut MultisetSums,
        columns: &[ArrayRef],
        rows: usize,
        first: u64,
    ) -> Result<(), (Option<usize>, CallError)> {
        let added = match self.order {
            RowOrder::Ignored | RowOrder::RowsAlone => self.add_parts(sums, columns, rows),
            RowOrder::Counted => self.add_numbered(sums, columns, &numbers(first, rows)),
        };
        added.map_err(|error| self.blame(columns, error))
    }

    /// Adds values and rows. Each value of a dictionary is hashed once.
    ///
    /// Replacing keys by views into the dictionary took as long (0.87 s of CPU for TPC-H's orders).
    fn add_parts(
        &mut self,
        sums: &mut MultisetSums,
        columns: &[ArrayRef],
        rows: usize,
    ) -> Result<(), CallError> {
        if columns.is_empty() {
            let each = |_, hash: &[u8; 16]| sums.row.add(hash);
            return hashlane_catalog::each_row_hash(self.function, &[], rows, each);
        }
        let rows_alone = self.order == RowOrder::RowsAlone;
        for (i, column) in columns.iter().enumerate().filter(|_| !rows_alone) {
            if let Some(array) = column.as_dictionary_opt::<Int32Type>() {
                self.add_keys(i, &mut sums.columns[i], array)?;
            }
        }
        let part = |i: usize| match &self.dictionaries[i] {
            _ if rows_alone => PartColumn::InRows,
            _ if columns[i].as_dictionary_opt::<Int32Type>().is_none() => PartColumn::Alone,
            Some(HashedDictionary { encoded: Some(encoded), .. }) => PartColumn::Encoded(encoded),
            _ => PartColumn::InRows,
        };
        let parts: Vec<_> = (0..columns.len()).map(part).collect();
        let types: Vec<_> = self.types.iter().collect();
        hashlane_arrow::part_hashes(self.function, columns, &types, &parts, |part, hashes| {
            let sum = match part {
                BlockPart::Row => &mut sums.row,
                BlockPart::Column(i) => &mut sums.columns[i],
            };
            hashes.iter().for_each(|hash| sum.add(hash));
        })
    }

    /// Adds values and rows with their numbers before them.
    fn add_numbered(
        &self,
        sums: &mut MultisetSums,
        columns: &[ArrayRef],
        numbers: &ArrayRef,
    ) -> Result<(), CallError> {
        let number = numbers.data_type();
        for ((sum, column), data_type) in sums.columns.iter_mut().zip(columns).zip(&self.types) {
            let columns = [numbers.clone(), column.clone()];
            self.add_rows(sum, &columns, &[number, data_type])?;
        }
        let row: Vec<ArrayRef> = [numbers].into_iter().chain(columns).cloned().collect();
        let types: Vec<&DataType> = [number].into_iter().chain(&self.types).collect();
        self.add_rows(&mut sums.row, &row, &types)
    }

    fn add_rows(
        &self,
        sum: &mut MultisetHash,
        columns: &[ArrayRef],
        types: &[&DataType],
    ) -> Result<(), CallError> {
        hashlane_arrow::each_row_hash_as(self.function, columns, types, |_, hash| sum.add(hash))
    }

    /// Returns the error with the first column that fails by itself.
    fn blame(&self, columns: &[ArrayRef], error: CallError) -> (Option<usize>, CallError) {
        let alone = |(column, data_type): (&ArrayRef, &DataType)| {
            let mut sum = MultisetHash::default();
            self.add_rows(&mut sum, std::slice::from_ref(column), &[data_type]).err()
        };
        let mut errors = columns.iter().zip(&self.types).map(alone).enumerate();
        let first = errors.find_map(|(i, error)| Some((Some(i), error?)));
        first.unwrap_or((None, error))
    }

    /// Adds the values of column `i` by their keys.
    fn add_keys(
        &mut self,
        i: usize,
        sum: &mut MultisetHash,
        array: &DictionaryArray<Int32Type>,
    ) -> Result<(), CallError> {
        let known = self.dictionaries[i].take().filter(|known| known.is_of(array.values()));
        let dictionary = match known {
            Some(known) => known,
            None => HashedDictionary::new(self.function, array.values(), &self.types[i])?,
        };
        let keys = array.keys();
        match keys.nulls().filter(|nulls| nulls.null_count() > 0) {
            None => {
                let hashes = keys.values().iter().map(|key| dictionary.hashes[*key as usize]);
                sum.add_all(keys.len() as u64, hashes.fold(0, u128::wrapping_add));
            }
            Some(_) => {
                let hash = |key: Option<i32>| match key {
                    Some(key) => dictionary.hashes[key as usize],
                    None => dictionary.null,
                };
                sum.add_all(keys.len() as u64, keys.iter().map(hash).fold(0, u128::wrapping_add));
            }
        }
        self.dictionaries[i] = Some(dictionary);
        Ok(())
    }
}

/// The numbers of rows, as a column.
fn numbers(first: u64, rows: usize) -> ArrayRef {
    Arc::new(UInt64Array::from_iter_values(first..first + rows as u64))
}

/// The most values of a dictionary that are kept encoded. Each takes up to 64 bytes.
const MOST_ENCODED: usize = 1 << 16;

/// The values of a dictionary and their hashes.
struct HashedDictionary {
    values: ArrayRef,
    hashes: Vec<u128>,
    /// The encoded values; `None` if the dictionary is long.
    encoded: Option<EncodedDictionary>,
    null: u128,
}

impl HashedDictionary {
    fn new(
        function: &'static Function,
        values: &ArrayRef,
        hashed_as: &DataType,
    ) -> Result<Self, CallError> {
        let mut hashes = vec![0; values.len()];
        let columns = std::slice::from_ref(values);
        hashlane_arrow::each_row_hash_as(function, columns, &[hashed_as], |i, hash| {
            hashes[i] = u128::from_be_bytes(*hash);
        })?;
        let mut null = 0;
        let nothing: ArrayRef = Arc::new(arrow_array::NullArray::new(1));
        hashlane_arrow::each_row_hash(function, &[nothing], |_, hash| {
            null = u128::from_be_bytes(*hash);
        })?;
        let encoded = match values.len() {
            ..=MOST_ENCODED => EncodedDictionary::new(function, values, hashed_as)?,
            _ => None,
        };
        Ok(HashedDictionary { values: values.clone(), hashes, encoded, null })
    }

    /// Whether this is the dictionary of `values`. The batches of a row group share the buffers of their dictionary,
    /// but not the array around them.
    fn is_of(&self, values: &ArrayRef) -> bool {
        self.values.to_data().ptr_eq(&values.to_data())
    }
}
