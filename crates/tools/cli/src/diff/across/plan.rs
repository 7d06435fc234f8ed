//! Which columns are compared, and with which texts.

use arrow::datatypes::{DataType, Field, Schema};
use hashlane_databases::{Column, ColumnType, column_type_of};
use hashlane_datafusion::file_tables::NUMBERS;
use hashlane_diff::{Columns, Options, SchemaDifference, UNTYPED};

use crate::diff::across::side::{Data, Side, stored};
use crate::failure::Failure;

/// The columns of each side's row text, in one order: the key comes first.
pub struct Plan {
    pub keys: usize,
    pub columns: [Vec<Column>; 2],
    /// The types that the untyped text of files is read as.
    pub readings: [Vec<Option<DataType>>; 2],
}

impl Plan {
    /// Plans the texts of the columns that both sides have and that aren't among `differences`.
    pub fn new(
        sides: [&Side; 2],
        schemas: [&Schema; 2],
        options: &Options,
        differences: &[SchemaDifference],
    ) -> Result<Self, Failure> {
        let is_compared = |name: &str| {
            schemas[1].field_with_name(name).is_ok()
                && !options.key.iter().any(|key| key == name)
                && is_selected(&options.columns, name)
                && differences.iter().all(|difference| difference.column != name)
        };
        let others = schemas[0].fields().iter().map(|field| field.name().as_str());
        let others = others.filter(|name| is_compared(name));
        let mut plan =
            Plan { keys: options.key.len(), columns: [vec![], vec![]], readings: [vec![], vec![]] };
        for name in options.key.iter().map(String::as_str).chain(others) {
            plan.add(sides, schemas, name)?;
        }
        Ok(plan)
    }

    fn add(&mut self, sides: [&Side; 2], schemas: [&Schema; 2], name: &str) -> Result<(), Failure> {
        let field = |schema: &Schema| schema.field_with_name(name).cloned();
        let (Ok(left), Ok(right)) = (field(schemas[0]), field(schemas[1])) else {
            return Err(format!("a side has no column '{name}'").into());
        };
        let readings = [reading(sides[0], &left, &right), reading(sides[1], &right, &left)];
        let mut types = [
            text_type(sides[0], &left, readings[0].as_ref())?,
            text_type(sides[1], &right, readings[1].as_ref())?,
        ];
        // A sketch sums up keys only if both sides can.
        if types != [ColumnType::Integer; 2] {
            for found in types.iter_mut().filter(|found| **found == ColumnType::Integer) {
                *found = ColumnType::WideInteger;
            }
        }
        let with_length = types.iter().any(|found| found.is_text());
        for ((columns, own), (readings, reading)) in
            self.columns.iter_mut().zip(types).zip(self.readings.iter_mut().zip(readings))
        {
            columns.push(Column { with_length, ..Column::new(name, own) });
            readings.push(reading);
        }
        Ok(())
    }
}

/// Whether the options select a column.
pub fn is_selected(columns: &Columns, name: &str) -> bool {
    match columns {
        Columns::All => true,
        Columns::Only(only) => only.iter().any(|other| other == name),
        Columns::Except(except) => !except.iter().any(|other| other == name),
    }
}

/// The type that a column of files is read as: that of the database, for text whose type nobody stated.
fn reading(side: &Side, own: &Field, other: &Field) -> Option<DataType> {
    let is_open = own.metadata().contains_key(UNTYPED)
        || (own.metadata().contains_key(NUMBERS) && other.data_type() != own.data_type());
    let is_read = matches!(side.data, Data::Files(_))
        && is_open
        && !matches!(other.data_type(), DataType::Utf8 | DataType::Binary);
    is_read.then(|| other.data_type().clone())
}

fn text_type(side: &Side, own: &Field, reading: Option<&DataType>) -> Result<ColumnType, Failure> {
    if let Data::Database(database) = &side.data {
        let found = database.columns.iter().find(|column| column.name == *own.name());
        if let Some(Ok(found)) = found.map(|column| column.column_type.as_ref()) {
            return Ok(*found);
        }
    }
    let data_type = reading.unwrap_or(stored(own.data_type()));
    column_type_of(data_type).ok_or_else(|| {
        let name = own.name();
        Failure::Message(format!(
            "column '{name}' has the type {data_type}, which databases have no text for: leave it out with --ignore {name}"
        ))
    })
}
