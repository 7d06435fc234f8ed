//! `hashlane diff`: prints the rows and values of two tables that differ.
//!
//! | file | holds |
//! |---|---|
//! | `args.rs`, `help.rs` | the arguments, and the texts around them |
//! | `across.rs` | tables in databases, and sketches |
//! | `statements.rs` | stops the statements of servers |
//! | `types.rs` | lists of columns and their types |
//! | `rules.rs`, `allowed.rs` | when values count as equal, and how many rows may differ |
//! | `map.rs` | columns that have another name on the right side |
//! | `infer.rs` | the types that `--infer` finds |
//! | `spooled.rs` | standard input and pipes, saved to temporary files |
//! | `file_lists.rs` | two lists of data files: which files both have, and which only one |
//! | `listed_tables.rs` | the files that only one of two lists has, as tables |
//! | `files_read.rs` | which files of two lists were read, for the summary |
//! | `snapshot.rs` | detects whether the files of a side change during the comparison |
//! | `run.rs` | opens both sides, compares them, and prints the changes |
//! | `outputs.rs` | checks that no file that is written is one that is read |
//! | `report.rs` | what a comparison found, for all formats |
//! | `printer.rs` | chooses the output format |
//! | `text.rs` | text: the summary, and values side by side |
//! | `json.rs` | JSON lines, one object per change |
//! | `table.rs` | CSV, and Parquet files |
//! | `samples.rs`, `html_page.rs`, `excerpt.rs` | a report in HTML, and the parts of values that it shows |
//! | `plan` | many comparisons from one file |
//! | `junit.rs` | JUnit's XML |
//! | `file.rs` | the file of `--output` |

mod across;
mod allowed;
mod args;
mod excerpt;
mod file;
mod file_lists;
mod files_read;
mod help;
mod html_page;
mod infer;
mod json;
mod junit;
mod listed_tables;
mod map;
mod outputs;
mod plan;
mod printer;
mod report;
mod rules;
mod run;
mod samples;
mod snapshot;
mod spooled;
mod statements;
mod table;
mod text;
mod types;

pub use args::DiffArgs;
pub use run::run;
