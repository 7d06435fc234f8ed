//! Runs the comparisons of a plan, some at once.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use crate::diff::DiffArgs;
use crate::diff::file::ChangesFile;
use crate::diff::outputs::check_outputs;
use crate::diff::plan::file::{PlannedTable, parse_plan};
use crate::diff::plan::printed::{PlanResult, TableResult};
use crate::diff::run::compare;
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Compares the tables of a plan, all of them even if some fail, and prints the results. The outcome is that of the worst.
///
/// # Errors
/// Returns one line if the plan can't be read or is wrong, or if the results can't be written.
pub fn run_plan(path: &Path, args: &DiffArgs) -> Result<Outcome, Failure> {
    if let Some(ChangesFile::Table(_)) = &args.output {
        let text = "--plan: -o writes a report of all tables, in a file .html: compare one table for a file of its changes";
        return Err(text.to_owned().into());
    }
    let name = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let tables = parse_plan(&text).map_err(|error| format!("'{name}': {error}"))?;
    for table in &tables {
        check_outputs(args, &table.args.names())?;
    }
    check_outputs(args, &[&path.to_string_lossy()])?;
    let result = PlanResult { tables: compared(tables, args.jobs.into())? };
    result.print(args)?;
    Ok(result.outcome())
}

/// The results, in the order of the plan. Each thread takes the next table when it has compared one.
fn compared(tables: Vec<PlannedTable>, jobs: usize) -> Result<Vec<TableResult>, Failure> {
    let (jobs, queue) = (jobs.min(tables.len()), Mutex::new(tables.into_iter().enumerate()));
    let next = || queue.lock().ok().and_then(|mut tables| tables.next());
    let work = || {
        let mut results = Vec::new();
        while let Some((at, table)) = next() {
            results.push((at, one(table)));
        }
        results
    };
    let threads = thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    let mut results = Vec::new();
    for thread in threads {
        results.extend(
            thread.map_err(|_| {
                "internal error: a thread ended early (please report it)".to_owned()
            })?,
        );
    }
    results.sort_by_key(|(at, _)| *at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

fn one(table: PlannedTable) -> TableResult {
    let PlannedTable { name, args } = table;
    let found = compare(args);
    let found =
        found.map_err(|failure| failure.line().unwrap_or_else(|| "it was stopped".to_owned()));
    TableResult { name, found }
}
