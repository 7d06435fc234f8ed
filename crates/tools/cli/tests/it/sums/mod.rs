//! `hashlane sum` and `hashlane check`, compared with the tools whose lines they read and write.
//!
//! | module | covers |
//! |---|---|
//! | `tools` | xxhsum, b3sum and coreutils read our lines, and we read theirs; exit codes side by side |
//! | `troubles` | files that can't be read or written: one line, the right exit code, the other files are processed |
//! | `folders` | folders, patterns and files that are left out; `sum --check` |
//! | `forms` | JSON, S3's values, several algorithms, help |
//! | `round` | what `sum` writes in each form, `check` accepts, and a damaged file is found |
//! | `manifests` | encodings, bags, digests alone, manifests without an algorithm |

mod chosen;
pub mod folder;
mod folders;
mod forms;
mod manifests;
mod round;
mod tools;
mod troubles;
