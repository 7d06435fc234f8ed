//! Table functions without arguments.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{Result, plan_err};
use datafusion::datasource::MemTable;
use hashlane_catalog::TableFunction;

/// A table function of the catalogue as DataFusion calls it.
pub struct Table(pub &'static TableFunction);

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl TableFunctionImpl for Table {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let Table(function) = self;
        if !args.exprs().is_empty() {
            let given = args.exprs().len();
            return plan_err!("{}: {given} arguments were given; it takes none", function.name);
        }
        let rows = (function.rows)();
        let column = |i: usize| {
            let values: StringArray = rows.iter().map(|row| Some(row[i].as_str())).collect();
            Arc::new(values) as ArrayRef
        };
        let fields = function.columns.iter().map(|name| Field::new(*name, DataType::Utf8, false));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let columns = (0..function.columns.len()).map(column).collect();
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns)?;
        Ok(Arc::new(MemTable::try_new(schema, vec![vec![batch]])?))
    }
}
