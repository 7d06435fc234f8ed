//! Schemas in which strings are bytes.
//!
//! The parquet crate rejects strings that aren't UTF-8, which ClickHouse writes for its type String. Their bytes have a
//! fingerprint like those of other strings. `verify --deep` reports them.

use std::sync::Arc;

use parquet::basic::Type as Physical;
use parquet::errors::Result;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

/// Returns `schema` with the leaves that `texts` marks as BYTE_ARRAY without an annotation.
pub(super) fn as_bytes(schema: &SchemaDescriptor, texts: &[bool]) -> Result<SchemaDescriptor> {
    let root = map(&schema.root_schema_ptr(), &mut texts.iter().copied())?;
    Ok(SchemaDescriptor::new(root))
}

/// Leaves come in the order of the schema, and `texts` has one entry for each.
fn map(node: &TypePtr, texts: &mut impl Iterator<Item = bool>) -> Result<TypePtr> {
    let info = node.get_basic_info();
    let id = info.has_id().then(|| info.id());
    match node.as_ref() {
        Type::PrimitiveType { .. } if texts.next() == Some(true) => {
            let bytes = Type::primitive_type_builder(info.name(), Physical::BYTE_ARRAY);
            Ok(Arc::new(bytes.with_repetition(info.repetition()).with_id(id).build()?))
        }
        Type::PrimitiveType { .. } => Ok(node.clone()),
        Type::GroupType { fields, .. } => {
            let fields: Vec<TypePtr> =
                fields.iter().map(|field| map(field, texts)).collect::<Result<_>>()?;
            let mut group = Type::group_type_builder(info.name())
                .with_converted_type(info.converted_type())
                .with_logical_type(info.logical_type_ref().cloned())
                .with_fields(fields)
                .with_id(id);
            // The root has no repetition.
            if info.has_repetition() {
                group = group.with_repetition(info.repetition());
            }
            Ok(Arc::new(group.build()?))
        }
    }
}
