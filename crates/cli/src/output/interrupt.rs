//! Ctrl-C and its like end the program as ever, without the files that are unfinished.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The files to remove.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The name of a file that goes when the program is interrupted, and when this is dropped.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file. The program is not interrupted meanwhile: an interrupt finds no file that is not in the list yet.
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
        // Not left to the drop of the file, which an interrupt can forestall. Once it is renamed there is none.
        let _ = fs::remove_file(&self.0);
        unfinished.retain(|path| *path != self.0);
    }
}

/// The files that go when the program is interrupted. While this is held it is not interrupted.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Without a handler the program ends as it would anyway, and leaves a file named .hashlane-*.tmp.
        let _ = watch();
    });
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remove(unfinished: &[PathBuf]) {
    for path in unfinished {
        let _ = fs::remove_file(path);
    }
}

/// The program dies of the signal itself, not with a code of its own: a shell prints 130 either way, but
/// goes on with a loop whose command has ended by itself.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    let mut signals = Signals::new(wanted)?;
    std::thread::Builder::new().spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // Held to the end, so that no other file begins.
            let unfinished = unfinished();
            remove(&unfinished);
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

/// Whether who started the program has it live on, as nohup does. Only Linux tells without unsafe code.
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
