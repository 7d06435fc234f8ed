//! Compares the schema of Arrow in the key-value metadata with that of Parquet.
//!
//! Readers of Arrow take from it what Parquet's schema doesn't tell, and fail if it is damaged.

#[allow(deprecated)] // Its constants.
use arrow_ipc::{Field, Message, MetadataVersion, Type, root_as_message};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flatbuffers::InvalidFlatbuffer;
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::schema::types::Type as Node;

use crate::footer::replace_invalid;
use crate::guard::guarded;

/// The key of the schema: base64 of a message of Arrow's IPC format.
const KEY: &str = "ARROW:schema";

/// The bytes before a message: its mark, and its length.
const MARK: [u8; 4] = [0xff; 4];
const HEAD: usize = 8;

/// Checks that Arrow's schema, if there is one, can be read and has the columns of Parquet's.
///
/// # Errors
/// Returns what is wrong.
pub(super) fn check_arrow_schema(metadata: &ParquetMetaData) -> Result<(), String> {
    let file = metadata.file_metadata();
    for KeyValue { key, value } in file.key_value_metadata().into_iter().flatten() {
        if key == KEY {
            let text = value.as_deref().unwrap_or_default();
            // Damaged offsets in the message make its getters panic.
            let checked = guarded(|| check_text(text, file.schema()));
            return checked.and_then(|it| it).map_err(|detail| format!("{KEY}: {detail}"));
        }
        if is_one_bit_off(key) {
            return Err(format!("the key {key} of the metadata is {KEY} with a flipped bit"));
        }
    }
    Ok(())
}

fn is_one_bit_off(key: &str) -> bool {
    let mut others = key.bytes().zip(KEY.bytes()).filter(|(a, b)| a != b);
    // A byte that isn't UTF-8 was replaced.
    let is_flip = |(a, b): (u8, u8)| a == b'?' || (a ^ b).count_ones() == 1;
    key.len() == KEY.len() && others.next().is_some_and(is_flip) && others.next().is_none()
}

fn check_text(text: &str, root: &Node) -> Result<(), String> {
    let bytes =
        BASE64_STANDARD.decode(text).map_err(|error| format!("it is not base64: {error}"))?;
    let message = match bytes.split_at_checked(HEAD) {
        Some((head, rest)) if head.starts_with(&MARK) => {
            let len = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
            rest.get(..len)
                .ok_or_else(|| format!("it claims {len} bytes, but has {}", rest.len()))?
        }
        // Written before Arrow 0.15.
        _ => &bytes,
    };
    let mut message = message.to_vec();
    let message = readable(&mut message)?;
    if !matches!(message.version(), MetadataVersion::V4 | MetadataVersion::V5) {
        return Err(format!(
            "it is of the version {:?}; readers support V4 and V5",
            message.version()
        ));
    }
    let schema = message.header_as_schema().ok_or("it is not a schema")?;
    let fields: Vec<Field<'_>> = schema.fields().into_iter().flatten().collect();
    check_fields(&fields, root)
}

/// Reads a message in which texts may be any bytes: metadata of fields, such as an extension type as Python pickles it. A name that isn't
/// UTF-8 then differs from that of Parquet's schema.
fn readable(message: &mut [u8]) -> Result<Message<'_>, String> {
    const MOST_TEXTS: usize = 1000;
    for _ in 0..MOST_TEXTS {
        match root_as_message(message).err() {
            Some(InvalidFlatbuffer::Utf8Error { range, .. }) if range.end <= message.len() => {
                replace_invalid(&mut message[range]);
            }
            _ => break,
        }
    }
    root_as_message(message).map_err(|error| {
        let line = error.to_string();
        format!("it can't be read: {}", line.lines().next().unwrap_or_default())
    })
}

/// Compares the fields of a struct with those of a group of Parquet's schema.
fn check_fields(fields: &[Field<'_>], group: &Node) -> Result<(), String> {
    let nodes = group.get_fields();
    if fields.len() != nodes.len() {
        let (arrow, parquet) = (fields.len(), nodes.len());
        return Err(format!("it has {arrow} fields, but Parquet's schema has {parquet}"));
    }
    for (field, node) in fields.iter().zip(nodes) {
        let (name, expected) = (field.name().unwrap_or_default(), node.name());
        if name != expected {
            return Err(format!("it has a field {name}, but Parquet's schema has {expected}"));
        }
        let wrong = |detail| format!("its field {name} {detail}");
        match field.type_type() {
            Type::Struct_ if node.is_group() => check_fields(&children(field), node)?,
            _ => check_type(field).map_err(wrong)?,
        }
    }
    Ok(())
}

fn children<'a>(field: &Field<'a>) -> Vec<Field<'a>> {
    field.children().into_iter().flatten().collect()
}

/// Checks that a field, and those below it, are of a type that Arrow has.
fn check_type(field: &Field<'_>) -> Result<(), String> {
    if let Some(dictionary) = field.dictionary() {
        check_integer(dictionary.indexType().map(|it| it.bitWidth()))?;
    }
    let kind = field.type_type();
    match kind {
        // Polars has integers of 128 bits.
        Type::Int => check_integer(field.type_as_int().map(|it| it.bitWidth()))?,
        Type::Decimal => {
            let decimal = field.type_as_decimal().map(|it| (it.bitWidth(), it.precision()));
            let most = match decimal {
                Some((32, _)) => 9,
                Some((64, _)) => 18,
                Some((128, _)) => 38,
                Some((256, _)) => 76,
                _ => 0,
            };
            if !decimal.is_some_and(|(_, precision)| (1..=most).contains(&precision)) {
                return Err("is a decimal that Arrow doesn't have".to_owned());
            }
        }
        Type::NONE => return Err("has no type".to_owned()),
        Type(number) if number > Type::ENUM_MAX => {
            return Err(format!("has the unknown type {number}"));
        }
        _ => {}
    }
    let children = children(field);
    let expected = match kind {
        Type::List
        | Type::LargeList
        | Type::FixedSizeList
        | Type::ListView
        | Type::LargeListView
        | Type::Map => 1,
        Type::RunEndEncoded => 2,
        _ => children.len(),
    };
    if children.len() != expected {
        return Err(format!("is a {kind:?} of {} fields; it has {expected}", children.len()));
    }
    children.iter().try_for_each(check_type)
}

fn check_integer(bits: Option<i32>) -> Result<(), String> {
    match bits {
        Some(8 | 16 | 32 | 64 | 128) => Ok(()),
        Some(bits) => Err(format!("has integers of {bits} bits")),
        None => Err("has integers without a size".to_owned()),
    }
}
