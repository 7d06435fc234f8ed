//! The table function `table_diff`.

use std::sync::Arc;
use std::thread;

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::catalog::streaming::StreamingTable;
use datafusion::catalog::{TableFunctionArgs, TableFunctionImpl, TableProvider, UrlTableFactory};
use datafusion::common::{ScalarValue, TableReference, exec_datafusion_err, plan_err};
use datafusion::dataframe::DataFrame;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::context::SessionState;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::Expr;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::streaming::PartitionStream;
use datafusion::prelude::SessionContext;
use futures::{Stream, TryStreamExt, stream};

use crate::by_column::ByColumn;
use crate::comparison::Comparison;
use crate::options::{ComparedColumns, DiffOptions, EqualityRules, Tolerance};
use crate::prepared::PreparedTables;
use crate::scan::HashProgress;
use crate::table::ValueTable;

const SIGNATURE: &str = "table_diff(left, right, key[, ignore[, tolerance]])";

/// Registers the table function `table_diff(left, right, key[, ignore[, tolerance]])`.
///
/// `left` and `right` name tables of the session. `key` and `ignore` are lists of columns, or one column; an empty key
/// compares the rows as multisets. `tolerance` is how far apart floats and decimals may be, or a text
/// with tolerances by column, as [`ByColumn::parse_tolerances`] reads it. The rows are those of
/// [`ValueTable`].
///
/// ```
/// # use datafusion::prelude::*;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> datafusion::error::Result<()> {
/// let context = SessionContext::new();
/// hashlane_diff::register(&context);
/// context.sql("CREATE VIEW monday AS SELECT 1 AS id, 'pear' AS fruit").await?.collect().await?;
/// context.sql("CREATE VIEW tuesday AS SELECT 1 AS id, 'fig' AS fruit").await?.collect().await?;
/// let changes = context.sql("FROM table_diff('monday', 'tuesday', 'id')").await?;
/// assert_eq!(changes.count().await?, 1);
/// # Ok(())
/// # }
/// ```
pub fn register(context: &SessionContext) {
    context.register_udtf("table_diff", Arc::new(TableDiff { files: None }));
}

/// Registers `table_diff` as [`register`] does, and opens a name that isn't one of the session's tables and views with
/// `files`. So the function can read files in another way than the session does: a file of text without types gets no
/// guessed ones if its fields are marked as [`UNTYPED`](crate::UNTYPED).
pub fn register_with_files(context: &SessionContext, files: Arc<dyn UrlTableFactory>) {
    context.register_udtf("table_diff", Arc::new(TableDiff { files: Some(files) }));
}

#[derive(Debug)]
struct TableDiff {
    files: Option<Arc<dyn UrlTableFactory>>,
}

impl TableFunctionImpl for TableDiff {
    fn call_with_args(&self, args: TableFunctionArgs) -> Result<Arc<dyn TableProvider>> {
        let [left, right, key, optional @ ..] = args.exprs() else {
            return plan_err!("table_diff needs three arguments; the call is {SIGNATURE}");
        };
        let options = options(key, optional)?;
        let Some(state) = args.session().as_any().downcast_ref::<SessionState>() else {
            return plan_err!("table_diff: the session is not one of DataFusion's own");
        };
        let tables = [text("left", left)?, text("right", right)?];
        let [left, right] = find(state, self.files.as_deref(), tables)?;
        let prepared = PreparedTables::new(left, right, &options)?;
        let table = Arc::new(ValueTable::with_columns(
            prepared.keys(),
            prepared.is_multiset(),
            prepared.differences(),
        )?);
        let schema = Arc::clone(table.schema());
        let scan = DiffScan { prepared, table };
        Ok(Arc::new(StreamingTable::try_new(schema, vec![Arc::new(scan)])?))
    }
}

fn options(key: &Expr, optional: &[Expr]) -> Result<DiffOptions> {
    let (ignored, tolerance) = match optional {
        [] => (None, None),
        [ignored] => (Some(ignored), None),
        [ignored, tolerance] => (Some(ignored), Some(tolerance)),
        _ => return plan_err!("table_diff takes at most five arguments; the call is {SIGNATURE}"),
    };
    let columns = ignored.map(|ignored| names("ignore", ignored).map(ComparedColumns::Except));
    Ok(DiffOptions {
        key: names("key", key)?,
        columns: columns.transpose()?.unwrap_or_default(),
        rules: EqualityRules {
            tolerance: tolerance.map(tolerances).transpose()?.unwrap_or_default(),
            ..EqualityRules::default()
        },
        ..DiffOptions::default()
    })
}

/// Parses a constant that is a distance for all columns, or a text as that of `--tolerance`.
fn tolerances(given: &Expr) -> Result<ByColumn<Tolerance>> {
    let wrong = || {
        plan_err!(
            "table_diff: tolerance must be a number of 0 or more or a text such as 'price=0.01,rate=1e-9r', not {given}"
        )
    };
    let Expr::Literal(value, _) = given else { return wrong() };
    if let Some(Some(text)) = value.try_as_str() {
        return ByColumn::parse_tolerances(text)
            .or_else(|error| plan_err!("table_diff: tolerance '{text}': {error}"));
    }
    match value.cast_to(&DataType::Float64) {
        Ok(ScalarValue::Float64(Some(absolute))) if absolute.is_finite() && absolute >= 0.0 => {
            Ok(ByColumn::all(Tolerance { absolute, ..Tolerance::default() }))
        }
        _ => wrong(),
    }
}

/// Parses a constant that names a table.
fn text<'a>(argument: &str, given: &'a Expr) -> Result<&'a str> {
    match given {
        Expr::Literal(value, _) if value.try_as_str().is_some() => {
            let name = value.try_as_str().flatten();
            name.map_or_else(|| plan_err!("table_diff: {argument} must not be NULL"), Ok)
        }
        _ => plan_err!("table_diff: {argument} must be the name of a table in quotes, not {given}"),
    }
}

/// Parses a constant that names columns: one, or a list.
fn names(argument: &str, given: &Expr) -> Result<Vec<String>> {
    let wrong = || {
        plan_err!("table_diff: {argument} must be a list of columns such as ['id'], not {given}")
    };
    let Expr::Literal(value, _) = given else { return wrong() };
    if let Some(Some(name)) = value.try_as_str() {
        return Ok(vec![name.to_owned()]);
    }
    let ScalarValue::List(list) = value else { return wrong() };
    let items = list.value(0);
    let names = (0..items.len()).map(|at| {
        let item = ScalarValue::try_from_array(&items, at)?;
        item.try_as_str().flatten().map_or_else(wrong, |name| Ok(vec![name.to_owned()]))
    });
    Ok(names.collect::<Result<Vec<_>>>()?.concat())
}

/// Finds the tables of these names. Tables are found asynchronously, even in stores on a network, and a table function
/// may be called by the only thread of its runtime.
fn find(
    state: &SessionState,
    files: Option<&dyn UrlTableFactory>,
    names: [&str; 2],
) -> Result<[DataFrame; 2]> {
    let find = async || {
        let context = SessionContext::new_with_state(state.clone());
        Ok([table(&context, files, names[0]).await?, table(&context, files, names[1]).await?])
    };
    thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(find())
        });
        thread.join().map_err(|_| exec_datafusion_err!("table_diff: opening a table panicked"))?
    })
}

/// Finds a table by its exact name, such as a file's, or else by its name in SQL.
async fn table(
    context: &SessionContext,
    files: Option<&dyn UrlTableFactory>,
    name: &str,
) -> Result<DataFrame> {
    let exact = TableReference::bare(name);
    if let Some(files) = files
        && !is_registered(context, exact.clone())
        && !is_registered(context, name.into())
        && let Some(file) = files.try_new(name).await?
    {
        return context.read_table(file);
    }
    match context.table(exact).await {
        Ok(table) => Ok(table),
        // The name of a missing file is not a name in SQL.
        Err(error) => context.table(name).await.map_err(|_| error),
    }
}

/// Whether the session has a table of this name. A catalog that also opens files doesn't count them.
fn is_registered(context: &SessionContext, name: TableReference) -> bool {
    context.table_exist(name).unwrap_or(false)
}

/// The comparison, which runs when the query does.
#[derive(Debug)]
struct DiffScan {
    prepared: PreparedTables,
    table: Arc<ValueTable>,
}

impl PartitionStream for DiffScan {
    fn schema(&self) -> &SchemaRef {
        self.table.schema()
    }

    fn execute(&self, _: Arc<TaskContext>) -> SendableRecordBatchStream {
        let (prepared, table) = (self.prepared.clone(), Arc::clone(&self.table));
        let batches = stream::once(async move {
            let comparison = prepared.compare(&HashProgress::default()).await?;
            Ok::<_, DataFusionError>(rows(comparison, table))
        });
        Box::pin(RecordBatchStreamAdapter::new(Arc::clone(self.schema()), batches.try_flatten()))
    }
}

/// The rows of the changes, then those of the columns that aren't compared.
fn rows(
    comparison: Comparison,
    table: Arc<ValueTable>,
) -> impl Stream<Item = Result<RecordBatch>> + Send {
    let start = (Some(comparison), table);
    stream::try_unfold(start, |(comparison, table)| async move {
        let Some(mut comparison) = comparison else { return Ok(None) };
        let (batch, next) = match comparison.next().await? {
            Some(changes) => (table.rows(&changes, usize::MAX)?, Some(comparison)),
            None => (table.column_rows(&comparison.summary().schema)?, None),
        };
        Ok(Some((batch, (next, table))))
    })
}
