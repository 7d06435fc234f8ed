//! `cargo xtask`: the tools beyond cargo that build and check the project.
#![forbid(unsafe_code)]

#[cfg(feature = "generate")]
mod arrows;
#[cfg(feature = "generate")]
mod generate;
mod pack;
#[cfg(feature = "generate")]
mod prose;
#[cfg(feature = "generate")]
mod public_api;
#[cfg(feature = "generate")]
mod python;
#[cfg(feature = "generate")]
mod source;

#[cfg(feature = "generate")]
use std::path::Path;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Builds and checks what cargo does not")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write a DuckDB extension: a shared library and DuckDB's footer
    Pack {
        /// The shared library that cargo has built
        library: PathBuf,
        /// The extension to write
        extension: PathBuf,
        /// DuckDB's name of the library's platform, such as linux_arm64 [default: this program's own]
        #[arg(long)]
        platform: Option<String>,
    },
    /// Write the files that come from the catalogue
    #[cfg(feature = "generate")]
    Generate {
        /// Write nothing; fail where a file is not in step
        #[arg(long)]
        check: bool,
    },
    /// Write the modules of the wheel that come from the catalogue
    #[cfg(feature = "generate")]
    PythonModules,
    /// Check that no crate depends on a crate of a higher floor
    #[cfg(feature = "generate")]
    Arrows,
    /// Check that messages, comments and documentation are free of phrases that readers stumble over
    #[cfg(feature = "generate")]
    Prose,
    /// Write the lists of the public API of the public crates
    #[cfg(feature = "generate")]
    PublicApi {
        /// Write nothing; fail if a list is not that of the source
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let result = match Arguments::parse().task {
        Task::Pack { library, extension, platform } => {
            pack::pack(&library, &extension, platform.as_deref())
        }
        #[cfg(feature = "generate")]
        Task::Generate { check } => generate::generate(check),
        #[cfg(feature = "generate")]
        Task::PythonModules => python::write_modules(),
        #[cfg(feature = "generate")]
        Task::Arrows => arrows::check(),
        #[cfg(feature = "generate")]
        Task::Prose => prose::check(),
        #[cfg(feature = "generate")]
        Task::PublicApi { check } => public_api::write(check),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
#[cfg(feature = "generate")]
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/xtask is two down")
}
