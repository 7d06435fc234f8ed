//! Sketches both sides, fetches the rows that differ, and compares them.

use std::sync::Arc;

use datafusion::dataframe::DataFrame;
use datafusion::prelude::SessionContext;
use hashlane_databases::{Address, SketchSize, Source, Wanted};
use hashlane_datafusion::file_tables::Types;
use hashlane_diff::{Options, Prepared, Summary, filtered};
use hashlane_kernels::sketch::{Difference, Sketch, SketchError};

use crate::diff::Diff;
use crate::diff::across::database::batch;
use crate::diff::across::files::{Files as FileRows, has_number_key};
use crate::diff::across::plan::{Plan, is_selected};
use crate::diff::across::side::{Data, Database, Side, memory_table};
use crate::diff::across::sketches;
use crate::diff::across::statements::Statements;
use crate::diff::map::Map;
use crate::diff::printer::Printer;
use crate::diff::run::{failure, session};
use crate::diff::snapshot::Files;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Progress, complain};
use crate::sql::{BytesRead, Stores};

/// The first size of sketches: 16,384 cells, about 0.7 MB, for 9,800 rows.
const FIRST_P: u8 = 12;

/// Whether a side is in a database, or both are sketches.
pub fn applies(args: &Diff) -> bool {
    args.left_sketch.is_some() || args.names().iter().any(|name| Address::parse(name).is_some())
}

/// Compares the sides.
pub async fn diff(args: &Diff) -> Result<Outcome, Failure> {
    let stores = Arc::new(Stores::new(BytesRead::default()));
    let context = session(args, &stores, Types::Text)?;
    if let (Some(left), Some(right)) = (&args.left_sketch, &args.right_sketch) {
        let (tables, options, rows) = sketches::tables(&context, [left, right]).await?;
        return compare(args, tables, &options, rows, async || Ok(())).await;
    }
    check_options(args)?;
    let files = Files { state: context.state(), stores };
    let names = args.names();
    let mut snapshots = Vec::new();
    for name in names.iter().filter(|name| Address::parse(name).is_none()) {
        snapshots.push(files.snapshot(name).await?);
    }
    let progress = Progress::job();
    let found = differing_rows(args, &context, &progress).await;
    progress.finish();
    let (tables, options, rows) = found?;
    compare(args, tables, &options, rows, async || {
        for snapshot in &snapshots {
            files.check(snapshot).await?;
        }
        Ok(())
    })
    .await
}

/// The rows of both sides that differ, the options to compare them, and the numbers of all rows.
async fn differing_rows(
    args: &Diff,
    context: &SessionContext,
    progress: &Progress,
) -> Result<([DataFrame; 2], Options, [u64; 2]), Failure> {
    let [left, right] = args.names();
    let mut sides = [
        Side::open(context, left, &Map::default()).await?,
        Side::open(context, right, &args.map()).await?,
    ];
    let (options, plan, tables) = plan(args, context, &mut sides)?;
    let statements = Statements::of(&sides);
    let across = Across { args, context, plan, progress };
    let (found, rows) = statements.stop_on_failure(across.differences(&sides)).await?;
    progress.say(format!("{} rows differ: fetching them", found.len()));
    let [left, right] = wanted(&found);
    let fetched = async {
        tokio::try_join!(
            across.fetch(0, &sides[0], &tables[0], &left),
            across.fetch(1, &sides[1], &tables[1], &right),
        )
    };
    let (left, right) = statements.stop_on_failure(fetched).await?;
    Ok(([left, right], options, rows))
}

/// Refuses options that apply to files only.
fn check_options(args: &Diff) -> Result<(), Failure> {
    if args.multiset {
        let text = "--multiset compares files only: tables in databases are compared by --key";
        return Err(text.to_owned().into());
    }
    if args.infer {
        let text =
            "--infer compares files only: text beside a column of a database is read as its type";
        return Err(text.to_owned().into());
    }
    Ok(())
}

/// Plans the comparison, and returns its options and both sides as tables. The table of a database has no rows yet.
fn plan(
    args: &Diff,
    context: &SessionContext,
    sides: &mut [Side; 2],
) -> Result<(Options, Plan, [DataFrame; 2]), Failure> {
    let [left, right] = sides;
    left.take_alternatives(right);
    right.take_alternatives(left);
    left.take_uuids(right)?;
    right.take_uuids(left)?;
    let failed = |error| failure(args, error);
    let mut options = args.options();
    let is_needed = |name: &str| {
        options.key.iter().any(|key| key == name) || is_selected(&options.columns, name)
    };
    let tables = [left.table(context, is_needed)?, right.table(context, is_needed)?];
    // Conditions for databases are in their own SQL.
    for (filter, side) in options.filters.iter_mut().zip([&*left, &*right]) {
        *filter = filter.take().filter(|_| matches!(side.data, Data::Files(_)));
    }
    let [left_table, right_table] = tables;
    let tables = filtered(left_table, right_table, &options).map_err(failed)?;
    options.filters = [None, None];
    for (side, table) in sides.iter_mut().zip(&tables) {
        if let Data::Files(files) = &mut side.data {
            *files = table.clone();
        }
    }
    let prepared = Prepared::new(tables[0].clone(), tables[1].clone(), &options);
    let prepared = prepared.map_err(failed)?;
    let schemas = tables.each_ref().map(|table| table.schema().as_arrow());
    let plan = Plan::new([&sides[0], &sides[1]], schemas, &options, prepared.differences())?;
    Ok((options, plan, tables))
}

struct Across<'a> {
    args: &'a Diff,
    context: &'a SessionContext,
    plan: Plan,
    progress: &'a Progress,
}

impl Across<'_> {
    /// The rows that differ, and the numbers of rows of both sides. Grows the sketches until they hold all differences.
    async fn differences(&self, sides: &[Side; 2]) -> Result<(Vec<Difference>, [u64; 2]), Failure> {
        let most = self.args.max_differences;
        let mut p = FIRST_P;
        loop {
            let size = SketchSize::new(p).map_err(|error| error.to_string())?;
            self.progress.say(format!("sketching both sides, {} cells each", 4u64 << p));
            let (mut left, right) =
                tokio::try_join!(self.sketch(0, &sides[0], size), self.sketch(1, &sides[1], size))?;
            let rows = [&left, &right].map(|sketch| sketch.rows().unsigned_abs());
            left.subtract(&right).map_err(|error| error.to_string())?;
            match left.decode() {
                Ok(found) if found.len() as u64 > most => {
                    return Err(too_many(found.len() as u64, most));
                }
                Ok(found) => return Ok((found, rows)),
                Err(SketchError::Undecoded { estimate, .. }) if estimate > most => {
                    return Err(too_many(estimate, most));
                }
                Err(SketchError::Undecoded { estimate, needed: Some(needed), .. }) => {
                    self.progress.suspend(|| {
                        complain(&format!(
                            "about {estimate} rows differ: both sides are read again for larger sketches"
                        ));
                    });
                    p = u8::try_from(needed).map_err(|error| error.to_string())?;
                }
                Err(error) => return Err(error.to_string().into()),
            }
        }
    }

    fn source(&self, at: usize, database: &Database) -> Source {
        let [left, right] = self.args.filters();
        let filter = if at == 0 { left } else { right };
        database.source(&self.plan.columns[at], self.plan.keys, filter)
    }

    async fn sketch(&self, at: usize, side: &Side, size: SketchSize) -> Result<Sketch, Failure> {
        match &side.data {
            Data::Database(database) => {
                let source = self.source(at, database);
                let sketch = database.wait(move |connection| connection.sketch(&source, size));
                sketch.await?.map_err(|error| side.failure(error))
            }
            Data::Files(table) => self.files(at, table).sketch(size).await,
        }
    }

    async fn fetch(
        &self,
        at: usize,
        side: &Side,
        table: &DataFrame,
        wanted: &Wanted,
    ) -> Result<DataFrame, Failure> {
        let database = match &side.data {
            Data::Database(database) => database,
            Data::Files(table) => {
                let (schema, rows) = self.files(at, table).fetch(wanted).await?;
                return memory_table(self.context, schema, rows);
            }
        };
        let (source, wanted) = (self.source(at, database), wanted.clone());
        let rows = database.wait(move |connection| connection.fetch(&source, &wanted)).await?;
        let rows = rows.map_err(|error| side.failure(error))?;
        let schema = table.schema().inner();
        let batch = batch(schema, &self.plan.columns[at], &rows)?;
        memory_table(self.context, Arc::clone(schema), vec![batch])
    }

    fn files<'a>(&'a self, at: usize, table: &'a DataFrame) -> FileRows<'a> {
        FileRows {
            table,
            columns: &self.plan.columns[at],
            readings: &self.plan.readings[at],
            has_number_key: has_number_key(&self.plan.columns[at], self.plan.keys),
        }
    }
}

fn too_many(found: u64, most: u64) -> Failure {
    Failure::Message(format!(
        "about {found} rows differ, more than --max-differences {most}: raise it, or check that both sides are the same table \
         with the same columns"
    ))
}

/// The rows to fetch from each side: those of its hashes, and on both sides those with a key that differs, so that duplicate keys
/// are found.
fn wanted(found: &[Difference]) -> [Wanted; 2] {
    let mut keys: Vec<i64> = found.iter().map(|row| row.key).collect();
    keys.sort_unstable();
    keys.dedup();
    let [mut left, mut right] = [0, 1].map(|_| Wanted { keys: keys.clone(), ..Wanted::default() });
    for row in found {
        let side = match row.side {
            hashlane_kernels::sketch::Side::Left => &mut left,
            hashlane_kernels::sketch::Side::Right => &mut right,
        };
        *side.hashes.entry(row.hash).or_default() += row.rows;
    }
    [left, right]
}

/// Compares the rows that differ, and prints the changes with the numbers of all rows.
async fn compare(
    args: &Diff,
    [left, right]: [DataFrame; 2],
    options: &Options,
    [left_rows, right_rows]: [u64; 2],
    check: impl AsyncFnOnce() -> Result<(), Failure>,
) -> Result<Outcome, Failure> {
    let failed = |error| failure(args, error);
    let prepared = Prepared::new(left, right, options).map_err(failed)?;
    let compared = prepared.compare(&hashlane_diff::Progress::default()).await;
    let mut comparison = compared.map_err(failed)?;
    let mut printer = Printer::new(args, &comparison, &Progress::hidden())?;
    while let Some(changes) = comparison.next().await.map_err(failed)? {
        printer.changes(&changes)?;
    }
    check().await?;
    let summary = Summary { left_rows, right_rows, ..comparison.summary().clone() };
    printer.finish(&summary)?;
    Ok(if summary.is_equal() { Outcome::Fine } else { Outcome::Findings })
}
