//! The arguments of `hashlane check`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::Args;
use glob::Pattern;
use hashlane_files::digest::FileAlgorithm;
use hashlane_files::is_url;
use hashlane_files::manifest::LineEnd;

use crate::size::parse_size;
use crate::sum::algorithm;

const HELP: &str = "\
Reads what hashlane sum, xxhsum, b3sum, sha256sum, cksum, openssl dgst, rhash
and similar tools write, with and without tags, in hexadecimal and base64; SFV
files; the objects of sum --json; manifests of bags (manifest-sha256.txt); and a
digest alone, which in x.iso.sha256 belongs to x.iso. A manifest is UTF-8 or
UTF-16. A signature around it (gpg --clearsign) is skipped, not verified.

The algorithm of a line comes from its tag or its prefix (XXH3_, sha256-), then
from -a, then from the name of the manifest (SHA256SUMS, B3SUMS, x.md5,
checksums-sha512.txt), then from the number of its digits: 32 are md5, 40 sha1,
64 sha256, 128 sha512. Pass -a for xxh128, blake3 and blake2b. Base64 of 4, 8
and 16 bytes, as sum --s3 writes it, may be several algorithms and needs -a,
too. Lines of POSIX's cksum have two decimal numbers. Several lines in a row
about the same file take one read.

Exit codes, which differ from those tools' only where they have 1 for
everything, and for malformed lines:
  0  every listed file is as it was
  1  a checksum does not match, a listed file is missing, a file of --extra or
     --files-from is in no manifest, or a line is malformed
  2  a file or a manifest can't be read, a manifest lists nothing, a line is
     ambiguous or of an algorithm that hashlane lacks (TTH, BLAKE2b-256), or
     wrong usage

Examples:
  hashlane check SUMS
  hashlane check SHA256SUMS
  hashlane check -a blake3 SUMS
  hashlane check --quiet --ignore-missing SHA256SUMS
  hashlane check --json SUMS
  hashlane check -C /backup --extra data SUMS
  hashlane check -a crc64nvme S3SUMS
  hashlane check -a sha256 --part-size 8MiB S3SUMS
";

/// Arguments of `hashlane check`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct CheckArgs {
    /// The manifests; '-' is standard input, which is also the default
    pub manifests: Vec<OsString>,

    /// The folder in which the listed names, --files-from and --extra start, instead of the working folder
    #[arg(short = 'C', long, value_name = "DIR")]
    pub directory: Option<PathBuf>,

    /// Check only the files in this list: names, one a line or each before a zero byte; '-' is standard input
    #[arg(long, value_name = "LIST")]
    pub files_from: Option<OsString>,

    /// Report the files below this folder that no manifest lists
    #[arg(long, value_name = "FOLDER")]
    pub extra: Vec<OsString>,

    /// With --extra, leave out files and folders with this name, such as .git or '*.tmp'; a pattern with a '/' is a path in the folder
    #[arg(long, value_name = "PATTERN", requires = "extra")]
    pub exclude: Vec<Pattern>,

    /// The algorithm of lines without a tag
    #[arg(short, long, value_name = "NAME", value_parser = algorithm)]
    pub algorithm: Option<&'static FileAlgorithm>,

    #[command(flatten)]
    pub reporting: ReportingArgs,

    /// Lines end with a zero byte, as sum --zero writes them
    #[arg(short, long)]
    pub zero: bool,

    /// The size of the parts of objects, for S3's checksums of objects uploaded in parts, such as 8MiB
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub part_size: Option<u64>,

    /// Print one JSON object per line: manifest, file, algorithm, result, expected, actual
    #[arg(long, conflicts_with = "status")]
    pub json: bool,

    /// Use this many threads instead of one per core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// What to skip, what to print, and what counts as an error.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportingArgs {
    /// Skip listed files that are missing
    #[arg(long)]
    pub ignore_missing: bool,

    /// Don't print OK for each file that matches
    #[arg(short, long)]
    pub quiet: bool,

    /// Print nothing, and only set the exit code
    #[arg(short, long)]
    pub status: bool,

    /// Exit with 1 if a line is malformed, as without this option
    #[arg(long)]
    pub strict: bool,

    /// Name every malformed line
    #[arg(short, long)]
    pub warn: bool,
}

impl CheckArgs {
    /// The manifests.
    pub fn manifests(&self) -> Vec<&OsStr> {
        match self.manifests.as_slice() {
            [] => vec![OsStr::new("-")],
            manifests => manifests.iter().map(OsString::as_os_str).collect(),
        }
    }

    /// The path of a name: in the folder of `--directory`, unless it starts at the root or is a URL.
    pub fn path(&self, name: &OsStr) -> PathBuf {
        match &self.directory {
            Some(folder) if !name.to_str().is_some_and(is_url) => folder.join(name),
            _ => PathBuf::from(name),
        }
    }

    /// The byte that ends a line.
    pub fn end(&self) -> LineEnd {
        if self.zero { LineEnd::Zero } else { LineEnd::Line }
    }
}
