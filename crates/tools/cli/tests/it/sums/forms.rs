//! JSON, S3's values, several algorithms, help.

use serde_json::{Value, json};

use super::folder::Folder;

fn objects(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("JSON is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn several_algorithms_of_several_files_come_in_order() {
    let folder = Folder::new();
    folder.write("a", "");
    folder.write("b", "abc");
    let text = folder.hashlane(&["sum", "-a", "md5,crc32,sha1", "b", "a", "-"]).printed();
    // hashlib and zlib.
    let expected = "\
MD5 (b) = 900150983cd24fb0d6963f7d28e17f72
CRC32 (b) = 352441c2
SHA1 (b) = a9993e364706816aba3e25717850c26c9cd0d89d
MD5 (a) = d41d8cd98f00b204e9800998ecf8427e
CRC32 (a) = 00000000
SHA1 (a) = da39a3ee5e6b4b0d3255bfef95601890afd80709
MD5 (-) = d41d8cd98f00b204e9800998ecf8427e
CRC32 (-) = 00000000
SHA1 (-) = da39a3ee5e6b4b0d3255bfef95601890afd80709
";
    assert_eq!(String::from_utf8(text).expect("UTF-8"), expected);
    folder.write("SUMS", expected);
    folder.write("b", "abd");
    let run = folder.hashlane(&["check", "--quiet", "SUMS"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, b"b: FAILED (md5)\nb: FAILED (crc32)\nb: FAILED (sha1)\n");
    assert_eq!(run.complaints(), ["SUMS: checksums that did not match: 3"]);
}

// Its names have characters that Windows forbids.
#[cfg(unix)]
#[test]
fn standard_input_and_zero_bytes() {
    let folder = Folder::filled();
    // MD5 of "abc" (hashlib).
    let run = folder.hashlane_reading(&["sum", "-a", "md5"], b"abc");
    assert_eq!(run.printed(), b"900150983cd24fb0d6963f7d28e17f72  -\n");
    let manifest = folder.hashlane(&["sum", "-z", "new\nline", "back\\slash"]).printed();
    assert_eq!(manifest.iter().filter(|&&byte| byte == 0).count(), 2);
    let run = folder.hashlane_reading(&["check", "-z", "-"], &manifest);
    assert_eq!(run.printed(), b"\\new\\nline: OK\n\\back\\\\slash: OK\n");
}

#[test]
fn json_lines() {
    let folder = Folder::new();
    folder.write("b", "abc");
    let printed = folder.hashlane(&["sum", "--json", "-a", "md5", "b"]).printed();
    // hashlib and base64 of Python.
    let object = json!({
        "file": "b", "size": 3, "algorithm": "md5",
        "hex": "900150983cd24fb0d6963f7d28e17f72", "base64": "kAFQmDzST7DWlj99KOF/cg==",
    });
    assert_eq!(objects(&printed), [object]);
    folder.write(
        "SUMS",
        "900150983cd24fb0d6963f7d28e17f72  b\n900150983cd24fb0d6963f7d28e17f72  c\n",
    );
    let run = folder.hashlane(&["check", "--json", "-a", "md5", "SUMS"]);
    assert_eq!(run.code, Some(1));
    let results: Vec<_> =
        objects(&run.stdout).iter().map(|object| object["result"].clone()).collect();
    assert_eq!(results, ["ok", "missing"]);
}

#[test]
fn values_of_s3() {
    let folder = Folder::new();
    folder.write("b", "abc");
    // CRC32C of "abc" is 364b3fb7 (google-crc32c).
    assert_eq!(folder.hashlane(&["sum", "--s3", "crc32c", "b"]).printed(), b"Nks/tw==  b\n");
    // md5(md5(b"ab") + md5(b"c")) of hashlib.
    let expected = "d833159094d1d7ad96ffcc78414e3682-2  b\n";
    let run = folder.hashlane(&["sum", "--s3", "MD5", "--part-size", "2B", "b"]).printed();
    assert_eq!(String::from_utf8(run).expect("UTF-8"), expected);
}

#[test]
fn help_completions_and_pages() {
    let folder = Folder::new();
    for command in ["sum", "check", "completions", "man"] {
        let help = folder.hashlane(&[command, "--help"]).printed();
        assert!(String::from_utf8_lossy(&help).contains("\nExamples:\n"), "{command}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = folder.hashlane(&["completions", shell]).printed();
        assert!(String::from_utf8_lossy(&script).contains("hashlane"), "{shell}");
    }
    folder.hashlane(&["man", "."]).printed();
    for page in ["hashlane.1", "hashlane-sum.1", "hashlane-check.1"] {
        let text = std::fs::read_to_string(folder.path(page)).expect("a page");
        assert!(text.contains(".SH NAME"), "{page}");
    }
}
