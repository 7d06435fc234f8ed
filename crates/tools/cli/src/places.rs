//! Opens paths and URLs.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::Path;

use hashlane_files::digest::{FileAlgorithm, FileBatch, FileDigest, OBJECTS};
use hashlane_files::{FileError, LocalFiles, Source, without_secrets};

pub use hashlane_files::{file_system, is_url};

/// An open input.
pub enum OpenInput {
    /// A file that can be read at any offset.
    File(Box<dyn Source>),
    /// A pipe, a device, standard input, or a file of the system with length 0, such as those of /proc.
    Stream(String, Box<dyn Read + Send>),
}

impl OpenInput {
    /// Opens a path; `-` is standard input. The name of a local file need not be UTF-8.
    ///
    /// # Errors
    /// Returns an error if it is missing, is a directory or can't be read.
    pub fn open(path: &OsStr) -> Result<Self, FileError> {
        if path == "-" {
            return Ok(OpenInput::Stream("standard input".to_owned(), Box::new(io::stdin())));
        }
        if let Some(url) = path.to_str().filter(|path| is_url(path)) {
            return Ok(OpenInput::File(file_system(url)?.open(url)?));
        }
        let name = Path::new(path).display().to_string();
        let metadata = fs::metadata(path).map_err(|error| FileError::io(&name, error))?;
        if metadata.is_dir() || (metadata.is_file() && metadata.len() > 0) {
            return Ok(OpenInput::File(LocalFiles.open_path(Path::new(path))?));
        }
        let mut file = File::open(path).map_err(|error| FileError::io(&name, error))?;
        if !metadata.is_file() {
            return Ok(OpenInput::Stream(name, Box::new(file)));
        }
        let mut first = [0];
        match file.read(&mut first).map_err(|error| FileError::io(&name, error))? {
            0 => Ok(OpenInput::File(LocalFiles.open_path(Path::new(path))?)),
            _ => Ok(OpenInput::Stream(name, Box::new(Cursor::new(first).chain(file)))),
        }
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// Returns an error if they can't be read, or memory for them can't be allocated.
    pub fn read_all(self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        match self {
            OpenInput::File(source) => {
                let failed = |error| FileError::io(source.name(), error);
                let size = usize::try_from(source.size())
                    .map_err(|_| failed(io::ErrorKind::OutOfMemory.into()))?;
                bytes.try_reserve_exact(size).map_err(|error| failed(error.into()))?;
                bytes.resize(size, 0);
                source.read_exact_at(0, &mut bytes).map_err(failed)?;
                source.unchanged()?;
            }
            OpenInput::Stream(name, mut reader) => {
                reader.read_to_end(&mut bytes).map_err(|error| FileError::io(&name, error))?;
            }
        }
        Ok(bytes)
    }

    /// The number of bytes, if known.
    pub fn size(&self) -> Option<u64> {
        match self {
            OpenInput::File(source) => Some(source.size()),
            OpenInput::Stream(..) => None,
        }
    }

    /// Returns the size and the digests, computed on threads of `batch`.
    pub fn digests(
        self,
        algorithms: &[&'static FileAlgorithm],
        batch: &FileBatch,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(u64, Vec<FileDigest>), FileError> {
        let share = batch.share(self.size(), algorithms);
        let pass = share.pass().reporting(progress);
        match self {
            OpenInput::File(source) => Ok((source.size(), pass.digests(&*source, algorithms)?)),
            OpenInput::Stream(name, mut reader) => {
                pass.digests_of_stream(&name, &mut *reader, algorithms)
            }
        }
    }
}

/// Returns the given number of threads for files, or one per core. Without a number, as many objects of a store are read at a
/// time as it likes.
pub fn batch<'a>(threads: Option<u16>, files: impl IntoIterator<Item = &'a OsStr>) -> FileBatch {
    match threads {
        Some(threads) => FileBatch::on(threads.into()),
        None if files.into_iter().any(is_object) => FileBatch::default().at_a_time(OBJECTS),
        None => FileBatch::default(),
    }
}

/// Whether a path is the address of an object.
pub fn is_object(path: &OsStr) -> bool {
    path.to_str().is_some_and(is_url)
}

/// A path in printable form. A URL loses its secrets.
pub fn shown(path: &OsStr) -> String {
    without_secrets(&path.to_string_lossy()).into_owned()
}

/// The bytes of a path for a report. A URL loses its secrets. On systems other than Unix, replacement characters stand for what
/// is not Unicode.
pub fn bytes(path: &OsStr) -> Vec<u8> {
    if let Some(url) = path.to_str().filter(|path| is_url(path)) {
        return without_secrets(url).into_owned().into_bytes();
    }
    #[cfg(unix)]
    return std::os::unix::ffi::OsStrExt::as_bytes(path).to_vec();
    // In a line, `\` would be the start of an escape.
    #[cfg(not(unix))]
    hashlane_files::with_slashes(&path.to_string_lossy()).into_bytes()
}

/// The bytes of a path for a line of checksums, from which [`path`] can get the path back.
///
/// # Errors
/// Returns an error if no line can hold the name. Lines are bytes, and so are names on Unix.
pub fn line_name(path: &OsStr) -> Result<Vec<u8>, FileError> {
    match cfg!(unix) || path.to_str().is_some() {
        true => Ok(bytes(path)),
        false => Err(FileError::new(
            &shown(path),
            "has a name that is not Unicode, and a line of checksums holds Unicode only: use another name",
        )),
    }
}

/// The path for a name in a line; `None` if no local file can have that name.
pub fn path(name: &[u8]) -> Option<&OsStr> {
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStrExt::from_bytes(name));
    #[cfg(not(unix))]
    std::str::from_utf8(name).ok().map(OsStr::new)
}

/// The total size of these files, as far as known, for progress bars.
pub fn total<'a>(paths: impl IntoIterator<Item = &'a OsStr>) -> Option<u64> {
    let sizes = paths.into_iter().map(|path| {
        let metadata = fs::metadata(path).ok()?;
        (path != "-" && metadata.is_file()).then_some(metadata.len())
    });
    sizes.sum()
}

#[cfg(all(test, windows))]
mod tests {
    use std::ffi::OsString;
    use std::os::windows::ffi::OsStringExt;

    use super::*;

    #[test]
    fn half_of_a_pair_of_surrogates_is_refused() {
        let name = OsString::from_wide(&[u16::from(b'a'), 0xd800]);
        let error = line_name(&name).expect_err("no line can hold it").to_string();
        assert!(error.contains("is not Unicode"), "{error}");
        assert_eq!(line_name(OsStr::new("b\\ä")).ok(), Some("b/ä".into()));
    }
}
