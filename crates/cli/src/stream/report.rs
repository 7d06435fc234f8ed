//! Sizes and checksums of both ends.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use hashlane_files::digest::{Algorithm, Digest};
use hashlane_files::manifest::{self, Form};
use hashlane_files::pipe::Observer;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::output::Lines;
use crate::places;
use crate::sum::algorithm;

/// Arguments that say what to report.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Checksums of the content and of the compressed bytes, in the same pass: xxh64, blake3 …
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithm)]
    pub algorithm: Vec<&'static Algorithm>,

    /// Write the checksums to this file, which `hashlane check` reads, instead of standard error
    #[arg(long, value_name = "FILE", requires = "algorithm")]
    pub sums: Option<PathBuf>,

    /// Print sizes, levels and checksums as one object: on standard output, or on standard error
    /// where the result goes to standard output
    #[arg(long)]
    pub json: bool,
}

/// One end of the stream.
pub struct End {
    /// The path as it was given.
    pub path: OsString,
    /// What has passed there.
    pub observer: Observer,
}

impl End {
    fn json(&self) -> Value {
        let digest = |digest: Digest| (digest.algorithm.name.to_owned(), digest.hex().into());
        let digests: Map<String, Value> = self.observer.digests().into_iter().map(digest).collect();
        let file = places::shown(&self.path);
        json!({"file": file, "size": self.observer.bytes(), "checksums": digests})
    }

    /// A tagged line for each checksum.
    fn lines(&self) -> Vec<u8> {
        let name = places::bytes(&self.path);
        let line =
            |digest: &Digest| manifest::line(digest, &name, Form::Tagged, manifest::End::Line);
        self.observer.digests().iter().flat_map(line).collect()
    }
}

/// What is reported when all is done.
pub struct Report<'a> {
    /// What to report.
    pub args: &'a ReportArgs,
    /// The end where the content is.
    pub content: End,
    /// The end where the compressed bytes are.
    pub compressed: End,
    /// Whether the result goes to standard output, where nothing else may.
    pub to_stdout: bool,
}

impl Report<'_> {
    /// Writes the report; `more` goes into the object too.
    pub fn write(&self, more: Value) -> Result<(), Failure> {
        let mut lines = self.content.lines();
        lines.extend(self.compressed.lines());
        if let Some(path) = &self.args.sums {
            let mut file = Lines::file(path)?;
            file.write(&lines)?;
            file.finish()?;
        }
        if self.args.json {
            let mut object = json!({
                "content": self.content.json(),
                "compressed": self.compressed.json(),
            });
            if let (Value::Object(object), Value::Object(more)) = (&mut object, more) {
                object.extend(more);
            }
            if !self.to_stdout {
                let mut stdout = Lines::stdout();
                stdout.json(&object)?;
                return stdout.finish();
            }
            lines = format!("{object}\n").into_bytes();
        } else if self.args.sums.is_some() {
            return Ok(());
        }
        // Nobody is left to tell if standard error is closed.
        let _ = std::io::stderr().write_all(&lines);
        Ok(())
    }
}
