//! The commands, and how to run each.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{CommandFactory, Parser, Subcommand};
use hashlane_files::{text_without_secrets, without_secrets};
use hashlane_kernels::isa::Isa;

use crate::advice::advised;
use crate::failure::Failure;
use crate::outcome::{Outcome, code};
use crate::{check, compress, decompress, manual, parquet, scrub, sketch, sum};

const EXAMPLES: &str = "\
Examples:
  hashlane sum -a xxh3,blake3 *.parquet > SUMS
  hashlane check SUMS
  hashlane scrub --max-age 30d warehouse
  hashlane parquet verify --deep 'warehouse/**/*.parquet'
  hashlane compress -a blake3 backup.tar
";

const SQL_EXAMPLES: &str = "  \
  hashlane diff monday.parquet tuesday.parquet --key id
  hashlane sql \"SELECT xxh3('hashlane'), blake3_hex('hashlane')\"
  hashlane sql -c \"SELECT xxh128(c_comment) FROM 'customer.parquet' LIMIT 5\"
  hashlane sql --csv queries.sql > result.csv
  echo \"SELECT * FROM hashlane_functions()\" | hashlane sql --json -
";

fn examples() -> String {
    let sql = if cfg!(feature = "sql") { SQL_EXAMPLES } else { "" };
    [EXAMPLES, sql].concat()
}

/// Checksums of files, and SQL with hash and compression functions.
#[derive(Debug, Parser)]
#[command(name = "hashlane", version, max_term_width = 80, after_help = examples())]
pub struct Cli {
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print checksums of files
    Sum(sum::SumArgs),
    /// Check files against a manifest of checksums
    Check(check::CheckArgs),
    /// Read the files of a lake again, and report what is damaged, changed or missing
    Scrub(scrub::ScrubArgs),
    /// Verify, fingerprint and compare Parquet files, and add checksums to them
    Parquet(parquet::ParquetArgs),
    /// Compress a file or a stream to zstd, LZ4, gzip and other formats
    Compress(compress::CompressArgs),
    /// Decompress zstd, LZ4, gzip and other formats
    Decompress(decompress::DecompressArgs),
    /// Compare two tables by key, and print the rows and values that differ
    #[cfg(feature = "sql")]
    Diff(Box<crate::diff::DiffArgs>),
    /// Run SQL statements, with files as tables
    #[cfg(feature = "sql")]
    Sql(crate::sql::SqlCommandArgs),
    /// Say where `diff` is, which this build doesn't have
    #[cfg(not(feature = "sql"))]
    #[command(hide = true, disable_help_flag = true)]
    Diff(AbsentCommand),
    /// Say where `sql` is, which this build doesn't have
    #[cfg(not(feature = "sql"))]
    #[command(hide = true, disable_help_flag = true)]
    Sql(AbsentCommand),
    /// Print the SQL statement that sketches a table in a database, to compare it with one elsewhere
    Sketch(sketch::SketchArgs),
    /// Print a script that completes the program's arguments in a shell
    Completions(manual::CompletionsArgs),
    /// Print the manual, or write a man page for each command
    Man(manual::ManArgs),
}

/// The arguments of a command that this build doesn't have.
#[cfg(not(feature = "sql"))]
#[derive(Debug, clap::Args)]
pub struct AbsentCommand {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

#[cfg(not(feature = "sql"))]
const ABSENT: &str = "this build of hashlane has no `diff` and no `sql`: install the whole program with \
                      `pip install hashlane` or `cargo install hashlane`";

/// Parses arguments, the first of which is the name of the program. Returns the exit code if help or an error has been
/// printed.
///
/// # Errors
/// Returns an error if the arguments name no command to run.
pub fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Command, u8> {
    let arguments: Vec<OsString> = arguments.collect();
    Cli::try_parse_from(&arguments).map(|cli| cli.command).map_err(|error| {
        let error = advised(error, &arguments);
        // If standard error is closed, the error can't be reported.
        let _ = print(&error, &arguments);
        u8::try_from(error.exit_code()).unwrap_or(1)
    })
}

/// Prints help, or an error without the secrets in its arguments.
fn print(error: &clap::Error, arguments: &[OsString]) -> io::Result<()> {
    if !error.use_stderr() {
        return error.print();
    }
    let mut text = error.render().ansi().to_string();
    for argument in arguments.iter().filter_map(|argument| argument.to_str()) {
        let shown = without_secrets(argument);
        if shown != argument {
            text = text.replace(argument, &shown);
        }
    }
    anstream::stderr().write_all(text_without_secrets(&text).as_bytes())
}

/// Runs a command, and returns the exit code.
pub fn run(command: Command) -> u8 {
    match command {
        Command::Sum(args) => with_hashes(|| sum::run(&args)),
        Command::Check(args) => with_hashes(|| check::run(&args)),
        Command::Scrub(args) => with_hashes(|| scrub::run(&args)),
        Command::Parquet(args) => code(parquet::run(&args)),
        Command::Compress(args) => with_hashes(|| compress::run(&args)),
        Command::Decompress(args) => with_hashes(|| decompress::run(&args)),
        #[cfg(feature = "sql")]
        Command::Diff(args) => with_hashes(|| crate::diff::run(*args)),
        #[cfg(feature = "sql")]
        Command::Sql(args) => crate::sql::run(args, None),
        #[cfg(not(feature = "sql"))]
        Command::Diff(_) | Command::Sql(_) => code(Err(ABSENT.to_owned().into())),
        Command::Sketch(args) => code(sketch::run(&args)),
        Command::Completions(args) => code(manual::completions(Cli::command(), &args)),
        Command::Man(args) => code(manual::man(Cli::command(), &args)),
    }
}

/// Runs a command that hashes, unless `HASHLANE_ISA` names an instruction set that this CPU lacks.
fn with_hashes(command: impl FnOnce() -> Result<Outcome, Failure>) -> u8 {
    let selected = Isa::selected().map_err(|error| Failure::Message(error.to_string()));
    code(selected.and_then(|_| command()))
}
