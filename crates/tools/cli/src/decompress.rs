//! `hashlane decompress`: decompresses zstd and LZ4 frames, and streams of other formats.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::Args;
use hashlane_files::pipe::{
    self, DEFAULT_WINDOW_LIMIT, DecompressOptions, Observed, Observer, StreamCodec,
};
use serde_json::json;

use crate::compress::{codec, dictionary};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Overwrite, Progress};
use crate::places;
use crate::size::parse_size;
use crate::stream::{
    self, InputStream, ReportArgs, ReportEnd, StreamOutput, StreamReport, name_beside,
};

const HELP: &str = "\
zstd, LZ4, gzip, bzip2, xz, lz4_legacy, lz4_java, snappy_frame and snappy_java
are detected by their magic numbers; -c names formats without one: zlib,
deflate, lzma, brotli, brotli_large, hadoop_snappy, hadoop_lz4. Several frames
of zstd and LZ4 in a row are one content, and skippable frames are skipped.
Blocks without a framing (snappy, lz4_block, lz4_raw) are for `hashlane sql`.

A file IN.zst, IN.lz4, IN.gz and so on becomes IN beside it, and stays; standard
input goes to standard output. The new file has its name when it is complete:
input that is damaged or cut off leaves none. It has the permissions of the file
that it overwrites, else those of IN. A process that is killed leaves a file
.hashlane-*.tmp, as `hashlane compress --help` says.

Exit codes: 0 all went well, 2 the input is damaged, something could not be read
or written, or wrong usage.

Examples:
  hashlane decompress backup.tar.zst
  hashlane decompress -a blake3 --json table.csv.lz4 -o /tmp/table.csv
  hashlane decompress s3://bucket/folder.tar.zst -o - | tar x
  hashlane decompress -c hadoop_snappy part-00000.snappy
  hashlane decompress -D yesterday.json today.json.zst
";

/// Arguments of `hashlane decompress`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct DecompressArgs {
    /// What to decompress: a file, a URL, or '-' for standard input
    #[arg(default_value = "-", value_name = "IN")]
    input: OsString,

    /// The output: a file, or '-' for standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<OsString>,

    /// The format, instead of detecting it by its magic number
    #[arg(short, long, value_name = "NAME", value_parser = codec)]
    codec: Option<StreamCodec>,

    /// The dictionary of zstd frames
    #[arg(short = 'D', long, value_name = "FILE")]
    dictionary: Option<PathBuf>,

    /// The largest window that a zstd frame may need, and therefore memory that this may take: 128MiB by default, at
    /// most 2GiB. The same limit applies to dictionaries of xz and lzma, and to windows of brotli_large
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    window_limit: Option<u64>,

    /// Overwrite an existing file
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    report: ReportArgs,
}

/// Decompresses one stream.
pub fn run(args: &DecompressArgs) -> Result<Outcome, Failure> {
    let options = options(args)?;
    let path = output_path(args)?;
    let input = InputStream::open(&args.input)?;
    let overwrite = Overwrite::forced(args.force);
    args.report.check([&args.input, &path], overwrite)?;
    let output = StreamOutput::create(&path, overwrite, false, input.metadata)?;
    let [content, compressed] = [(); 2].map(|()| Observer::new(&args.report.algorithm));
    let progress = if args.report.json { Progress::hidden() } else { Progress::bytes(input.size) };
    let reader = Observed::new(input.reader, &compressed, |bytes| progress.add(bytes));
    let mut output = Observed::new(output, &content, |_| ());
    let result = pipe::decompress(reader, &mut output, &options);
    progress.finish();
    let output = output.into_inner();
    let source = input.source.as_deref();
    let total =
        result.map_err(|error| stream::failure(error, &input.name, source, output.name()))?;
    let to_stdout = matches!(output, StreamOutput::Stdout(_));
    output.commit()?;
    let content = ReportEnd { path, observer: content };
    let compressed = ReportEnd { path: args.input.clone(), observer: compressed };
    let frames = json!({"frames": total.frames});
    StreamReport { args: &args.report, content, compressed, to_stdout, overwrite }.write(frames)?;
    Ok(Outcome::Fine)
}

fn options(args: &DecompressArgs) -> Result<DecompressOptions, Failure> {
    let dictionary = dictionary(args.dictionary.as_deref())?;
    let window_limit = args.window_limit.unwrap_or(DEFAULT_WINDOW_LIMIT);
    Ok(DecompressOptions { codec: args.codec, window_limit, dictionary })
}

fn output_path(args: &DecompressArgs) -> Result<OsString, Failure> {
    if let Some(output) = &args.output {
        return Ok(output.clone());
    }
    if args.input == OsStr::new("-") {
        return Ok("-".into());
    }
    let without_suffix = |name: &OsStr| {
        let extension = Path::new(name).extension()?.to_str()?;
        let mut suffixes = StreamCodec::all().map(StreamCodec::suffix);
        let known = suffixes.any(|suffix| suffix.strip_prefix('.') == Some(extension));
        known.then(|| Path::new(name).file_stem()).flatten().map(OsStr::to_owned)
    };
    name_beside(&args.input, without_suffix).ok_or_else(|| {
        let name = places::shown(&args.input);
        format!("{name}: seems not to be compressed: its name doesn't end in .zst, .lz4, .gz or the like. If it is, name the output with -o")
            .into()
    })
}
