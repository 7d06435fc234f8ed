//! Ballista's command lines under our names and version.

use clap::Command;

const STORES: &str = "\
Object stores are configured by the environment (AWS_…, GOOGLE_…, AZURE_…), as for `hashlane sql`.";

/// `command` as one of ours.
pub fn described(command: Command, name: &'static str, about: &'static str) -> Command {
    let command = command.name(name).about(about).long_about(None::<&str>);
    command.version(env!("CARGO_PKG_VERSION")).after_help(STORES)
}
