//! Keys that a side has more than once.

use std::fmt;

use datafusion::arrow::array::{AsArray, RecordBatch};
use datafusion::arrow::datatypes::Int64Type;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::common::ScalarValue;
use datafusion::dataframe::DataFrame;
use datafusion::functions_aggregate::expr_fn::count;
use datafusion::prelude::lit;
use futures::TryStreamExt;
use hashlane_datafusion::expr_fn::row_bytes;

use crate::columns::column;
use crate::error::DiffError;
use crate::partitions::of_key_hash;
use crate::schema::PlanLayout;
use crate::side::Side;

/// The number of duplicate keys in the error.
const EXAMPLES: usize = 3;

/// Checks that every key occurs once, given the sorted hashes that several keys share.
///
/// Their keys are grouped by their encoding, so a collision of hashes is not reported as a duplicate.
///
/// # Errors
/// Returns an error with the number of duplicate keys and some of them.
pub(crate) async fn check(
    side: Side,
    named: &DataFrame,
    layout: &PlanLayout,
    repeated: Vec<u64>,
) -> Result<(), DiffError> {
    if repeated.is_empty() {
        return Ok(());
    }
    let is_repeated =
        of_key_hash("key_is_repeated", move |hash| repeated.binary_search(&hash).is_ok());
    let candidates =
        side.key_hash(layout).and_then(|hash| named.clone().filter(is_repeated.call(vec![hash])));
    let named = &candidates.map_err(DiffError::on_side(side))?;
    let found = find(side, named, layout).await.map_err(DiffError::on_side(side))?;
    if found.keys == 0 {
        return Ok(());
    }
    let examples = examples(side, named, layout, found.examples).await?;
    Err(not_unique(side, found.keys, found.rows, &examples.join("; ")))
}

/// The error for keys that a side has more than once.
pub(crate) fn not_unique(
    side: Side,
    keys: u64,
    rows: impl fmt::Display,
    examples: &str,
) -> DiffError {
    let s = if keys == 1 { "" } else { "s" };
    DiffError::Input(format!(
        "the {side} side has {keys} duplicate key{s} in {rows} rows, such as {examples}: add a column to the key, or compare \
         rows without a key (--multiset)"
    ))
}

#[derive(Default)]
struct FoundDuplicates {
    keys: u64,
    rows: i64,
    /// Some of the encoded keys.
    examples: Vec<Vec<u8>>,
}

async fn find(
    side: Side,
    named: &DataFrame,
    layout: &PlanLayout,
) -> datafusion::error::Result<FoundDuplicates> {
    let key = row_bytes(side.compared_keys(layout)?).alias("row_key");
    let groups = named.clone().aggregate(vec![key], vec![count(lit(1_i64)).alias("row_count")])?;
    let duplicates = groups.filter(column("row_count".to_owned()).gt(lit(1_i64)))?;
    let mut duplicates = duplicates.execute_stream().await?;
    let mut found = FoundDuplicates::default();
    while let Some(batch) = duplicates.try_next().await? {
        found.keys += batch.num_rows() as u64;
        found.rows += batch.column(1).as_primitive::<Int64Type>().values().iter().sum::<i64>();
        let keys = batch.column(0).as_binary::<i32>().iter().flatten();
        let wanted = EXAMPLES.saturating_sub(found.examples.len());
        found.examples.extend(keys.take(wanted).map(<[u8]>::to_vec));
    }
    Ok(found)
}

async fn examples(
    side: Side,
    named: &DataFrame,
    layout: &PlanLayout,
    keys: Vec<Vec<u8>>,
) -> Result<Vec<String>, DiffError> {
    let mut examples = Vec::new();
    let compared = row_bytes(side.compared_keys(layout).map_err(DiffError::on_side(side))?);
    for key in keys {
        let is_key = compared.clone().eq(lit(ScalarValue::Binary(Some(key))));
        let rows = named.clone().filter(is_key).and_then(|rows| rows.limit(0, Some(1)));
        let rows = rows
            .and_then(|rows| rows.select(side.keys(layout)))
            .map_err(DiffError::on_side(side))?;
        for batch in rows.collect().await.map_err(DiffError::on_side(side))? {
            for row in 0..batch.num_rows() {
                examples.push(shown(&batch, row, layout)?);
            }
        }
    }
    Ok(examples)
}

fn shown(batch: &RecordBatch, row: usize, layout: &PlanLayout) -> Result<String, DiffError> {
    let options = FormatOptions::default().with_null("NULL");
    let values = batch.columns().iter().zip(&layout.keys).map(|(array, key)| {
        let text = ArrayFormatter::try_new(array.as_ref(), &options)?.value(row).try_to_string()?;
        Ok(format!("{}={text}", key.name))
    });
    Ok(values.collect::<Result<Vec<_>, DiffError>>()?.join(", "))
}
