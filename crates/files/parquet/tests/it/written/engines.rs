//! Files that pyarrow and DuckDB write and read, through `engines.py`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{PYTHON, workspace};

/// The DuckDB versions that `make test` installs.
const DUCKDB: [&str; 3] = ["1.4.5", "1.5.6", "2.0.1"];

/// Runs `engines.py`; returns false, with a message, if Python or the engine is missing.
fn run(duckdb: Option<&str>, arguments: &[&Path]) -> bool {
    let python = workspace().join(PYTHON);
    let wheel = duckdb.map(|version| workspace().join("build/duckdb").join(version));
    for needed in [Some(&python), wheel.as_ref()].into_iter().flatten() {
        if !needed.exists() {
            println!("not run: there is no {} (make test sets it up)", needed.display());
            return false;
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/written/engines.py");
    let mut command = Command::new(python);
    command.arg(script).arg(if wheel.is_some() { "duckdb" } else { "pyarrow" }).args(arguments);
    if let Some(wheel) = wheel {
        command.env("PYTHONPATH", wheel);
    }
    let output = command.output().expect("Python starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "engines.py {arguments:?}: {said}");
    print!("{}", String::from_utf8_lossy(&output.stdout));
    true
}

/// Lets every available engine write files into a folder. Without engines there are no files.
pub fn write(folder: &Path) -> Vec<PathBuf> {
    run(None, &[Path::new("write"), folder]);
    for version in DUCKDB {
        run(Some(version), &[Path::new("write"), folder]);
    }
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Lets every available engine read the files of one folder and their copies in another, and compare
/// them; pyarrow verifies page checksums.
pub fn compare(files: &Path, copies: &Path) {
    run(None, &[Path::new("compare"), files, copies]);
    for version in DUCKDB {
        run(Some(version), &[Path::new("compare"), files, copies]);
    }
}

/// Lets pyarrow read a file with one bit flipped, for each of the places in `places`: lines of a file
/// name and an offset. It must fail each time.
pub fn flipped(folder: &Path, places: &Path) -> bool {
    run(None, &[Path::new("flipped"), folder, places])
}
