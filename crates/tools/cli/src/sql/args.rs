//! The arguments of `hashlane sql`.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, value_parser};

use crate::failure::Failure;
use crate::lists::parse_delimiter;
use crate::output::TableFile;
use crate::size::parse_size;
use crate::sql::format::OutputFormat;

const SQL_HELP: &str = "\
Files are tables: quote a path, as in FROM 'orders.parquet'. Parquet (.parquet),
CSV (.csv, .tsv) and newline-delimited JSON (.json, .jsonl, .ndjson) work, the
latter two also compressed (.csv.gz, .bz2, .xz, .zst), and so do folders of them
and patterns such as 'orders/2024-*.parquet'. A CSV column has a type if every
value can be read exactly as that type; otherwise it is text. A path may be a
URL: s3://, gs://, az://, abfss://, https://. Credentials come from the
environment (AWS_…, GOOGLE_…, AZURE_…).

Statements are SELECT, SHOW, DESCRIBE and EXPLAIN; `FROM x` is `SELECT * FROM
x`. The SQL is an argument, a file, or standard input. An argument that contains
a space or a `;` is SQL, unless a file has that name.

-o FILE writes the rows of a query to a file: .parquet, .csv or .json. It
appears when it is complete, and an existing file is replaced only with -f. If
the query fails or is stopped, everything stays as it was.

Without ORDER BY the order of the rows is not fixed.

Formats:
  (none)  a table for people; as wide as the first rows need
  --csv   a header line, then a line per row; NULL is an empty field; no lists,
          structs or maps; an empty line is between the results of two queries
  --json  an object per row and line; NULL is null; NaN and infinities are the
          strings \"NaN\", \"Infinity\" and \"-Infinity\". 64-bit hashes are numbers
          of up to 20 digits, which some readers round: use the _hex form of a
          function for those
Bytes are lower-case hex in all three.

Exit codes: 0 all went well, 1 a statement failed, 2 wrong usage.

Examples:
  hashlane sql \"SELECT xxh3('hashlane'), blake3_hex('hashlane')\"
  hashlane sql -c \"SELECT c_custkey, xxh3(c_name) FROM 'customer.parquet'\"
  hashlane sql -o b.parquet \"SELECT zstd_compress(body) AS z FROM 'a.parquet'\"
  hashlane sql -c \"SELECT fingerprint(id, amount) FROM 's3://bucket/*.parquet'\"
  hashlane sql --csv queries.sql > result.csv
  hashlane sql --timer --threads 1 - < queries.sql
  hashlane sql -c \"SELECT signature, description FROM hashlane_functions()\"
";

/// Arguments of `hashlane sql`.
#[derive(Debug, Args)]
#[command(after_help = SQL_HELP)]
pub struct SqlCommandArgs {
    /// The SQL to run; several statements are separated by `;`
    // SQL may start with a comment, and a comment with two hyphens.
    #[arg(
        short = 'c',
        long,
        value_name = "SQL",
        conflicts_with = "statements",
        allow_hyphen_values = true
    )]
    command: Option<String>,

    /// The SQL to run, a file with SQL, or `-` for standard input
    #[arg(value_name = "SQL|FILE")]
    statements: Option<PathBuf>,

    /// Print JSON objects, one per row and line
    #[arg(long, conflicts_with_all = ["csv", "output"])]
    json: bool,

    /// Print comma-separated values with a header line
    #[arg(long, conflicts_with = "output")]
    csv: bool,

    /// Write the rows of a query to this file, whose ending says the format: .parquet, .csv or .json
    #[arg(short, long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(TableFile::parse))]
    pub output: Option<TableFile>,

    /// Overwrite an existing file
    #[arg(short, long, requires = "output")]
    pub force: bool,

    /// Infer the types of CSV columns from the first N rows of each file, not from all. A later value of another type
    /// is an error
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    pub infer_rows: Option<u64>,

    /// The delimiter of CSV files, such as ';' or '\t'. Files of other names, such as .txt, are CSV then
    #[arg(long, value_name = "CHAR", value_parser = parse_delimiter)]
    pub delimiter: Option<u8>,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Use at most this much memory for joins, groups and sorts; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Print to standard error how long each statement took, printing included
    #[arg(long)]
    pub timer: bool,
}

impl SqlCommandArgs {
    /// How results are printed.
    pub fn format(&self) -> OutputFormat {
        match (self.json, self.csv) {
            (true, _) => OutputFormat::Json,
            (_, true) => OutputFormat::Csv,
            _ => OutputFormat::Table,
        }
    }

    /// Where the SQL comes from.
    ///
    /// # Errors
    /// Returns one line if there is none, and standard input is a terminal.
    pub fn source(&self) -> Result<SqlSource<'_>, Failure> {
        Ok(match (&self.command, &self.statements) {
            (Some(text), _) => SqlSource::Argument(text),
            (None, Some(path)) if path == Path::new("-") => SqlSource::Stdin,
            (None, Some(argument)) => match statements(argument) {
                Some(text) => SqlSource::Argument(text),
                None => SqlSource::File(argument),
            },
            (None, None) if io::stdin().is_terminal() => {
                let text = "there is no SQL: write it as an argument, name a file of SQL, or - for standard input";
                return Err(text.to_owned().into());
            }
            (None, None) => SqlSource::Stdin,
        })
    }
}

/// The text of an argument that is SQL: it has white space or a `;`, and no file has that name.
fn statements(argument: &Path) -> Option<&str> {
    let text = argument.to_str().filter(|text| text.contains([' ', '\n', '\t', ';']));
    text.filter(|_| !argument.exists())
}

/// Where the SQL comes from.
#[derive(Debug)]
pub enum SqlSource<'a> {
    /// The text of an argument.
    Argument(&'a str),
    /// A file.
    File(&'a Path),
    /// Standard input.
    Stdin,
}

impl SqlSource<'_> {
    /// The text of the statements.
    pub fn read(&self) -> Result<String, Failure> {
        match self {
            SqlSource::Argument(text) => Ok((*text).to_owned()),
            SqlSource::File(path) => fs::read_to_string(path)
                .map_err(|error| format!("cannot read '{}': {error}", path.display()).into()),
            SqlSource::Stdin => {
                let mut text = String::new();
                io::stdin()
                    .read_to_string(&mut text)
                    .map_err(|error| format!("cannot read standard input: {error}"))?;
                Ok(text)
            }
        }
    }
}
