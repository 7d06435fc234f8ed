//! The arguments of `hashlane sum`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use glob::Pattern;
use hashlane_files::digest::{ALGORITHMS, FileAlgorithm, FileDigest};
use hashlane_files::manifest::{self, LineAlgorithm, LineEnd, ManifestForm, algorithm_of_name};
use hashlane_files::s3::{CHECKSUMS, S3Checksum};

use crate::check::{CheckArgs, ReportingArgs};
use crate::failure::Failure;
use crate::output::FileFormat;
use crate::size::parse_size;

const HELP: &str = "\
Lines are what xxhsum, b3sum and sha256sum write, and those tools read them:
'hex  name' with one algorithm; 'TAG (name) = hex' with several, for algorithms
whose digests nothing could tell apart, and if the name of --output means
another algorithm to hashlane check: it reads 64 digits in SUMS as sha256. A
file is read once, however many algorithms there are. Files are read several at
a time, and printed in the order they were given. Without files, or where one is
'-', standard input is read. A pattern may be quoted: 'logs/**/*.gz' is expanded
here.

With -r, the regular files in folders are read, at any depth and by name; links
to folders are not followed. The file of --output is left out.

The default, xxh3, is as fast as the file can be read. It finds damage, but not
tampering: for that use blake3 or sha256.

Passwords and signatures in URLs are cut out of the names that are printed.

Exit codes: 0 all went well, 2 a file could not be read (the others are printed)
or wrong usage.

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
pub struct SumArgs {
    /// The files or patterns; '-' is standard input
    pub files: Vec<OsString>,

    /// The file with the names of more files, one a line or each before a zero byte; '-' is standard input
    #[arg(long, value_name = "LIST")]
    pub files_from: Option<OsString>,

    /// Algorithms, separated by commas: xxh3 (the default), xxh64, xxh128, blake3, sha256, crc32c …
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithm)]
    pub algorithm: Vec<&'static FileAlgorithm>,

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
    reporting: ReportingArgs,

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
    pub s3: Option<&'static S3Checksum>,

    /// The value for an object uploaded in parts of this size, such as 8MiB: the checksum of the parts' checksums with
    /// their number; for MD5, the ETag
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "s3")]
    pub part_size: Option<u64>,

    /// Print one JSON object per line: file, size, algorithm, hex, base64
    #[arg(long, conflicts_with_all = ["tag", "binary", "zero"])]
    json: bool,

    /// Write to this file, which appears only when it is complete: JSON objects if its name ends in .json, otherwise lines
    #[arg(short, long, value_name = "FILE", value_parser = PathBufValueParser::new().try_map(output))]
    pub output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(short, long, requires = "output")]
    pub force: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

impl SumArgs {
    /// The form of a line.
    pub fn form(&self) -> ManifestForm {
        match self.algorithm.len() {
            _ if self.tag => ManifestForm::Tagged,
            2.. => ManifestForm::Tagged,
            _ if self.binary => ManifestForm::GnuBinary,
            _ if self.needs_tag() => ManifestForm::Tagged,
            _ => ManifestForm::Gnu,
        }
    }

    /// Whether `hashlane check` would take lines without a tag in the file of `--output` for another algorithm's.
    fn needs_tag(&self) -> bool {
        let ([algorithm], Some(output)) = (&self.algorithm[..], &self.output) else { return false };
        let digest = FileDigest { algorithm, bytes: vec![0; algorithm.width] };
        let line = manifest::line(&digest, b"name", ManifestForm::Gnu, LineEnd::Line);
        let assumed = output.to_str().and_then(algorithm_of_name);
        let entry = manifest::parse(line.trim_ascii_end(), LineEnd::Line, assumed).ok().flatten();
        !entry.is_some_and(|entry| match entry.kind {
            LineAlgorithm::Known(found) | LineAlgorithm::Usual(found, _) => {
                found.name == algorithm.name
            }
            LineAlgorithm::Ambiguous(_) => false,
        })
    }

    /// Whether to write JSON objects.
    ///
    /// # Errors
    /// Returns an error if options ask for lines in a file of JSON.
    pub fn is_json(&self) -> Result<bool, Failure> {
        let is_named = self.output.as_deref().and_then(FileFormat::of) == Some(FileFormat::Json);
        if is_named && (self.tag || self.binary || self.zero) {
            let text = "--tag, --binary and --zero are for lines, but a name that ends in .json means JSON: use another name";
            return Err(text.to_owned().into());
        }
        Ok(self.json || is_named)
    }

    /// Returns the arguments of `hashlane check`, if manifests are to be checked.
    ///
    /// # Errors
    /// Returns an error if there are several algorithms for lines without a tag, or options that only apply to
    /// manifests.
    pub fn as_check(&self) -> Result<Option<CheckArgs>, Failure> {
        let usage = |text: &str| Err(Failure::Message(text.to_owned()));
        if !self.check {
            return match self.reporting == ReportingArgs::default() {
                true => Ok(None),
                false => {
                    usage("--ignore-missing, --quiet, --status, --strict and --warn need --check")
                }
            };
        }
        if self.algorithm.len() > 1 {
            return usage("--check takes at most one algorithm, for lines without a tag");
        }
        Ok(Some(CheckArgs {
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
    pub fn end(&self) -> LineEnd {
        if self.zero { LineEnd::Zero } else { LineEnd::Line }
    }
}

/// Refuses a name whose ending promises another format.
fn output(path: PathBuf) -> Result<PathBuf, String> {
    match FileFormat::of(&path) {
        Some(FileFormat::Parquet | FileFormat::Csv) => Err(
            "checksums are lines, or objects in a file .json: use that ending, or a name such as SHA256SUMS"
                .to_owned(),
        ),
        Some(FileFormat::Json) | None => Ok(path),
    }
}

fn checksum(name: &str) -> Result<&'static S3Checksum, String> {
    S3Checksum::find(name).ok_or_else(|| {
        let names: Vec<_> = CHECKSUMS.iter().map(|checksum| checksum.name).collect();
        format!("S3 has no such checksum; use one of {}", names.join(", "))
    })
}

/// Returns the algorithm with that name, or an error that lists all.
pub fn algorithm(name: &str) -> Result<&'static FileAlgorithm, String> {
    FileAlgorithm::find(name).ok_or_else(|| {
        let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
        let distance = |other: &&&str| strsim::damerau_levenshtein(name, other);
        let similar = names.iter().min_by_key(distance).filter(|other| distance(other) <= 2);
        let all = names.join(", ");
        match similar {
            Some(name) => format!("unknown algorithm: did you mean {name}? There are {all}"),
            None => format!("unknown algorithm; use one of {all}"),
        }
    })
}
