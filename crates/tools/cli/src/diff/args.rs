//! The arguments of `hashlane diff`.

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{ArgGroup, Args, value_parser};
use hashlane_datafusion::file_tables::KnownColumns;
use hashlane_diff::{ComparedColumns, DiffOptions, TextRules, Tolerance};

use crate::diff::distances::{ColumnDistances, parse_tolerance};
use crate::diff::map::{NameMap, parse_map};
use crate::diff::types::{ColumnTypes, parse_types};
use crate::lists::{NameList, parse_delimiter, parse_names};
use crate::output::TableFile;
use crate::size::parse_size;

const USAGE: &str = "\
hashlane diff [OPTIONS] --key COLUMNS LEFT RIGHT
       hashlane diff [OPTIONS] --multiset LEFT RIGHT
       hashlane diff [OPTIONS] --left-sketch FILE --right-sketch FILE
       hashlane diff [OPTIONS] --key COLUMNS --left-files A --right-files B";

const HELP: &str = "\
LEFT and RIGHT are what `hashlane sql` reads as tables: Parquet, CSV and
newline-delimited JSON, folders of them and patterns, here and in object stores
(s3://, gs://, az://, https://).
One side may be - for standard input: Parquet, JSON if it starts with {, and CSV
otherwise. It is saved to a temporary file first, and so are pipes such as
<(…).

A side may be a table in a database, or the rows of a query, with ?query=SQL
instead of ?table=NAME:
  postgresql://USER@HOST/DATABASE?table=SCHEMA.NAME
  mysql://USER@HOST/DATABASE?table=NAME
  clickhouse://USER@HOST/DATABASE?table=NAME
  duckdb:FILE?table=SCHEMA.NAME
  sqlite:FILE?table=NAME
Then only a sketch of each side and the rows that differ are read from it, at
most --max-differences.

Two snapshots of a lake are compared by lists of their Parquet files, CSV or
Parquet with the columns path, bytes and rows: --left-files and --right-files.
Files in both lists aren't read.

A row is identified by its key. A row whose key only the right side has is
added, one whose key only the left side has is removed, and one with a different
value is changed.

Values are compared, not how they are stored: 7 as a byte equals 7 in 64 bits,
1.50 equals 1.5, -0.0 equals 0.0, NaN equals NaN, and NULL equals NULL. Columns
are matched by name, and so are fields of structs. A column that only one side
has, or whose two types have no values in common, is a difference too.

No type is guessed. CSV has only text: against CSV it is compared as text,
against a typed column as a value of that type. A text that isn't exactly such a
value differs. Use --types to state types, --infer to find them.

Duplicate keys are an error. --multiset needs no key: it counts equal rows and
prints the rows that a side has more of.

Formats:
  (none)   for people: a summary, then 100 rows, or --limit
  --json   an object per line: {\"change\": \"changed\", \"key\": {…}, \"column\": …,
           \"left\": …, \"right\": …}; NaN and infinities are strings
  --csv    a header line, then change, the key, column, left and right; NULL is
           an empty field
  --output the same rows in a file .parquet, .csv or .json, which appears when it
           is complete
A column that isn't compared has a row too: its change is 'column', and left and
right are its types.

A list of columns has commas between the names; write a name with a comma in
double quotes: --key '\"a,b\",id'.

Exit codes: 0 the tables are equal, 1 they differ, 2 a side could not be read,
or wrong usage.

Examples:
  hashlane diff monday.parquet tuesday.parquet --key id
  hashlane diff old.csv new.csv --key region,id --ignore loaded_at --json
  hashlane diff old.csv new.csv --key id --types 'id=bigint,at=date'
  hashlane diff a.parquet b.parquet --key id --where \"at > '2026-01-01'\"
  hashlane diff old new --key id --memory 2GB --output changes.parquet
  hashlane diff 'postgresql://me@db/shop?table=public.orders' lake --key id
  hashlane diff 'mysql://me@db/shop?table=orders' orders.parquet --key id \\
    --map id=order_id --left-where 'year(at) = 2026'
  hashlane diff --left-sketch postgresql.csv --right-sketch bigquery.parquet
  hashlane diff s3://lake/monday.parquet tuesday.parquet --key id
  hashlane diff a.parquet b.parquet --multiset --summary
  hashlane diff --left-files monday.csv --right-files tuesday.csv --key id
";

/// Arguments of `hashlane diff`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP, group = ArgGroup::new("identity").required(true))]
pub struct DiffArgs {
    /// The table before
    #[arg(required_unless_present_any = ["left_sketch", "left_files"])]
    pub left: Option<String>,

    /// The table after
    #[arg(required_unless_present_any = ["left_sketch", "left_files"])]
    pub right: Option<String>,

    /// The columns that identify a row
    #[arg(short, long, value_name = "COLUMNS", value_parser = parse_names, group = "identity")]
    key: Vec<NameList>,

    /// Compare rows without a key: count equal rows
    #[arg(long, group = "identity", conflicts_with = "tolerances")]
    pub multiset: bool,

    /// Compare two sketches, which statements of `hashlane sketch` computed
    #[arg(
        long,
        value_name = "FILE",
        group = "identity",
        requires = "right_sketch",
        conflicts_with_all = [
            "left", "columns", "ignore", "types", "infer", "filter", "left_where", "right_where", "map", "tolerances", "trim",
            "ignore_case",
        ]
    )]
    pub left_sketch: Option<String>,

    /// The sketch of the table after
    #[arg(long, value_name = "FILE", requires = "left_sketch")]
    pub right_sketch: Option<String>,

    /// Compare two snapshots of a lake: the list of Parquet files of the table before
    #[arg(
        long,
        value_name = "LIST",
        requires = "right_files",
        conflicts_with_all = [
            "left", "left_sketch", "left_where", "right_where", "infer", "delimiter", "left_delimiter", "right_delimiter",
        ]
    )]
    left_files: Option<String>,

    /// The list of Parquet files of the table after
    #[arg(long, value_name = "LIST", requires = "left_files")]
    right_files: Option<String>,

    /// With a database: stop if more than N rows differ; a changed row counts twice
    #[arg(long, value_name = "N", default_value = "1000000", allow_negative_numbers = true, value_parser = parse_number::<u64>)]
    pub max_differences: u64,

    /// Compare only these columns
    #[arg(long, value_parser = parse_names, conflicts_with = "ignore")]
    columns: Option<Vec<NameList>>,

    /// Compare all columns except these
    #[arg(long, value_name = "COLUMNS", value_parser = parse_names)]
    ignore: Option<Vec<NameList>>,

    /// Read these CSV columns as these types, as in id=bigint,amount=decimal(18,2)
    #[arg(long, value_parser = parse_types)]
    types: Option<ColumnTypes>,

    /// The delimiter of CSV files, such as ';' or '\t'. Files of other names, such as .txt, are CSV then
    #[arg(long, value_name = "CHAR", value_parser = parse_delimiter)]
    pub delimiter: Option<u8>,

    /// The delimiter of CSV files on the left side, if it has another one
    #[arg(long, value_name = "CHAR", value_parser = parse_delimiter)]
    pub left_delimiter: Option<u8>,

    /// The delimiter of CSV files on the right side, if it has another one
    #[arg(long, value_name = "CHAR", value_parser = parse_delimiter)]
    pub right_delimiter: Option<u8>,

    /// Infer the types of CSV columns from all rows: a type is chosen only if each of its values prints as the same text
    #[arg(long)]
    pub infer: bool,

    /// On both sides, compare only the rows that meet this condition
    #[arg(long = "where", value_name = "SQL", conflicts_with_all = ["left_where", "right_where"])]
    filter: Option<String>,

    /// Compare only the rows of the left side that meet this condition; a database reads it in its own SQL
    #[arg(long, value_name = "SQL")]
    left_where: Option<String>,

    /// Compare only the rows of the right side that meet this condition
    #[arg(long, value_name = "SQL")]
    right_where: Option<String>,

    /// Compare columns with different names, as in id=order_id,amount=total
    #[arg(long, value_name = "LEFT=RIGHT,…", value_parser = parse_map)]
    map: Option<NameMap>,

    /// Treat floats and decimals as equal if they differ by at most X, or the numbers of some columns, as in price=0.01,qty=2
    #[arg(long, value_name = "X|COLUMN=X,…", value_parser = parse_tolerance, group = "tolerances", allow_negative_numbers = true)]
    tolerance: Option<ColumnDistances>,

    /// Treat floats and decimals as equal if they differ by at most X times the greater magnitude, or those of some columns
    #[arg(long, value_name = "X|COLUMN=X,…", value_parser = parse_tolerance, group = "tolerances", allow_negative_numbers = true)]
    relative_tolerance: Option<ColumnDistances>,

    /// Ignore spaces at both ends of compared strings
    #[arg(long, conflicts_with = "multiset")]
    trim: bool,

    /// Ignore upper and lower case in compared strings
    #[arg(long, conflicts_with = "multiset")]
    ignore_case: bool,

    /// Print at most N differing rows; all are counted
    #[arg(long, value_name = "N", conflicts_with = "summary", allow_negative_numbers = true, value_parser = parse_number::<usize>)]
    pub limit: Option<usize>,

    /// Print only the numbers of differing rows and values
    #[arg(long, conflicts_with_all = ["csv", "output"])]
    pub summary: bool,

    /// Print JSON objects, one per line
    #[arg(long, conflicts_with_all = ["csv", "output"])]
    pub json: bool,

    /// Print comma-separated values
    #[arg(long, conflicts_with = "output")]
    pub csv: bool,

    /// Write the changes to this file, whose ending says the format: .parquet, .csv or .json
    #[arg(short, long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(TableFile::parse))]
    pub output: Option<TableFile>,

    /// Overwrite an existing file
    #[arg(short, long, requires = "output")]
    pub force: bool,

    /// Use at most this much memory for joins and sorts; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl DiffArgs {
    /// The names of both sides. Sketches have none.
    pub fn names(&self) -> [&str; 2] {
        let names = [(&self.left, &self.left_files), (&self.right, &self.right_files)];
        names.map(|(table, list)| table.as_deref().or(list.as_deref()).unwrap_or_default())
    }

    /// The lists of the files of both sides.
    pub fn file_lists(&self) -> Option<[&str; 2]> {
        Some([self.left_files.as_deref()?, self.right_files.as_deref()?])
    }

    /// The delimiters of CSV that are stated for both sides.
    pub fn delimiters(&self) -> [Option<u8>; 2] {
        [self.left_delimiter, self.right_delimiter].map(|own| own.or(self.delimiter))
    }

    /// The conditions for the rows of both sides.
    pub fn filters(&self) -> [Option<String>; 2] {
        [&self.left_where, &self.right_where]
            .map(|own| own.as_ref().or(self.filter.as_ref()).cloned())
    }

    /// Whether types of columns are stated.
    pub fn has_types(&self) -> bool {
        self.types.is_some()
    }

    /// The columns that have another name on the right side.
    pub fn map(&self) -> NameMap {
        self.map.clone().unwrap_or_default()
    }

    /// The columns that are read, by their names on both sides. Conditions may read others.
    pub fn compared(&self) -> KnownColumns {
        let map = self.map();
        let both = |names: &[NameList]| {
            let names = all(names);
            let others = names.iter().filter_map(|name| map.right(name)).map(str::to_owned);
            let others: Vec<_> = others.collect();
            [names, others].concat()
        };
        match (&self.columns, &self.ignore) {
            (Some(columns), _) => KnownColumns::Only([both(columns), both(&self.key)].concat()),
            (None, Some(ignored)) => KnownColumns::Except(both(ignored)),
            (None, None) => KnownColumns::All,
        }
    }

    /// The tolerance as it was given, for reports.
    pub fn tolerance(&self) -> Option<String> {
        let relative =
            || Some(format!("{} of the greater magnitude", self.relative_tolerance.as_ref()?));
        self.tolerance.as_ref().map(ToString::to_string).or_else(relative)
    }

    /// Returns the options of the comparison.
    pub fn options(&self) -> DiffOptions {
        let columns = match (&self.columns, &self.ignore) {
            (Some(columns), _) => ComparedColumns::Only(all(columns)),
            (None, Some(ignored)) => ComparedColumns::Except(all(ignored)),
            (None, None) => ComparedColumns::All,
        };
        let absolute = self.tolerance.as_ref().map(|given| given.tolerances(Tolerance::Absolute));
        let relative = || Some(self.relative_tolerance.as_ref()?.tolerances(Tolerance::Relative));
        DiffOptions {
            key: all(&self.key),
            columns,
            types: self.types.clone().map(|types| types.0).unwrap_or_default(),
            filters: self.filters(),
            tolerances: absolute.or_else(relative).unwrap_or_default(),
            text: TextRules { trim: self.trim, ignore_case: self.ignore_case },
            most_kept: None,
        }
    }
}

fn all(names: &[NameList]) -> Vec<String> {
    names.iter().flat_map(|names| names.0.clone()).collect()
}

fn parse_number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "write a whole number of 0 or more, as in 100".to_owned())
}
