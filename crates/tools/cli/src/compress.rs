//! `hashlane compress`: compresses a stream to zstd, LZ4 and the formats of other tools and systems.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::Args;
use hashlane_files::pipe::{
    self, AdaptBounds, CompressOptions, Dictionary, Observed, Observer, StreamCodec,
};
use serde_json::json;

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Overwrite, Progress};
use crate::stream::{
    self, InputStream, ReportArgs, ReportEnd, StreamOutput, StreamReport, name_beside,
};

const HELP: &str = "\
The frames are what the tools zstd and lz4 read, with a checksum of the content.
A file IN becomes IN.zst or IN.lz4 beside it, and stays; standard input goes to
standard output. The new file has its name when it is complete, and a file that
exists is not overwritten without -f, even if another process made it meanwhile.
It has the permissions of the file that it overwrites, else those of IN.

Until then the file is named .hashlane-*.tmp, and only its owner can read it. If
the process is killed (SIGKILL), it stays: delete it yourself.

zstd writes one frame with -T 1, and otherwise a frame for every 8 MiB (more at
high levels), as pzstd does. `zstd -d` reads them all; use -T 1 for a reader
that stops after the first frame. With two threads or more, the bytes don't
depend on the number of threads. LZ4 is one frame of independent blocks.

-c names other formats as compress() in SQL does: gzip, zlib, deflate, bzip2,
xz, lzma, brotli, brotli_large, snappy_frame, snappy_java, hadoop_snappy,
lz4_legacy, lz4_java, hadoop_lz4. Each writes one stream, on one thread; pigz
and pbzip2 are faster. snappy, lz4_block and lz4_raw are blocks, not streams:
see `hashlane sql`. Names may be in any case and have a level, as in 'gzip(9)';
bz2 is bzip2.

-D FILE is a dictionary for zstd: from `zstd --train` or zstd_train_dict, or any
file of 8 bytes or more as raw content, as for `zstd -D`. Decompressing needs
the same file.

--adapt lets the level of zstd or lz4 follow how fast bytes come and go: it
rises while the output or the input is slower than compressing, and falls while
compressing is the bottleneck.

Exit codes: 0 all went well, 2 something could not be read or written, or wrong
usage.

Examples:
  hashlane compress backup.tar
  hashlane compress -l 19 -T 4 -a blake3 --sums SUMS backup.tar
  tar c folder | hashlane compress --adapt | ssh host 'cat > folder.tar.zst'
  hashlane compress -c lz4 s3://bucket/table.csv -o table.csv.lz4
  hashlane compress -c 'gzip(9)' table.csv
  hashlane compress -D yesterday.json today.json
";

/// Arguments of `hashlane compress`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct CompressArgs {
    /// What to compress: a file, a URL, or '-' for standard input
    #[arg(default_value = "-", value_name = "IN")]
    input: OsString,

    /// The output: a file, or '-' for standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<OsString>,

    /// The format: zstd, lz4 or another of those below, optionally with its level as in gzip(9). Without it,
    /// the ending of --output says the format, and zstd is used if it says none
    #[arg(short, long, value_name = "NAME", value_parser = codec_and_level)]
    codec: Option<(StreamCodec, Option<i32>)>,

    /// A dictionary for zstd, which may be any file
    #[arg(short = 'D', long, value_name = "FILE")]
    dictionary: Option<PathBuf>,

    /// zstd: -7 to 22, 3 by default; lz4: 1 to 12, 1 by default; others as in SQL
    #[arg(short, long, allow_negative_numbers = true)]
    level: Option<i32>,

    /// Use this many threads to compress zstd and lz4, instead of one per core
    #[arg(short = 'T', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Let the level follow the speed of the output, between bounds; 1 and 19 (lz4: 12) by default
    #[arg(long, value_name = "min=N,max=N", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = bounds)]
    adapt: Option<AdaptRange>,

    /// Overwrite an existing file, or write to a terminal
    #[arg(short, long)]
    force: bool,

    #[command(flatten)]
    report: ReportArgs,
}

/// Parses a format of streams, with or without a level.
fn codec_and_level(text: &str) -> Result<(StreamCodec, Option<i32>), String> {
    StreamCodec::parse_with_level(text).map_err(|error| error.to_string())
}

/// Parses a format of streams. Its level, if the text has one, is only checked: no decompressor needs it.
pub fn codec(text: &str) -> Result<StreamCodec, String> {
    codec_and_level(text).map(|(codec, _)| codec)
}

/// The format of `--codec` or of the ending of `--output`, and the level in it.
fn codec_of(args: &CompressArgs) -> Result<(StreamCodec, Option<i32>), Failure> {
    let ending = args.output.as_ref().and_then(|name| Path::new(name).extension());
    let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let suffix = match &*ending {
        "zip" | "7z" | "rar" => {
            return Err(format!(
                "hashlane compress writes a stream, not an archive .{ending}: use another name"
            )
            .into());
        }
        "tgz" => ".gz".to_owned(),
        "tbz2" => ".bz2".to_owned(),
        "txz" => ".xz".to_owned(),
        "tzst" => ".zst".to_owned(),
        other => format!(".{other}"),
    };
    let codecs: Vec<StreamCodec> =
        StreamCodec::all().filter(|codec| codec.suffix() == suffix).collect();
    match (args.codec, &codecs[..]) {
        (Some((codec, _)), codecs) if !codecs.is_empty() && !codecs.contains(&codec) => {
            let (name, own) = (codec.name(), codec.suffix());
            Err(format!("--codec {name} writes {own}, but the name of --output ends in .{ending}: remove --codec, or use another name").into())
        }
        (Some(named), _) => Ok(named),
        (None, [StreamCodec::SnappyJava, ..]) => {
            Err("a file .snappy is snappy_java or hadoop_snappy: say which with --codec"
                .to_owned()
                .into())
        }
        (None, codecs) => Ok((codecs.first().copied().unwrap_or(StreamCodec::Zstd), None)),
    }
}

/// Reads a dictionary for zstd.
pub fn dictionary(path: Option<&Path>) -> Result<Option<Arc<Dictionary>>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let name = path.display();
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|error| Failure::from(format!("{name}: {error}")))?;
    let prepared = Dictionary::prepared(&bytes);
    prepared.map(Some).map_err(|error| Failure::from(format!("{name}: {error}")))
}

/// The value of `--adapt`.
#[derive(Clone, Copy, Debug, Default)]
struct AdaptRange {
    min: Option<i32>,
    max: Option<i32>,
}

fn bounds(text: &str) -> Result<AdaptRange, String> {
    let mut bounds = AdaptRange::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let wrong = || format!("'{part}' is neither min=LEVEL nor max=LEVEL");
        let (name, level) = part.split_once('=').ok_or_else(wrong)?;
        let level = Some(level.parse().map_err(|_| wrong())?);
        match name {
            "min" => bounds.min = level,
            "max" => bounds.max = level,
            _ => return Err(wrong()),
        }
    }
    Ok(bounds)
}

/// The default upper bound of `--adapt`. Higher levels of zstd take much memory for little gain.
const MAX_ADAPTED: i32 = 19;

/// Compresses one stream.
pub fn run(args: &CompressArgs) -> Result<Outcome, Failure> {
    let mut options = options(args)?;
    let input = InputStream::open(&args.input)?;
    options.size = input.size;
    let path = output_path(args, options.codec);
    let overwrite = Overwrite::forced(args.force);
    args.report.check([&args.input, &path], overwrite)?;
    let output = StreamOutput::create(&path, overwrite, true, input.metadata)?;
    let [content, compressed] = [(); 2].map(|()| Observer::new(&args.report.algorithm));
    let progress = if args.report.json { Progress::hidden() } else { Progress::bytes(input.size) };
    let bar = progress.clone();
    let reader = Observed::new(input.reader, &content, move |bytes| bar.add(bytes));
    let mut output = Observed::new(output, &compressed, |_| ());
    let result = pipe::compress(reader, &mut output, &options);
    progress.finish();
    let output = output.into_inner();
    let source = input.source.as_deref();
    let total =
        result.map_err(|error| stream::failure(error, &input.name, source, output.name()))?;
    let to_stdout = matches!(output, StreamOutput::Stdout(_));
    output.commit()?;
    let content = ReportEnd { path: args.input.clone(), observer: content };
    let compressed = ReportEnd { path, observer: compressed };
    let levels = json!({"first_level": total.first_level, "last_level": total.last_level});
    StreamReport { args: &args.report, content, compressed, to_stdout, overwrite }.write(levels)?;
    Ok(Outcome::Fine)
}

fn options(args: &CompressArgs) -> Result<CompressOptions, Failure> {
    let (codec, named) = codec_of(args)?;
    if let (Some(named), Some(level)) = (named, args.level) {
        let name = codec.name();
        let given = format!("--codec {name}({named}) and --level {level}");
        return Err(format!("{given} both give a level: leave one of them out").into());
    }
    let adapt = args.adapt.map(|bounds| {
        let max = bounds.max.unwrap_or(MAX_ADAPTED.min(*codec.levels().end()));
        AdaptBounds::new(codec, bounds.min.unwrap_or(1), max)
    });
    let adapt = adapt.transpose().map_err(|error| Failure::from(format!("--adapt: {error}")))?;
    let default = adapt.map_or(codec.default_level(), |bounds| bounds.first(codec));
    let level = args.level.or(named).unwrap_or(default);
    codec.check_level(level).map_err(|error| Failure::from(format!("--level: {error}")))?;
    if adapt.is_some_and(|bounds| !bounds.contains(level)) {
        return Err(format!("--level: {level} is not between the bounds of --adapt").into());
    }
    let threads = match args.threads {
        Some(threads) => NonZeroUsize::new(threads.into()),
        None => thread::available_parallelism().ok(),
    };
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let dictionary = dictionary(args.dictionary.as_deref())?;
    Ok(CompressOptions { codec, level, threads, adapt, size: None, dictionary })
}

fn output_path(args: &CompressArgs, codec: StreamCodec) -> OsString {
    if let Some(output) = &args.output {
        return output.clone();
    }
    let with_suffix = |name: &OsStr| {
        let mut name = name.to_owned();
        name.push(codec.suffix());
        Some(name)
    };
    match args.input == OsStr::new("-") {
        true => "-".into(),
        false => name_beside(&args.input, with_suffix).unwrap_or_else(|| "-".into()),
    }
}
