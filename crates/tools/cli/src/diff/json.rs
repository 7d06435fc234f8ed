//! Prints changes as JSON lines, one object per change.

use std::sync::Arc;

use arrow::array::ArrayRef;
use arrow::datatypes::{DataType, Field, FieldRef};
use arrow::json::writer::{EncoderOptions, NullableEncoder, make_encoder};
use hashlane_diff::{Changes, Comparison, Kind, SchemaDifference, Summary};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Lines, Progress};
use crate::sql::Floats;

/// Prints changes as JSON lines.
pub struct Json {
    keys: Vec<FieldRef>,
    is_multiset: bool,
    options: EncoderOptions,
    lines: Lines,
}

impl Json {
    /// Prepares to print the rows of a comparison.
    pub fn new(comparison: &Comparison, bar: &Progress) -> Self {
        let options = EncoderOptions::default()
            .with_explicit_nulls(true)
            .with_encoder_factory(Arc::new(Floats));
        let keys = comparison.keys().to_vec();
        let is_multiset = comparison.is_multiset();
        Json { keys, is_multiset, options, lines: Lines::beside(bar) }
    }

    /// Prints the first `rows` rows.
    pub fn changes(&mut self, changes: &Changes, rows: usize) -> Result<(), Failure> {
        let mut out = Vec::new();
        let keys = self.keys.iter().zip(changes.keys());
        let mut keys = keys
            .map(|(field, array)| Ok((field.name(), Cells::new(field, array, &self.options)?)))
            .collect::<Result<Vec<_>, Failure>>()?;
        let fields: Vec<[FieldRef; 2]> = (0..changes.width())
            .map(|at| [field(changes.left(at)), field(changes.right(at))])
            .collect();
        let mut values = Vec::new();
        for (at, [left, right]) in fields.iter().enumerate() {
            values.push([
                Cells::new(left, changes.left(at), &self.options)?,
                Cells::new(right, changes.right(at), &self.options)?,
            ]);
        }
        for row in 0..rows {
            let mut start =
                format!("{{\"change\":\"{}\",\"key\":{{", changes.kind(row).name()).into_bytes();
            for (at, (name, cells)) in keys.iter_mut().enumerate() {
                let separator = if at == 0 { "" } else { "," };
                start.extend_from_slice(format!("{separator}{}:", json!(name)).as_bytes());
                cells.encode(row, &mut start);
            }
            start.push(b'}');
            if changes.kind(row) != Kind::Changed {
                out.extend_from_slice(&start);
                if self.is_multiset {
                    out.extend_from_slice(format!(",\"count\":{}", changes.count(row)).as_bytes());
                }
                out.extend_from_slice(b"}\n");
                continue;
            }
            for (at, [left, right]) in values.iter_mut().enumerate() {
                if changes.differs(row, at) {
                    out.extend_from_slice(&start);
                    let column = format!(",\"column\":{},\"left\":", json!(changes.name(at)));
                    out.extend_from_slice(column.as_bytes());
                    left.encode(row, &mut out);
                    out.extend_from_slice(b",\"right\":");
                    right.encode(row, &mut out);
                    out.extend_from_slice(b"}\n");
                }
            }
        }
        self.lines.write(&out)
    }

    /// Prints the columns that differ, after the rows.
    pub fn finish(mut self, summary: &Summary) -> Result<(), Failure> {
        for difference in &summary.schema {
            let mut object = schema(difference);
            object["change"] = json!("column");
            self.lines.json(&object)?;
        }
        self.lines.finish()
    }

    /// Prints only the summary.
    pub fn summary(mut self, summary: &Summary) -> Result<(), Failure> {
        let columns = summary.columns.iter().map(|column| {
            json!({
                "column": column.name,
                "changed": column.changed,
                "to_null": column.to_null,
                "from_null": column.from_null,
            })
        });
        self.lines.json(&json!({
            "left_rows": summary.left_rows,
            "right_rows": summary.right_rows,
            "added": summary.added,
            "removed": summary.removed,
            "changed": summary.changed,
            "equal": summary.equal(),
            "columns": columns.collect::<Vec<_>>(),
            "not_compared": summary.schema.iter().map(schema).collect::<Vec<_>>(),
        }))?;
        self.lines.finish()
    }
}

fn schema(difference: &SchemaDifference) -> serde_json::Value {
    let name = |data_type: &Option<DataType>| data_type.as_ref().map(DataType::to_string);
    json!({
        "column": difference.column,
        "left": name(&difference.left),
        "right": name(&difference.right),
    })
}

fn field(array: &ArrayRef) -> FieldRef {
    Arc::new(Field::new("value", array.data_type().clone(), true))
}

/// The values of an array as JSON.
struct Cells<'a>(NullableEncoder<'a>);

impl<'a> Cells<'a> {
    fn new(
        field: &'a FieldRef,
        array: &'a ArrayRef,
        options: &'a EncoderOptions,
    ) -> Result<Self, Failure> {
        let encoder = make_encoder(field, array.as_ref(), options);
        encoder.map(Cells).map_err(|error| Failure::Message(error.to_string()))
    }

    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        match self.0.is_null(row) {
            true => out.extend_from_slice(b"null"),
            false => self.0.encode(row, out),
        }
    }
}
