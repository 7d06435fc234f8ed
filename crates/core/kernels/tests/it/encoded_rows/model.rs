//! The row encoding of `docs/row-encoding.md`, one value at a time.

/// A value of a row.
#[derive(Clone, Debug)]
pub enum Value {
    Null,
    Bool(bool),
    /// A tag, whether the number is negative, and its magnitude.
    Integer(u8, bool, u128),
    Float(f64),
    /// A tag, and bytes.
    Bytes(u8, Vec<u8>),
    /// Whether the number is negative, its digits and its scale.
    Decimal(bool, u128, u8),
    List(Vec<Value>),
    Struct(Vec<Value>),
}

/// The bytes of a row.
pub fn row<'a>(values: impl ExactSizeIterator<Item = &'a Value>) -> Vec<u8> {
    let mut out = vec![0x0d];
    varint(values.len() as u128, &mut out);
    values.for_each(|value| value.encode(&mut out));
    out
}

impl Value {
    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Value::Null => out.push(0x00),
            Value::Bool(value) => out.push(if *value { 0x02 } else { 0x01 }),
            Value::Integer(tag, negative, magnitude) => integer(*tag, *negative, *magnitude, out),
            Value::Float(value) => {
                out.push(0x04);
                let one_nan = 0x7ff8_0000_0000_0000u64;
                let bits = match *value {
                    value if value.is_nan() => one_nan,
                    0.0 => 0,
                    value => value.to_bits(),
                };
                out.extend(bits.to_be_bytes());
            }
            Value::Bytes(tag, bytes) => {
                counted(*tag, bytes.len(), out);
                out.extend(bytes);
            }
            Value::Decimal(negative, digits, scale) => decimal(*negative, *digits, *scale, out),
            Value::List(elements) => {
                counted(0x0c, elements.len(), out);
                elements.iter().for_each(|element| element.encode(out));
            }
            Value::Struct(fields) => {
                counted(0x0d, fields.len(), out);
                fields.iter().for_each(|field| field.encode(out));
            }
        }
    }
}

fn counted(tag: u8, count: usize, out: &mut Vec<u8>) {
    out.push(tag);
    varint(count as u128, out);
}

fn integer(tag: u8, negative: bool, magnitude: u128, out: &mut Vec<u8>) {
    out.extend([tag, if negative { 0x00 } else { 0x01 }]);
    varint(magnitude, out);
}

fn decimal(negative: bool, digits: u128, scale: u8, out: &mut Vec<u8>) {
    let text = digits.to_string();
    let kept = text.trim_end_matches('0');
    let zeros = (text.len() - kept.len()).min(usize::from(scale));
    let (digits, scale) = match digits {
        0 => (0, 0),
        _ => (text[..text.len() - zeros].parse().expect("digits"), scale - zeros as u8),
    };
    integer(0x0b, negative, digits, out);
    varint(u128::from(scale), out);
}

fn varint(mut number: u128, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The two rows that the document encodes as examples.
#[test]
fn the_examples_of_the_page() {
    let number = |magnitude| Value::Integer(0x03, false, magnitude);
    let first = [number(7), Value::Bytes(0x05, b"ok".to_vec())];
    assert_eq!(row(first.iter()), b"\x0d\x02\x03\x01\x07\x05\x02\x6f\x6b");
    let second = [Value::Null, Value::List(vec![number(1), number(300)])];
    assert_eq!(row(second.iter()), b"\x0d\x02\x00\x0c\x02\x03\x01\x01\x03\x01\xac\x02");
}
