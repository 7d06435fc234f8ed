//! What to type instead of arguments that don't exist.
//!
//! clap suggests what has similar letters, such as `sketch` for `watch`, or to put `--` before an unknown option. Both mislead here.

use std::ffi::OsString;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use hashlane_files::digest::FileAlgorithm;

/// What commands of other names do.
const COMMANDS: [(&[&str], &str); 9] = [
    (&["verify"], "hashlane parquet verify FILE, or hashlane check MANIFEST for checksums"),
    (
        &["fingerprint", "add-crc"],
        "hashlane parquet fingerprint FILE, hashlane parquet add-crc FILE",
    ),
    (&["hash", "checksum", "digest"], "hashlane sum FILE"),
    (&["watch", "monitor"], "hashlane scrub FOLDER, run by a timer, finds damaged files"),
    (
        &["dedupe", "dedup", "duplicates"],
        "hashlane sum -a xxh128 FILES: equal files have equal digests",
    ),
    (&["compare", "cmp"], "hashlane diff LEFT RIGHT --key COLUMN"),
    (&["query", "select", "shell", "repl"], "hashlane sql \"SELECT …\""),
    (&["unzip", "uncompress", "gunzip"], "hashlane decompress FILE"),
    (&["zip", "gzip", "zstd"], "hashlane compress -c gzip FILE"),
];

/// What options of other names do.
const OPTIONS: [(&[&str], &str); 5] = [
    (&["--on", "--keys", "--primary-key", "--join-columns"], "write --key COLUMN"),
    (&["--format"], "write --json, --csv or --output FILE"),
    (&["--html"], "write --json or --csv"),
    (&["--sep", "--separator"], "write --delimiter"),
    (&["--algo", "--hash", "--algorithms"], "write --algorithm NAME, or -a"),
];

/// Replaces clap's suggestions about these arguments by ours.
pub fn advised(mut error: Error, arguments: &[OsString]) -> Error {
    use ContextKind::{Suggested, SuggestedArg, SuggestedSubcommand, TrailingArg};
    for kind in [Suggested, SuggestedArg, SuggestedSubcommand, TrailingArg] {
        error.remove(kind);
    }
    if error.kind() == ErrorKind::UnknownArgument {
        // It names what clap suggests.
        error.remove(ContextKind::Usage);
    }
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => word(&error, ContextKind::InvalidSubcommand, command),
        ErrorKind::UnknownArgument => {
            let command = arguments.get(1).and_then(|command| command.to_str());
            word(&error, ContextKind::InvalidArg, |word| {
                option(word).or_else(|| one(command?, word))
            })
        }
        ErrorKind::MissingRequiredArgument => missing(&error),
        _ => None,
    };
    if let Some(advice) = advice {
        let advice = ContextValue::StyledStrs(vec![StyledStr::from(advice)]);
        error.insert(Suggested, advice);
    }
    error
}

fn word(
    error: &Error,
    kind: ContextKind,
    advice: impl Fn(&str) -> Option<String>,
) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => advice(word),
        _ => None,
    }
}

fn command(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    if let Some(algorithm) = algorithm(&word) {
        return Some(format!("hashlane sum -a {} FILE", algorithm.name));
    }
    find(&COMMANDS, &word)
}

fn option(word: &str) -> Option<String> {
    let name = word.split('=').next().unwrap_or(word).to_lowercase();
    if let Some(algorithm) = name.strip_prefix("--").and_then(algorithm) {
        return Some(format!("write -a {}", algorithm.name));
    }
    find(&OPTIONS, &name)
}

/// The advice for a second file.
fn one(command: &str, word: &str) -> Option<String> {
    let is_file = !word.starts_with('-');
    (is_file && ["compress", "decompress"].contains(&command))
        .then(|| format!("hashlane {command} takes one file: run it for each"))
}

/// The algorithm of `sha256`, `sha256sum` and `b3sum`.
fn algorithm(word: &str) -> Option<&'static FileAlgorithm> {
    let name = word.strip_suffix("sum").unwrap_or(word);
    FileAlgorithm::find(if name == "b3" { "blake3" } else { name })
}

fn find(rows: &[(&[&str], &str)], word: &str) -> Option<String> {
    let row = rows.iter().find(|(words, _)| words.contains(&word));
    row.map(|(_, advice)| (*advice).to_owned())
}

/// Which columns identify a row is what people leave out.
fn missing(error: &Error) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let is_key = missing.iter().any(|argument| argument.contains("--key"));
    is_key.then(|| {
        "which columns identify a row? Write --key id, or --multiset for tables without a key"
            .to_owned()
    })
}
