//! Removes unfinished files on Ctrl-C and similar signals, and lets the signal end the program.
#![cfg_attr(
    not(feature = "sql"),
    allow(dead_code, reason = "only `hashlane sql` has work at the end")
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::NamedTempFile;

/// The files and folders to remove, the inner ones last.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What to do before the files are removed.
static CLEANUPS: Mutex<Vec<(u64, Cleanup)>> = Mutex::new(Vec::new());

type Cleanup = Box<dyn FnOnce() + Send>;

/// Whether a signal is ending the program.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Runs the cleanup of [`on_signal`] no more once it is dropped.
#[must_use]
pub struct OnSignal(u64);

/// Does `cleanup` when a signal ends the program, while everything else continues.
pub fn on_signal(cleanup: impl FnOnce() + Send + 'static) -> OnSignal {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, SeqCst);
    CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner).push((number, Box::new(cleanup)));
    start_watching();
    OnSignal(number)
}

impl Drop for OnSignal {
    fn drop(&mut self) {
        let mut cleanups = CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner);
        cleanups.retain(|(number, _)| *number != self.0);
    }
}

/// Waits for the end if a signal is ending the program. What the cleanup stops would otherwise be reported as a failure.
pub fn wait_if_ending() {
    while ENDING.load(SeqCst) {
        std::thread::park();
    }
}

/// A folder that is removed on an interrupt, and when this is dropped, unless it has files.
#[derive(Debug)]
pub struct NewFolder(PathBuf);

impl NewFolder {
    /// Creates a folder and those above it, and appends the new ones to `created`, the outer ones first.
    pub fn create_all(folder: &Path, created: &mut Vec<NewFolder>) -> io::Result<()> {
        let missing: Vec<&Path> =
            folder.ancestors().take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev().filter(|folder| !folder.as_os_str().is_empty()) {
            let mut unfinished = unfinished();
            match fs::create_dir(folder) {
                Ok(()) => {
                    unfinished.push(folder.to_owned());
                    created.push(NewFolder(folder.to_owned()));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        let _ = fs::remove_dir(&self.0);
        unfinished.retain(|path| *path != self.0);
    }
}

/// The name of a file that is removed on an interrupt, and when this is dropped.
pub struct UnfinishedFile(PathBuf);

impl UnfinishedFile {
    /// Creates a file. Interrupts wait meanwhile, so the file is in the list before an interrupt can occur.
    pub fn create(
        make: impl FnOnce() -> io::Result<NamedTempFile>,
    ) -> io::Result<(NamedTempFile, Self)> {
        let mut unfinished = unfinished();
        let file = make()?;
        unfinished.push(file.path().to_owned());
        let path = file.path().to_owned();
        Ok((file, UnfinishedFile(path)))
    }
}

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        // Not left to the file's own drop, which may not run after an interrupt. After a rename the file is gone.
        let _ = fs::remove_file(&self.0);
        unfinished.retain(|path| *path != self.0);
    }
}

/// The files to remove on an interrupt. While this is locked, interrupts wait.
fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    start_watching();
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start_watching() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // If no handler can be set, an interrupt still ends the program but leaves a file named .hashlane-*.tmp.
        let _ = watch();
    });
}

/// Does the cleanup and removes the unfinished files. Files can't be created while the result is held.
fn end() -> MutexGuard<'static, Vec<PathBuf>> {
    ENDING.store(true, SeqCst);
    let cleanups = std::mem::take(&mut *CLEANUPS.lock().unwrap_or_else(PoisonError::into_inner));
    // At once: each may wait for a server.
    let running: Vec<_> =
        cleanups.into_iter().map(|(_, cleanup)| std::thread::spawn(cleanup)).collect();
    for cleanup in running {
        let _ = cleanup.join();
    }
    let unfinished = unfinished();
    for path in unfinished.iter().rev() {
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    }
    unfinished
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
            // Held to the end, so that no new file is created.
            let _unfinished = end();
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
        let _unfinished = end();
        std::process::exit(130);
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
