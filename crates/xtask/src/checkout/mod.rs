//! What is generated from the catalogue, and what is checked in every source file.

mod arrows;
mod generate;
mod prose;
mod public_api;
mod python;
mod source;

use std::path::Path;

use clap::Subcommand;

#[derive(Subcommand)]
pub enum CheckoutTask {
    /// Write the files that come from the catalogue
    Generate {
        /// Write nothing; fail where a file is not in step
        #[arg(long)]
        check: bool,
    },
    /// Write the modules of the wheel that come from the catalogue
    PythonModules,
    /// Check that no crate depends on a crate of a higher floor
    Arrows,
    /// Check that messages, comments and documentation are free of phrases that readers stumble over
    Prose,
    /// Write the lists of the public API of the interfaces
    PublicApi {
        /// Write nothing; fail if a list is not that of the source
        #[arg(long)]
        check: bool,
    },
}

impl CheckoutTask {
    pub fn run(self) -> Result<(), String> {
        match self {
            CheckoutTask::Generate { check } => generate::generate(check),
            CheckoutTask::PythonModules => python::write_modules(),
            CheckoutTask::Arrows => arrows::check(),
            CheckoutTask::Prose => prose::check(),
            CheckoutTask::PublicApi { check } => public_api::write(check),
        }
    }
}

/// The folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/xtask is two down")
}
