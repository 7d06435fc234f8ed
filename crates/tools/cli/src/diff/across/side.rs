//! A side: a table in a database, or files.

use std::sync::Arc;

use arrow::array::RecordBatch;
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::dataframe::DataFrame;
use datafusion::datasource::MemTable;
use datafusion::prelude::SessionContext;
use hashlane_databases::{Address, ColumnType, Connection, Described, Relation, arrow_type_of};
use hashlane_diff::UNTYPED;
use hashlane_files::without_secrets;

use crate::diff::run::open;
use crate::failure::Failure;
use crate::sql::engine_failure;

/// A side of a comparison.
pub struct Side {
    /// Its name, as the arguments have it.
    pub name: String,
    pub data: Data,
}

/// Where a side's rows are.
pub enum Data {
    Database { connection: Box<Connection>, address: Address, columns: Vec<Described> },
    Files(DataFrame),
}

impl Side {
    /// Connects to a database, or opens files.
    pub async fn open(context: &SessionContext, name: &str) -> Result<Self, Failure> {
        let data = match Address::parse(name) {
            None => Data::Files(open(context, name).await?),
            Some(address) => {
                let failed = |error| failure(name, error);
                let address = address.map_err(failed)?;
                let mut connection = Box::new(Connection::open(&address).map_err(failed)?);
                let columns = connection.columns(&address.relation).map_err(failed)?;
                Data::Database { connection, address, columns }
            }
        };
        Ok(Side { name: name.to_owned(), data })
    }

    /// An error of this side's database.
    pub fn failure(&self, error: hashlane_databases::Error) -> Failure {
        failure(&self.name, error)
    }

    /// A table with this side's columns: the rows of files, or no rows of a database.
    ///
    /// # Errors
    /// Returns an error if a column that `is_needed` has a type without a canonical text.
    pub fn table(
        &self,
        context: &SessionContext,
        is_needed: impl Fn(&str) -> bool,
    ) -> Result<DataFrame, Failure> {
        match &self.data {
            Data::Files(table) => Ok(table.clone()),
            Data::Database { columns, .. } => {
                memory_table(context, self.schema(columns, is_needed)?, vec![])
            }
        }
    }

    fn schema(
        &self,
        columns: &[Described],
        is_needed: impl Fn(&str) -> bool,
    ) -> Result<SchemaRef, Failure> {
        let mut fields = Vec::new();
        for column in columns {
            let name = &column.name;
            fields.push(match &column.column_type {
                Ok(column_type) => field(name, *column_type),
                Err(_) if !is_needed(name) => Field::new(name, DataType::Null, true),
                Err(shown) => {
                    let side = without_secrets(&self.name);
                    return Err(Failure::Message(format!(
                        "'{side}': column '{name}' has the type {shown}, which has no text in common with other systems: leave \
                         it out with --ignore {name}, or compare a query that casts it"
                    )));
                }
            });
        }
        Ok(Arc::new(Schema::new(fields)))
    }

    /// The table or query, for statements.
    pub fn relation(&self) -> Option<&Relation> {
        match &self.data {
            Data::Database { address, .. } => Some(&address.relation),
            Data::Files(_) => None,
        }
    }
}

fn failure(name: &str, error: hashlane_databases::Error) -> Failure {
    Failure::Message(format!("'{}': {error}", without_secrets(name)))
}

/// A column of a database as an Arrow field. A decimal of any scale is text that is read as the other side's type.
fn field(name: &str, column_type: ColumnType) -> Field {
    let field = Field::new(name, arrow_type_of(column_type), true);
    match column_type {
        ColumnType::Numeric => {
            field.with_metadata([(UNTYPED.to_owned(), String::new())].into_iter().collect())
        }
        _ => field,
    }
}

/// A table of these rows.
pub fn memory_table(
    context: &SessionContext,
    schema: SchemaRef,
    rows: Vec<RecordBatch>,
) -> Result<DataFrame, Failure> {
    let table = MemTable::try_new(schema, vec![rows]);
    let table = table.and_then(|table| context.read_table(Arc::new(table)));
    table.map_err(|error| engine_failure(error, &[]))
}
