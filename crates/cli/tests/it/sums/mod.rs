//! `hashlane sum` and `hashlane check` beside the tools whose lines they read and write.
//!
//! | module | what it is about |
//! |---|---|
//! | `tools` | xxhsum, b3sum and coreutils read ours, and we read theirs; exit codes side by side |
//! | `troubles` | what can't be read or written: one line, the right exit code, the rest goes on |
//! | `folders` | folders, patterns and what is left out; `sum --check` |
//! | `forms` | JSON, S3's values, several algorithms, help |

mod folder;
mod folders;
mod forms;
mod tools;
mod troubles;
