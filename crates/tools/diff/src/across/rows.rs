//! Compares rows of texts, and makes changes of those that differ.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema};
use datafusion::physical_plan::memory::MemoryStream;
use hashlane_databases::{ColumnType, SourceColumn};
use hashlane_kernels::sketch::{RowDifference, TableSide, canonical, row_hash};

use super::canonical::{SHORT, field};
use super::plan::AcrossPlan;
use crate::by_column::TimePrecision;
use crate::comparison::Comparison;
use crate::distance::are_within;
use crate::error::DiffError;
use crate::rules::ColumnRules;
use crate::schema::{PlanLayout, ValueColumn};
use crate::summary::Summary;

/// The changes are given in batches of so many rows.
const BATCH_ROWS: usize = 8192;

/// A key, sorted by its values.
#[derive(Debug, Eq, PartialEq)]
struct RowKey<'a>(Vec<&'a str>);

impl Ord for RowKey<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        by_values(&self.0, &other.0)
    }
}

impl PartialOrd for RowKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn by_values(left: &[&str], right: &[&str]) -> Ordering {
    let parts = left.iter().zip(right);
    parts.fold(Ordering::Equal, |order, (left, right)| order.then_with(|| by_value(left, right)))
}

/// NULL comes first, then numbers by size, then texts.
fn by_value(left: &str, right: &str) -> Ordering {
    let rank = |part: &str| match part {
        "N" => (0, 0),
        part => part.parse::<i128>().map_or((2, 0), |number| (1, number)),
    };
    let text = |part: &'_ str| match part.split_once(':') {
        Some((_, text)) => text.to_owned(),
        None => part.to_owned(),
    };
    rank(left)
        .cmp(&rank(right))
        .then_with(|| text(left).cmp(&text(right)))
        .then_with(|| left.cmp(right))
}

/// A row of each side.
type PairedRows<'a> = [Option<Vec<&'a str>>; 2];

/// A row that differs, how often each side has it, and which of its values differ.
struct ChangedRow<'a> {
    key: Vec<&'a str>,
    counts: [Option<i64>; 2],
    values: PairedRows<'a>,
    differs: Vec<bool>,
}

/// Compares rows by key.
///
/// # Errors
/// Returns an error if a side has two rows with one key: it changed since its keys were found to be unique.
pub(crate) fn keyed(
    plan: &AcrossPlan,
    rows: &[Vec<String>; 2],
    counts: [u64; 2],
) -> Result<Comparison, DiffError> {
    let mut pairs: BTreeMap<RowKey<'_>, PairedRows<'_>> = BTreeMap::new();
    for (side, rows) in rows.iter().enumerate() {
        for row in rows {
            let mut key: Vec<&str> = canonical::parts_of(row).collect();
            let values = key.split_off(plan.keys.min(key.len()));
            if pairs.entry(RowKey(key)).or_default()[side].replace(values).is_some() {
                return Err(DiffError::Input(
                    "a side has two rows with one key now: it changed while it was read, so try again".to_owned(),
                ));
            }
        }
    }
    let value_columns = |side: usize| &plan.columns[side][plan.keys..];
    let rules = PartEquality { columns: [value_columns(0), value_columns(1)], rules: &plan.rules };
    let mut changes = Vec::new();
    for (RowKey(key), values) in pairs {
        let differs = match &values {
            [Some(left), Some(right)] => {
                let both = left.iter().zip(right).enumerate();
                both.map(|(at, (left, right))| rules.differ(at, left, right)).collect()
            }
            _ => vec![],
        };
        let counts = values.each_ref().map(|values| values.as_ref().map(|_| 1));
        if counts[0] != counts[1] || differs.contains(&true) {
            changes.push(ChangedRow { key, counts, values, differs });
        }
    }
    comparison(plan, changes, counts)
}

/// The rows that one side has more often, without a key.
///
/// # Errors
/// Returns an error if a row was not fetched.
pub(crate) fn counted(
    plan: &AcrossPlan,
    found: &[RowDifference],
    rows: &[Vec<String>; 2],
    counts: [u64; 2],
) -> Result<Comparison, DiffError> {
    let texts: HashMap<i64, &String> =
        rows.iter().flatten().map(|row| (row_hash(row.as_bytes()), row)).collect();
    let mut changes = Vec::new();
    for difference in found {
        let Some(row) = texts.get(&difference.hash) else {
            return Err(DiffError::Input(
                "a row that differs was not fetched: try again".to_owned(),
            ));
        };
        let rows = i64::try_from(difference.rows).ok();
        let counts = match difference.side {
            TableSide::Left => [rows, None],
            TableSide::Right => [None, rows],
        };
        let key = canonical::parts_of(row).collect();
        changes.push(ChangedRow { key, counts, values: [None, None], differs: vec![] });
    }
    changes.sort_by(|own, other| by_values(&own.key, &other.key));
    comparison(plan, changes, counts)
}

/// Which values count as equal although their texts differ.
struct PartEquality<'a> {
    columns: [&'a [SourceColumn]; 2],
    rules: &'a [ColumnRules],
}

impl PartEquality<'_> {
    fn differ(&self, at: usize, left: &str, right: &str) -> bool {
        if left == right {
            return false;
        }
        let types = self.columns.map(|columns| columns[at].column_type);
        let rules = &self.rules[at];
        let [left, right] = [left, right].map(|part| match rules.is_empty(part) {
            true => "N",
            false => part,
        });
        let is_marked = |part: &str| part == "N" || part.starts_with(['?', '#']);
        if is_marked(left) || is_marked(right) {
            return left != right;
        }
        let is_text = |part: &str| part.contains(':');
        let are_texts = types.iter().all(|found| found.is_text())
            || types == [ColumnType::Any; 2] && is_text(left) && is_text(right);
        if are_texts {
            return rules.folded(left) != rules.folded(right);
        }
        if let Some(precision) = rules.time_precision {
            return floored(left, precision) != floored(right, precision);
        }
        let numbers = number(left, types[0]).zip(number(right, types[1]));
        match rules.tolerance.zip(numbers) {
            Some((tolerance, numbers)) if types.iter().any(|found| is_float(*found)) => {
                !tolerance.accepts(numbers)
            }
            Some((tolerance, _)) => !are_within(left, right, tolerance),
            None => true,
        }
    }
}

impl ColumnRules {
    /// A text without what the rules ignore.
    fn folded(&self, part: &str) -> String {
        let text = part.split_once(':').map_or(part, |(_, text)| text);
        let text = if self.trim { text.trim_matches(' ') } else { text };
        if self.ignore_case { text.to_lowercase() } else { text.to_owned() }
    }

    /// Whether a part is a text that counts as NULL.
    fn is_empty(&self, part: &str) -> bool {
        let is_text = part.contains(':') && !part.starts_with(['?', '#']);
        self.null_equals_empty && is_text && self.folded(part).is_empty()
    }
}

/// Microseconds, cut off to a unit toward the past. An error is what isn't a number, such as an infinite timestamp.
fn floored(part: &str, precision: TimePrecision) -> Result<i128, &str> {
    let units = i128::from(precision.nanoseconds() / 1000).max(1);
    part.parse::<i128>().map(|value| value.div_euclid(units)).map_err(|_| part)
}

/// The number that a tolerance applies to.
fn number(part: &str, column_type: ColumnType) -> Option<f64> {
    match column_type {
        float if is_float(float) => u64::from_str_radix(part, 16).ok().map(f64::from_bits),
        other if other.is_number() || other == ColumnType::Any => part.parse().ok(),
        _ => None,
    }
}

/// Whether canonical texts of a type are the bits of doubles.
fn is_float(column_type: ColumnType) -> bool {
    matches!(column_type, ColumnType::Real | ColumnType::Float)
}

fn comparison(
    plan: &AcrossPlan,
    changes: Vec<ChangedRow<'_>>,
    [left_rows, right_rows]: [u64; 2],
) -> Result<Comparison, DiffError> {
    let is_multiset = plan.keys == 0;
    let (keys, values) = match is_multiset {
        true => (&plan.names[..], &[][..]),
        false => plan.names.split_at(plan.keys),
    };
    let layout = Arc::new(PlanLayout {
        keys: keys.iter().map(|name| value(name)).collect(),
        key_types: vec![None; keys.len()],
        sortable: true,
        is_multiset,
        values: values.iter().map(|name| value(name)).collect(),
        differences: plan.differences.clone(),
    });
    let types = plan.columns[0].iter().zip(&plan.columns[1]);
    let key_fields = keys.iter().zip(types).map(|(name, (left, right))| -> FieldRef {
        let is_float = right.column_type == ColumnType::Float;
        Arc::new(field(name, if is_float { right.column_type } else { left.column_type }))
    });
    let key_fields: Vec<FieldRef> = key_fields.collect();
    let mut fields = vec![
        Arc::new(Field::new("left_count", DataType::Int64, true)),
        Arc::new(Field::new("right_count", DataType::Int64, true)),
    ];
    fields.extend(key_fields.iter().cloned());
    for (at, name) in values.iter().enumerate() {
        for columns in &plan.columns {
            fields.push(Arc::new(field(name, columns[plan.keys + at].column_type)));
        }
        fields.push(Arc::new(Field::new("differs", DataType::Boolean, true)));
    }
    let schema = Arc::new(Schema::new(fields));
    let batches = changes.chunks(BATCH_ROWS).map(|changes| {
        RecordBatch::try_new(Arc::clone(&schema), columns(plan, changes, keys.len(), values.len()))
    });
    let stream = MemoryStream::try_new(batches.collect::<Result<_, _>>()?, schema, None)?;
    let summary = Summary::new(&layout, left_rows, right_rows);
    Ok(Comparison {
        layout,
        keys: key_fields,
        summary,
        changes: Some(Box::pin(stream)),
        _rooms: vec![],
    })
}

/// The columns of [`crate::RowChanges`].
fn columns(
    plan: &AcrossPlan,
    changes: &[ChangedRow<'_>],
    keys: usize,
    values: usize,
) -> Vec<ArrayRef> {
    let count = |side: usize| -> ArrayRef {
        Arc::new(changes.iter().map(|change| change.counts[side]).collect::<Int64Array>())
    };
    let text = |part: Option<&&str>| part.copied().filter(|part| *part != "N").map(str::to_owned);
    let mut columns = vec![count(0), count(1)];
    for at in 0..keys {
        let types = [0, 1].map(|side| plan.columns[side][at].column_type);
        let parts = changes.iter().map(|change| {
            let side = usize::from(change.counts[0].is_none());
            let part = text(change.key.get(at))?;
            Some(match types[side] == ColumnType::Real && types[1 - side] == ColumnType::Float {
                true => format!("{SHORT}{part}"),
                false => part,
            })
        });
        columns.push(Arc::new(parts.collect::<StringArray>()));
    }
    for at in 0..values {
        for side in 0..2 {
            let parts = changes
                .iter()
                .map(|change| text(change.values[side].as_ref().and_then(|values| values.get(at))));
            columns.push(Arc::new(parts.collect::<StringArray>()));
        }
        let differs = changes.iter().map(|change| change.differs.get(at).copied());
        columns.push(Arc::new(differs.collect::<BooleanArray>()));
    }
    columns
}

fn value(name: &str) -> ValueColumn {
    ValueColumn {
        name: name.to_owned(),
        numbers: None,
        is_text: false,
        is_time: false,
        rules: ColumnRules::default(),
        reading: None,
        reordered: None,
    }
}
