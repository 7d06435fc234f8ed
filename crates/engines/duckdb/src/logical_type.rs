//! DuckDB's types.

use std::ffi::CString;

use hashlane_catalog::{ResultField, ResultType, TypeClass};
use libduckdb_sys::*;

use crate::api::call;

/// The type of an argument, freed on drop.
pub struct LogicalType(duckdb_logical_type);

impl LogicalType {
    /// Takes over a type that DuckDB has allocated for the caller.
    pub fn from_raw(raw: duckdb_logical_type) -> Self {
        LogicalType(raw)
    }

    /// Creates a type that has no parameters.
    pub fn plain(id: duckdb_type) -> Self {
        // SAFETY: creates an object that this struct owns.
        LogicalType(unsafe { call!(duckdb_create_logical_type(id)) })
    }

    /// Creates the type of a function's results.
    pub fn returned(returns: &ResultType) -> Self {
        LogicalType::plain(match returns {
            ResultType::List(element) => return LogicalType::list(&LogicalType::returned(element)),
            ResultType::Struct(fields) => return LogicalType::structure(fields),
            ResultType::Double => DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE,
            ResultType::Boolean => DUCKDB_TYPE_DUCKDB_TYPE_BOOLEAN,
            ResultType::Uuid => DUCKDB_TYPE_DUCKDB_TYPE_UUID,
            ResultType::UInteger => DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER,
            ResultType::UBigint => DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT,
            ResultType::Integer => DUCKDB_TYPE_DUCKDB_TYPE_INTEGER,
            ResultType::Bigint => DUCKDB_TYPE_DUCKDB_TYPE_BIGINT,
            ResultType::Blob => DUCKDB_TYPE_DUCKDB_TYPE_BLOB,
            ResultType::Varchar => DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR,
        })
    }

    fn list(child: &LogicalType) -> Self {
        // SAFETY: the type is alive, DuckDB copies it, and this struct owns the new type.
        LogicalType(unsafe { call!(duckdb_create_list_type(child.raw())) })
    }

    /// Creates a struct of these fields.
    fn structure(fields: &[ResultField]) -> Self {
        let types: Vec<_> = fields.iter().map(|field| Self::returned(&field.returns)).collect();
        let mut raw: Vec<_> = types.iter().map(LogicalType::raw).collect();
        // No name in the catalogue has a NUL.
        let owned: Vec<_> =
            fields.iter().map(|field| CString::new(field.name).unwrap_or_default()).collect();
        let mut names: Vec<_> = owned.iter().map(|name| name.as_ptr()).collect();
        // SAFETY: types and names are alive, their number is right, and DuckDB copies them.
        LogicalType(unsafe {
            let count = fields.len() as idx_t;
            call!(duckdb_create_struct_type(raw.as_mut_ptr(), names.as_mut_ptr(), count))
        })
    }

    pub fn raw(&self) -> duckdb_logical_type {
        self.0
    }

    pub fn id(&self) -> duckdb_type {
        // SAFETY: the type is alive as long as self.
        unsafe { call!(duckdb_get_type_id(self.0)) }
    }

    /// The type of a LIST's elements.
    pub fn list_child(&self) -> Self {
        // SAFETY: the type is alive, and DuckDB allocates its child for the caller.
        LogicalType(unsafe { call!(duckdb_list_type_child_type(self.0)) })
    }

    /// The type of an ARRAY's elements.
    pub fn array_child(&self) -> Self {
        // SAFETY: as in `list_child`.
        LogicalType(unsafe { call!(duckdb_array_type_child_type(self.0)) })
    }

    /// The type of a MAP's keys.
    pub fn map_key(&self) -> Self {
        // SAFETY: as in `list_child`.
        LogicalType(unsafe { call!(duckdb_map_type_key_type(self.0)) })
    }

    /// The type of a MAP's values.
    pub fn map_value(&self) -> Self {
        // SAFETY: as in `list_child`.
        LogicalType(unsafe { call!(duckdb_map_type_value_type(self.0)) })
    }

    /// The type of a STRUCT's field.
    pub fn field(&self, i: idx_t) -> Self {
        // SAFETY: as in `list_child`.
        LogicalType(unsafe { call!(duckdb_struct_type_child_type(self.0, i)) })
    }

    /// The type's name in SQL, for errors.
    pub fn name(&self) -> &'static str {
        name(self.id())
    }
}

impl Drop for LogicalType {
    fn drop(&mut self) {
        // SAFETY: the type was allocated for this struct, which is its only owner.
        unsafe { call!(duckdb_destroy_logical_type(&raw mut self.0)) };
    }
}

/// The class of a type in the catalogue.
pub fn class(id: duckdb_type) -> TypeClass {
    match id {
        DUCKDB_TYPE_DUCKDB_TYPE_VARCHAR
        | DUCKDB_TYPE_DUCKDB_TYPE_STRING_LITERAL
        | DUCKDB_TYPE_DUCKDB_TYPE_ENUM => TypeClass::Text,
        DUCKDB_TYPE_DUCKDB_TYPE_UUID => TypeClass::Uuid,
        DUCKDB_TYPE_DUCKDB_TYPE_BLOB => TypeClass::Blob,
        DUCKDB_TYPE_DUCKDB_TYPE_TINYINT
        | DUCKDB_TYPE_DUCKDB_TYPE_SMALLINT
        | DUCKDB_TYPE_DUCKDB_TYPE_INTEGER
        | DUCKDB_TYPE_DUCKDB_TYPE_BIGINT
        | DUCKDB_TYPE_DUCKDB_TYPE_HUGEINT
        | DUCKDB_TYPE_DUCKDB_TYPE_UTINYINT
        | DUCKDB_TYPE_DUCKDB_TYPE_USMALLINT
        | DUCKDB_TYPE_DUCKDB_TYPE_UINTEGER
        | DUCKDB_TYPE_DUCKDB_TYPE_UBIGINT
        | DUCKDB_TYPE_DUCKDB_TYPE_INTEGER_LITERAL => TypeClass::Integer,
        DUCKDB_TYPE_DUCKDB_TYPE_FLOAT
        | DUCKDB_TYPE_DUCKDB_TYPE_DOUBLE
        | DUCKDB_TYPE_DUCKDB_TYPE_DECIMAL => TypeClass::Real,
        DUCKDB_TYPE_DUCKDB_TYPE_SQLNULL => TypeClass::Null,
        DUCKDB_TYPE_DUCKDB_TYPE_LIST | DUCKDB_TYPE_DUCKDB_TYPE_ARRAY => TypeClass::List,
        _ => TypeClass::Other,
    }
}

/// The name of a type in SQL, for errors.
pub fn name(id: duckdb_type) -> &'static str {
    TYPE_NAMES.get(id as usize).copied().unwrap_or("of an unknown type")
}

/// The names of DuckDB's types, by id.
const TYPE_NAMES: [&str; 43] = [
    "of no type",
    "BOOLEAN",
    "TINYINT",
    "SMALLINT",
    "INTEGER",
    "BIGINT",
    "UTINYINT",
    "USMALLINT",
    "UINTEGER",
    "UBIGINT",
    "FLOAT",
    "DOUBLE",
    "TIMESTAMP",
    "DATE",
    "TIME",
    "INTERVAL",
    "HUGEINT",
    "VARCHAR",
    "BLOB",
    "DECIMAL",
    "TIMESTAMP_S",
    "TIMESTAMP_MS",
    "TIMESTAMP_NS",
    "ENUM",
    "LIST",
    "STRUCT",
    "MAP",
    "UUID",
    "UNION",
    "BIT",
    "TIME WITH TIME ZONE",
    "TIMESTAMP WITH TIME ZONE",
    "UHUGEINT",
    "ARRAY",
    "ANY",
    "BIGNUM",
    "NULL",
    "VARCHAR",
    "INTEGER",
    "TIME_NS",
    "GEOMETRY",
    "VARIANT",
    "TIMESTAMP_NS WITH TIME ZONE",
];
