//! A folder of files with awkward names, and programs that run in it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Names that are hard to write in a line, of those that the system allows.
#[cfg(windows)]
pub const NAMES: &[&str] =
    &["a.txt", "sp ace", " first", "a) = (b", "ünï 漢", "-dash", "empty", "large"];

/// Names that are hard to write in a line.
#[cfg(not(windows))]
pub const NAMES: &[&str] = &[
    "a.txt",
    "sp ace",
    " first",
    "new\nline",
    "back\\slash",
    "cr\rx",
    "back\\slash\nline",
    "end\\",
    "a) = (b",
    "ünï 漢",
    "-dash",
    "*star",
    "empty",
    "large",
];

/// A folder for one test, deleted afterwards.
pub struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty folder.
    pub fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// A folder with a file for each of the names.
    pub fn filled() -> Self {
        let folder = Folder::new();
        for (number, name) in NAMES.iter().enumerate() {
            let content = match *name {
                "empty" => Vec::new(),
                "large" => (0..1_500_000).map(|i| (i % 251) as u8).collect(),
                _ => format!("content {number}").into_bytes(),
            };
            folder.write(name, content);
        }
        folder
    }

    /// The path of a name.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("it can be written");
    }

    /// Runs the program.
    pub fn hashlane(&self, arguments: &[&str]) -> Run {
        self.run(env!("CARGO_BIN_EXE_hashlane"), arguments, b"").expect("it is built")
    }

    /// The same with this standard input.
    #[cfg(unix)]
    pub fn hashlane_reading(&self, arguments: &[&str], input: &[u8]) -> Run {
        self.run(env!("CARGO_BIN_EXE_hashlane"), arguments, input).expect("it is built")
    }

    /// Runs a tool; returns `None`, with a message, if it is not installed.
    pub fn tool(&self, name: &str, arguments: &[&str]) -> Option<Run> {
        let build =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../build/tools/bin").join(name);
        let program = if build.exists() { build } else { PathBuf::from(name) };
        let run = self.run(&program, arguments, b"");
        if run.is_none() {
            println!("{name} is not installed: not compared with it (make test installs it)");
        }
        run
    }

    fn run(&self, program: impl AsRef<OsStr>, arguments: &[&str], input: &[u8]) -> Option<Run> {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).args(arguments).env("LC_ALL", "C.UTF-8");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().ok()?;
        // The tool may end without reading.
        let _ = child.stdin.take().expect("it is a pipe").write_all(input);
        Some(Run::new(child.wait_with_output().expect("it ends")))
    }
}

/// The outcome of a run.
#[derive(Debug, Eq, PartialEq)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Run {
    fn new(output: Output) -> Self {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        Run { code: output.status.code(), stdout: output.stdout, stderr }
    }

    /// The output of a run that succeeded without a message.
    #[track_caller]
    pub fn printed(self) -> Vec<u8> {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self.stdout
    }

    /// The output of a tool that succeeded; xxhsum clears a line on standard error even then.
    #[track_caller]
    pub fn listed(self) -> Vec<u8> {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.stdout
    }

    /// The lines on standard error, which all start with the program's name.
    #[track_caller]
    pub fn complaints(&self) -> Vec<&str> {
        let line = |line| -> &str {
            str::strip_prefix(line, "hashlane: ").unwrap_or_else(|| panic!("{self:?}"))
        };
        self.stderr.lines().map(line).collect()
    }
}
