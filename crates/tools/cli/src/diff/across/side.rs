//! A side: a table in a database, or files.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arrow::array::RecordBatch;
use arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::common::Column as Name;
use datafusion::dataframe::DataFrame;
use datafusion::datasource::MemTable;
use datafusion::error::DataFusionError;
use datafusion::functions::encoding::expr_fn::encode;
use datafusion::functions::regex::expr_fn::regexp_replace;
use datafusion::logical_expr::{Expr, cast, lit};
use datafusion::prelude::SessionContext;
use hashlane_databases::{
    Address, Column, ColumnType, Connection, Described, Source, arrow_type_of, column_type_of,
};
use hashlane_diff::UNTYPED;
use hashlane_files::without_secrets;

use crate::diff::map::Map;
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
    Database(Database),
    Files(DataFrame),
}

/// A table in a database. Its columns have the names of the left side.
pub struct Database {
    pub connection: Arc<Mutex<Connection>>,
    pub address: Address,
    pub columns: Vec<Described>,
    /// The names of the columns in the database.
    names: HashMap<String, String>,
}

impl Side {
    /// Connects to a database, or opens files. Columns get the left names of the map.
    pub async fn open(context: &SessionContext, name: &str, map: &Map) -> Result<Self, Failure> {
        let data = match Address::parse(name) {
            None => Data::Files(map.renamed(open(context, name).await?)?),
            Some(address) => {
                let failed = |error| failure(name, error);
                // Without the name: what is wrong in it may be the place of a password.
                let address = address.map_err(|error| Failure::from(error.to_string()))?;
                let mut connection = Connection::open(&address).map_err(failed)?;
                let mut columns = connection.columns(&address.relation).map_err(failed)?;
                map.check(columns.iter().map(|column| column.name.as_str()))?;
                let mut names = HashMap::new();
                for column in &mut columns {
                    let left = map.left(&column.name).to_owned();
                    names.insert(left.clone(), std::mem::replace(&mut column.name, left));
                }
                let connection = Arc::new(Mutex::new(connection));
                Data::Database(Database { connection, address, columns, names })
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
            Data::Database(database) => {
                memory_table(context, self.schema(&database.columns, is_needed)?, vec![])
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

    /// Takes the alternative types of a database's columns that the other side has.
    pub fn take_alternatives(&mut self, other: &Side) {
        let Data::Database(database) = &mut self.data else { return };
        for column in &mut database.columns {
            let alternative = column.alternative.filter(|it| other.can_be(&column.name, *it));
            if let Some(alternative) = alternative {
                column.column_type = Ok(alternative);
            }
        }
    }

    /// Reads the UUIDs of files as text, where the other side is a database with UUIDs.
    pub fn take_uuids(&mut self, other: &Side) -> Result<(), Failure> {
        let Data::Files(table) = &mut self.data else { return Ok(()) };
        let is_uuid = |name: &str| other.can_be(name, ColumnType::Uuid);
        let read = with_uuids_as_text(table.clone(), is_uuid);
        *table = read.map_err(|error| engine_failure(error, &[]))?;
        Ok(())
    }

    /// Whether a column has a type. The 16 bytes of a file may be a UUID, and text may be padded with blanks.
    fn can_be(&self, name: &str, column_type: ColumnType) -> bool {
        match &self.data {
            Data::Database(database) => {
                let column = database.columns.iter().find(|column| column.name == name);
                column.is_some_and(|column| match (&column.column_type, column_type) {
                    (Ok(ColumnType::Text), ColumnType::Char) => true,
                    (own, other) => *own == Ok(other),
                })
            }
            Data::Files(table) => {
                let field = table.schema().as_arrow().field_with_name(name);
                let data_type = field.map(|field| stored(field.data_type()));
                data_type.is_ok_and(|data_type| match column_type {
                    ColumnType::Uuid => *data_type == DataType::FixedSizeBinary(16),
                    ColumnType::Char => column_type_of(data_type) == Some(ColumnType::Text),
                    _ => column_type_of(data_type) == Some(column_type),
                })
            }
        }
    }
}

impl Database {
    /// What statements read: these columns, the key first.
    pub fn source(&self, columns: &[Column], keys: usize, filter: Option<String>) -> Source {
        let own = |column: &Column| Column {
            name: self.names.get(&column.name).unwrap_or(&column.name).clone(),
            ..column.clone()
        };
        let (key, columns) = columns.split_at(keys);
        Source {
            dialect: self.address.dialect,
            relation: self.address.relation.clone(),
            filter,
            key: key.iter().map(own).collect(),
            columns: columns.iter().map(own).collect(),
        }
    }

    /// Does work that waits for the database, on a thread of its own.
    pub async fn wait<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, hashlane_databases::Error> + Send + 'static,
    ) -> Result<Result<T, hashlane_databases::Error>, Failure> {
        let connection = Arc::clone(&self.connection);
        let done = tokio::task::spawn_blocking(move || {
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        done.await.map_err(|error| Failure::Message(error.to_string()))
    }
}

/// The table with columns of 16 bytes as the text of UUIDs, if the other side `is_uuid` there.
fn with_uuids_as_text(
    table: DataFrame,
    is_uuid: impl Fn(&str) -> bool,
) -> Result<DataFrame, DataFusionError> {
    let schema = table.schema().clone();
    let is_read = |field: &Field| {
        *field.data_type() == DataType::FixedSizeBinary(16) && is_uuid(field.name())
    };
    if !schema.fields().iter().any(|field| is_read(field)) {
        return Ok(table);
    }
    let columns = schema.iter().map(|(qualifier, field)| {
        let column = Expr::Column(Name::from((qualifier, field)));
        if !is_read(field) {
            return column;
        }
        let digits = encode(cast(column, DataType::Binary), lit("hex"));
        let groups = lit("^(.{8})(.{4})(.{4})(.{4})");
        regexp_replace(digits, groups, lit(r"\1-\2-\3-\4-"), None).alias(field.name())
    });
    table.select(columns.collect::<Vec<_>>())
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

/// The type of the values of a dictionary or of runs.
pub fn stored(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => stored(values),
        DataType::RunEndEncoded(_, values) => stored(values.data_type()),
        other => other,
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
