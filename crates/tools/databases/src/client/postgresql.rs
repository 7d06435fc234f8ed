//! Tables in PostgreSQL, through ADBC's driver: one read-only transaction, so that all statements see the same rows.
//!
//! Every function, operator and type in the statements of these files has its schema: others may have made one of the same name.
//!
//! | file | holds |
//! |---|---|
//! | `session.rs` | the settings of the session |
//! | `names.rs` | the schemas in which names are looked up |
//! | `columns.rs` | types of columns |

mod columns;
mod names;
mod session;

use adbc_core::options::OptionDatabase;

use crate::client::adbc::AdbcClient;
use crate::client::driver::DriverLibrary;
use crate::client::{Cancel, DatabaseClient, DescribedColumn, EachRow, covers};
use crate::column::SourceColumn;
use crate::dialect::Dialect;
use crate::error::TableError;
use crate::relation::Relation;

use columns::{described, type_name};

const LIBRARY: DriverLibrary = DriverLibrary {
    variable: "HASHLANE_ADBC_POSTGRESQL",
    name: "adbc_driver_postgresql",
    entry_point: None,
    python_package: Some("adbc_driver_postgresql"),
    advice: "ADBC's driver for PostgreSQL is missing: run `pip install adbc-driver-postgresql`",
};

/// The columns of a table's primary key. Tables that inherit from another one have keys of their own.
const PRIMARY_KEY: &str = "SELECT a.attname::pg_catalog.text FROM pg_catalog.pg_index AS i, pg_catalog.pg_class AS c, \
    pg_catalog.pg_attribute AS a WHERE i.indrelid OPERATOR(pg_catalog.=) '{name}'::pg_catalog.regclass::pg_catalog.oid \
    AND c.oid OPERATOR(pg_catalog.=) i.indrelid AND a.attrelid OPERATOR(pg_catalog.=) i.indrelid \
    AND pg_catalog.array_position(i.indkey::pg_catalog.int2[], a.attnum) OPERATOR(pg_catalog.<) i.indnkeyatts AND i.indisprimary AND i.indisvalid \
    AND (c.relkind OPERATOR(pg_catalog.=) 'p'::pg_catalog.\"char\" OR NOT c.relhassubclass)";

/// A connection with an open transaction. Dropping it ends the transaction.
#[derive(Debug)]
pub(crate) struct PostgreSqlClient(AdbcClient);

impl PostgreSqlClient {
    pub(crate) fn connect(uri: &str) -> Result<Self, TableError> {
        let (uri, own_path) = session::started(uri)?;
        let mut adbc = open(&uri)?;
        session::set(&mut adbc)?;
        session::set_path(&mut adbc, own_path)?;
        adbc.rows("SELECT pg_catalog.current_setting('server_encoding')", &mut |row| match row[0] {
            Some("UTF8") => Ok(()),
            other => Err(TableError::new(format!(
                "the database has the encoding {}, and only UTF8 has the bytes of other systems: use a database with UTF8",
                other.unwrap_or_default()
            ))),
        })?;
        Ok(PostgreSqlClient(adbc))
    }
}

fn open(uri: &str) -> Result<AdbcClient, TableError> {
    let options = [(OptionDatabase::Uri, uri.into())];
    let mut adbc = AdbcClient::connect("PostgreSQL", LIBRARY.load()?, options)?;
    adbc.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
    Ok(adbc)
}

impl DatabaseClient for PostgreSqlClient {
    fn resolved(&mut self, relation: &Relation) -> Result<Relation, TableError> {
        names::qualified(&mut self.0, relation)
    }

    fn columns(&mut self, relation: &Relation) -> Result<Vec<DescribedColumn>, TableError> {
        if let Relation::Table(parts) = relation {
            names::restrict(&mut self.0, parts)?;
        }
        let relation = relation.to_sql(Dialect::PostgreSql);
        let schema = self.0.schema(&format!("SELECT * FROM {relation} LIMIT 0"))?;
        let names_citext = schema.fields().iter().any(|field| type_name(field) == "citext");
        let has_citext = names_citext && names::has_citext(&mut self.0)?;
        Ok(schema.fields().iter().map(|field| described(field, has_citext)).collect())
    }

    fn rows(&mut self, sql: &str, each: &mut EachRow<'_>) -> Result<(), TableError> {
        self.0.rows(sql, each)
    }

    fn is_unique(&mut self, relation: &Relation, key: &[SourceColumn]) -> Result<bool, TableError> {
        let Relation::Table(_) = relation else { return Ok(false) };
        let name = relation.to_sql(Dialect::PostgreSql).replace('\'', "\'\'");
        let mut primary = Vec::new();
        self.0.rows(&PRIMARY_KEY.replace("{name}", &name), &mut |row| {
            primary.extend(row[0].map(str::to_owned));
            Ok(())
        })?;
        Ok(covers(&primary, key))
    }

    fn cancel(&self) -> Option<Cancel> {
        Some(self.0.cancel())
    }
}
