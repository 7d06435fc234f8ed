//! Opens both sides, compares them, and prints the changes.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::thread;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::TableReference;
use datafusion::dataframe::DataFrame;
use datafusion::prelude::SessionContext;
use futures::FutureExt;
use hashlane_datafusion::file_tables::{TableReading, TextTypes};
use hashlane_diff::{DiffError, PreparedTables};
use hashlane_files::without_secrets;
use tokio::runtime::Builder;

use crate::diff::DiffArgs;
use crate::diff::across;
use crate::diff::file_lists::FileLists;
use crate::diff::files_read::FilesRead;
use crate::diff::infer::common_types;
use crate::diff::listed_tables::{OpenTables, open_listed};
use crate::diff::outputs::check_outputs;
use crate::diff::plan::{print_plan, run_plan};
use crate::diff::printer::ChangePrinter;
use crate::diff::report::DiffReport;
use crate::diff::snapshot::{SideSnapshot, SnapshotFiles};
use crate::diff::spooled::spool;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Progress, complain};
use crate::sql::{
    BytesRead, STACK_BYTES, SessionStores, enable, exact, explain, limit, panicked, runtime,
};

/// Compares two tables, or those of a plan.
pub fn run(args: DiffArgs) -> Result<Outcome, Failure> {
    match &args.plan {
        Some(plan) => run_plan(plan, &args),
        None if args.print_plan => print_plan(args.names()),
        None => Ok(compare(args)?.outcome()),
    }
}

/// Compares two tables, on a thread with a large stack for planning.
pub fn compare(mut args: DiffArgs) -> Result<DiffReport, Failure> {
    args.shown_names = args.names().map(str::to_owned);
    let spooled = spool(&mut args)?;
    let names = args.names().map(TableReference::bare);
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || execute(&args));
    let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
    let result = thread.join().unwrap_or_else(|_| Err(panicked(&names)));
    result.map_err(|failure| spooled.iter().fold(failure, |failure, side| side.named(failure)))
}

fn execute(args: &DiffArgs) -> Result<DiffReport, Failure> {
    check_outputs(args, &args.names())?;
    let mut runtime = Builder::new_multi_thread();
    runtime.thread_stack_size(STACK_BYTES);
    if let Some(threads) = args.threads {
        runtime.worker_threads(threads.into());
    }
    let runtime = runtime.enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start threads: {error}"))?;
    let result = runtime.block_on(async {
        if let (Some(left), Some(right)) = (&args.left_sketch, &args.right_sketch) {
            return across::sketches(args, [left, right]).await;
        }
        match across::addresses(args)? {
            Some(addresses) => across::diff(args, addresses).await,
            None => diff(args).await,
        }
    });
    // Dropping the runtime would wait for scans that a failure left running.
    runtime.shutdown_background();
    result
}

async fn diff(args: &DiffArgs) -> Result<DiffReport, Failure> {
    let lists = FileLists::read(args)?;
    let read = BytesRead::default();
    let stores = Arc::new(SessionStores::new(read.clone()));
    let contexts = sessions(args, &stores, TextTypes::Text)?;
    let files = SnapshotFiles { state: contexts[0].state(), stores };
    let OpenTables { tables: [left, right], snapshots, options } = match &lists {
        Some(lists) => open_listed(&contexts, args, lists, &files).await?,
        None => open_named(&contexts, args, &files).await?,
    };
    let names = match &lists {
        Some(lists) => lists.sides.each_ref().map(|side| format!("a file of {}", side.name)),
        None => args.names().map(str::to_owned),
    };
    let failed = |error| failure(names.each_ref().map(String::as_str), error);
    let prepared = PreparedTables::new(left, right, &options).map_err(failed)?;
    let hashed = hashlane_diff::HashProgress::default();
    let (rows, total) = (hashed.clone(), snapshots.iter().map(SideSnapshot::size).sum());
    let bytes = read.clone();
    let progress = match args.is_planned {
        true => Progress::hidden(),
        false => Progress::scanned(total, move || (bytes.get(), rows.rows())),
    };
    let mut comparison = prepared.compare(&hashed).await.map_err(failed)?;
    let mut printer = ChangePrinter::new(args, &comparison, &progress)?;
    while let Some(changes) = comparison.next().await.map_err(failed)? {
        printer.changes(&changes)?;
    }
    progress.finish();
    // Check before an output file gets its name.
    for snapshot in &snapshots {
        files.check(snapshot).await?;
    }
    let has_condition = args.filters().iter().any(Option::is_some);
    let read = lists.map(|lists| FilesRead { lists, bytes: read.get(), has_condition });
    printer.finish(args, &comparison, read)
}

/// Opens the tables that the arguments name.
async fn open_named(
    contexts: &[SessionContext; 2],
    args: &DiffArgs,
    files: &SnapshotFiles,
) -> Result<OpenTables, Failure> {
    let tables = open_both(contexts, args).await?;
    let mut options = args.options();
    if args.infer {
        let types = inferred(args, &files.stores, &tables, &options.types).await?;
        options.types.extend(types);
    }
    let [left, right] = args.names();
    let snapshots = [files.snapshot(left).await?, files.snapshot(right).await?];
    check_delimiters(args, snapshots.each_ref().map(Some))?;
    Ok(OpenTables { tables, snapshots, options })
}

/// Returns a session for the files of each side, which spills to disk above the limit.
pub fn sessions(
    args: &DiffArgs,
    stores: &Arc<SessionStores>,
    types: TextTypes,
) -> Result<[SessionContext; 2], Failure> {
    let mut config = exact();
    // Pruning by statistics would skip row groups with NaN.
    config.options_mut().execution.parquet.pruning = false;
    if let Some(threads) = args.threads {
        config = config.with_target_partitions(threads.into());
    }
    let (config, runtime) = limit(args.memory, config, runtime(Arc::clone(stores)))?;
    let runtime = runtime.build_arc().map_err(|error| explain(error, &[]))?;
    Ok(args.delimiters().map(|delimiter| {
        let context = SessionContext::new_with_config_rt(config.clone(), Arc::clone(&runtime));
        let reading = TableReading { types, compared: args.compared(), delimiter };
        enable(context, Arc::clone(stores), reading)
    }))
}

/// Checks that a delimiter is stated only for CSV. A side in a database has no snapshot.
pub fn check_delimiters(args: &DiffArgs, sides: [Option<&SideSnapshot>; 2]) -> Result<(), Failure> {
    let is_csv = |at: usize| sides[at].is_some_and(|side| side.is_csv(args.delimiters()[at]));
    let unused = [
        (args.delimiter, is_csv(0) || is_csv(1), "--delimiter is stated, but neither side is CSV"),
        (args.left_delimiter, is_csv(0), "--left-delimiter is stated, but the left side isn't CSV"),
        (
            args.right_delimiter,
            is_csv(1),
            "--right-delimiter is stated, but the right side isn't CSV",
        ),
    ];
    match unused.iter().find(|(stated, is_used, _)| stated.is_some() && !is_used) {
        Some((.., why)) => Err(format!("{why}: leave it out").into()),
        None => Ok(()),
    }
}

/// The types that `--infer` finds for columns whose type isn't `given`. Reads both sides, and tells why other columns stay text.
async fn inferred(
    args: &DiffArgs,
    stores: &Arc<SessionStores>,
    [left, right]: &[DataFrame; 2],
    given: &[(String, DataType)],
) -> Result<Vec<(String, DataType)>, Failure> {
    let contexts = sessions(args, stores, TextTypes::Printed)?;
    let printed = open_both(&contexts, args).await?;
    let [printed_left, printed_right] = &printed;
    let compared = args.compared();
    let (types, reasons) = common_types(
        [left.schema().as_arrow(), right.schema().as_arrow()],
        [printed_left.schema().as_arrow(), printed_right.schema().as_arrow()],
        |name| compared.has(name) && given.iter().all(|(other, _)| other != name),
    );
    reasons.iter().for_each(|reason| complain(reason));
    Ok(types)
}

/// Opens both sides, under the names that the left one has.
async fn open_both(
    contexts: &[SessionContext; 2],
    args: &DiffArgs,
) -> Result<[DataFrame; 2], Failure> {
    let [left, right] = args.names();
    let left = open(&contexts[0], left).await?;
    let right = open(&contexts[1], right).await?;
    let map = args.map([&names_of(&left), &names_of(&right)])?;
    Ok([left, map.renamed(right)?])
}

/// The names of the columns of a table.
pub fn names_of(table: &DataFrame) -> Vec<String> {
    table.schema().fields().iter().map(|field| field.name().clone()).collect()
}

/// Opens a table through SQL, so that errors are those of `hashlane sql`.
pub async fn open(context: &SessionContext, name: &str) -> Result<DataFrame, Failure> {
    let table = TableReference::bare(name);
    let sql = format!("SELECT * FROM {}", table.to_quoted_string());
    match AssertUnwindSafe(context.sql(&sql)).catch_unwind().await {
        Ok(opened) => opened.map_err(|error| explain(error, &[table])),
        Err(_) => Err(panicked(&[table])),
    }
}

/// Adds the name of its side to an error of the comparison.
pub fn failure(names: [&str; 2], error: DiffError) -> Failure {
    let (side, error) = match error {
        DiffError::Engine(side, error) => (side, *error),
        DiffError::Source(side, text) => {
            let name = without_secrets(names[side as usize]);
            return Failure::Message(format!("'{name}': {text}"));
        }
        DiffError::Condition(side, condition, error) => {
            let place = format!("the condition '{condition}' of the {side} side");
            return explain(*error, &[]).within(&place);
        }
        input => return Failure::Message(input.to_string()),
    };
    let name = match side {
        Some(side) => names[side as usize],
        None => {
            let names = names.map(TableReference::bare);
            return explain(error, &names);
        }
    };
    let failure = explain(error, &[TableReference::bare(name)]);
    match failure.line() {
        // Errors of the engine about a file's content don't name the file.
        Some(line) if !line.contains(name) => failure.within(&format!("'{name}'")),
        _ => failure,
    }
}
