//! NaN and infinities in JSON.

use arrow::array::{Array, AsArray};
use arrow::datatypes::{DataType, FieldRef, Float16Type, Float32Type, Float64Type};
use arrow::error::ArrowError;
use arrow::json::writer::{Encoder, EncoderFactory, EncoderOptions, NullableEncoder};

/// Writes NaN and infinities as strings. Arrow writes them as null, which can't be told from NULL.
#[derive(Debug)]
pub struct Floats;

impl EncoderFactory for Floats {
    fn make_default_encoder<'a>(
        &self,
        _field: &'a FieldRef,
        array: &'a dyn Array,
        _options: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let value: Box<dyn Fn(usize) -> Value + 'a> = match array.data_type() {
            DataType::Float16 => {
                let array = array.as_primitive::<Float16Type>();
                Box::new(|row| Value::Single(array.value(row).to_f32()))
            }
            DataType::Float32 => {
                let array = array.as_primitive::<Float32Type>();
                Box::new(|row| Value::Single(array.value(row)))
            }
            DataType::Float64 => {
                let array = array.as_primitive::<Float64Type>();
                Box::new(|row| Value::Double(array.value(row)))
            }
            _ => return Ok(None),
        };
        Ok(Some(NullableEncoder::new(Box::new(Float(value)), array.nulls().cloned())))
    }
}

/// A number. Both kinds have a shortest text of their own: `0.1` as a double is `0.10000000149011612`.
enum Value {
    Single(f32),
    Double(f64),
}

struct Float<'a>(Box<dyn Fn(usize) -> Value + 'a>);

impl Encoder for Float<'_> {
    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        let value = (self.0)(row);
        let (number, text) = match value {
            Value::Single(number) => (number.into(), serde_json::to_string(&number)),
            Value::Double(number) => (number, serde_json::to_string(&number)),
        };
        match text {
            Ok(text) if number.is_finite() => out.extend_from_slice(text.as_bytes()),
            _ if number.is_nan() => out.extend_from_slice(b"\"NaN\""),
            _ if number > 0.0 => out.extend_from_slice(b"\"Infinity\""),
            _ => out.extend_from_slice(b"\"-Infinity\""),
        }
    }
}
