//! The tables of a schema, with their primary keys.

use crate::address::TableAddress;
use crate::dialect::{Dialect, fill};
use crate::error::TableError;
use crate::relation::Relation;

/// A table or view of a schema.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SchemaTable {
    /// Its name, without the schema.
    pub name: String,
    /// The columns of its primary key, in the order of the key. Views have none, and neither has ClickHouse, whose keys may repeat.
    pub primary_key: Vec<String>,
    /// Whether its rows are those of another table of the schema, too: it is a partition.
    pub is_partition: bool,
}

impl SchemaTable {
    /// Adds a row of [`tables_statement`]: a table, a column of its key or NULL, and `t` for a partition.
    pub(crate) fn add(tables: &mut Vec<SchemaTable>, row: &[Option<&str>]) {
        let [name, column, partition] = [0, 1, 2].map(|at| row.get(at).copied().flatten());
        let name = name.unwrap_or_default();
        if tables.last().is_none_or(|last| last.name != name) {
            let is_partition = partition == Some("t");
            tables.push(SchemaTable {
                name: name.to_owned(),
                primary_key: Vec::new(),
                is_partition,
            });
        }
        if let Some(last) = tables.last_mut() {
            last.primary_key.extend(column.map(str::to_owned));
        }
    }
}

/// The statement that lists the tables of the schema of an address's table, by name: a row for each column of a primary key, or one with
/// NULL.
///
/// # Errors
/// Returns an error for a query, for a table with more than a schema before its name, and for names of schemas with quotes.
pub(crate) fn tables_statement(address: &TableAddress) -> Result<String, TableError> {
    let schema = match &address.relation {
        Relation::Table(parts) if parts.len() == 1 => None,
        Relation::Table(parts) if parts.len() == 2 => Some(parts[0].as_str()),
        _ => {
            return Err(TableError::new(
                "tables are listed of a schema: write ?table=SCHEMA.{} or ?table={}",
            ));
        }
    };
    if schema.is_some_and(|schema| schema.contains(['\'', '"', '\\'])) {
        return Err(TableError::new(
            "the name of the schema has a quote or a backslash: name its tables yourself",
        ));
    }
    let (template, [named, own]) = listing(address.dialect).ok_or_else(|| {
        TableError::new(format!(
            "tables of {} can't be listed: name them yourself",
            address.dialect
        ))
    })?;
    let condition =
        schema.map_or_else(|| own.to_owned(), |schema| fill(named, &[("schema", schema)]));
    Ok(fill(template, &[("condition", &condition)]))
}

/// The statement, and its condition with a schema and without one.
fn listing(dialect: Dialect) -> Option<(&'static str, [&'static str; 2])> {
    Some(match dialect {
        // Operators and functions have their schema, as in all of PostgreSQL's statements.
        Dialect::PostgreSql => (
            "SELECT c.relname::pg_catalog.text, a.attname::pg_catalog.text, CASE WHEN c.relispartition AND p.oid IS NOT NULL THEN 't' END \
             FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace LEFT JOIN pg_catalog.pg_index AS i ON i.indrelid OPERATOR(pg_catalog.=) c.oid \
             AND i.indisprimary AND i.indisvalid LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid OPERATOR(pg_catalog.=) c.oid \
             AND pg_catalog.array_position(i.indkey::pg_catalog.int2[], a.attnum) OPERATOR(pg_catalog.<) i.indnkeyatts \
             LEFT JOIN pg_catalog.pg_inherits AS h ON h.inhrelid OPERATOR(pg_catalog.=) c.oid AND c.relispartition \
             LEFT JOIN pg_catalog.pg_class AS p ON p.oid OPERATOR(pg_catalog.=) h.inhparent \
             AND p.relnamespace OPERATOR(pg_catalog.=) c.relnamespace WHERE {condition} AND c.relkind OPERATOR(pg_catalog.=) \
             ANY ('{r,p,v,m,f}'::pg_catalog.\"char\"[]) ORDER BY c.relname::pg_catalog.text COLLATE pg_catalog.\"C\", pg_catalog.array_position(i.indkey::pg_catalog.int2[], a.attnum)",
            [
                "n.nspname OPERATOR(pg_catalog.=) '{schema}'::pg_catalog.name",
                "pg_catalog.pg_table_is_visible(c.oid) AND n.nspname OPERATOR(pg_catalog.<>) 'pg_catalog'::pg_catalog.name",
            ],
        ),
        Dialect::MySql => (
            // A versioned table's key has the end of its period.
            "SELECT t.table_name, k.column_name FROM information_schema.tables AS t LEFT JOIN (SELECT u.table_schema, u.table_name, \
             u.column_name, u.ordinal_position FROM information_schema.key_column_usage AS u JOIN information_schema.columns AS c \
             ON BINARY c.table_schema = BINARY u.table_schema AND BINARY c.table_name = BINARY u.table_name \
             AND BINARY c.column_name = BINARY u.column_name WHERE u.constraint_name = 'PRIMARY' \
             AND COALESCE(c.generation_expression, '') NOT IN ('ROW START', 'ROW END')) AS k \
             ON BINARY k.table_schema = BINARY t.table_schema AND BINARY k.table_name = BINARY t.table_name WHERE {condition} ORDER BY BINARY t.table_name, k.ordinal_position",
            [
                "BINARY t.table_schema = BINARY '{schema}'",
                "BINARY t.table_schema = BINARY DATABASE()",
            ],
        ),
        Dialect::DuckDb => (
            "SELECT t.name, k.name FROM (SELECT database_name, schema_name, table_name AS name FROM duckdb_tables() UNION ALL SELECT \
             database_name, schema_name, view_name FROM duckdb_views() WHERE NOT internal) AS t LEFT JOIN (SELECT database_name, \
             schema_name, table_name, unnest(constraint_column_names) AS name, generate_subscripts(constraint_column_names, 1) AS place \
             FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY') AS k ON k.database_name = t.database_name \
             AND k.schema_name = t.schema_name AND k.table_name = t.name WHERE t.database_name = current_database() AND {condition} \
             ORDER BY t.name, k.place",
            ["t.schema_name = '{schema}'", "t.schema_name = current_schema()"],
        ),
        Dialect::ClickHouse => (
            "SELECT name, NULL FROM system.tables WHERE {condition} AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY name",
            ["database = '{schema}'", "database = currentDatabase()"],
        ),
        Dialect::Sqlite => (
            "SELECT m.name, k.name FROM {condition}.sqlite_master AS m LEFT JOIN pragma_table_info(m.name) AS k ON k.pk > 0 \
             WHERE m.type IN ('table', 'view') AND substr(m.name, 1, 7) <> 'sqlite_' ORDER BY m.name, k.pk",
            ["\"{schema}\"", "main"],
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_tables() {
        let mut tables = Vec::new();
        for row in [
            [Some("a"), None, None],
            [Some("b"), Some("x"), Some("t")],
            [Some("b"), Some("y"), Some("t")],
        ] {
            SchemaTable::add(&mut tables, &row);
        }
        let found: Vec<_> = tables
            .iter()
            .map(|it| (it.name.as_str(), it.primary_key.len(), it.is_partition))
            .collect();
        assert_eq!(found, [("a", 0, false), ("b", 2, true)]);
    }

    #[test]
    fn schemas_are_named_once() {
        let of = |text: &str| {
            tables_statement(&TableAddress::parse(text).expect("an address").expect("a table"))
        };
        let statement = of("postgresql://h/d?table=shop.x").expect("a schema");
        assert!(statement.contains("'shop'") && statement.contains("{r,p,v,m,f}"), "{statement}");
        for wrong in
            ["duckdb:a.db?table=a.b.c", "duckdb:a.db?query=SELECT 1", "duckdb:a?table=\"a'\".b"]
        {
            of(wrong).expect_err(wrong);
        }
    }
}
