//! A folder to run the program in, and the outcome of a run.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Four rows with a text, bytes and NULLs.
const PEOPLE: &str = "SELECT * FROM (VALUES \
    (1, 'one', X'00ff'), (2, NULL, X''), (3, 'é\"漢', NULL), (4, '', X'0a')) \
    AS people(id, name, body)";

/// An empty folder for one test.
pub struct Folder(PathBuf);

impl Folder {
    /// A folder that no other test uses, without leftovers of an earlier run.
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hashlane-cli").join(test);
        if path.exists() {
            fs::remove_dir_all(&path).expect("the folder of an earlier run can be removed");
        }
        fs::create_dir_all(&path).expect("the folder can be made");
        Self(path)
    }

    /// The same, with `people.parquet` in it.
    pub fn with_people(test: &str) -> Self {
        let folder = Self::new(test);
        folder.output("people.parquet", PEOPLE);
        folder
    }

    /// Writes the rows of a query to a file, in a folder that is created.
    #[track_caller]
    pub fn output(&self, name: &str, sql: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        assert_eq!(self.sql(&["-o", name, "-c", sql]).printed(), "", "-o says nothing");
    }

    /// Writes a file.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs::write(path, content).expect("the file can be written");
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("the file can be read")
    }

    /// `hashlane sql` with these arguments, ready to start in this folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hashlane"));
        command.current_dir(&self.0).arg("sql").args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs `hashlane sql` with these arguments.
    pub fn sql(&self, arguments: &[&str]) -> Run {
        Run::new(self.command(arguments).output().expect("the program starts"))
    }

    /// Runs SQL, with results as CSV.
    pub fn csv(&self, sql: &str) -> Run {
        self.sql(&["--csv", "-c", sql])
    }

    /// Runs `hashlane sql` with these arguments and this standard input.
    pub fn sql_with_input(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // Taken, so that it is closed after the write.
        child.stdin.take().expect("it is a pipe").write_all(input).expect("the program reads");
        Run::new(child.wait_with_output().expect("the program ends"))
    }
}

/// The outcome of a run.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// The outcome of a process that has ended.
    pub fn new(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Self {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// The output of a run that succeeded without a message.
    #[track_caller]
    pub fn printed(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self.stdout
    }

    /// The message of a run that failed as expected: exit code 1, one line, no output.
    #[track_caller]
    pub fn failed(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(1), ""), "{self:?}");
        self.message()
    }

    /// Checks that the run failed as expected with a message that contains `part`.
    #[track_caller]
    pub fn failed_with(self, part: &str) {
        let message = self.failed();
        assert!(message.contains(part), "{message}");
    }

    /// The one line on standard error, without the program's name.
    #[track_caller]
    pub fn message(&self) -> String {
        let line = self.stderr.strip_prefix("hashlane: ").and_then(|l| l.strip_suffix('\n'));
        let message = line.unwrap_or_else(|| panic!("not one line of ours: {self:?}"));
        assert!(!message.is_empty() && !message.contains('\n'), "{self:?}");
        message.to_owned()
    }
}
