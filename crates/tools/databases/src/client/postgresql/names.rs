//! The schemas in which names are looked up: those of a table and of its columns' types, after PostgreSQL's own.
//!
//! In a schema where others may create objects, an operator with fitting types would be called instead of PostgreSQL's.

use crate::client::adbc::AdbcClient;
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

/// The table's oid, for the name in a literal.
const TABLE: &str = "pg_catalog.to_regclass(";

/// A table with its schema, which its name alone means now. One that doesn't exist stays as it is: the statement that reads it reports
/// it.
pub(super) fn qualified(
    adbc: &mut AdbcClient,
    relation: &Relation,
) -> Result<Relation, TableError> {
    let Relation::Table(parts) = relation else { return Ok(relation.clone()) };
    let [name] = &parts[..] else { return Ok(relation.clone()) };
    let quoted = literal(&Dialect::PostgreSql.quoted(name));
    Ok(match schema_of(adbc, &quoted)? {
        Some(schema) => Relation::Table(vec![schema, name.clone()]),
        None => relation.clone(),
    })
}

/// Limits the schemas in which names of a condition are looked up to those of the table's types.
pub(super) fn restrict(adbc: &mut AdbcClient, parts: &[String]) -> Result<(), TableError> {
    let quoted: Vec<_> = parts.iter().map(|part| Dialect::PostgreSql.quoted(part)).collect();
    let name = literal(&quoted.join("."));
    if parts.len() == 1 {
        return Ok(());
    }
    let schemas = schemas_of_types(adbc, &name)?;
    let schemas: Vec<_> =
        schemas.iter().map(|schema| format!("{}, ", Dialect::PostgreSql.quoted(schema))).collect();
    adbc.execute(&format!("SET LOCAL search_path = pg_catalog, {}pg_temp", schemas.concat()))
}

/// The schema of a relation. `None` if it doesn't exist.
fn schema_of(adbc: &mut AdbcClient, name: &str) -> Result<Option<String>, TableError> {
    let found = texts(
        adbc,
        &format!(
            "SELECT n.nspname::pg_catalog.text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) \
             c.relnamespace WHERE c.oid OPERATOR(pg_catalog.=) {TABLE}{name})::pg_catalog.oid"
        ),
    )?;
    Ok(found.into_iter().next())
}

/// The schemas of the base types of a relation's columns, such as that of citext, whose operators conditions use.
fn schemas_of_types(adbc: &mut AdbcClient, name: &str) -> Result<Vec<String>, TableError> {
    texts(
        adbc,
        &format!(
            "WITH RECURSIVE types(oid) AS (SELECT a.atttypid FROM pg_catalog.pg_attribute a WHERE a.attrelid OPERATOR(pg_catalog.=) \
             {TABLE}{name})::pg_catalog.oid AND a.attnum OPERATOR(pg_catalog.>) 0::pg_catalog.int2 AND NOT a.attisdropped UNION SELECT \
             t.typbasetype FROM types JOIN pg_catalog.pg_type t ON t.oid OPERATOR(pg_catalog.=) types.oid WHERE t.typtype \
             OPERATOR(pg_catalog.=) 'd'::pg_catalog.\"char\") SELECT DISTINCT n.nspname::pg_catalog.text FROM types JOIN pg_catalog.pg_type \
             t ON t.oid OPERATOR(pg_catalog.=) types.oid JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace \
             WHERE t.typtype OPERATOR(pg_catalog.=) 'b'::pg_catalog.\"char\" AND t.typcategory OPERATOR(pg_catalog.<>) \
             'A'::pg_catalog.\"char\" AND n.nspname OPERATOR(pg_catalog.<>) 'pg_catalog'::pg_catalog.name"
        ),
    )
}

/// Whether every type of the name citext is that of the extension, whose values are texts.
pub(super) fn has_citext(adbc: &mut AdbcClient) -> Result<bool, TableError> {
    let others = texts(
        adbc,
        "SELECT t.typname::pg_catalog.text FROM pg_catalog.pg_type t WHERE t.typname OPERATOR(pg_catalog.=) 'citext'::pg_catalog.name AND \
         NOT EXISTS (SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_extension e ON e.oid OPERATOR(pg_catalog.=) d.refobjid WHERE \
         d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass::pg_catalog.oid AND d.objid OPERATOR(pg_catalog.=) \
         t.oid AND d.deptype OPERATOR(pg_catalog.=) 'e'::pg_catalog.\"char\" AND e.extname OPERATOR(pg_catalog.=) \
         'citext'::pg_catalog.name)",
    )?;
    Ok(others.is_empty())
}

fn texts(adbc: &mut AdbcClient, sql: &str) -> Result<Vec<String>, TableError> {
    let mut found = Vec::new();
    adbc.rows(sql, &mut |row| {
        found.extend(row.first().copied().flatten().map(str::to_owned));
        Ok(())
    })?;
    Ok(found)
}

/// A literal, where backslashes are ordinary characters.
fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_doubled() {
        assert_eq!(literal(r#""a'b\c""#), r#"'"a''b\c"'"#);
    }
}
