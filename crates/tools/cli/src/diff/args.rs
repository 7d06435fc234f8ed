//! The arguments of `hashlane diff`.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{ArgGroup, Args, value_parser};
use hashlane_datafusion::file_tables::KnownColumns;
use hashlane_diff::{
    ByColumn, ComparedColumns, DiffOptions, EqualityRules, ForText, TimePrecision, Tolerance,
};

use crate::diff::allowed::AllowedDifferences;
use crate::diff::file::ChangesFile;
use crate::diff::help::{HELP, USAGE};
use crate::diff::map::{NameMap, parse_map};
use crate::diff::report::ReportFact;
use crate::diff::rules::{
    ALL_COLUMNS, columns_of, parse_precision, parse_relative, parse_text_rule,
};
use crate::diff::types::{ColumnTypes, parse_types};
use crate::failure::Failure;
use crate::lists::{NameList, parse_delimiter, parse_names};
use crate::size::parse_size;

/// Arguments of `hashlane diff`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP, group = ArgGroup::new("identity").required(true), group = ArgGroup::new("rules").multiple(true), group = ArgGroup::new("files").multiple(true))]
pub struct DiffArgs {
    /// The table before
    #[arg(required_unless_present_any = ["left_sketch", "left_files", "plan"])]
    pub left: Option<String>,

    /// The table after
    #[arg(required_unless_present_any = ["left_sketch", "left_files", "plan"])]
    pub right: Option<String>,

    /// The columns that identify a row
    #[arg(short, long, value_name = "COLUMNS", value_parser = parse_names, group = "identity")]
    key: Vec<NameList>,

    /// Compare rows without a key: count equal rows
    #[arg(long, group = "identity", conflicts_with = "rules")]
    pub multiset: bool,

    /// Compare two sketches, which statements of `hashlane sketch` computed
    #[arg(
        long,
        value_name = "FILE",
        group = "identity",
        requires = "right_sketch",
        conflicts_with_all = [
            "left", "columns", "ignore", "types", "infer", "filter", "left_where", "right_where", "map", "ignore_name_case", "rules",
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

    /// Compare the tables of this file, TOML: [tables.NAME] with left, right, key and other options
    #[arg(
        long,
        value_name = "FILE",
        group = "identity",
        conflicts_with_all = [
            "left", "columns", "ignore", "types", "infer", "filter", "left_where", "right_where", "map", "ignore_name_case", "rules",
            "delimiter", "left_delimiter", "right_delimiter", "allow", "csv", "limit", "summary", "memory", "threads",
            "max_differences",
        ]
    )]
    pub plan: Option<PathBuf>,

    /// Print a file for --plan: the tables that both addresses have where they say {}, as in 'lake/{}.parquet'
    #[arg(
        long,
        group = "identity",
        conflicts_with_all = [
            "columns", "ignore", "types", "infer", "filter", "left_where", "right_where", "map", "ignore_name_case", "rules", "delimiter",
            "left_delimiter", "right_delimiter", "allow", "csv", "json", "limit", "summary", "memory", "threads", "max_differences",
            "files",
        ]
    )]
    pub print_plan: bool,

    /// With --plan: compare so many tables at once
    #[arg(long, value_name = "N", requires = "plan", default_value = "1", value_parser = value_parser!(u16).range(1..=64))]
    pub jobs: u16,

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

    /// Also compare columns whose names differ in upper and lower case alone, under the name of the left side
    #[arg(long)]
    ignore_name_case: bool,

    /// Treat floats and decimals as equal if they differ by at most X, or the numbers of some columns, as in price=0.01,qty=2; 1e-9r
    /// is 1e-9 times the greater magnitude
    #[arg(long, value_name = "X|COLUMN=X,…", value_parser = ByColumn::parse_tolerances, group = "rules", allow_negative_numbers = true)]
    tolerance: Option<ByColumn<Tolerance>>,

    /// Let floats and decimals also differ by at most X times the greater magnitude, or those of some columns
    #[arg(long, value_name = "X|COLUMN=X,…", value_parser = parse_relative, group = "rules", allow_negative_numbers = true)]
    relative_tolerance: Option<ByColumn<Tolerance>>,

    /// Compare times only to this unit, s, ms or us, in all columns or in some, as in at=ms: smaller parts are cut off
    #[arg(long, value_name = "UNIT|COLUMN=UNIT,…", value_parser = parse_precision, group = "rules")]
    time_precision: Option<ByColumn<TimePrecision>>,

    /// Ignore spaces at both ends of strings, in all columns or in some, as in --trim=name,city
    #[arg(long, value_name = "COLUMNS", num_args = 0..=1, require_equals = true, default_missing_value = ALL_COLUMNS, value_parser = parse_text_rule, group = "rules")]
    trim: Option<ByColumn<ForText>>,

    /// Ignore upper and lower case of strings, in all columns or in some
    #[arg(long, value_name = "COLUMNS", num_args = 0..=1, require_equals = true, default_missing_value = ALL_COLUMNS, value_parser = parse_text_rule, group = "rules")]
    ignore_case: Option<ByColumn<ForText>>,

    /// Treat NULL and the empty string as equal, in all columns or in some
    #[arg(long, value_name = "COLUMNS", num_args = 0..=1, require_equals = true, default_missing_value = ALL_COLUMNS, value_parser = parse_text_rule, group = "rules")]
    null_equals_empty: Option<ByColumn<ForText>>,

    /// Exit with 0 if at most N rows differ, or a share of the rows, as in 0.1% or changed=10,added=1%,extra-columns
    #[arg(long, value_name = "N|N%|KIND=N,…", value_parser = AllowedDifferences::parse, allow_negative_numbers = true)]
    pub allow: Option<AllowedDifferences>,

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

    /// Write the changes to this file, whose ending says the format: .parquet, .csv or .json, or .html for a report
    #[arg(short, long, value_name = "FILE", group = "files", value_parser = PathBufValueParser::new().try_map(ChangesFile::parse))]
    pub output: Option<ChangesFile>,

    /// Also write what differs as JUnit's XML to this file, a case for each column
    #[arg(long, value_name = "FILE", group = "files")]
    pub junit: Option<PathBuf>,

    /// Overwrite existing files of --output and --junit
    #[arg(short, long, requires = "files")]
    pub force: bool,

    /// Use at most this much memory for joins and sorts; the rest goes to temporary files
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Whether it is one of many comparisons, which prints nothing itself
    #[arg(skip)]
    pub is_planned: bool,

    /// The names of both sides as they were given: standard input gets the name of a file
    #[arg(skip)]
    pub shown_names: [String; 2],
}

impl DiffArgs {
    /// The names of both sides, tables or sketches.
    pub fn names(&self) -> [&str; 2] {
        let sides = [
            [&self.left, &self.left_sketch, &self.left_files],
            [&self.right, &self.right_sketch, &self.right_files],
        ];
        sides.map(|names| names.into_iter().flatten().next().map_or("", |name| name))
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

    /// The columns that have another name on the right side, as options state them.
    fn stated_map(&self) -> NameMap {
        self.map.clone().unwrap_or_default()
    }

    /// The columns that have another name on the right side, of these names of both sides.
    pub fn map(&self, sides: [&[String]; 2]) -> Result<NameMap, Failure> {
        match self.ignore_name_case {
            true => self.stated_map().ignoring_case(sides),
            false => Ok(self.stated_map()),
        }
    }

    /// The columns that are read, by their names on both sides. Conditions may read others.
    pub fn compared(&self) -> KnownColumns {
        let map = self.stated_map();
        let both = |names: &[NameList]| {
            let names = all(names);
            let others = names.iter().filter_map(|name| map.right(name)).map(str::to_owned);
            let others: Vec<_> = others.collect();
            [names, others].concat()
        };
        match (&self.columns, &self.ignore) {
            // The right side may have them in another case.
            _ if self.ignore_name_case => KnownColumns::All,
            (Some(columns), _) => KnownColumns::Only([both(columns), both(&self.key)].concat()),
            (None, Some(ignored)) => KnownColumns::Except(both(ignored)),
            (None, None) => KnownColumns::All,
        }
    }

    /// The files that are written.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        self.output.as_ref().map(ChangesFile::path).into_iter().chain(self.junit.as_deref())
    }

    /// When values that differ count as equal, and how many rows may differ, for reports.
    pub fn rules(&self) -> Vec<ReportFact> {
        let text = |rule: &Option<ByColumn<ForText>>| rule.as_ref().map(columns_of);
        let precision = self.time_precision.as_ref().map(ToString::to_string);
        let allowed = self.allow.as_ref().map(ToString::to_string);
        let relative = self.relative_tolerance.as_ref().map(ToString::to_string);
        ReportFact::given([
            ("tolerance", "tolerance", self.tolerance.as_ref().map(ToString::to_string)),
            ("relative_tolerance", "and tolerance", relative),
            ("time_precision", "times compared to", precision),
            ("trim", "spaces at both ends ignored in", text(&self.trim)),
            ("ignore_case", "case ignored in", text(&self.ignore_case)),
            ("null_equals_empty", "NULL equals '' in", text(&self.null_equals_empty)),
            ("allow", "allowed to differ", allowed),
        ])
    }

    /// What is compared, for reports.
    pub fn compared_parts(&self) -> Vec<ReportFact> {
        let names = |names: &[NameList]| {
            let names = all(names).into_iter().map(|name| hashlane_files::shown(&name));
            names.collect::<Vec<_>>().join(", ")
        };
        let list = |given: &Option<Vec<NameList>>| given.as_deref().map(names);
        let key = Some(names(&self.key)).filter(|names| !names.is_empty());
        ReportFact::given([
            ("key", "key", key),
            ("columns", "only columns", list(&self.columns)),
            ("ignore", "without columns", list(&self.ignore)),
            ("where", "rows where", self.filter.clone()),
            ("left_where", "left rows where", self.left_where.clone()),
            ("right_where", "right rows where", self.right_where.clone()),
        ])
    }

    /// Returns the options of the comparison.
    pub fn options(&self) -> DiffOptions {
        let columns = match (&self.columns, &self.ignore) {
            (Some(columns), _) => ComparedColumns::Only(all(columns)),
            (None, Some(ignored)) => ComparedColumns::Except(all(ignored)),
            (None, None) => ComparedColumns::All,
        };
        DiffOptions {
            key: all(&self.key),
            columns,
            types: self.types.clone().map(|types| types.0).unwrap_or_default(),
            filters: self.filters(),
            rules: EqualityRules {
                tolerance: self.tolerance.clone().unwrap_or_default(),
                relative_tolerance: self.relative_tolerance.clone().unwrap_or_default(),
                trim: self.trim.clone().unwrap_or_default(),
                ignore_case: self.ignore_case.clone().unwrap_or_default(),
                null_equals_empty: self.null_equals_empty.clone().unwrap_or_default(),
                time_precision: self.time_precision.clone().unwrap_or_default(),
            },
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
