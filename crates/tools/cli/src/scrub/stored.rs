//! Where the state is, and how it is replaced.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use hashlane_files::{FileError, FileVersion, LocalFiles, file_system, is_url, put_object};
use hashlane_scrub::{Journal, Lake, ScrubState};

use super::ScrubArgs;
use crate::failure::Failure;
use crate::output::{self, Overwrite, StagedFile};
use crate::places;

/// The name of the default state, in the folder of the lake.
const DEFAULT: [&str; 2] = [".hashlane", "scrub.parquet"];

/// The state of a lake, in its place.
pub struct StoredState {
    place: StatePlace,
    history: Option<PathBuf>,
    /// In the names of temporary files, so that the next run finds what a killed one left. Empty without a journal.
    pub label: String,
    /// The state.
    pub state: ScrubState,
    /// What interrupted runs have read. The state of a URL has none.
    pub journal: Option<Journal>,
}

enum StatePlace {
    File(PathBuf),
    /// A URL, and the version that was read.
    Url(String, Option<FileVersion>),
}

/// The path or URL of the state.
///
/// # Errors
/// Returns an error if none is given and the lake is not a single folder.
pub fn location(args: &ScrubArgs, lake: &Lake) -> Result<OsString, Failure> {
    match (&args.state, lake.folder()) {
        (Some(state), _) => Ok(state.clone()),
        (None, Some(folder)) => Ok(folder.join(DEFAULT[0]).join(DEFAULT[1]).into_os_string()),
        (None, None) => Err(Failure::Message(
            "where is the state? Pass --state FILE.parquet: only a single folder has a default"
                .to_owned(),
        )),
    }
}

impl StoredState {
    /// Locks and reads the state of a lake. Without a file, it is empty.
    ///
    /// # Errors
    /// Returns an error if another scrub uses the state, or it is damaged, or that of another lake.
    pub fn open(args: &ScrubArgs, lake: &mut Lake) -> Result<Self, Failure> {
        lake.check()?;
        let location = location(args, lake)?;
        let (place, state, journal) = match location.to_str().filter(|state| is_url(state)) {
            Some(url) => {
                lake.leave_out(Path::new(url));
                let read = read_if_there(file_system(url)?.open(url))?;
                let (state, version) =
                    read.map_or((None, None), |(state, version)| (Some(state), Some(version)));
                (StatePlace::Url(url.to_owned(), version), state, None)
            }
            None => {
                let path = PathBuf::from(&location);
                if args.state.is_none() {
                    make_folder(&path)?;
                }
                let journal = journal_path(&path);
                lake.leave_out(&path);
                lake.leave_out(&journal);
                let journal = Journal::lock(&journal)?;
                remove_left(args, &path, &journal.label())?;
                let state = read_if_there(LocalFiles.open_path(&path))?.map(|(state, _)| state);
                (StatePlace::File(path), state, Some(journal))
            }
        };
        if let Some(history) = &args.history {
            lake.leave_out(history);
        }
        let root = lake.root(&location);
        let state =
            state.unwrap_or_else(|| ScrubState { root: root.clone(), ..ScrubState::default() });
        if !lake.is_of(&state.root, &location) {
            return Err(Failure::Message(format!(
                "{}: is the state of another lake: of '{}', not of '{root}'. Use another --state",
                places::shown(&location),
                state.root
            )));
        }
        let label = journal.as_ref().map(Journal::label).unwrap_or_default();
        Ok(StoredState { place, history: args.history.clone(), label, state, journal })
    }

    /// Replaces the state by `self.state`, at once or not at all.
    ///
    /// # Errors
    /// Returns an error if it can't be written, or was replaced meanwhile.
    pub fn write(&mut self) -> Result<(), Failure> {
        let name = match &self.place {
            StatePlace::File(path) => places::shown(path.as_os_str()),
            StatePlace::Url(url, _) => places::shown(OsStr::new(url)),
        };
        let bytes = self.state.encode(&name)?;
        if let Some(folder) = &self.history {
            fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
            let now = humantime::format_rfc3339_millis(SystemTime::now()).to_string();
            let now = now.replace(['-', ':'], "");
            let path = folder.join(format!("scrub-{now}.parquet"));
            write_file(&path, &bytes, Overwrite::No, &self.label)?;
        }
        match &self.place {
            StatePlace::File(path) => write_file(path, &bytes, Overwrite::Yes, &self.label)?,
            StatePlace::Url(url, version) => put_object(url, bytes, version.as_ref())?,
        }
        if let Some(journal) = &mut self.journal {
            journal.clear()?;
        }
        Ok(())
    }
}

/// Reads a state.
///
/// # Errors
/// Returns an error if it isn't there, is damaged or of another version.
pub fn read(location: &OsStr) -> Result<ScrubState, FileError> {
    let source = match location.to_str().filter(|state| is_url(state)) {
        Some(url) => file_system(url)?.open(url)?,
        None => LocalFiles.open_path(Path::new(location))?,
    };
    ScrubState::read(source.as_ref())
}

type Opened = Result<Box<dyn hashlane_files::Source>, FileError>;

fn read_if_there(opened: Opened) -> Result<Option<(ScrubState, FileVersion)>, FileError> {
    match opened {
        Ok(source) => Ok(Some((ScrubState::read(source.as_ref())?, source.version()))),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

fn journal_path(state: &Path) -> PathBuf {
    let mut path = state.as_os_str().to_owned();
    path.push(".journal");
    PathBuf::from(path)
}

fn make_folder(state: &Path) -> Result<(), Failure> {
    let folder = state.parent().unwrap_or(state);
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))
}

/// Removes what killed runs left. The journal is locked, so no other run is writing.
fn remove_left(args: &ScrubArgs, state: &Path, label: &str) -> Result<(), Failure> {
    let history = args.history.as_ref().map(|folder| folder.join("state"));
    args.outputs().chain(history.as_deref()).chain([state]).try_for_each(|target| {
        output::remove_left(target, label).map_err(|error| unwritable(target, &error))
    })
}

/// Writes a file that is either complete or absent.
pub fn write_file(
    path: &Path,
    bytes: &[u8],
    overwrite: Overwrite,
    label: &str,
) -> Result<(), Failure> {
    let failed = |error| unwritable(path, &error);
    let mut file = StagedFile::labelled(path, overwrite, None, label).map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.commit().map_err(failed)
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("cannot write '{}': {error}", path.display()))
}
