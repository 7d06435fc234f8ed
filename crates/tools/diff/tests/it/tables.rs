//! Tables to compare, and the results of comparisons.

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch};
use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::prelude::SessionContext;
use hashlane_diff::{
    Comparison, DiffError, DiffOptions, OneSided, Summary, UNTYPED, ValueTable, compare,
};

/// Numbers from a seed (SplitMix64).
pub struct Random(u64);

impl Random {
    /// From a fresh seed, which is printed.
    pub fn fresh() -> Self {
        let seed = RandomState::new().hash_one(0);
        println!("seed {seed}");
        Random(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A table of named columns.
pub fn table(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, array)| (name, array, true)),
    )
    .expect("columns of one length")
}

/// The table with these columns marked as text whose type nobody stated.
pub fn untyped(batch: RecordBatch, columns: &[&str]) -> RecordBatch {
    let schema = batch.schema();
    let fields = schema.fields().iter().map(|field| {
        let is_marked = columns.contains(&field.name().as_str());
        let mark = is_marked.then(|| (UNTYPED.to_owned(), String::new()));
        field.as_ref().clone().with_metadata(mark.into_iter().collect())
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    RecordBatch::try_new(schema, batch.columns().to_vec()).expect("the same columns")
}

/// Options with a key.
pub fn by(key: &[&str]) -> DiffOptions {
    let key = key.iter().map(|&name| name.to_owned()).collect();
    DiffOptions { key, ..DiffOptions::default() }
}

/// A change as text: `added`, `removed` or `changed`, then the other requested columns of the value table.
pub type Found = BTreeSet<Vec<String>>;

/// The result of a comparison: the given columns of the value table, and the summary. Checks that it is the same whether
/// rows that differ are kept or read again.
pub fn found(
    left: RecordBatch,
    right: RecordBatch,
    options: &DiffOptions,
    columns: &[&str],
) -> Result<(Found, Summary), DiffError> {
    found_with(OneSided::Keys, left, right, options, columns)
}

/// The same, with these rows for a row that is on one side only.
pub fn found_with(
    one_sided: OneSided,
    left: RecordBatch,
    right: RecordBatch,
    options: &DiffOptions,
    columns: &[&str],
) -> Result<(Found, Summary), DiffError> {
    let kept = compared(one_sided, left.clone(), right.clone(), options, columns);
    let options = DiffOptions { most_kept: Some(0), ..options.clone() };
    let read_again = compared(one_sided, left, right, &options, columns);
    match (&kept, &read_again) {
        (Ok(kept), Ok(read_again)) => assert_eq!(kept, read_again),
        (Err(kept), Err(read_again)) => assert_eq!(kept.to_string(), read_again.to_string()),
        both => panic!("{both:?}"),
    }
    kept
}

fn compared(
    one_sided: OneSided,
    left: RecordBatch,
    right: RecordBatch,
    options: &DiffOptions,
    columns: &[&str],
) -> Result<(Found, Summary), DiffError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let context = SessionContext::new();
        let left = context.read_batch(left)?;
        let right = context.read_batch(right)?;
        let mut comparison = compare(left, right, options).await?;
        let found = read(&mut comparison, one_sided, columns).await?;
        Ok((found, comparison.summary().clone()))
    })
}

async fn read(
    comparison: &mut Comparison,
    one_sided: OneSided,
    columns: &[&str],
) -> Result<Found, DiffError> {
    let table = ValueTable::new(comparison, one_sided)?;
    let mut found = Found::new();
    while let Some(changes) = comparison.next().await? {
        let rows = table.rows(&changes, usize::MAX)?;
        for row in 0..rows.num_rows() {
            let change = rows.column(0).as_string::<i32>().value(row).to_owned();
            let cell = |name: &&str| {
                let array = rows.column_by_name(name).expect("a column of the table");
                let options = FormatOptions::default().with_null("NULL");
                let formatter = ArrayFormatter::try_new(array, &options).expect("a type with text");
                formatter.value(row).to_string()
            };
            let line: Vec<_> = [change].into_iter().chain(columns.iter().map(cell)).collect();
            assert!(found.insert(line.clone()), "{line:?} is there twice");
        }
    }
    Ok(found)
}
