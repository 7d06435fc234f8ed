//! What a comparison found: the model that text, JSON, JUnit's XML and HTML render.

use std::env;

use hashlane_diff::{Comparison, Summary};
use hashlane_files::without_secrets;

use crate::diff::DiffArgs;
use crate::diff::files_read::FilesRead;
use crate::diff::samples::ChangeSamples;
use crate::outcome::Outcome;

/// An option that a comparison was given.
pub struct ReportFact {
    /// Its name in JSON.
    pub option: &'static str,
    /// What it does, for people: `given` follows.
    pub phrase: &'static str,
    /// Its value.
    pub given: String,
}

impl ReportFact {
    /// The options that were given.
    pub fn given<const N: usize>(
        options: [(&'static str, &'static str, Option<String>); N],
    ) -> Vec<Self> {
        let facts = options.into_iter().filter_map(|(option, phrase, given)| {
            Some(ReportFact { option, phrase, given: given? })
        });
        facts.collect()
    }
}

/// What a comparison found.
pub struct DiffReport {
    /// The names of both sides, without secrets.
    pub sides: [String; 2],
    /// What was compared: the key, columns and conditions.
    pub compared: Vec<ReportFact>,
    /// When values that differ counted as equal, and how many rows may differ.
    pub rules: Vec<ReportFact>,
    /// The numbers of rows and values that differ.
    pub summary: Summary,
    /// Which files of two lists were read, if lists were compared.
    pub files: Option<FilesRead>,
    /// The first changes, if they are shown.
    pub samples: Option<ChangeSamples>,
    /// Whether equal rows were counted, without a key.
    pub is_multiset: bool,
    /// Whether the sides are equal, or differ in no more rows than `--allow` allows.
    pub is_fine: bool,
}

impl DiffReport {
    /// The report of a comparison whose changes have been read.
    pub fn new(args: &DiffArgs, comparison: &Comparison, files: Option<FilesRead>) -> Self {
        let read = comparison.summary();
        let summary = files.as_ref().map_or_else(|| read.clone(), |files| files.whole(read));
        let is_allowed = args.allow.as_ref().is_some_and(|allowed| allowed.accept(&summary));
        DiffReport {
            sides: args.shown_names.each_ref().map(|name| without_secrets(name).into_owned()),
            compared: args.compared_parts(),
            rules: args.rules(),
            is_fine: summary.is_equal() || is_allowed,
            summary,
            files,
            samples: None,
            is_multiset: comparison.is_multiset(),
        }
    }

    /// Whether the number of rows of both sides is known: those of files in two lists that meet a condition aren't counted.
    pub fn has_rows(&self) -> bool {
        self.files.as_ref().is_none_or(|files| !files.has_condition)
    }

    /// The exit code.
    pub fn outcome(&self) -> Outcome {
        if self.is_fine { Outcome::Fine } else { Outcome::Findings }
    }

    /// The result in a few words.
    pub fn verdict(&self) -> &'static str {
        match (self.summary.is_equal(), self.is_fine) {
            (true, _) => "The tables are equal",
            (false, true) => "The tables differ no more than is allowed",
            (false, false) => "The tables differ",
        }
    }

    /// The numbers of rows that differ, by kind.
    pub fn counts(&self) -> Vec<(&'static str, u64)> {
        let summary = &self.summary;
        let mut counts = vec![("added", summary.added), ("removed", summary.removed)];
        if !self.is_multiset {
            counts.push(("changed", summary.changed));
        }
        counts
    }

    /// The command of this process, for a shell, without secrets.
    pub fn command() -> String {
        let words = env::args_os().map(|word| {
            let word = hashlane_files::shown(&word.to_string_lossy());
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=:,@%+".contains(&byte);
            match !word.is_empty() && word.bytes().all(is_plain) {
                true => word,
                false => format!("'{}'", word.replace('\'', "'\\''")),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
