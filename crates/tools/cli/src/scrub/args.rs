//! The arguments of `hashlane scrub`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use glob::Pattern;
use hashlane_files::digest::FileAlgorithm;
use hashlane_scrub::ScrubOptions;

use crate::output::TableFile;
use crate::size::parse_size;
use crate::sum::algorithm;

const HELP: &str = "\
Reads the files of a lake and compares them with what they were when they were
last read, which the state has: a Parquet file with a row for each file (its
columns are in the documentation). A file is read once, for its digests, the
checks of `hashlane parquet verify` and its fingerprint.

  new         it was read for the first time
  unchanged   it has the same content
  modified    it has other content, and another time of change or tag
  damaged     it has other content, but the same time and tag; or a checksum, a
              page, an index, statistics or the footer of a Parquet file is
              wrong, or its values can't be decoded. It stays damaged until its
              last good content is back or --accept accepts it.
  moved       it has the content of a file that is missing
  missing     it was there. It stays in the state until it is back or accepted.
  unreadable  it could not be read
  not_read    it was not read in this run
  excluded    --exclude left it out of this run

A budget is shared by new and changed files, files that seem unchanged, and
files that were damaged or unreadable. Among each of these, those come first
that were read longest ago. An interrupted run loses at most the files in hand:
the next one goes on. A file whose time of change is within two seconds of its
last read can't be told from one that was written again within the same tick of
the clock, so other content makes it modified, and the finding says so.

Exit codes: 0 nothing is wrong; 1 a file is damaged or missing, or not as
--files lists it, or --compare found a difference; 2 something could not be
read, wrong usage.

Examples:
  hashlane scrub warehouse
  hashlane scrub --max-age 30d --max-bytes 100GB --rate 200MB/s warehouse
  hashlane scrub --state s3://bucket/scrub.parquet s3://bucket/lake
  hashlane scrub --files files.csv warehouse
  hashlane scrub --accept orders/2024.parquet warehouse
  hashlane scrub --state here.parquet --compare there.parquet
";

/// Arguments of `hashlane scrub`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct ScrubArgs {
    /// Folders, patterns, files, or prefixes of stores such as s3://bucket/lake
    #[arg(value_name = "PATH", required_unless_present = "compare")]
    pub paths: Vec<OsString>,

    /// The state, a file or a URL: PATH/.hashlane/scrub.parquet by default, if PATH is one folder
    #[arg(long, value_name = "FILE")]
    pub state: Option<OsString>,

    /// Keep the state of each run in this folder, too
    #[arg(long, value_name = "DIR")]
    pub history: Option<PathBuf>,

    /// Compute this digest beside XXH3-128: blake3, which no attacker can forge
    #[arg(long, value_name = "NAME", value_parser = blake3)]
    pub digest: Option<&'static FileAlgorithm>,

    /// Decode every page of Parquet files, and compare counts and statistics with the values
    #[arg(long)]
    pub deep: bool,

    /// Compute no fingerprints of Parquet files, which takes most of the time for them
    #[arg(long)]
    pub no_fingerprint: bool,

    /// Begin no file once so many bytes have been read, such as 100GB
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_bytes: Option<u64>,

    /// Begin no file after so much time, such as 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub max_time: Option<Duration>,

    /// Read files that seem unchanged only if they were last read longer ago, such as 30d
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub max_age: Option<Duration>,

    /// Read at most so many bytes per second, such as 200MB/s
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub rate: Option<u64>,

    /// Accept the present content of this file, or that it is gone, and read no other file; the path is relative to the lake
    /// or to the working folder, or absolute
    #[arg(long, value_name = "PATH", conflicts_with_all = ["files", "max_bytes", "max_time", "max_age"])]
    pub accept: Vec<OsString>,

    /// Leave out files and folders with this name, such as .git or '*.tmp'; a pattern with a '/' is a path in the lake
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<Pattern>,

    /// Compare the files with this list, CSV or Parquet with the columns path and, if known, bytes, rows and digest
    #[arg(long, value_name = "LIST")]
    pub files: Option<OsString>,

    /// Compare the state with this one, without reading a file
    #[arg(long, value_name = "FILE", requires = "state", conflicts_with_all = ["paths", "files", "accept"])]
    pub compare: Option<OsString>,

    /// Print unchanged files and files that were not read, too
    #[arg(long)]
    pub all: bool,

    /// Print nothing but errors, and set the exit code
    #[arg(short, long)]
    pub quiet: bool,

    /// Print JSON objects, one per line; the last one is the summary
    #[arg(long, conflicts_with_all = ["csv", "quiet"])]
    pub json: bool,

    /// Print CSV
    #[arg(long, conflicts_with = "quiet")]
    pub csv: bool,

    /// Write the findings to this file, too; its ending says the format: .parquet, .csv or .json
    #[arg(short, long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(TableFile::parse))]
    pub output: Option<TableFile>,

    /// Write the findings to this file in JUnit's XML, too
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Overwrite existing files of --output and --junit
    #[arg(short, long)]
    pub force: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl ScrubArgs {
    /// The files that findings are written to.
    pub fn outputs(&self) -> impl Iterator<Item = &Path> {
        let output = self.output.as_ref().map(|file| file.path.as_path());
        output.into_iter().chain(self.junit.as_deref())
    }

    /// What to read, and how.
    pub fn options(&self) -> ScrubOptions {
        ScrubOptions {
            blake3: self.digest.is_some(),
            deep: self.deep,
            no_fingerprint: self.no_fingerprint,
            max_bytes: self.max_bytes,
            max_time: self.max_time,
            max_age: self.max_age,
            rate: self.rate,
            accept: self.accept.clone(),
            threads: self.threads.map(usize::from),
        }
    }
}

fn blake3(name: &str) -> Result<&'static FileAlgorithm, String> {
    match algorithm(name)? {
        blake3 if blake3.name == "blake3" => Ok(blake3),
        _ => Err("XXH3-128 is always computed; only blake3 can be added".to_owned()),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    humantime::parse_duration(text)
        .map_err(|error| format!("{error}; write a number with a unit, as in 90s, 30m, 12h, 30d"))
}

fn rate(text: &str) -> Result<u64, String> {
    match parse_size(text.strip_suffix("/s").unwrap_or(text))? {
        0 => Err("the rate is 0; leave --rate out to read without a limit".to_owned()),
        rate => Ok(rate),
    }
}
