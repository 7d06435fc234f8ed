//! Which files of a lake are damaged, changed, moved or missing since they were last read.
//!
//! This crate is a part of Hashlane: its interface follows the other crates and may change with any release. Use the
//! program [hashlane](https://crates.io/crates/hashlane): `hashlane scrub`.
//!
//! A [run](scrub) lists a [`Lake`], reads the files that are due, and compares them with the [`ScrubState`] of the run
//! before. Each file gets a [`FileVerdict`].
//!
//! | module | holds |
//! |---|---|
//! | `lake` | the files of a lake: folders, prefixes, patterns |
//! | `name`, `lookup` | names of files in a state, and the file that a typed or listed path means |
//! | `verdict`, `row` | what is known of a file |
//! | `state` | the rows of all files, as a Parquet file |
//! | `journal` | the rows of files that were read since the state was written |
//! | `plan`, `queue` | which files a run reads, and in which order |
//! | `reading` | one read of a file: digests, checks, fingerprint |
//! | `meter` | reads that are counted and keep to a rate |
//! | `judge` | the verdict on a file that was read |
//! | `run` | a run |
//! | `files` | what a table says of its files |
//! | `compare` | two lakes, by their states |
//! | `finding` | what is wrong beside verdicts, what is reported of a file, and its Parquet form |
//!
//! ```
//! use std::sync::Arc;
//!
//! use hashlane_scrub::{Lake, ScrubOptions, ScrubState, FileVerdict, RunWatch, scrub};
//!
//! struct Quiet;
//!
//! impl RunWatch for Quiet {
//!     fn begin(&self, _: u64) {}
//!     fn read(&self, _: u64) {}
//! }
//!
//! let folder = tempfile::tempdir()?;
//! std::fs::write(folder.path().join("a.csv"), "a,b\n1,2\n")?;
//! let lake = Lake::new(vec![folder.path().into()], &[]);
//! let (options, watch): (_, Arc<dyn RunWatch>) = (ScrubOptions::default(), Arc::new(Quiet));
//! let first = scrub(&lake, ScrubState::default(), &mut None, &options, &watch)?;
//! assert_eq!(first.state.rows["a.csv"].verdict, FileVerdict::New);
//! let second = scrub(&lake, first.state, &mut None, &options, &watch)?;
//! assert_eq!(second.state.rows["a.csv"].verdict, FileVerdict::Unchanged);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

mod compare;
pub mod files;
mod finding;
mod journal;
mod judge;
mod lake;
mod lookup;
mod meter;
mod name;
mod plan;
mod queue;
mod reading;
mod row;
mod run;
mod state;
mod verdict;

pub use compare::compare;
pub use finding::{FileFinding, Problem, findings_parquet};
pub use journal::Journal;
pub use lake::{FoundFile, Lake, LakeListing};
pub use row::StateRow;
pub use run::{RunResult, RunWatch, ScrubOptions, scrub};
pub use state::{ScrubState, StateTotal};
pub use verdict::FileVerdict;

use reading::FileReading;
