//! `hashlane scrub`: which files of a lake are damaged, changed, moved or missing.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | the arguments |
//! | `stored.rs` | where the state is, and how it is replaced |
//! | `finding.rs` | findings as text, JSON and CSV |
//! | `report.rs` | prints findings and the summary |

mod args;
mod finding;
mod report;
mod stored;

use std::ffi::OsStr;
use std::sync::{Arc, OnceLock};

use hashlane_scrub::files::check;
use hashlane_scrub::{FileFinding, FileVerdict, Lake, Problem, RunWatch, StateRow, compare, scrub};

use crate::failure::Failure;
use crate::file_list::file_list;
use crate::outcome::Outcome;
use crate::output::{Overwrite, Progress, check_free, complain};

pub use args::ScrubArgs;
use report::{AcceptedCount, LakeSummary, ScrubReport};
use stored::StoredState;

/// Runs the command.
pub fn run(args: &ScrubArgs) -> Result<Outcome, Failure> {
    for output in args.outputs() {
        check_free(output, Overwrite::forced(args.force))?;
    }
    match &args.compare {
        Some(other) => run_compare(args, other),
        None => run_scrub(args),
    }
}

fn run_scrub(args: &ScrubArgs) -> Result<Outcome, Failure> {
    let mut lake = Lake::new(args.paths.clone(), &args.exclude);
    args.outputs().for_each(|output| lake.leave_out(output));
    let list = args.files.as_deref().map(file_list).transpose()?;
    let mut stored = StoredState::open(args, &mut lake)?;
    let bar =
        Arc::new(ScrubBar { shown: !(args.quiet || args.json || args.csv), bar: OnceLock::new() });
    let watch: Arc<dyn RunWatch> = bar.clone();
    let state = std::mem::take(&mut stored.state);
    let done = scrub(&lake, state, &mut stored.journal, &args.options(), &watch);
    bar.finish();
    let done = done?;
    done.unreadable.iter().for_each(|error| complain(&error.to_string()));
    stored.state = done.state;
    stored.write()?;
    let problems = match &list {
        Some(list) => check(list, &lake, &stored.state, &done.listed),
        None => Vec::new(),
    };
    let accepts = !args.accept.is_empty();
    let mut shown = stored.state;
    if accepts {
        // The run says nothing of the others.
        shown.rows.retain(|path, _| done.accepted.contains(path));
    }
    let rows = shown.rows.values();
    let findings = findings(rows.filter(|row| args.all || accepts || is_finding(row)), &problems);
    let mut summary = LakeSummary::new(&shown, &FileVerdict::ALL, &problems);
    (summary.read_files, summary.read_bytes) = (done.files, done.bytes);
    summary.accepted = accepts.then(|| AcceptedCount {
        files: shown.rows.values().filter(|row| is_accepted(row)).count(),
        gone: done.accepted.len() - shown.rows.len(),
    });
    let is_whole = done.unreadable.is_empty() && (!accepts || shown.rows.values().all(is_accepted));
    let outcome = if is_whole { Outcome::Fine } else { Outcome::Trouble };
    Ok(ScrubReport { args, findings, summary, label: &stored.label }.write()?.max(outcome))
}

fn run_compare(args: &ScrubArgs, other: &OsStr) -> Result<Outcome, Failure> {
    let here = stored::read(args.state.as_deref().unwrap_or_default())?;
    let other = stored::read(other)?;
    let problems = compare(&here, &other);
    let mut findings = findings(std::iter::empty(), &problems);
    for finding in &mut findings {
        finding.row = here.rows.get(finding.path);
    }
    let mut summary = LakeSummary::new(&here, &[], &problems);
    summary.other = Some(other.total());
    ScrubReport { args, findings, summary, label: "" }.write()
}

/// Whether a file is reported without `--all`.
fn is_finding(row: &StateRow) -> bool {
    !matches!(row.verdict, FileVerdict::Unchanged | FileVerdict::NotRead | FileVerdict::Excluded)
}

/// Whether a run that was to accept a file has read it and accepts it.
fn is_accepted(row: &StateRow) -> bool {
    matches!(row.verdict, FileVerdict::Unchanged | FileVerdict::Modified)
}

/// Verdicts and problems by path.
fn findings<'a>(
    rows: impl Iterator<Item = &'a StateRow>,
    problems: &'a [Problem],
) -> Vec<FileFinding<'a>> {
    let mut findings: Vec<FileFinding<'_>> = rows.map(FileFinding::of_row).collect();
    findings.extend(problems.iter().map(FileFinding::of_problem));
    findings.sort_by_key(|finding| finding.path);
    findings
}

/// A progress bar that appears when the bytes are known.
struct ScrubBar {
    shown: bool,
    bar: OnceLock<Progress>,
}

impl ScrubBar {
    fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish();
        }
    }
}

impl RunWatch for ScrubBar {
    fn begin(&self, bytes: u64) {
        if self.shown {
            self.bar.get_or_init(|| Progress::bytes(Some(bytes)));
        }
    }

    fn read(&self, bytes: u64) {
        if let Some(bar) = self.bar.get() {
            bar.add(bytes);
        }
    }
}
