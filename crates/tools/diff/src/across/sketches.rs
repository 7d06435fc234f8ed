//! Compares two sketches that databases computed: their rows are the hashes that differ, with the keys if the sketches have them.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::dataframe::DataFrame;
use datafusion::datasource::MemTable;
use datafusion::logical_expr::cast;
use datafusion::prelude::{SessionContext, col};
use futures::TryStreamExt;
use hashlane_databases::{cell_of, check_complete};
use hashlane_kernels::sketch::{self, Keys, RowDifference, Sketch, SketchCell, SketchError};

use crate::comparison::Comparison;
use crate::error::DiffError;
use crate::options::DiffOptions;
use crate::prepared::compare;
use crate::side::Side;

/// The columns of a sketch, as `hashlane sketch` names them.
const COLUMNS: [&str; 6] = ["p", "cell", "row_count", "hash_sum", "check_sum", "key_sum"];

/// The cells of a sketch.
struct SketchCells {
    p: u32,
    cells: Vec<(usize, SketchCell)>,
}

impl SketchCells {
    async fn read(side: Side, table: DataFrame) -> Result<Self, DiffError> {
        let wrong = |text: String| DiffError::Source(side, text);
        let columns = COLUMNS.map(|column| cast(col(column), DataType::Utf8).alias(column));
        let table = table.select(columns.to_vec()).map_err(|_| {
            wrong(format!(
                "a sketch has the columns {}, which the statement of `hashlane sketch` computes",
                COLUMNS.join(", ")
            ))
        })?;
        let mut batches = table.execute_stream().await.map_err(DiffError::on_side(side))?;
        let (mut p, mut cells) = (None, Vec::new());
        while let Some(batch) = batches.try_next().await.map_err(DiffError::on_side(side))? {
            let texts: Vec<_> =
                batch.columns().iter().map(|column| column.as_string::<i32>()).collect();
            for row in 0..batch.num_rows() {
                let texts: Vec<_> = texts
                    .iter()
                    .map(|texts| texts.is_valid(row).then(|| texts.value(row)))
                    .collect();
                let own: u32 = texts[0]
                    .and_then(|text| text.parse().ok())
                    .ok_or_else(|| wrong("a value of the column p is not an integer".to_owned()))?;
                if *p.get_or_insert(own) != own {
                    return Err(wrong(
                        "the column p has two values: a file holds one sketch".to_owned(),
                    ));
                }
                cells.push(cell_of(&texts[1..]).map_err(|error| wrong(error.to_string()))?);
            }
        }
        match p {
            Some(p) => Ok(SketchCells { p, cells }),
            None => Err(wrong(
                "the sketch has no rows: even that of an empty table has one, so the statement's result is missing".to_owned(),
            )),
        }
    }

    fn sketch(&self, side: Side) -> Result<Sketch, DiffError> {
        let wrong = |error: SketchError| DiffError::Source(side, error.to_string());
        let mut sketch = Sketch::new(self.p, Keys::Absent).map_err(wrong)?;
        for (index, cell) in &self.cells {
            sketch.add_cell(*index, cell).map_err(wrong)?;
        }
        check_complete(&sketch).map_err(|error| DiffError::Source(side, error.to_string()))?;
        Ok(sketch)
    }
}

/// Compares two sketches. Rows are identified by their key if the sketches have keys, and else by their hash.
///
/// # Errors
/// Returns an error if a table isn't a sketch, if the sketches have other sizes, or if more rows differ than they hold.
pub async fn compare_sketches(
    context: &SessionContext,
    [left, right]: [DataFrame; 2],
) -> Result<Comparison, DiffError> {
    let mut left = SketchCells::read(Side::Left, left).await?.sketch(Side::Left)?;
    let right = SketchCells::read(Side::Right, right).await?.sketch(Side::Right)?;
    let rows = [&left, &right].map(|sketch| sketch.rows().unsigned_abs());
    let failed = |error: SketchError| DiffError::Input(error.to_string());
    left.subtract(&right).map_err(failed)?;
    let found = left.decode().map_err(failed)?;
    let has_keys = found.iter().any(|row| row.key != 0);
    let table = |side| rows_of(context, &found, side, has_keys);
    let key = if has_keys { "key" } else { "hash" };
    let options = DiffOptions { key: vec![key.to_owned()], ..DiffOptions::default() };
    let (left, right) = (table(sketch::TableSide::Left)?, table(sketch::TableSide::Right)?);
    let mut comparison = compare(left, right, &options).await?;
    (comparison.summary.left_rows, comparison.summary.right_rows) = (rows[0], rows[1]);
    Ok(comparison)
}

/// The rows of a side: their hashes, and their keys if the sketches have them.
fn rows_of(
    context: &SessionContext,
    found: &[RowDifference],
    side: sketch::TableSide,
    has_keys: bool,
) -> Result<DataFrame, DiffError> {
    let rows = || found.iter().filter(|row| row.side == side);
    // A row that a side has twice is a duplicate key, which the comparison reports.
    let repeated = |number: fn(&RowDifference) -> i64| {
        let numbers = rows().flat_map(|row| (0..row.rows.min(2)).map(move |_| number(row)));
        Arc::new(numbers.collect::<Int64Array>()) as ArrayRef
    };
    let mut fields = vec![Field::new("hash", DataType::Int64, false)];
    let mut arrays = vec![repeated(|row| row.hash)];
    if has_keys {
        fields.insert(0, Field::new("key", DataType::Int64, false));
        arrays.insert(0, repeated(|row| row.key));
    }
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays)?;
    let table = MemTable::try_new(schema, vec![vec![batch]])?;
    Ok(context.read_table(Arc::new(table))?)
}
