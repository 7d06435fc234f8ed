//! DataFusion, run in this process.

use std::sync::{LazyLock, OnceLock};

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::DataType;
use arrow::util::display::array_value_to_string;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::context::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};
use tokio::runtime::Runtime;

use crate::engine::{Session, SqlError, StringType, Table, Type};

/// A thread pool like that of a program that embeds DataFusion.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    builder.worker_threads(2).enable_all().build().expect("a runtime can be built")
});

/// Connects a session to a cluster. The suite of the cluster's workspace sets it.
pub static ON_CLUSTER: OnceLock<fn(SessionState) -> Result<SessionContext>> = OnceLock::new();

/// A session with our functions.
pub struct DataFusion(SessionContext);

impl DataFusion {
    /// A session in which VARCHAR has this type.
    pub fn open(strings: StringType) -> Result<Self, SqlError> {
        let view = strings == StringType::View;
        let config = SessionConfig::new()
            .with_target_partitions(2)
            .set_bool("datafusion.sql_parser.map_string_types_to_utf8view", view)
            .set_bool("datafusion.execution.parquet.schema_force_view_types", view);
        let mut context = SessionContext::new_with_config(config);
        hashlane_datafusion::register_all(&mut context).map_err(error)?;
        Ok(DataFusion(context))
    }

    /// A session whose queries run [on a cluster](ON_CLUSTER).
    pub fn open_on_cluster() -> Result<Self, SqlError> {
        let connect =
            ON_CLUSTER.get().ok_or_else(|| SqlError("no cluster is connected".to_owned()))?;
        let config = SessionConfig::new().with_target_partitions(3);
        connect(SessionContext::new_with_config(config).state()).map(DataFusion).map_err(error)
    }

    /// A session without our functions.
    pub fn open_bare() -> Self {
        DataFusion(SessionContext::new())
    }

    /// The session's context.
    pub fn context(&self) -> &SessionContext {
        &self.0
    }
}

impl Session for DataFusion {
    fn run(&mut self, sql: &str) -> Result<Table, SqlError> {
        let sql = in_dialect(sql);
        // The plan's schema names the columns even if there are no rows.
        let result = RUNTIME.block_on(async {
            let frame = self.0.sql(&sql).await?;
            let types = frame.schema().fields().iter().map(|f| column_type(f.data_type()));
            let types: Vec<Type> = types.collect();
            Ok((types, frame.collect().await?))
        });
        let (types, batches) = result.map_err(error)?;
        let mut rows = Vec::new();
        for batch in &batches {
            append_rows(batch, &mut rows).map_err(error)?;
        }
        Ok(Table { types, rows })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for use in map_err")]
fn error(error: DataFusionError) -> SqlError {
    // Without the backtrace that some builds append.
    SqlError(error.strip_backtrace())
}

/// Translates the suite's SQL, which is DuckDB's, to DataFusion's spelling of binary literals and unsigned
/// types.
pub fn in_dialect(sql: &str) -> String {
    let sql = sql.replace("UBIGINT", "BIGINT UNSIGNED").replace("UINTEGER", "INT UNSIGNED");
    let mut parts = sql.split("unhex('");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once("')").unwrap_or((part, ""));
        text += &format!("decode('{digits}', 'hex'){rest}");
    }
    text
}

fn column_type(data_type: &DataType) -> Type {
    match data_type {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Type::Text,
        DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::FixedSizeBinary(_) => Type::Bytes,
        DataType::Boolean => Type::Boolean,
        DataType::Dictionary(_, values) => column_type(values),
        data_type if data_type.is_integer() => Type::Integer,
        _ => Type::Other,
    }
}

fn append_rows(batch: &RecordBatch, rows: &mut Vec<Vec<String>>) -> Result<()> {
    let columns: Vec<ArrayRef> = batch.columns().iter().map(plain).collect::<Result<_>>()?;
    for row in 0..batch.num_rows() {
        rows.push(columns.iter().map(|column| text(column, row)).collect::<Result<_>>()?);
    }
    Ok(())
}

/// Bytes as Binary, all other types unchanged, dictionaries decoded.
fn plain(column: &ArrayRef) -> Result<ArrayRef> {
    let column = match column.data_type() {
        DataType::Dictionary(_, values) => cast(column, values)?,
        _ => column.clone(),
    };
    Ok(match column_type(column.data_type()) {
        Type::Bytes => cast(&column, &DataType::Binary)?,
        _ => column,
    })
}

fn text(column: &ArrayRef, row: usize) -> Result<String> {
    let text = if column.is_null(row) || column.data_type() == &DataType::Null {
        return Ok("NULL".to_owned());
    } else if let Some(bytes) = column.as_binary_opt::<i32>() {
        bytes.value(row).iter().map(|byte| format!("{byte:02x}")).collect()
    } else {
        array_value_to_string(column, row)?
    };
    Ok(if text.is_empty() { "(empty)".to_owned() } else { text })
}
