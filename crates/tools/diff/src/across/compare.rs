//! Sketches both sides, fetches the rows that differ, and compares them.

use std::fmt;

use hashlane_databases::{DuplicateKeys, SketchSize, WantedRows};
use hashlane_kernels::sketch::{self, RowDifference, Sketch, SketchError, canonical};

use super::canonical::shown;
use super::plan::AcrossPlan;
use super::rows;
use super::side::SketchSide;
use crate::comparison::Comparison;
use crate::duplicates::not_unique;
use crate::error::DiffError;
use crate::options::DiffOptions;
use crate::side::Side;

/// The first size of sketches: 16,384 cells, about 0.7 MB, for 9,800 rows.
const FIRST_P: u8 = 12;

/// What a comparison does next.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum AcrossStep {
    /// Both sides are read, for sketches of this many cells.
    Sketch {
        /// The number of cells of each side.
        cells: u64,
    },
    /// The sketches hold fewer rows than differ, so both sides are read again.
    Again {
        /// About how many rows are on one side and not, or with other values, on the other. A changed row counts on both sides.
        estimate: u64,
    },
    /// Rows that differ are fetched.
    Fetch {
        /// How many there are. A changed row counts on both sides.
        rows: u64,
    },
}

/// What stops a comparison.
#[derive(Clone, Copy, Debug)]
pub struct StopLimits {
    /// The most rows that may differ. A changed row counts on both sides.
    pub differences: u64,
}

/// A comparison of two sides. At least one is a database.
pub struct AcrossComparison {
    sides: [Box<dyn SketchSide>; 2],
    plan: AcrossPlan,
}

impl fmt::Debug for AcrossComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Across").field("plan", &self.plan).finish_non_exhaustive()
    }
}

impl AcrossComparison {
    /// Plans the comparison of two sides. The sides have applied the conditions of the options.
    ///
    /// # Errors
    /// Returns an error if a side lacks a column of the key, or if a selected column has a type without canonical text.
    pub fn new(
        mut sides: [Box<dyn SketchSide>; 2],
        options: &DiffOptions,
    ) -> Result<Self, DiffError> {
        let plan = AcrossPlan::new([sides[0].as_ref(), sides[1].as_ref()], options)?;
        for (side, columns) in sides.iter_mut().zip(&plan.columns) {
            side.plan(columns.clone(), plan.keys);
        }
        Ok(AcrossComparison { sides, plan })
    }

    /// Compares the sides. `step` is called before each step.
    ///
    /// # Errors
    /// Returns an error if a side can't be read, if it has duplicate keys, or if more rows differ than the limit allows.
    pub async fn compare(
        &self,
        limits: StopLimits,
        step: impl Fn(AcrossStep),
    ) -> Result<Comparison, DiffError> {
        let (found, rows) = self.differences(limits.differences, &step).await?;
        if self.plan.keys > 0 {
            let [left, right] = &self.sides;
            let (left, right) = tokio::try_join!(left.duplicates(), right.duplicates())?;
            self.check_unique(Side::Left, left)?;
            self.check_unique(Side::Right, right)?;
        }
        step(AcrossStep::Fetch { rows: found.len() as u64 });
        let [left, right] = wanted(&found, self.plan.keys > 0);
        let (left, right) =
            tokio::try_join!(self.sides[0].fetch(left), self.sides[1].fetch(right))?;
        let fetched = [left, right];
        match self.plan.keys {
            0 => rows::counted(&self.plan, &found, &fetched, rows),
            _ => rows::keyed(&self.plan, &fetched, rows),
        }
    }

    /// The rows that differ, and the numbers of rows of both sides. Grows the sketches until they hold all differences.
    async fn differences(
        &self,
        most: u64,
        step: &impl Fn(AcrossStep),
    ) -> Result<(Vec<RowDifference>, [u64; 2]), DiffError> {
        let keys = self.plan.key_sums();
        let mut p = FIRST_P;
        loop {
            let size = SketchSize::new(p).map_err(|error| DiffError::Input(error.to_string()))?;
            step(AcrossStep::Sketch { cells: 4 << p });
            let [left, right] = &self.sides;
            let (mut left, right) =
                tokio::try_join!(left.sketch(size, keys), right.sketch(size, keys))?;
            let rows = [&left, &right].map(|sketch: &Sketch| sketch.rows().unsigned_abs());
            left.subtract(&right).map_err(to_error)?;
            match left.decode() {
                Ok(found) if found.len() as u64 > most => {
                    return Err(too_many(found.len() as u64, most));
                }
                Ok(found) => return Ok((found, rows)),
                Err(SketchError::Undecoded { estimate, .. }) if estimate > most => {
                    return Err(too_many(estimate, most));
                }
                Err(SketchError::Undecoded { estimate, needed: Some(needed), .. }) => {
                    step(AcrossStep::Again { estimate });
                    p = u8::try_from(needed)
                        .map_err(|error| DiffError::Input(error.to_string()))?;
                }
                Err(error) => return Err(to_error(error)),
            }
        }
    }

    fn check_unique(&self, side: Side, duplicates: Option<DuplicateKeys>) -> Result<(), DiffError> {
        let Some(DuplicateKeys { keys, rows, key }) = duplicates else { return Ok(()) };
        let columns = &self.plan.columns[side as usize];
        let example = canonical::parts_of(&key).zip(columns).map(|(part, column)| match part {
            "N" => format!("{}=NULL", column.name),
            part => format!("{}={}", column.name, shown(part, column.column_type)),
        });
        let example = example.collect::<Vec<_>>().join(", ");
        Err(not_unique(side, keys, rows, &example))
    }
}

fn to_error(error: SketchError) -> DiffError {
    DiffError::Input(error.to_string())
}

fn too_many(found: u64, most: u64) -> DiffError {
    DiffError::Input(format!(
        "the sides differ in about {found} rows, counting a changed row on both sides, and --max-differences allows {most}: raise \
         it, or check that both sides are the same table with the same columns"
    ))
}

/// The rows to fetch from each side: those of its hashes, and on both sides those with a key that differs.
fn wanted(found: &[RowDifference], has_key: bool) -> [WantedRows; 2] {
    let mut keys: Vec<i64> = match has_key {
        true => found.iter().map(|row| row.key).collect(),
        false => vec![],
    };
    keys.sort_unstable();
    keys.dedup();
    let [mut left, mut right] =
        [0, 1].map(|_| WantedRows { keys: keys.clone(), ..WantedRows::default() });
    for row in found {
        let side = match row.side {
            sketch::TableSide::Left => &mut left,
            sketch::TableSide::Right => &mut right,
        };
        *side.hashes.entry(row.hash).or_default() += row.rows;
    }
    [left, right]
}
