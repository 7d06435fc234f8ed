//! `cargo xtask`: the tools beyond cargo that build and check the project.
#![forbid(unsafe_code)]

#[cfg(feature = "generate")]
mod checkout;
mod pack;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Builds and checks what cargo does not")]
struct TaskArguments {
    #[command(subcommand)]
    task: MainTask,
}

#[derive(Subcommand)]
enum MainTask {
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
    #[cfg(feature = "generate")]
    #[command(flatten)]
    Checkout(checkout::CheckoutTask),
}

fn main() -> ExitCode {
    let result = match TaskArguments::parse().task {
        MainTask::Pack { library, extension, platform } => {
            pack::pack(&library, &extension, platform.as_deref())
        }
        #[cfg(feature = "generate")]
        MainTask::Checkout(task) => task.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
