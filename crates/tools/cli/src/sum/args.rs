//! The arguments of `hashlane sum`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use glob::Pattern;
use hashlane_files::digest::Algorithm;
use hashlane_files::manifest::{End, Form};
use hashlane_files::s3::{CHECKSUMS, Checksum};

use super::algorithm::algorithm;
use crate::check::{Check, Reporting};
use crate::failure::Failure;
use crate::size::parse_size;

const HELP: &str = "\
Lines are what xxhsum, b3sum and sha256sum write, and those tools read them: 'hex  name' with one
algorithm, 'TAG (name) = hex' with several and for algorithms whose digests nothing could tell
apart. A file is read once, however many algorithms there are. Files are read several at a time,
and printed in the order they were given. Without files, or where one is '-', standard input is read.
A pattern may be quoted: 'logs/**/*.gz' is expanded here.

With -r, the regular files in folders are read, at any depth and by name; links to folders are not
followed. The file of --output is left out.

The default, xxh3, is as fast as the file can be read. It finds damage, but not tampering: for that use blake3 or
sha256.

Passwords and signatures in URLs are cut out of the names that are printed.

Exit codes: 0 all went well, 2 a file could not be read (the others are printed) or wrong usage.

Examples:
  hashlane sum *.parquet > SUMS
  hashlane sum -a blake3,xxh64 backup.tar
  hashlane sum -a sha256 --tag -o SHA256SUMS *
  hashlane sum --s3 CRC64NVME backup.tar
  hashlane sum --s3 SHA256 --part-size 8MiB backup.tar
  hashlane sum -r --exclude .git --exclude '*.tmp' -o SUMS .
  hashlane sum -c SUMS
  find . -type f -mtime -1 -print0 | hashlane sum --files-from -
";

/// Arguments of `hashlane sum`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Sum {
    /// The files or patterns; '-' is standard input
    pub files: Vec<OsString>,

    /// The file with the names of more files, one a line or each before a zero byte; '-' is standard input
    #[arg(long, value_name = "LIST")]
    pub files_from: Option<OsString>,

    /// Algorithms, separated by commas: xxh3 (the default), xxh64, xxh128, blake3, sha256, crc32c …
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithm)]
    pub algorithm: Vec<&'static Algorithm>,

    /// Read the files in folders, too, at any depth
    #[arg(short, long)]
    pub recursive: bool,

    /// Leave out files and folders with this name, such as .git or '*.tmp'; a pattern with a '/' is a path in the folder
    #[arg(long, value_name = "PATTERN")]
    pub exclude: Vec<Pattern>,

    /// Check the files that these manifests list, as hashlane check does
    #[arg(short, long, conflicts_with_all = ["recursive", "exclude", "tag", "binary", "s3", "output"])]
    check: bool,

    #[command(flatten)]
    reporting: Reporting,

    /// Print BSD lines: TAG (name) = hex
    #[arg(long)]
    tag: bool,

    /// Mark names with '*' for binary mode, which makes no difference
    #[arg(short, long, conflicts_with = "tag")]
    binary: bool,

    /// End lines with a zero byte, and don't escape names
    #[arg(short, long)]
    zero: bool,

    /// Print the value of S3's checksum header: CRC64NVME, CRC32, CRC32C, SHA1, SHA256, XXHASH3, MD5 …
    #[arg(long, value_name = "NAME", value_parser = checksum, conflicts_with_all = ["algorithm", "tag", "binary"])]
    pub s3: Option<&'static Checksum>,

    /// The value for an object uploaded in parts of this size, such as 8MiB: the checksum of the parts' checksums with
    /// their number; for MD5, the ETag
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "s3")]
    pub part_size: Option<u64>,

    /// Print one JSON object per line: file, size, algorithm, hex, base64
    #[arg(long, conflicts_with_all = ["tag", "binary", "zero"])]
    pub json: bool,

    /// Write to this file, which appears only when it is complete
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(short, long, requires = "output")]
    pub force: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl Sum {
    /// The form of a line.
    pub fn form(&self) -> Form {
        match self.algorithm.len() {
            _ if self.tag => Form::Tagged,
            2.. => Form::Tagged,
            _ if self.binary => Form::GnuBinary,
            _ => Form::Gnu,
        }
    }

    /// Returns the arguments of `hashlane check`, if manifests are to be checked.
    ///
    /// # Errors
    /// Returns an error if there are several algorithms for lines without a tag, or options that only apply to
    /// manifests.
    pub fn as_check(&self) -> Result<Option<Check>, Failure> {
        let usage = |text: &str| Err(Failure::Message(text.to_owned()));
        if !self.check {
            return match self.reporting == Reporting::default() {
                true => Ok(None),
                false => {
                    usage("--ignore-missing, --quiet, --status, --strict and --warn need --check")
                }
            };
        }
        if self.algorithm.len() > 1 {
            return usage("--check takes at most one algorithm, for lines without a tag");
        }
        Ok(Some(Check {
            manifests: self.files.clone(),
            directory: None,
            files_from: self.files_from.clone(),
            extra: Vec::new(),
            exclude: Vec::new(),
            algorithm: self.algorithm.first().copied(),
            reporting: self.reporting,
            zero: self.zero,
            part_size: None,
            json: self.json,
            threads: self.threads,
        }))
    }

    /// The byte that ends a line.
    pub fn end(&self) -> End {
        if self.zero { End::Zero } else { End::Line }
    }
}

fn checksum(name: &str) -> Result<&'static Checksum, String> {
    Checksum::find(name).ok_or_else(|| {
        let names: Vec<_> = CHECKSUMS.iter().map(|checksum| checksum.name).collect();
        format!("S3 has no such checksum; use one of {}", names.join(", "))
    })
}
