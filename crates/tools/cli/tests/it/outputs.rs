//! New files: their permissions, and processes that create the same file.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::PARQUET;

const PROGRAM: &str = env!("CARGO_BIN_EXE_hashlane");

/// Runs a line of shell in the folder. `hashlane` in it is the program.
fn shell(folder: &Path, line: &str) -> std::process::Output {
    let line = line.replace("hashlane", PROGRAM);
    let command = Command::new("sh").args(["-c", &line]).current_dir(folder).output();
    command.expect("there is a shell")
}

#[track_caller]
fn succeeds(folder: &Path, line: &str) {
    let output = shell(folder, line);
    assert!(output.status.success(), "{line}: {output:?}");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it can be set");
}

fn parquet(folder: &Path) -> PathBuf {
    let path = folder.join("in.parquet");
    fs::write(&path, PARQUET).expect("it can be written");
    path
}

#[test]
fn a_copy_can_be_read_by_those_who_can_read_the_original() {
    let folder = TempDir::new().expect("a folder");
    let (folder, path) = (folder.path(), folder.path().join("in"));
    fs::write(&path, "content").expect("it can be written");
    let parquet = parquet(folder);
    for umask in ["000", "022", "027", "077"] {
        for original in [0o600, 0o640, 0o644, 0o666, 0o444, 0o4755] {
            set_mode(&path, original);
            set_mode(&parquet, original);
            succeeds(
                folder,
                &format!(
                    "umask {umask}; hashlane compress -f in && hashlane compress -f -c lz4 in -o in.lz4 && \
                 hashlane compress -f -o from-stdin.zst < in && \
                 hashlane parquet add-crc -f in.parquet copy.parquet && hashlane parquet add-crc -f in.parquet -o copies"
                ),
            );
            let copied = original & 0o777;
            for name in ["in.zst", "in.lz4", "from-stdin.zst", "copy.parquet", "copies/in.parquet"]
            {
                assert_eq!(
                    mode(&folder.join(name)),
                    copied,
                    "{name} of {original:o} under {umask}"
                );
                let _ = fs::remove_file(folder.join(name));
            }
            succeeds(
                folder,
                &format!(
                    "umask {umask}; hashlane compress in && hashlane decompress in.zst -o copy"
                ),
            );
            assert_eq!(mode(&folder.join("copy")), copied, "of {original:o} under {umask}");
            for name in ["in.zst", "copy"] {
                fs::remove_file(folder.join(name)).expect("it is there");
            }
        }
    }
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("in"), "content").expect("it can be written");
    for umask in ["000", "022", "077"] {
        for old in [0o600, 0o644, 0o660] {
            let outputs = ["out", "SUMS"].map(|name| folder.join(name));
            for path in &outputs {
                fs::write(path, "before").expect("it can be written");
                set_mode(path, old);
            }
            succeeds(
                folder,
                &format!(
                    "umask {umask}; hashlane compress -f in -o out && hashlane sum in -f -o SUMS"
                ),
            );
            for path in &outputs {
                assert_eq!(mode(path), old, "{} under {umask}", path.display());
            }
        }
    }
}

#[test]
fn a_file_of_what_has_no_permissions_is_like_any_new_file() {
    for umask in ["000", "022", "027", "077"] {
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path();
        fs::write(folder.join("in"), "content").expect("it can be written");
        succeeds(
            folder,
            &format!(
                "umask {umask}; : > new; echo a | hashlane compress -o out; hashlane sum in -f -o SUMS"
            ),
        );
        let expected = mode(&folder.join("new"));
        for name in ["out", "SUMS"] {
            assert_eq!(mode(&folder.join(name)), expected, "{name} under {umask}");
        }
        assert_eq!(hidden(folder), Vec::<PathBuf>::new());
    }
}

/// The temporary files in a folder.
fn hidden(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("it is there"));
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(".hashlane-"))
        .map(|entry| entry.path())
        .collect()
}

/// A process that has created its temporary file and waits for the rest of standard input.
fn waiting(folder: &Path, arguments: &[&str]) -> Child {
    let before = hidden(folder);
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(folder).stdin(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it is built");
    while hidden(folder).iter().all(|path| before.contains(path)) {
        std::thread::yield_now();
    }
    child
}

#[test]
fn other_users_cannot_read_an_unfinished_file() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("out"), "before").expect("it can be written");
    for old in [0o600, 0o644] {
        set_mode(&folder.join("out"), old);
        let mut child = waiting(folder, &["compress", "-f", "-o", "out"]);
        let [unfinished] = hidden(folder).try_into().expect("one file");
        assert_eq!(mode(&unfinished), 0o600);
        drop(child.stdin.take());
        assert!(child.wait().expect("it ends").success());
        assert_eq!(mode(&folder.join("out")), old);
    }
}

/// All of them have found that there is no such file before any of them finishes.
#[test]
fn one_of_four_processes_makes_a_file() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    for round in 0..10 {
        let name = format!("out{round}");
        let arguments = ["compress", "-o", &name];
        let mut children: Vec<Child> = (0..4).map(|_| waiting(folder, &arguments)).collect();
        for (number, child) in children.iter_mut().enumerate() {
            let mut stdin = child.stdin.take().expect("a pipe");
            stdin.write_all(format!("process {number}").as_bytes()).expect("it reads");
        }
        let outputs: Vec<_> =
            children.into_iter().map(|child| child.wait_with_output().expect("it ends")).collect();
        let winners: Vec<usize> =
            (0..4).filter(|number| outputs[*number].status.success()).collect();
        let [winner] = winners[..] else { panic!("{winners:?} made it: {outputs:?}") };
        for (_, output) in outputs.iter().enumerate().filter(|(number, _)| *number != winner) {
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let text = String::from_utf8_lossy(&output.stderr);
            assert_eq!(text, format!("hashlane: {name}: exists already: -f overwrites it\n"));
        }
        let content = shell(folder, &format!("hashlane decompress {name} -o - <{name}")).stdout;
        assert_eq!(content, format!("process {winner}").as_bytes());
        assert_eq!(hidden(folder), Vec::<PathBuf>::new());
    }
    // With -f the last one replaces the files of the others.
    let mut children: Vec<Child> =
        (0..4).map(|_| waiting(folder, &["compress", "-f", "-o", "forced"])).collect();
    for child in &mut children {
        drop(child.stdin.take());
    }
    assert!(children.iter_mut().all(|child| child.wait().expect("it ends").success()));
}

#[test]
fn names_that_are_taken() {
    let folder = TempDir::new().expect("a folder");
    let (folder, out) = (folder.path(), folder.path().join("out"));
    let parquet = parquet(folder);
    fs::write(folder.join("out"), "before").expect("it can be written");
    std::os::unix::fs::symlink("nowhere", folder.join("link")).expect("a link");
    fs::create_dir(folder.join("copies")).expect("it can be made");
    fs::write(folder.join("copies/in.parquet"), "before").expect("it can be written");
    for line in [
        "hashlane compress in.parquet -o out",
        "hashlane compress in.parquet -o link",
        "hashlane parquet add-crc in.parquet out",
        "hashlane parquet add-crc in.parquet link",
        "hashlane parquet add-crc in.parquet -o copies",
    ] {
        let output = shell(folder, line);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        assert!(text.ends_with("exists already: -f overwrites it\n"), "{line}: {text}");
    }
    assert_eq!(fs::read(out).expect("it is there"), b"before");
    assert!(parquet.exists() && folder.join("link").is_symlink());
}

#[test]
fn a_file_has_the_format_of_its_name() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("a.csv"), "id,v\n1,2\n").expect("it can be written");
    fs::write(folder.join("b.csv"), "id,v\n1,3\n4,5\n").expect("it can be written");
    for line in [
        "hashlane diff a.csv b.csv --key id -o d.csv; hashlane diff a.csv b.csv --key id --csv | cmp - d.csv",
        "hashlane diff a.csv b.csv --key id -o d.json; hashlane diff a.csv b.csv --key id --json | sed '$d' | cmp - d.json",
        "hashlane diff a.csv b.csv --key id -o d.parquet; hashlane sql --csv 'FROM \"d.parquet\"' | cmp - d.csv",
        "mkdir lake && cp a.csv lake && hashlane scrub -q --state s -o f.parquet lake && rm s",
        "hashlane scrub --state s --csv lake -o f.json | grep -v last_read > f.txt && cut -d, -f1,2 f.txt | grep -x a.csv,new",
        "hashlane sql --csv 'SELECT path, verdict FROM \"f.json\"' | grep -x a.csv,new",
        "hashlane sql --csv 'SELECT path, verdict FROM \"f.parquet\"' | grep -x a.csv,new",
        "hashlane sum -o sums.json a.csv && hashlane sum --json a.csv | cmp - sums.json && hashlane check sums.json",
        "for e in gz tgz; do hashlane compress a.csv -o c.$e && gzip -dc < c.$e | cmp - a.csv || exit 1; done",
        "hashlane compress a.csv -o c.xz && hashlane decompress -c xz c.xz -o - | cmp - a.csv",
        "hashlane compress a.csv -o c && hashlane decompress -c zstd -o - < c | cmp - a.csv",
    ] {
        succeeds(folder, line);
    }
}
