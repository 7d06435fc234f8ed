//! The tools read our lines, and we read theirs; exit codes side by side.

use super::folder::{Folder, NAMES};

/// A tool, its arguments, and our algorithm.
const TOOLS: &[(&str, &[&str], &str)] = &[
    ("md5sum", &[], "md5"),
    ("sha1sum", &[], "sha1"),
    ("sha224sum", &[], "sha224"),
    ("sha256sum", &[], "sha256"),
    ("sha384sum", &[], "sha384"),
    ("sha512sum", &[], "sha512"),
    ("b2sum", &[], "blake2b"),
    ("b3sum", &[], "blake3"),
    ("xxhsum", &["-H0"], "xxh32"),
    ("xxhsum", &["-H1"], "xxh64"),
    ("xxhsum", &["-H2"], "xxh128"),
    ("xxhsum", &["-H3"], "xxh3"),
];

/// Debian 12's xxhsum 0.8.1 does not escape names; b3sum refuses to escape a carriage return.
fn names(tool: &str) -> Vec<&'static str> {
    let plain = |name: &&&str| match tool {
        "xxhsum" => !name.contains(['\n', '\r', '\\']),
        "b3sum" => !name.contains('\r'),
        _ => true,
    };
    NAMES.iter().filter(plain).copied().collect()
}

#[test]
fn lines_are_those_of_the_tools() {
    let folder = Folder::filled();
    for (tool, arguments, algorithm) in TOOLS {
        let names = names(tool);
        // xxhsum 0.8.1 writes a tag for XXH3, later ones a prefix.
        let forms: &[&[&str]] = match *algorithm {
            "xxh3" => &[&["--tag"]],
            _ => &[&[], &["--tag"]],
        };
        for form in forms {
            // xxhsum doesn't support `--`.
            let (end, files): (&[&str], Vec<_>) = match *tool {
                "xxhsum" => {
                    (&[], names.iter().copied().filter(|name| !name.starts_with('-')).collect())
                }
                _ => (&["--"], names.clone()),
            };
            let theirs = [*arguments, form, end, &files].concat();
            let Some(run) = folder.tool(tool, &theirs) else { continue };
            let ours =
                folder.hashlane(&[&["sum", "-a", algorithm], *form, &["--"], &files].concat());
            let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("these names are UTF-8");
            assert_eq!(text(ours.printed()), text(run.listed()), "{tool} {arguments:?} {form:?}");
        }
    }
}

#[test]
fn each_reads_the_lines_of_the_other() {
    let folder = Folder::filled();
    for (tool, arguments, algorithm) in TOOLS {
        let names: Vec<_> = names(tool).into_iter().filter(|name| !name.starts_with('-')).collect();
        let Some(run) = folder.tool(tool, &[*arguments, &names[..]].concat()) else { continue };
        folder.write("THEIRS", run.listed());
        let check = folder.hashlane(&["check", "-a", algorithm, "THEIRS"]).printed();
        let check = String::from_utf8(check).expect("UTF-8");
        assert_eq!(
            check.lines().filter(|line| line.ends_with(": OK")).count(),
            names.len(),
            "{tool}"
        );
        for form in [&[][..], &["--tag"]] {
            let ours = folder.hashlane(&[&["sum", "-a", algorithm], form, &names[..]].concat());
            folder.write("OURS", ours.printed());
            let theirs = folder.tool(tool, &["-c", "OURS"]).expect("it is there");
            assert_eq!(theirs.code, Some(0), "{tool} {form:?}: {theirs:?}");
            let oks = String::from_utf8_lossy(&theirs.stdout).matches(": OK").count();
            assert_eq!(oks, names.len(), "{tool} {form:?}");
        }
    }
}

/// Lines of 64, 32 and 128 digits, for which only the manifest's name tells the algorithm.
#[test]
fn names_of_manifests_tell_the_algorithm() {
    let folder = Folder::filled();
    for (tool, manifests) in [
        ("md5sum", &["MD5SUMS", "x.md5"][..]),
        ("sha256sum", &["SHA256SUMS", "x.sha256"]),
        ("sha512sum", &["SHA512SUMS", "CHECKSUMS.sha512"]),
        ("b2sum", &["B2SUMS", "x.b2"]),
        ("b3sum", &["B3SUMS", "x.b3"]),
    ] {
        let Some(run) = folder.tool(tool, &["a.txt", "empty"]) else { continue };
        let theirs = run.listed();
        for &manifest in manifests {
            folder.write(manifest, &theirs);
            let check = folder.hashlane(&["check", manifest]).printed();
            assert_eq!(check, b"a.txt: OK\nempty: OK\n", "{tool} {manifest}");
        }
        // Without a name, all algorithms with so many digits are tried.
        folder.write("SUMS", &theirs);
        let check = folder.hashlane(&["check", "SUMS"]).printed();
        assert_eq!(check, b"a.txt: OK\nempty: OK\n", "{tool}");
    }
    // An option takes precedence over the name: SHA-256 of "a" (hashlib) is not a BLAKE3.
    folder.write("a", "a");
    let line = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n";
    folder.write("B3SUMS", line);
    assert_eq!(folder.hashlane(&["check", "B3SUMS"]).code, Some(1));
    assert_eq!(folder.hashlane(&["check", "-a", "sha256", "B3SUMS"]).printed(), b"a: OK\n");
}

#[test]
fn lines_that_only_some_tools_write() {
    let folder = Folder::filled();
    let names = ["a.txt", "sp ace", "empty"];
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("xxhsum", &["-H0", "--little-endian", "--tag"], &[]),
        ("xxhsum", &["-H1", "--little-endian", "--tag"], &[]),
        ("xxhsum", &["-H2", "--little-endian", "--tag"], &[]),
        ("xxhsum", &["-H3", "--little-endian", "--tag"], &[]),
        ("sha256sum", &["--binary"], &["-a", "sha256"]),
        ("sha256sum", &["--zero"], &["-a", "sha256", "--zero"]),
        ("b2sum", &["--zero", "--tag"], &["--zero"]),
        ("cksum", &[], &[]),
        ("cksum", &["--zero"], &["--zero"]),
        ("cksum", &["-a", "sha384"], &[]),
        ("cksum", &["-a", "blake2b"], &[]),
        ("cksum", &["-a", "sha224", "--untagged"], &[]),
        ("cksum", &["-a", "sm3"], &[]),
        ("cksum", &["-a", "sm3", "--untagged"], &["-a", "sm3"]),
        ("openssl", &["dgst", "-sha256"], &[]),
        ("openssl", &["dgst", "-md5"], &[]),
        ("openssl", &["dgst", "-sha512-224"], &[]),
        ("openssl", &["dgst", "-sha512-256"], &[]),
        ("openssl", &["dgst", "-sm3"], &[]),
        ("openssl", &["dgst", "-sha3-384"], &[]),
        ("openssl", &["dgst", "-blake2b512"], &[]),
        ("openssl", &["dgst", "-blake2s256"], &[]),
        ("openssl", &["dgst", "-ripemd160"], &[]),
        ("openssl", &["dgst", "-sha1", "-r"], &[]),
        ("openssl", &["dgst", "-sha256", "-r"], &["-a", "sha256"]),
        ("rhash", &["--bsd", "--md5"], &[]),
        ("rhash", &["--bsd", "--sha256", "--sha3-512"], &[]),
        ("rhash", &["--bsd", "--crc32c"], &[]),
        ("rhash", &["--bsd", "--ripemd160"], &[]),
        ("rhash", &["--crc32"], &[]),
        ("rhash", &["--sfv", "--sha1"], &[]),
        ("rhash", &["--sha1"], &[]),
        ("rhash", &["--simple", "--sha512"], &["-a", "sha512"]),
        ("rhash", &["--uppercase", "--md5"], &["-a", "md5"]),
        ("rhash", &["--crc32c"], &["-a", "crc32c"]),
    ];
    for (tool, arguments, ours) in cases {
        let Some(run) = folder.tool(tool, &[*arguments, &names[..]].concat()) else { continue };
        folder.write("THEIRS", run.listed());
        let check = folder.hashlane(&[&["check"], *ours, &["THEIRS"]].concat()).printed();
        let check = String::from_utf8(check).expect("UTF-8");
        // If a file has several digests, each line names its algorithm.
        let files: Vec<_> =
            check.lines().map(|line| line.split(": OK").next().unwrap_or_default()).collect();
        let mut different = files.clone();
        different.dedup();
        assert_eq!(different, names, "{tool} {arguments:?}: {check}");
        assert!(check.lines().all(|line| line.contains(": OK")), "{tool} {arguments:?}: {check}");
        // Checks that a wrong digest fails.
        folder.write("empty", "no longer");
        let check = folder.hashlane(&[&["check"], *ours, &["THEIRS"]].concat());
        assert_eq!(check.code, Some(1), "{tool} {arguments:?}: {check:?}");
        folder.write("empty", "");
    }
}

/// Errors name algorithms that hashlane lacks; their lines are not skipped.
#[test]
fn tags_of_other_algorithms() {
    let folder = Folder::filled();
    for (tool, arguments, tag) in [
        ("b2sum", &["--tag", "-l", "256"][..], "BLAKE2b-256"),
        ("rhash", &["--bsd", "--tth"], "TTH"),
        ("rhash", &["--bsd", "--sha256", "--whirlpool"], "WHIRLPOOL"),
    ] {
        let Some(run) = folder.tool(tool, &[arguments, &["a.txt"]].concat()) else { continue };
        folder.write("THEIRS", run.listed());
        let check = folder.hashlane(&["check", "THEIRS"]);
        assert_eq!(check.code, Some(2), "{tool} {arguments:?}: {check:?}");
        let complaints = check.complaints();
        assert!(complaints[0].contains(&format!("is of {tag},")), "{tool}: {complaints:?}");
    }
}

/// Prepares a SHA-256 manifest in a folder with `a` and `b`, and returns the exit codes of both programs.
fn exit_codes(manifest: &str, arguments: &[&str]) -> (Option<i32>, Option<i32>) {
    let folder = Folder::new();
    folder.write("a", "a");
    folder.write("b", "b");
    folder.write("SUMS", manifest);
    let theirs = folder.tool("sha256sum", &[&["-c"], arguments, &["SUMS"]].concat());
    let ours = folder.hashlane(&[&["check", "-a", "sha256"], arguments, &["SUMS"]].concat());
    (theirs.map_or(Some(-1), |run| run.code), ours.code)
}

#[test]
fn exit_codes_side_by_side() {
    // SHA-256 of "a" and of "b" (hashlib).
    let a = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n";
    let b = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b\n";
    let bad = "0000000000000000000000000000000000000000000000000000000000000000  a\n";
    let missing = "0000000000000000000000000000000000000000000000000000000000000000  c\n";
    let folder = "0000000000000000000000000000000000000000000000000000000000000000  .\n";
    let cases: &[(&str, &[&str], i32, i32)] = &[
        (&format!("{a}{b}"), &[], 0, 0),
        (&format!("{a}# comment\n\n{b}"), &["--strict"], 0, 0),
        (&format!("{a}{bad}"), &[], 1, 1),
        (&format!("{a}{bad}"), &["--status"], 1, 1),
        (&format!("{a}{missing}"), &[], 1, 1),
        (&format!("{a}{missing}"), &["--ignore-missing"], 0, 0),
        // A line that is not understood may be about a damaged file, so ours is not 0.
        (&format!("{a}junk\n"), &[], 0, 1),
        (&format!("{a}junk\n"), &["--warn"], 0, 1),
        (&format!("{a}junk\n"), &["--status"], 0, 1),
        (&format!("{a}junk\n"), &["--strict"], 1, 1),
        // Their exit code 1 for trouble is 2 in ours.
        ("junk\n", &[], 1, 2),
        ("", &[], 1, 2),
        (missing, &["--ignore-missing"], 1, 2),
        (&format!("{a}{folder}"), &[], 1, 2),
    ];
    for (manifest, arguments, theirs, ours) in cases {
        let (found_theirs, found_ours) = exit_codes(manifest, arguments);
        assert_eq!(found_ours, Some(*ours), "{manifest:?} {arguments:?}");
        if found_theirs != Some(-1) {
            assert_eq!(found_theirs, Some(*theirs), "sha256sum: {manifest:?} {arguments:?}");
        }
    }
}

/// A name that means no algorithm, or another one, makes lines with tags, as the tools write and read them.
#[test]
fn check_reads_what_sum_writes_under_any_name() {
    let folder = Folder::filled();
    for (algorithm, tool, is_tagged) in [
        ("sha256", "sha256sum", ["SUMS", "B3SUMS"].map(|name| (name, name == "B3SUMS"))),
        ("blake3", "b3sum", ["SUMS", "B3SUMS"].map(|name| (name, name == "SUMS"))),
        ("blake2b", "b2sum", ["SUMS", "x.b2"].map(|name| (name, name == "SUMS"))),
    ] {
        let names = names(tool);
        for (manifest, is_tagged) in is_tagged {
            let start = ["sum", "-f", "-a", algorithm, "-o", manifest, "--"];
            folder.hashlane(&[&start[..], &names].concat()).printed();
            let text = std::fs::read(folder.path(manifest)).expect("it is there");
            let form = if is_tagged { &["--tag"][..] } else { &[] };
            if let Some(run) = folder.tool(tool, &[form, &["--"], &names].concat()) {
                assert_eq!(String::from_utf8(run.listed()), String::from_utf8(text), "{algorithm}");
            }
            folder.hashlane(&["check", "--quiet", manifest]).printed();
            if let Some(run) = folder.tool(tool, &["--check", manifest]) {
                run.listed();
            }
        }
    }
}
