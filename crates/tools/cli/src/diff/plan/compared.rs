//! Runs the comparisons of a plan, some at once.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::diff::DiffArgs;
use crate::diff::file::ChangesFile;
use crate::diff::plan::file::{PlannedTable, parse_plan};
use crate::diff::plan::printed::{PlanResult, TableResult};
use crate::diff::run::{check_outputs, compare};
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
    let result = PlanResult { tables: compared(tables, args.jobs.into()) };
    result.print(args)?;
    Ok(result.outcome())
}

/// The results, in the order of the plan.
fn compared(tables: Vec<PlannedTable>, jobs: usize) -> Vec<TableResult> {
    let tables: Vec<_> = tables.into_iter().map(|table| Mutex::new(Some(table))).collect();
    let results: Vec<_> = tables.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(at) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < tables.len())
        {
            let table = tables[at].lock().ok().and_then(|mut table| table.take());
            if let (Some(table), Ok(mut result)) = (table, results[at].lock()) {
                *result = Some(one(table));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..jobs.min(tables.len()) {
            scope.spawn(work);
        }
        work();
    });
    results.into_iter().filter_map(|result| result.into_inner().ok().flatten()).collect()
}

fn one(table: PlannedTable) -> TableResult {
    let PlannedTable { name, args } = table;
    let found = compare(args);
    let found =
        found.map_err(|failure| failure.line().unwrap_or_else(|| "it was stopped".to_owned()));
    TableResult { name, found }
}
