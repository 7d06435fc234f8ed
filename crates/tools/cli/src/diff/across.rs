//! Tables in databases, and sketches: opens both sides, compares them, and prints the changes.

use std::path::Path;
use std::sync::Arc;

use datafusion::prelude::SessionContext;
use hashlane_databases::TableAddress;
use hashlane_datafusion::file_tables::TextTypes;
use hashlane_diff::across::{
    AcrossComparison, AcrossStep, DatabaseSide, FileSide, SketchSide, StopLimits, compare_sketches,
};
use hashlane_diff::{Comparison, DiffOptions, Side};
use hashlane_files::is_url;

use crate::diff::DiffArgs;
use crate::diff::map::NameMap;
use crate::diff::printer::ChangePrinter;
use crate::diff::report::DiffReport;
use crate::diff::run::{check_delimiters, failure, names_of, open, sessions};
use crate::diff::snapshot::SnapshotFiles;
use crate::diff::statements::RunningStatements;
use crate::failure::Failure;
use crate::output::{Progress, complain};
use crate::sql::{BytesRead, SessionStores};

/// The addresses of the sides that are in databases. `None` if both sides are files.
pub fn addresses(args: &DiffArgs) -> Result<Option<[Option<TableAddress>; 2]>, Failure> {
    let lacks_scheme = |name: &str| {
        let has_relation = name.contains("?table=") || name.contains("?query=");
        has_relation && !is_url(name) && !Path::new(name).exists()
    };
    let parse = |name: &str, side: Side| match TableAddress::parse(name).transpose() {
        Ok(None) if lacks_scheme(name) => Err(format!(
            "the {side} side is the address of a database without its scheme: write sqlite:FILE?table=NAME, duckdb:FILE?table=NAME \
             or postgresql://…"
        )),
        parsed => parsed.map_err(|error| format!("the {side} side: {error}")),
    };
    let [left, right] = args.names();
    let addresses = [parse(left, Side::Left)?, parse(right, Side::Right)?];
    Ok(addresses.iter().any(Option::is_some).then_some(addresses))
}

/// Compares two sketches.
pub async fn sketches(args: &DiffArgs, names: [&str; 2]) -> Result<DiffReport, Failure> {
    let stores = Arc::new(SessionStores::new(BytesRead::default()));
    let contexts = sessions(args, &stores, TextTypes::Text)?;
    let tables = [open(&contexts[0], names[0]).await?, open(&contexts[1], names[1]).await?];
    let compared = compare_sketches(&contexts[0], tables).await;
    print(args, compared.map_err(|error| failure(names, error))?, async || Ok(())).await
}

/// Compares two sides. At least one is in a database.
pub async fn diff(
    args: &DiffArgs,
    addresses: [Option<TableAddress>; 2],
) -> Result<DiffReport, Failure> {
    check_options(args)?;
    let stores = Arc::new(SessionStores::new(BytesRead::default()));
    let contexts = sessions(args, &stores, TextTypes::Text)?;
    let files = SnapshotFiles { state: contexts[0].state(), stores };
    let mut snapshots = [None, None];
    for (at, address) in addresses.iter().enumerate() {
        if address.is_none() {
            snapshots[at] = Some(files.snapshot(args.names()[at]).await?);
        }
    }
    check_delimiters(args, snapshots.each_ref().map(Option::as_ref))?;
    let failed = |error| failure(args.names(), error);
    let options = args.options();
    let (sides, statements) = open_sides(args, &contexts, addresses, &options).await?;
    let across = AcrossComparison::new(sides, &options).map_err(failed)?;
    let progress = if args.is_planned { Progress::hidden() } else { Progress::job() };
    let limits = StopLimits { differences: args.max_differences };
    let compared =
        async { across.compare(limits, |step| say(step, &progress)).await.map_err(failed) };
    let compared = statements.stop_on_failure(compared).await;
    progress.finish();
    print(args, compared?, async || {
        for snapshot in snapshots.iter().flatten() {
            files.check(snapshot).await?;
        }
        Ok(())
    })
    .await
}

/// Refuses options that apply to files only.
fn check_options(args: &DiffArgs) -> Result<(), Failure> {
    for (is_given, option) in [(args.infer, "--infer"), (args.has_types(), "--types")] {
        if is_given {
            return Err(Failure::Message(format!(
                "{option} applies to files only: text beside a column of a database is read as its type"
            )));
        }
    }
    Ok(())
}

/// Opens both sides, databases first: text of files is read as their types.
async fn open_sides(
    args: &DiffArgs,
    contexts: &[SessionContext; 2],
    addresses: [Option<TableAddress>; 2],
    options: &DiffOptions,
) -> Result<([Box<dyn SketchSide>; 2], RunningStatements), Failure> {
    let failed = |error| failure(args.names(), error);
    let filters = args.filters();
    let (mut databases, mut tables) = ([None, None], [None, None]);
    for (at, side) in [Side::Left, Side::Right].into_iter().enumerate() {
        match &addresses[at] {
            Some(address) => {
                let database = DatabaseSide::connect(side, address, filters[at].clone());
                databases[at] = Some(database.map_err(failed)?);
            }
            None => tables[at] = Some(open(&contexts[at], args.names()[at]).await?),
        }
    }
    let names = |at: usize| match (&databases[at], &tables[at]) {
        (Some(database), _) => {
            database.columns().iter().map(|column| column.name.clone()).collect()
        }
        (None, table) => table.as_ref().map(names_of).unwrap_or_default(),
    };
    let maps = [NameMap::default(), args.map([&names(0), &names(1)])?];
    for (map, database) in maps.iter().zip(databases.iter_mut()) {
        if let Some(database) = database {
            map.check(database.columns().iter().map(|column| column.name.as_str()))?;
            database.rename(|name| map.left(name).to_owned());
        }
    }
    let statements =
        RunningStatements::new(databases.iter().flatten().filter_map(DatabaseSide::cancel));
    let mut sides: Vec<Box<dyn SketchSide>> = Vec::new();
    for (at, (side, table)) in [Side::Left, Side::Right].into_iter().zip(tables).enumerate() {
        if let (Some(table), Some(database)) = (table, &databases[1 - at]) {
            let table = maps[at].renamed(table)?;
            sides.push(Box::new(FileSide::beside(side, table, database, options).map_err(failed)?));
        }
    }
    for (at, database) in databases.into_iter().enumerate() {
        if let Some(database) = database {
            sides.insert(at.min(sides.len()), Box::new(database));
        }
    }
    match <[_; 2]>::try_from(sides) {
        Ok(sides) => Ok((sides, statements)),
        Err(_) => Err("internal error: a side is missing (please report it)".to_owned().into()),
    }
}

fn say(step: AcrossStep, progress: &Progress) {
    match step {
        AcrossStep::Sketch { cells } => {
            progress.say(format!("sketching both sides, {cells} cells each"));
        }
        AcrossStep::Again { estimate } => progress.suspend(|| {
            complain(&format!(
                "about {estimate} rows differ, counting a changed row on both sides: both sides are read again for larger sketches"
            ));
        }),
        AcrossStep::Fetch { rows } => {
            progress.say(format!("fetching {rows} rows, counting a changed row on both sides"));
        }
    }
}

/// Prints the changes. Files are checked before an output file gets its name.
async fn print(
    args: &DiffArgs,
    mut comparison: Comparison,
    check: impl AsyncFnOnce() -> Result<(), Failure>,
) -> Result<DiffReport, Failure> {
    let failed = |error| failure(args.names(), error);
    let mut printer = ChangePrinter::new(args, &comparison, &Progress::hidden())?;
    while let Some(changes) = comparison.next().await.map_err(failed)? {
        printer.changes(&changes)?;
    }
    check().await?;
    printer.finish(args, &comparison, None)
}
