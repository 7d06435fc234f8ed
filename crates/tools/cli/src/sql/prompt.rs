//! A prompt: statements that a user types, with a history and completion.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use datafusion::prelude::SessionContext;
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use tokio::runtime::Runtime;

use crate::output::{complain, wait_if_ending};
use crate::sql::failure::Failure;
use crate::sql::statements::Runner;

const WELCOME: &str = "\
Files are tables: SELECT * FROM 'file.parquet'. A statement ends with `;`. Tab completes names, and Ctrl-C stops a
query. Ctrl-D or `exit` leaves.";

/// Asks for statements and runs them until the input ends. A failed one doesn't end the program.
pub fn run(runner: &mut Runner, runtime: &Runtime) -> Result<(), Failure> {
    let failed = |error: ReadlineError| format!("cannot read from the terminal: {error}");
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true);
    let mut editor =
        Editor::<Words, DefaultHistory>::with_config(config.build()).map_err(failed)?;
    editor.set_helper(Some(Words::new(runner.context())));
    let history = history();
    if let Some(path) = &history {
        // The file doesn't exist until the first session ends.
        let _ = editor.load_history(path);
    }
    let stop = interrupts().map_err(|error| format!("cannot handle Ctrl-C: {error}"))?;
    println!("{WELCOME}");
    loop {
        let text = match editor.readline("hashlane> ") {
            Ok(text) => text,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error).into()),
        };
        match text.trim().trim_end_matches(';') {
            "" => {}
            "exit" | "quit" => break,
            _ => answer(runner, runtime, &text, &stop)?,
        }
    }
    if let Some(path) = &history
        && let Err(error) = editor.append_history(path)
    {
        complain(&format!("the history is not kept: '{}': {error}", path.display()));
    }
    Ok(())
}

/// Runs a statement that was typed, and prints its error. Ctrl-C drops the query.
fn answer(
    runner: &mut Runner,
    runtime: &Runtime,
    text: &str,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    stop.store(false, Relaxed);
    let stopped = async {
        while !stop.load(Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let result = runtime.block_on(async {
        tokio::select! {
            result = runner.run_all(text) => result,
            () = stopped => Err(Failure::Message("stopped".to_owned())),
        }
    });
    if result.is_err() {
        runtime.block_on(async {
            runner.outputs().abort().await;
            if let Some(cluster) = runner.cluster() {
                cluster.client.cancel().await;
            }
        });
    }
    wait_if_ending();
    match result {
        Err(Failure::Closed) => Err(Failure::Closed),
        Err(failure) => {
            complain(&failure.line().unwrap_or_default());
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// A flag that Ctrl-C sets while a query runs. At the prompt, the terminal sends the key itself.
#[cfg(unix)]
fn interrupts() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, flag.clone())?;
    Ok(flag)
}

/// A flag that Ctrl-C sets.
#[cfg(not(unix))]
fn interrupts() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    ctrlc::set_handler(move || set.store(true, Relaxed)).map_err(io::Error::other)?;
    Ok(flag)
}

/// The file of the history, which follows the XDG Base Directory Specification: below `$XDG_STATE_HOME`, else
/// `~/.local/state`. `None` if the folder can't be created.
fn history() -> Option<PathBuf> {
    let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let state = state.or_else(|| Some(env::home_dir()?.join(".local/state")))?;
    let folder = state.join("hashlane");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// The completions of a word.
struct Words {
    names: Vec<String>,
    files: FilenameCompleter,
}

const KEYWORDS: &str = "AND AS ASC BETWEEN BY CASE CAST COPY COUNT CREATE CROSS DESC DESCRIBE DISTINCT ELSE END EXCEPT \
    EXISTS EXPLAIN FALSE FILTER FROM FULL GROUP HAVING IN INNER INSERT INTERSECT INTO IS JOIN LEFT LIKE LIMIT NOT NULL \
    OFFSET ON OR ORDER OUTER OVER PARTITION RIGHT SELECT SET SHOW TABLE THEN TO TRUE UNION USING VALUES VIEW WHEN \
    WHERE WITH";

impl Words {
    fn new(context: &SessionContext) -> Self {
        let state = context.state();
        let mut names: Vec<String> = KEYWORDS.split_whitespace().map(str::to_owned).collect();
        names.extend(state.scalar_functions().keys().map(|name| format!("{name}(")));
        names.extend(state.aggregate_functions().keys().map(|name| format!("{name}(")));
        names.extend(state.window_functions().keys().map(|name| format!("{name}(")));
        names.extend(state.table_functions().keys().map(|name| format!("{name}(")));
        names.sort_unstable();
        names.dedup();
        Words { names, files: FilenameCompleter::new() }
    }
}

impl Completer for Words {
    type Candidate = String;

    /// Completes file names inside quotes, and keywords and functions elsewhere.
    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..cursor];
        if let Some(quote) = open_quote(before) {
            let (start, files) =
                self.files.complete_path(&before[quote + 1..], cursor - quote - 1)?;
            let files = files.into_iter().map(|pair| pair.replacement).collect();
            return Ok((quote + 1 + start, files));
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let start = before.trim_end_matches(is_part).len();
        let word = before[start..].to_lowercase();
        let fits = |name: &&String| !word.is_empty() && name.to_lowercase().starts_with(&word);
        Ok((start, self.names.iter().filter(fits).cloned().collect()))
    }
}

/// The place of a `'` that nothing closes, outside comments and quoted names.
fn open_quote(text: &str) -> Option<usize> {
    let mut open: Option<(usize, &str)> = None;
    for (place, letter) in text.char_indices() {
        let rest = &text[place..];
        open = match open {
            Some((_, end)) if rest.starts_with(end) => None,
            Some(_) => open,
            None if letter == '\'' => Some((place, "'")),
            None if letter == '"' => Some((place, "\"")),
            None if rest.starts_with("--") => Some((place, "\n")),
            None if rest.starts_with("/*") => Some((place, "*/")),
            None => None,
        };
    }
    open.filter(|(_, end)| *end == "'").map(|(place, _)| place)
}

impl Validator for Words {
    /// Continues on the next line until there is a `;`.
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let text = context.input().trim();
        let is_complete = text.is_empty()
            || matches!(text, "exit" | "quit")
            || (text.ends_with(';') && open_quote(text).is_none());
        Ok(match is_complete {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_open_outside_comments_and_names() {
        assert_eq!(open_quote("SELECT 'a', '"), Some(12));
        assert_eq!(open_quote("SELECT 'it''s' -- it's"), None);
        assert_eq!(open_quote("-- it's\nSELECT '"), Some(15));
        assert_eq!(open_quote("/* it's */ SELECT \"it's\" AS a, 'b"), Some(31));
        assert_eq!(open_quote("SELECT '-- \"/*'"), None);
    }
}
