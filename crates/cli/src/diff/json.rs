//! Prints changes as JSON lines, one object per change.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::datatypes::{DataType, Field, FieldRef, Float16Type, Float32Type, Float64Type};
use arrow::error::ArrowError;
use arrow::json::writer::{Encoder, EncoderFactory, EncoderOptions, NullableEncoder, make_encoder};
use hashlane_diff::{Changes, Comparison, Kind, SchemaDifference, Summary};
use serde_json::json;

use crate::failure::Failure;
use crate::output::{Lines, Progress};

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

/// Writes NaN and infinities as strings. Arrow writes them as null, which would hide a change between NULL and NaN.
#[derive(Debug)]
struct Floats;

impl EncoderFactory for Floats {
    fn make_default_encoder<'a>(
        &self,
        _field: &'a FieldRef,
        array: &'a dyn Array,
        _options: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let value: Box<dyn Fn(usize) -> f64 + 'a> = match array.data_type() {
            DataType::Float16 => {
                let array = array.as_primitive::<Float16Type>();
                Box::new(|row| array.value(row).to_f64())
            }
            DataType::Float32 => {
                let array = array.as_primitive::<Float32Type>();
                Box::new(|row| array.value(row).into())
            }
            DataType::Float64 => {
                let array = array.as_primitive::<Float64Type>();
                Box::new(|row| array.value(row))
            }
            _ => return Ok(None),
        };
        Ok(Some(NullableEncoder::new(Box::new(Double(value)), array.nulls().cloned())))
    }
}

struct Double<'a>(Box<dyn Fn(usize) -> f64 + 'a>);

impl Encoder for Double<'_> {
    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        let value = (self.0)(row);
        let text = match value {
            _ if value.is_finite() => json!(value).to_string(),
            _ if value.is_nan() => "\"NaN\"".to_owned(),
            _ if value > 0.0 => "\"Infinity\"".to_owned(),
            _ => "\"-Infinity\"".to_owned(),
        };
        out.extend_from_slice(text.as_bytes());
    }
}
