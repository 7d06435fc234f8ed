//! Compares two sketches that databases computed.

use std::sync::Arc;

use arrow::array::{AsArray, Int64Array, RecordBatch};
use arrow::datatypes::{DataType, Field, Schema};
use datafusion::logical_expr::cast;
use datafusion::prelude::{SessionContext, col};
use futures::TryStreamExt;
use hashlane_databases::{cell_of, check_complete};
use hashlane_diff::Options;
use hashlane_kernels::sketch::{Cell, Difference, Keys, Side, Sketch};

use crate::diff::across::side::memory_table;
use crate::diff::run::open;
use crate::failure::Failure;
use crate::sql::engine_failure;
use datafusion::dataframe::DataFrame;

/// The columns of a sketch, as `hashlane sketch` names them.
const COLUMNS: [&str; 6] = ["p", "cell", "row_count", "hash_sum", "check_sum", "key_sum"];

/// The cells of a sketch. No cells are a sketch of no rows, of any size.
struct Cells {
    name: String,
    p: Option<u32>,
    cells: Vec<(usize, Cell)>,
}

impl Cells {
    async fn read(context: &SessionContext, name: &str) -> Result<Self, Failure> {
        let failed = |error| engine_failure(error, &[]);
        let wrong = |text: String| Failure::Message(format!("'{name}': {text}"));
        let table = open(context, name).await?;
        let columns = COLUMNS.map(|column| cast(col(column), DataType::Utf8).alias(column));
        let table = table.select(columns.to_vec()).map_err(|_| {
            wrong(format!(
                "a sketch has the columns {}, which `hashlane sketch` computes",
                COLUMNS.join(", ")
            ))
        })?;
        let mut batches = table.execute_stream().await.map_err(failed)?;
        let (mut p, mut cells) = (None, Vec::new());
        while let Some(batch) = batches.try_next().await.map_err(failed)? {
            for row in 0..batch.num_rows() {
                let texts = batch.columns().iter().map(|column| {
                    let texts = column.as_string::<i32>();
                    (!arrow::array::Array::is_null(texts, row)).then(|| texts.value(row))
                });
                let texts: Vec<_> = texts.collect();
                let own = texts[0].and_then(|text| text.parse().ok());
                let own: u32 = own
                    .ok_or_else(|| wrong("a value of the column p is not an integer".to_owned()))?;
                if *p.get_or_insert(own) != own {
                    return Err(wrong(
                        "the column p has two values: a file holds one sketch".to_owned(),
                    ));
                }
                cells.push(cell_of(&texts[1..]).map_err(|error| wrong(error.to_string()))?);
            }
        }
        Ok(Cells { name: name.to_owned(), p, cells })
    }

    fn sketch(&self, p: u32) -> Result<Sketch, Failure> {
        let wrong = |error| Failure::Message(format!("'{}': {error}", self.name));
        let mut sketch = Sketch::new(self.p.unwrap_or(p), Keys::Absent).map_err(wrong)?;
        for (index, cell) in &self.cells {
            sketch.add_cell(*index, cell).map_err(wrong)?;
        }
        check_complete(&sketch).map_err(|error| format!("'{}': {error}", self.name))?;
        Ok(sketch)
    }
}

/// Two tables of the rows that differ between two sketches, the options to compare them, and the numbers of rows.
pub async fn tables(
    context: &SessionContext,
    names: [&str; 2],
) -> Result<([DataFrame; 2], Options, [u64; 2]), Failure> {
    let [left, right] =
        [Cells::read(context, names[0]).await?, Cells::read(context, names[1]).await?];
    let p = left.p.or(right.p).unwrap_or(8);
    let (mut left, right) = (left.sketch(p)?, right.sketch(p)?);
    let rows = [&left, &right].map(|sketch| sketch.rows().unsigned_abs());
    let failed = |error: hashlane_kernels::sketch::SketchError| error.to_string();
    left.subtract(&right).map_err(failed)?;
    let found = left.decode().map_err(failed)?;
    let has_keys = found.iter().any(|row| row.key != 0);
    let table = |side| rows_of(context, &found, side, has_keys);
    let key = if has_keys { "key" } else { "hash" };
    let options = Options { key: vec![key.to_owned()], ..Options::default() };
    Ok(([table(Side::Left)?, table(Side::Right)?], options, rows))
}

/// The rows of a side: their hashes, and their keys if the sketches have them.
fn rows_of(
    context: &SessionContext,
    found: &[Difference],
    side: Side,
    has_keys: bool,
) -> Result<DataFrame, Failure> {
    let rows = || found.iter().filter(|row| row.side == side);
    // A row that a side has twice is a duplicate key, which the comparison reports.
    let repeated = |number: fn(&Difference) -> i64| {
        let numbers = rows().flat_map(|row| (0..row.rows.min(2)).map(move |_| number(row)));
        Arc::new(numbers.collect::<Int64Array>()) as arrow::array::ArrayRef
    };
    let mut fields = vec![Field::new("hash", DataType::Int64, false)];
    let mut arrays = vec![repeated(|row| row.hash)];
    if has_keys {
        fields.insert(0, Field::new("key", DataType::Int64, false));
        arrays.insert(0, repeated(|row| row.key));
    }
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays);
    memory_table(context, schema, vec![batch.map_err(|error| error.to_string())?])
}
