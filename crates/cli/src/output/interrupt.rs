//! Removes unfinished files on Ctrl-C and similar signals, and lets the signal end the program.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The files to remove.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The name of a file that is removed on an interrupt, and when this is dropped.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Creates a file. Interrupts wait meanwhile, so the file is in the list before an interrupt can occur.
    pub fn create(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(NamedTempFile, Self)> {
        let mut unfinished = unfinished();
        let file = make()?;
        unfinished.push(file.path().to_owned());
        let path = file.path().to_owned();
        Ok((file, Unfinished(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        // Not left to the file's own drop, which may not run after an interrupt. After a rename there is no such file.
        let _ = fs::remove_file(&self.0);
        unfinished.retain(|path| *path != self.0);
    }
}

/// The files to remove on an interrupt. While this is locked, interrupts wait.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // If no handler can be set, an interrupt still ends the program but leaves a file named .hashlane-*.tmp.
        let _ = watch();
    });
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(unfinished: &[PathBuf]) {
    for path in unfinished {
        let _ = fs::remove_file(path);
    }
}

/// Ends the program by the signal itself instead of an exit code. A shell prints 130 either way, but continues a loop
/// whose command ended with a code.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = Signals::new(wanted)?;
    std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Locked to the end, so that no new file is created.
            let unfinished = unfinished();
            remove(&unfinished);
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Whether the parent process wants the signal ignored, as nohup does. Only Linux reports this without unsafe code.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn watch() -> io::Result<()> {
    let handler = || {
        let unfinished = unfinished();
        remove(&unfinished);
        std::process::exit(130);
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
