//! Sketches both sides, fetches the rows that differ, and compares them.

use std::sync::Arc;

use datafusion::dataframe::DataFrame;
use datafusion::prelude::SessionContext;
use hashlane_databases::{Address, SketchSize, Source, Wanted};
use hashlane_datafusion::file_tables::Types;
use hashlane_diff::{Options, Prepared, Summary};
use hashlane_kernels::sketch::{Difference, Sketch, SketchError};

use crate::diff::Diff;
use crate::diff::across::files::{Files as FileRows, has_number_key};
use crate::diff::across::plan::{Plan, is_selected};
use crate::diff::across::side::{Data, Side, memory_table};
use crate::diff::across::{database, sketches};
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
    let mut sides = [Side::open(&context, names[0]).await?, Side::open(&context, names[1]).await?];
    let options = Options { filter: None, ..args.options() };
    let (plan, tables) = plan(args, &context, [&sides[0], &sides[1]], &options)?;
    let mut across = Across { args, context: &context, plan };
    let (found, rows) = across.differences(&mut sides).await?;
    let wanted = wanted(&found);
    let mut rows_of_sides = Vec::new();
    for (at, side) in sides.iter_mut().enumerate() {
        rows_of_sides.push(across.fetch(at, side, &tables[at], &wanted[at]).await?);
    }
    let [Some(left), Some(right)] = [0, 1].map(|at| rows_of_sides.get(at).cloned()) else {
        return Err("a side has no rows".to_owned().into());
    };
    compare(args, [left, right], &options, rows, async || {
        for snapshot in &snapshots {
            files.check(snapshot).await?;
        }
        Ok(())
    })
    .await
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
    let is_file = |name: &&str| Address::parse(name).is_none();
    if args.filter.is_some() && args.names().iter().any(is_file) {
        let text = "--where applies to two databases: beside files, name a query, as in postgresql://…?query=SELECT…, and \
                    write the rows to compare to a file";
        return Err(text.to_owned().into());
    }
    Ok(())
}

/// Plans the comparison, and returns both sides as tables. The table of a database has no rows yet.
fn plan(
    args: &Diff,
    context: &SessionContext,
    sides: [&Side; 2],
    options: &Options,
) -> Result<(Plan, [DataFrame; 2]), Failure> {
    let is_needed = |name: &str| {
        options.key.iter().any(|key| key == name) || is_selected(&options.columns, name)
    };
    let tables = [sides[0].table(context, is_needed)?, sides[1].table(context, is_needed)?];
    let prepared = Prepared::new(tables[0].clone(), tables[1].clone(), options);
    let prepared = prepared.map_err(|error| failure(args, error))?;
    let schemas = tables.each_ref().map(|table| table.schema().as_arrow());
    let plan = Plan::new(sides, schemas, options, prepared.differences())?;
    Ok((plan, tables))
}

struct Across<'a> {
    args: &'a Diff,
    context: &'a SessionContext,
    plan: Plan,
}

impl Across<'_> {
    /// The rows that differ, and the numbers of rows of both sides. Grows the sketches until they hold all differences.
    async fn differences(
        &mut self,
        sides: &mut [Side; 2],
    ) -> Result<(Vec<Difference>, [u64; 2]), Failure> {
        let most = self.args.max_differences;
        let mut p = FIRST_P;
        loop {
            let size = SketchSize::new(p).map_err(|error| error.to_string())?;
            let mut left = self.sketch(0, &mut sides[0], size).await?;
            let right = self.sketch(1, &mut sides[1], size).await?;
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
                    complain(&format!(
                        "about {estimate} rows differ: both sides are read again for larger sketches"
                    ));
                    p = u8::try_from(needed).map_err(|error| error.to_string())?;
                }
                Err(error) => return Err(error.to_string().into()),
            }
        }
    }

    fn source(&self, at: usize, side: &Side) -> Option<Source> {
        let Data::Database { address, .. } = &side.data else { return None };
        let (key, columns) = self.plan.columns[at].split_at(self.plan.keys);
        Some(Source {
            dialect: address.dialect,
            relation: side.relation()?.clone(),
            filter: self.args.filter.clone(),
            key: key.to_vec(),
            columns: columns.to_vec(),
        })
    }

    async fn sketch(
        &self,
        at: usize,
        side: &mut Side,
        size: SketchSize,
    ) -> Result<Sketch, Failure> {
        let source = self.source(at, side);
        let sketched = match (&mut side.data, source) {
            (Data::Database { connection, .. }, Some(source)) => connection.sketch(&source, size),
            (Data::Files(table), _) => return self.files(at, table).sketch(size).await,
            _ => return Err("a database has no table".to_owned().into()),
        };
        sketched.map_err(|error| side.failure(error))
    }

    async fn fetch(
        &self,
        at: usize,
        side: &mut Side,
        table: &DataFrame,
        wanted: &Wanted,
    ) -> Result<DataFrame, Failure> {
        let source = self.source(at, side);
        let fetched = match (&mut side.data, source) {
            (Data::Database { connection, .. }, Some(source)) => connection.fetch(&source, wanted),
            (Data::Files(table), _) => {
                let (schema, rows) = self.files(at, table).fetch(wanted).await?;
                return memory_table(self.context, schema, rows);
            }
            _ => return Err("a database has no table".to_owned().into()),
        };
        let rows = fetched.map_err(|error| side.failure(error))?;
        let schema = table.schema().inner();
        let batch = database::batch(schema, &self.plan.columns[at], &rows)?;
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
