//! Temporary files, and cleaning up after killed processes.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Creates a file that only its owner can read. It is locked while it is open, which shows other processes that it is
/// in use.
pub fn create(folder: &Path) -> io::Result<NamedTempFile> {
    let file = builder(0o600, &prefix()).tempfile_in(folder)?;
    // If the file system has no locks, the file is not considered a leftover there.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Creates an empty file with the permissions of any new file here, which depend on the umask and the folder.
pub fn probe(folder: &Path) -> io::Result<NamedTempFile> {
    builder(0o666, &prefix()).tempfile_in(folder)
}

fn builder(mode: u32, prefix: &str) -> Builder<'_, 'static> {
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    builder
}

const START: &str = ".hashlane-";
const SUFFIX: &str = ".tmp";

/// The start of the name, with the process and, if known, the boot of the system: `.hashlane-<pid>-<boot id>-`.
fn prefix() -> String {
    let process = std::process::id();
    match boot_id() {
        Some(boot) => format!("{START}{process}-{boot}-"),
        None => format!("{START}{process}-"),
    }
}

/// An id that this boot of the kernel has alone. `None` outside of Linux.
fn boot_id() -> Option<String> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let digits: String = id.trim().split('-').collect();
    let is_id = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then_some(digits)
}

/// Removes the temporary files that killed processes left in a folder, once per folder. `ours` is a file that was just
/// created there.
///
/// A file is removed only if it is certainly a leftover: it was created under this boot of this kernel, by the user of
/// `ours`; no process has the number in its name; it was last written a minute or more before `ours`; and it is not
/// locked. The lock holds across containers, in which the numbers of processes differ. All other files stay, such as
/// those of an earlier boot.
#[cfg(target_os = "linux")]
pub fn remove_leftovers(folder: &Path, ours: &File) {
    use std::collections::HashSet;
    use std::path::PathBuf;
    use std::sync::{Mutex, PoisonError};

    /// The most files of a folder that are examined.
    const MAX_ENTRIES: usize = 10_000;
    static SEARCHED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

    let mut searched = SEARCHED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_new = searched.get_or_insert_default().insert(folder.to_owned());
    let (true, Some(boot)) = (is_new, boot_id()) else { return };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.take(MAX_ENTRIES).flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| process_of(name, &boot));
        if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
            // A file that can't be removed stays.
            let _ = remove_unless_used(&entry.path(), ours);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn remove_leftovers(_: &Path, _: &File) {}

/// Returns the process in the name of a temporary file, if the file was created under this boot of the kernel.
#[cfg(target_os = "linux")]
fn process_of<'a>(name: &'a str, boot: &str) -> Option<&'a str> {
    let parts = name.strip_prefix(START)?.strip_suffix(SUFFIX)?;
    let mut parts = parts.split('-');
    let (process, of_boot, random) = (parts.next()?, parts.next()?, parts.next()?);
    let is_number = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && of_boot == boot && !random.is_empty() && parts.next().is_none())
        .then_some(process)
}

#[cfg(target_os = "linux")]
fn remove_unless_used(path: &Path, ours: &File) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    use std::time::Duration;

    /// The time that a process has to lock its file after creating it.
    const SETTLED: Duration = Duration::from_secs(60);

    let (ours, named) = (ours.metadata()?, std::fs::symlink_metadata(path)?);
    // By the clock of the file system, which may differ from this machine's.
    let age = ours.modified()?.duration_since(named.modified()?).unwrap_or_default();
    if !named.is_file() || named.nlink() != 1 || named.uid() != ours.uid() || age < SETTLED {
        return Ok(());
    }
    let file = File::options().read(true).write(true).open(path)?;
    let opened = file.metadata()?;
    let same = (opened.dev(), opened.ino()) == (named.dev(), named.ino());
    if same && file.try_lock().is_ok() {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    /// No process has this number: it is above the most that Linux allows.
    const NOBODY: &str = "4194305";

    fn leftover(folder: &Path, name: &str, age: u64) -> std::path::PathBuf {
        let path = folder.join(name);
        let file = File::create_new(&path).expect("a new file");
        let modified = SystemTime::now() - Duration::from_secs(age);
        file.set_modified(modified).expect("the time can be set");
        path
    }

    #[test]
    fn only_what_certainly_is_a_leftover_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let boot = boot_id().expect("the kernel tells");
        let other = boot.chars().rev().collect::<String>();
        let make = |name: &str, age: u64| leftover(folder.path(), name, age);
        let gone = make(&format!(".hashlane-{NOBODY}-{boot}-abcdef.tmp"), 3600);
        let locked = make(&format!(".hashlane-{NOBODY}-{boot}-locked.tmp"), 3600);
        let lock = File::open(&locked).expect("it is there");
        lock.lock().expect("it is free");
        let linked = make(&format!(".hashlane-{NOBODY}-{boot}-linked.tmp"), 3600);
        std::fs::hard_link(&linked, folder.path().join("a second name")).expect("it can be linked");
        let stay = [
            locked,
            linked,
            make(&format!(".hashlane-{NOBODY}-{boot}-recent.tmp"), 5),
            make(&format!(".hashlane-{}-{boot}-alive0.tmp", std::process::id()), 3600),
            make(&format!(".hashlane-{NOBODY}-{other}-before.tmp"), 3600),
            make(&format!(".hashlane-{NOBODY}-nohost.tmp"), 3600),
            make(&format!(".hashlane--{boot}-number.tmp"), 3600),
            make(&format!(".hashlane-{NOBODY}-{boot}-a-b.tmp"), 3600),
            make(&format!("hashlane-{NOBODY}-{boot}-abcdef.tmp"), 3600),
        ];
        let target = folder.path().join("target");
        std::fs::write(&target, "").expect("it can be written");
        let link = folder.path().join(format!(".hashlane-{NOBODY}-{boot}-symbol.tmp"));
        std::os::unix::fs::symlink(&target, &link).expect("a link");
        let ours = create(folder.path()).expect("a file");
        remove_leftovers(folder.path(), ours.as_file());
        assert!(!gone.exists());
        for path in
            [&target, &link, ours.path()].into_iter().chain(stay.iter().map(|p| p.as_path()))
        {
            assert!(path.symlink_metadata().is_ok(), "{}", path.display());
        }
    }

    #[test]
    fn a_new_file_is_a_leftover_of_its_process_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = create(folder.path()).expect("a file");
        let name = file.path().file_name().and_then(|name| name.to_str()).expect("a name");
        let process = std::process::id().to_string();
        assert_eq!(process_of(name, &boot_id().expect("the kernel tells")), Some(process.as_str()));
        // The lock belongs to the open file: another one has to wait.
        assert!(File::open(file.path()).expect("it is there").try_lock().is_err());
    }
}
