//! Reports panics of libraries as one line.
//!
//! A library may panic on unexpected input. The program owns its process, so it keeps the message off standard error,
//! and ends the command with exit code 2.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::path::{Component, Path};
use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;
use crate::outcome::code;

/// The first panic of the current command.
static FIRST: Mutex<Option<Panic>> = Mutex::new(None);

/// The content of a panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    /// The library's name and version, such as `arrow-ipc-59.3.2`; `None` for our own code.
    pub library: Option<String>,
    /// Its message.
    pub message: String,
}

impl Panic {
    /// Returns the first panic since the last call, or one without a message.
    pub fn take() -> Panic {
        let first = FIRST.lock().unwrap_or_else(PoisonError::into_inner).take();
        first.unwrap_or_else(|| Panic { library: None, message: "no reason given".to_owned() })
    }

    fn from_info(info: &PanicHookInfo<'_>) -> Panic {
        let message = info.payload_as_str().unwrap_or("no reason given").to_owned();
        let library = info.location().and_then(|location| library(Path::new(location.file())));
        Panic { library, message }
    }

    /// The line for the user.
    pub fn line(&self) -> String {
        let Panic { library, message } = self;
        match library {
            Some(library) => format!("the library {library} panicked: {message}"),
            None => format!("hashlane panicked, which is a bug: {message}"),
        }
    }
}

/// The library that a source file belongs to: the name of its folder in a registry.
fn library(file: &Path) -> Option<String> {
    let mut components = file.components();
    components.find(|component| {
        matches!(component, Component::Normal(name) if name.to_string_lossy().starts_with("index."))
    })?;
    components.next().map(|name| name.as_os_str().to_string_lossy().into_owned())
}

/// Sets the hook. Panics in guarded calls of the Parquet crate become findings: a damaged file can make its decoder
/// panic once per page.
pub fn keep() {
    panic::set_hook(Box::new(|info| {
        if !hashlane_parquet::in_guarded_call() {
            let mut first = FIRST.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert_with(|| Panic::from_info(info));
        }
    }));
}

/// Runs a command. A panic becomes a line on standard error and exit code 2.
pub fn guarded(command: impl FnOnce() -> u8) -> u8 {
    panic::catch_unwind(AssertUnwindSafe(command))
        .unwrap_or_else(|_| code(Err(Failure::Message(Panic::take().line()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_is_named_by_the_folder_of_its_source() {
        let file =
            "/home/me/.cargo/registry/src/index.crates.io-1949cf8c/arrow-ipc-59.3.2/src/convert.rs";
        assert_eq!(library(Path::new(file)).as_deref(), Some("arrow-ipc-59.3.2"));
        assert_eq!(library(Path::new("crates/tools/cli/src/main.rs")), None);
    }
}
