//! Files that can't be read or written.

use std::fs;

use super::folder::Folder;

#[test]
fn other_files_are_still_processed() {
    let folder = Folder::filled();
    let run = folder.hashlane(&["sum", "-a", "md5", "a.txt", "missing", ".", "empty"]);
    assert_eq!(run.code, Some(2));
    let text = String::from_utf8(run.stdout.clone()).expect("UTF-8");
    // MD5 of "content 0" and of nothing (hashlib).
    assert_eq!(text.lines().count(), 2);
    assert!(text.ends_with("d41d8cd98f00b204e9800998ecf8427e  empty\n"), "{text}");
    let complaints = run.complaints();
    assert_eq!(complaints.len(), 2, "{run:?}");
    assert!(complaints[0].starts_with("missing: "), "{run:?}");
    assert_eq!(complaints[1], ".: is a directory: pass -r to read the files in it");
}

/// A file that a command reads is never the file that it writes.
#[test]
fn an_output_is_not_an_input() {
    let folder = Folder::filled();
    let before = fs::read(folder.path("a.txt")).expect("it is there");
    for arguments in [
        &["sum", "a.txt", "-o", "a.txt", "-f"][..],
        &["sum", "empty", "./a.txt", "-o", "a.txt", "-f"],
        &["compress", "a.txt", "-o", "b.zst", "-a", "md5", "--sums", "a.txt", "-f"],
        &["compress", "a.txt", "-o", "b.zst", "-a", "md5", "--sums", "b.zst", "-f"],
        &["compress", "a.txt", "-c", "zstd", "-o", "a.txt", "-f"],
        &["decompress", "a.txt", "-o", "-", "-a", "md5", "--sums", "a.txt", "-f"],
    ] {
        let run = folder.hashlane(arguments);
        assert_eq!((run.code, run.complaints().len()), (Some(2), 1), "{run:?}");
        assert!(run.stderr.contains("is named twice, and would be overwritten"), "{run:?}");
        assert_eq!(fs::read(folder.path("a.txt")).expect("it is there"), before);
    }
}

#[test]
fn an_instruction_set_that_the_cpu_lacks() {
    let folder = Folder::filled();
    let sum = |set: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_hashlane"))
            .args(["sum", "-a", "xxh3", "a.txt"])
            .current_dir(folder.path(""))
            .env("HASHLANE_ISA", set)
            .output()
            .expect("the program starts")
    };
    assert!(sum("portable").status.success());
    let output = sum("sse9");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.starts_with("hashlane: HASHLANE_ISA is \"sse9\""), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_line_and_leaves_the_target_as_it_was() {
    let folder = Folder::filled();
    let run = folder.hashlane(&["sum", "a.txt", "-o", "/dev/full"]);
    assert_eq!((run.code, run.complaints().len()), (Some(2), 1), "{run:?}");
    assert!(run.stderr.contains("cannot write '/dev/full'"), "{run:?}");
    let shell = |line: &str| {
        let program = env!("CARGO_BIN_EXE_hashlane");
        let output = std::process::Command::new("sh")
            .args(["-c", &line.replace("hashlane", program)])
            .current_dir(folder.path(""))
            .output();
        output.expect("there is a shell")
    };
    let output = shell("hashlane sum a.txt > /dev/full");
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.starts_with("hashlane: cannot write the output: "), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    // The reader of our output may stop.
    assert_eq!(shell("hashlane sum * | true").status.code(), Some(0));
}

#[test]
fn an_output_is_there_whole_or_not_at_all() {
    let folder = Folder::filled();
    let before = fs::read_dir(folder.path("")).expect("a folder").count();
    let run = folder.hashlane(&["sum", "a.txt", "-o", "missing/SUMS"]);
    assert_eq!((run.code, run.complaints().len()), (Some(2), 1), "{run:?}");
    folder.hashlane(&["sum", "a.txt", "-o", "SUMS"]).printed();
    let first = fs::read(folder.path("SUMS")).expect("it is there");
    // Only -f replaces it.
    let run = folder.hashlane(&["sum", "empty", "-o", "SUMS"]);
    let complaint = "cannot write 'SUMS': exists already: -f overwrites it";
    assert_eq!((run.code, run.complaints()), (Some(2), vec![complaint]));
    assert_eq!(fs::read(folder.path("SUMS")).expect("it is there"), first);
    folder.hashlane(&["sum", "empty", "-f", "-o", "SUMS"]).printed();
    // XXH3 of nothing: xxHash's sanity vectors.
    let text = fs::read_to_string(folder.path("SUMS")).expect("it is there");
    assert_eq!(text, "XXH3 (empty) = 2d06800538d394c2\n");
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), before + 1);
}

#[test]
fn checksums_of_a_stream_replace_a_file_only_with_force() {
    let folder = Folder::filled();
    folder.write("SUMS", "before");
    for arguments in [&["compress", "a.txt"][..], &["decompress", "a.txt.zst"]] {
        let arguments = [arguments, &["-a", "md5", "--sums", "SUMS"]].concat();
        let run = folder.hashlane(&arguments);
        let complaint = "cannot write 'SUMS': exists already: -f overwrites it";
        assert_eq!((run.code, run.complaints()), (Some(2), vec![complaint]), "{arguments:?}");
        assert_eq!(fs::read(folder.path("SUMS")).expect("it is there"), b"before");
        folder.hashlane(&[&arguments[..], &["-f"]].concat()).printed();
        assert_eq!(folder.hashlane(&["check", "-q", "SUMS"]).printed(), b"");
        folder.write("SUMS", "before");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    let folder = Folder::filled();
    for arguments in [
        &["sum", "-a", "sha257", "a.txt"][..],
        &["sum", "--s3", "SHA224", "a.txt"],
        &["sum", "--part-size", "8MiB", "a.txt"],
        &["sum", "--s3", "SHA256", "--part-size", "0B", "a.txt"],
        &["sum", "--s3", "SHA256", "--part-size", "8", "a.txt"],
        &["sum", "--s3", "CRC64NVME", "--part-size", "1MiB", "a.txt"],
        &["sum", "--s3", "SHA256", "--part-size", "1MiB", "-"],
        &["check", "missing"],
        &["check", "."],
        &["check", "--part-size", "0B", "a.txt"],
        &["sum", "-f", "a.txt"],
        &["sum", "s3n://bucket/key"],
        &["frobnicate"],
    ] {
        let run = folder.hashlane(arguments);
        assert_eq!((run.code, &run.stdout[..]), (Some(2), &b""[..]), "{arguments:?}: {run:?}");
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
}

/// The top-level domain `invalid` has no hosts (RFC 6761).
#[cfg(unix)]
#[test]
fn a_host_that_does_not_exist_fails_at_once() {
    use std::net::ToSocketAddrs;
    use std::time::{Duration, Instant};

    const HOST: &str = "no-such-host.invalid";
    let error = (HOST, 443).to_socket_addrs().expect_err("no host has this name").to_string();
    if error.contains("Temporary") || error.contains("Try again") {
        println!("no resolver answers: not tried ({error})");
        return;
    }
    let start = Instant::now();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hashlane"));
    command.args(["sum", &format!("https://{HOST}/a")]).env_remove("HASHLANE_RETRY_SECONDS");
    let output = command.env("NO_PROXY", "*").output().expect("it runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("the host name is unknown"), "{stderr}");
    // Retries would take 60 seconds.
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    folder.write(std::ffi::OsStr::from_bytes(b"\xff\xfe"), "x");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hashlane"))
        .args(["sum", "-a", "md5"])
        .arg(std::ffi::OsStr::from_bytes(b"\xff\xfe"))
        .current_dir(folder.path(""))
        .output()
        .expect("it runs");
    // MD5 of "x" (hashlib).
    assert_eq!(output.stdout, b"9dd4e461268c8034f5c8564e155c67a6  \xff\xfe\n");
    folder.write("SUMS", &output.stdout);
    let run = folder.hashlane(&["check", "-a", "md5", "SUMS"]);
    assert_eq!(run.printed(), b"\xff\xfe: OK\n");
    // JSON would hold another name, which `check` wouldn't find.
    let name = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_hashlane"))
        .args(["sum", "--json"])
        .arg(name)
        .current_dir(folder.path(""))
        .output()
        .expect("it runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

#[cfg(unix)]
#[test]
fn a_stream_is_written_beside_a_file_whose_name_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let [name, compressed] = [&b"\xff\xfe"[..], b"\xff\xfe.zst"].map(std::ffi::OsStr::from_bytes);
    folder.write(name, "x");
    let succeeds = |command: &str, name| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_hashlane"));
        program.args([command, "-f", "-a", "md5", "--sums", "SUMS"]).arg(name);
        let output = program.current_dir(folder.path("")).output().expect("it runs");
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    };
    succeeds("compress", name);
    let lines = fs::read(folder.path("SUMS")).expect("it was written");
    // MD5 of "x" (hashlib).
    assert!(lines.starts_with(b"MD5 (\xff\xfe) = 9dd4e461268c8034f5c8564e155c67a6\n"), "{lines:?}");
    assert_eq!(folder.hashlane(&["check", "SUMS"]).printed(), b"\xff\xfe: OK\n\xff\xfe.zst: OK\n");
    fs::remove_file(folder.path("").join(name)).expect("it is there");
    succeeds("decompress", compressed);
    assert_eq!(fs::read(folder.path("").join(name)).expect("it was written"), b"x");
}
