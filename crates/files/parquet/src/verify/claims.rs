//! Compares parts of the footer with each other that the `parquet` crate reads once or ignores.

use parquet::basic::Type;
use parquet::file::metadata::ParquetMetaData;
use parquet::schema::types::ColumnDescriptor;

use super::annotations::wrong_annotation;
use super::arrow_schema::check_arrow_schema;
use crate::thrift::{StructFields, ThriftError, ThriftPlace};

/// The physical types, by their numbers in the format.
const TYPES: [Type; 8] = [
    Type::BOOLEAN,
    Type::INT32,
    Type::INT64,
    Type::INT96,
    Type::FLOAT,
    Type::DOUBLE,
    Type::BYTE_ARRAY,
    Type::FIXED_LEN_BYTE_ARRAY,
];

/// The number of the last converted type. The format adds no more.
const LAST_CONVERTED: i64 = 21;

/// Checks that the parts of a footer don't contradict each other. `bytes` are those of `metadata`.
///
/// # Errors
/// Returns the first contradiction.
pub(super) fn check_claims(bytes: &[u8], metadata: &ParquetMetaData) -> Result<(), String> {
    let schema = metadata.file_metadata().schema();
    wrong_annotation(schema).map_or(Ok(()), Err)?;
    check_arrow_schema(metadata)?;
    let damaged = |error: ThriftError| error.to_string();
    let leaves = metadata.file_metadata().schema_descr().columns();
    let fields = StructFields::new(bytes, 0).by_id().map_err(damaged)?;
    let [_, _, elements, _, groups, _, _, orders] = fields;
    let orders = orders.map(|orders| orders.elements(bytes, "FileMetaData.column_orders"));
    let orders = orders.transpose().map_err(damaged)?.map(Iterator::count);
    if let Some(orders) = orders.filter(|orders| *orders != leaves.len()) {
        let columns = leaves.len();
        return Err(format!("the schema has {columns} columns, but {orders} have an order"));
    }
    if let Some(elements) = elements {
        let elements = elements.elements(bytes, "FileMetaData.schema").map_err(damaged)?;
        elements.map(|it| check_element(bytes, it)).find(Result::is_err).unwrap_or(Ok(()))?;
    }
    let Some(groups) = groups else { return Ok(()) };
    for group in groups.elements(bytes, "FileMetaData.row_groups").map_err(damaged)? {
        let [_, columns] =
            (group.and_then(|it| it.fields(bytes, "RowGroup")?.by_id())).map_err(damaged)?;
        let Some(columns) = columns else { continue };
        let columns = columns.elements(bytes, "RowGroup.columns").map_err(damaged)?;
        for (chunk, leaf) in columns.zip(leaves) {
            chunk.map_err(damaged).and_then(|chunk| check_chunk(bytes, &chunk, leaf))?;
        }
    }
    Ok(())
}

/// Checks a number that the `parquet` crate replaces by none if it doesn't know it.
fn check_element(bytes: &[u8], element: Result<ThriftPlace, ThriftError>) -> Result<(), String> {
    const NAME: &str = "SchemaElement.converted_type";
    let fields = element.and_then(|it| it.fields(bytes, "SchemaElement")?.by_id::<7>());
    let [.., converted] = fields.map_err(|error| error.to_string())?;
    match converted.map(|it| it.i64(bytes, NAME)).transpose() {
        Ok(Some(number)) if !(0..=LAST_CONVERTED).contains(&number) => {
            Err(format!("{NAME} is {number}; the format has 0 to {LAST_CONVERTED}"))
        }
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Compares a column chunk with its leaf of the schema.
fn check_chunk(bytes: &[u8], chunk: &ThriftPlace, leaf: &ColumnDescriptor) -> Result<(), String> {
    let damaged = |error: ThriftError| error.to_string();
    let fields = chunk.fields(bytes, "ColumnChunk").and_then(StructFields::by_id::<4>);
    let [_, _, _, Some(column)] = fields.map_err(damaged)? else { return Ok(()) };
    let fields = column.fields(bytes, "ColumnMetaData").and_then(StructFields::by_id::<17>);
    let fields = fields.map_err(damaged)?;
    let name = leaf.path().string();
    if let Some(code) = &fields[1] {
        let code = code.u64(bytes, "ColumnMetaData.type").map_err(damaged)?;
        let found = usize::try_from(code).ok().and_then(|code| TYPES.get(code));
        if found != Some(&leaf.physical_type()) {
            let (schema, chunk) =
                (leaf.physical_type(), found.map_or_else(|| code.to_string(), Type::to_string));
            return Err(format!(
                "the column {name} is {schema} in the schema, but {chunk} in a column chunk"
            ));
        }
    }
    if let Some(path) = &fields[3] {
        let parts = path.elements(bytes, "ColumnMetaData.path_in_schema").map_err(damaged)?;
        let parts: Result<Vec<_>, _> =
            parts.map(|part| part?.binary(bytes, "ColumnMetaData.path_in_schema")).collect();
        let parts = parts.map_err(damaged)?;
        if !parts.iter().copied().eq(leaf.path().parts().iter().map(String::as_bytes)) {
            let found: Vec<_> = parts.iter().map(|part| String::from_utf8_lossy(part)).collect();
            let found = found.join(".");
            return Err(format!(
                "the schema has the column {name}, but its column chunk is of {found}"
            ));
        }
    }
    fields[16].as_ref().map_or(Ok(()), |sizes| check_levels(bytes, sizes, leaf))
}

/// Checks that histograms of levels count as many levels as there are.
fn check_levels(bytes: &[u8], sizes: &ThriftPlace, leaf: &ColumnDescriptor) -> Result<(), String> {
    const NAME: &str = "ColumnMetaData.size_statistics";
    let damaged = |error: ThriftError| error.to_string();
    let fields = sizes.fields(bytes, NAME).and_then(StructFields::by_id::<4>).map_err(damaged)?;
    let highest = [
        ("repetition", &fields[2], leaf.max_rep_level()),
        ("definition", &fields[3], leaf.max_def_level()),
    ];
    for (kind, counts, highest) in highest {
        let Some(counts) = counts else { continue };
        let found = counts.elements(bytes, NAME).map_err(damaged)?.count();
        // Levels that are all 0 may be left out.
        if found != 0 && i16::try_from(found) != Ok(highest + 1) {
            let name = leaf.path().string();
            return Err(format!(
                "the schema gives the column {name} {kind} levels up to {highest}, but a column chunk counts {found} of them"
            ));
        }
    }
    Ok(())
}
