//! Prints shell completions and man pages, both from the description of the arguments.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{LineOutput, Overwrite, StagedFile};

const COMPLETIONS_HELP: &str = "\
Examples:
  hashlane completions bash > /etc/bash_completion.d/hashlane
  hashlane completions zsh > \"${fpath[1]}/_hashlane\"
  hashlane completions fish > ~/.config/fish/completions/hashlane.fish
";

const MAN_HELP: &str = "\
Examples:
  hashlane man | man -l -
  hashlane man /usr/local/share/man/man1
";

/// Arguments of `hashlane completions`.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Arguments of `hashlane man`.
#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub struct ManArgs {
    /// The folder to write a page for each command to. Without it, the page of the program is printed
    folder: Option<PathBuf>,
}

/// Prints a script for the shell.
pub fn completions(mut program: Command, args: &CompletionsArgs) -> Result<Outcome, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "hashlane", &mut script);
    print(&script)
}

/// Prints the page of the program, or writes all pages.
pub fn man(mut program: Command, args: &ManArgs) -> Result<Outcome, Failure> {
    let Some(folder) = &args.folder else { return print(&page(program)?) };
    // Names the pages after the whole command: hashlane-sum.1.
    program.build();
    write_pages(folder, program)
}

fn write_pages(folder: &Path, command: Command) -> Result<Outcome, Failure> {
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        write_pages(folder, inner.clone())?;
    }
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let path = folder.join(format!("{name}.1"));
    let failed = |error| Failure::Message(format!("cannot write '{}': {error}", path.display()));
    let mut file = StagedFile::create(&path, Overwrite::Yes, None).map_err(failed)?;
    std::io::Write::write_all(&mut file, &page(command.disable_help_subcommand(true))?)
        .map_err(failed)?;
    file.commit().map_err(failed)?;
    Ok(Outcome::Fine)
}

fn page(command: Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|error| Failure::output(&error))?;
    Ok(page)
}

fn print(bytes: &[u8]) -> Result<Outcome, Failure> {
    let mut lines = LineOutput::stdout();
    lines.write(bytes)?;
    lines.finish()?;
    Ok(Outcome::Fine)
}
