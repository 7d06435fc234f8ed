//! Manifests as people have them: encodings, bags, digests alone, names without an algorithm, base64.
//!
//! The digests of "good\n" are those of coreutils and `openssl dgst -binary | base64`.

use std::fs;

use super::folder::{Folder, Run};

const MD5: &str = "d7f986677d9f563bd1794b09d82206a3";
const SHA1: &str = "1f8acd3265e5ba098dec495eece41c11ba093463";
const SHA256: &str = "106675dc1490d5cdd6d1f0410731316ce93fc964c6cf6726e2b0d53e19688feb";
const SHA512: &str = "91597a98a124371735222cf56840b4d719ca9c024bebe216e092ce1cbd8a8e25b4ffa9457da002595bae55475a282a39fc7471dcc4a36cf91f5ea620baead52c";
const BLAKE2B: &str = "0514470ebe40acab4071f185c616c854b6f87024d69236c5e668b0b91897f79988047834ed5312fd07840a924dc58fe0cda635fcc46caee85f7437712f740408";
const SHA256_BASE64: &str = "EGZ13BSQ1c3W0fBBBzExbOk/yWTGz2cm4rDVPhloj+s=";
const SHA384_BASE64: &str = "kaPBLBHuMDUbjN/q321DgPIlyeuFlYv+jNFnGmnOG+52cGrFp1kh15sWEvzYc1ZQ";
const MD5_BASE64: &str = "1/mGZ32fVjvReUsJ2CIGow==";

/// A folder with the files `f1` and `f2`, both with "good\n".
fn good() -> Folder {
    let folder = Folder::new();
    folder.write("f1", "good\n");
    folder.write("f2", "good\n");
    folder
}

/// Checks that a manifest with both files is accepted, and that damage to either is found, in text, and with `-s`.
#[track_caller]
fn finds(manifest: &str, content: impl AsRef<[u8]>, arguments: &[&str]) {
    let folder = good();
    folder.write(manifest, content);
    let check =
        |more: &[&str]| folder.hashlane(&[&["check"], arguments, more, &[manifest]].concat());
    assert_eq!(check(&[]).printed(), b"f1: OK\nf2: OK\n", "{manifest}");
    for damaged in ["f1", "f2"] {
        folder.write(damaged, "bad\n");
        let Run { code, stdout, stderr } = check(&["--quiet"]);
        assert_eq!(code, Some(1), "{manifest}: {stderr}");
        assert_eq!(stdout, format!("{damaged}: FAILED\n").as_bytes(), "{manifest}: {stderr}");
        let silent = Run { code: Some(1), stdout: Vec::new(), stderr: String::new() };
        assert_eq!(check(&["-s"]), silent, "{manifest}");
        folder.write(damaged, "good\n");
    }
}

fn two(digest: &str) -> String {
    format!("{digest}  f1\n{digest}  f2\n")
}

#[test]
fn byte_order_marks_and_utf_16() {
    for text in [two(SHA256), two(SHA256).replace('\n', "\r\n")] {
        finds("BOM-SHA256SUMS", format!("\u{feff}{text}"), &[]);
        // Two manifests, one after the other.
        finds(
            "SHA256SUMS",
            text.lines().map(|line| format!("\u{feff}{line}\n")).collect::<String>(),
            &[],
        );
        let units: Vec<u16> = text.encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for (mark, bytes) in
            [(&b"\xFF\xFE"[..], &little), (b"\xFE\xFF", &big), (b"", &little), (b"", &big)]
        {
            finds("SHA256SUMS", [mark, bytes].concat(), &[]);
        }
    }
    // The name of a file in UTF-16.
    let folder = Folder::new();
    folder.write("ünï 漢 😀", "good\n");
    let text: Vec<u8> =
        format!("\u{feff}{SHA256} *ünï 漢 😀").encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("SUMS", &text);
    assert_eq!(folder.hashlane(&["check", "SUMS"]).printed(), "ünï 漢 😀: OK\n".as_bytes());
    folder.write("SUMS", &text[..text.len() - 1]);
    let run = folder.hashlane(&["check", "SUMS"]);
    assert_eq!((run.code, run.complaints()), (Some(2), vec!["SUMS: is not valid UTF-16"]));
}

#[test]
fn names_without_an_algorithm() {
    for name in ["9.0.6-sha.txt", "checksums.txt", "SHASUMS512.txt", "x-checksums.txt", "SUMS"] {
        for digest in [MD5, SHA1, SHA256, SHA512] {
            finds(name, two(digest), &[]);
        }
    }
    finds("checksums.txt", two(BLAKE2B), &["-a", "blake2b"]);
    finds("checksums-blake2b.txt", two(BLAKE2B), &[]);
    finds("b2sums.txt", two(BLAKE2B), &[]);
    // Digests of another algorithm of that length are tried, too.
    finds("checksums.txt", two(BLAKE2B), &[]);
    let folder = good();
    folder.write("checksums.txt", two(BLAKE2B));
    folder.write("f2", "bad\n");
    let run = folder.hashlane(&["check", "checksums.txt"]);
    assert_eq!((run.code, &run.stdout[..]), (Some(1), &b"f1: OK\nf2: FAILED\n"[..]));
    let hint =
        "checksums.txt: digests without an algorithm are not those of sha512, nor of blake2b";
    assert_eq!(run.complaints(), ["checksums.txt: checksums that did not match: 1", hint]);
}

#[test]
fn tabs_and_indentation() {
    for text in [
        format!("{SHA256}\tf1\n{SHA256}\t\tf2\n"),
        format!("{SHA256} \tf1\n{SHA256}\t f2\n"),
        format!("  {SHA256}  f1\n\t{SHA256} *f2\n \t\n"),
        format!("    SHA256 (f1) = {SHA256}\n\tSHA256(f2)= {SHA256}  \n"),
    ] {
        finds("checksums.txt", &text, &[]);
        finds("checksums.txt", text.replace('\n', "\r\n"), &[]);
    }
    // CRC-32 of "good\n" (zlib).
    finds("x.sfv", "; a comment\nf1\t2cba70b5\nf2   2cba70b5\n", &[]);
}

#[test]
fn base64() {
    for digest in [SHA256_BASE64, SHA384_BASE64] {
        finds("checksums.txt", two(digest), &[]);
    }
    finds("checksums.txt", two(&format!("sha256-{SHA256_BASE64}")), &[]);
    finds("checksums.txt", two(&format!("sha384-{SHA384_BASE64}")), &[]);
    finds("checksums.txt", two(&format!("sha256:{SHA256}")), &[]);
    finds("checksums.txt", two(MD5_BASE64), &["-a", "md5"]);
    finds("MD5SUMS", two(MD5_BASE64), &[]);
    // As `cksum --base64` of coreutils 9.2 writes them.
    finds(
        "checksums.txt",
        format!("MD5 (f1) = {MD5_BASE64}\nSHA384 (f2) = {SHA384_BASE64}\n"),
        &[],
    );
    let folder = good();
    folder.write("checksums.txt", two(MD5_BASE64));
    let run = folder.hashlane(&["check", "checksums.txt"]);
    let complaint =
        "checksums.txt: line 1 may be xxh128 or md5: say which with -a (lines like it: 2)";
    assert_eq!((run.code, run.complaints()), (Some(2), vec![complaint]));
}

// Its names have characters that Windows forbids.
#[cfg(unix)]
#[test]
fn bags() {
    let folder = Folder::new();
    let names = ["data/a b", "data/line\nbreak", "data/cr\rx", "data/100%", "data/50%25"];
    let written = ["data/a b", "data/line%0Abreak", "data/cr%0dx", "data/100%25", "data/50%2525"];
    for bag in ["", "bag/"] {
        fs::create_dir_all(folder.path(format!("{bag}data"))).expect("a folder");
        let lines = written.map(|name| format!("{SHA256}   {name}\n")).concat();
        folder.write(format!("{bag}manifest-sha256.txt"), lines);
        let tags = format!("{SHA256}\tbagit.txt\n{SHA256} *bag-info.txt\n");
        folder.write(format!("{bag}tagmanifest-sha256.txt"), tags);
        for name in names.iter().chain(&["bagit.txt", "bag-info.txt"]) {
            folder.write(format!("{bag}{name}"), "good\n");
        }
        for manifest in ["manifest-sha256.txt", "tagmanifest-sha256.txt"] {
            let check = ["check", "--quiet", &format!("{bag}{manifest}")];
            assert_eq!(folder.hashlane(&check).printed(), b"", "{bag}{manifest}");
        }
        for (name, shown) in names.iter().zip([
            "data/a b",
            "\\BAGdata/line\\nbreak",
            "\\BAGdata/cr\\rx",
            "data/100%",
            "data/50%25",
        ]) {
            folder.write(format!("{bag}{name}"), "bad\n");
            let run = folder.hashlane(&["check", "-q", &format!("{bag}manifest-sha256.txt")]);
            let shown = match shown.contains("BAG") {
                true => shown.replace("BAG", bag),
                false => format!("{bag}{shown}"),
            };
            let expected = format!("{shown}: FAILED\n");
            assert_eq!(
                (run.code, String::from_utf8_lossy(&run.stdout).into_owned()),
                (Some(1), expected)
            );
            folder.write(format!("{bag}{name}"), "good\n");
        }
    }
}

#[test]
fn a_digest_alone_belongs_to_the_file_beside_it() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("images")).expect("a folder");
    for (manifest, content) in [
        ("x.iso.sha256", SHA256),
        ("x.iso.SHA256", SHA256),
        ("x.iso.sha256.txt", SHA256),
        ("x.iso.sha256sum", &format!(" {SHA256} \r\n\r\n")),
        ("x.iso.md5", MD5),
        ("x.iso.sha", SHA1),
        ("x.iso.checksum", SHA512),
        ("x.iso.b2", BLAKE2B),
        ("x.iso.sha256", &format!("\u{feff}{SHA256}\n")),
        ("x.iso.sha384", SHA384_BASE64),
        ("x.iso.sha", &format!("sha384-{SHA384_BASE64}\n")),
        ("images/x.iso.sha256", SHA256),
    ] {
        let file = manifest.split_once(".iso").expect("it is one").0.to_owned() + ".iso";
        folder.write(&file, "good\n");
        folder.write(manifest, content);
        let expected = format!("{file}: OK\n");
        assert_eq!(
            folder.hashlane(&["check", manifest]).printed(),
            expected.as_bytes(),
            "{manifest}"
        );
        folder.write(&file, "bad\n");
        let run = folder.hashlane(&["check", manifest]);
        let expected = format!("{file}: FAILED\n");
        assert_eq!((run.code, run.stdout), (Some(1), expected.into_bytes()), "{manifest}");
        fs::remove_file(folder.path(&file)).expect("it is there");
        assert_eq!(folder.hashlane(&["check", manifest]).code, Some(1), "{manifest}");
    }
}

#[test]
fn a_digest_alone_whose_file_is_not_known() {
    let folder = Folder::new();
    folder.write("x.iso", "good\n");
    let two = format!("{SHA256}\n{SHA256}\n");
    for (manifest, content) in
        [("SHA256SUMS", SHA256), ("checksums.txt", SHA256), ("x.iso.sha256", &two)]
    {
        folder.write(manifest, content);
        let run = folder.hashlane(&["check", manifest]);
        let complaint = format!(
            "{manifest}: has no checksum line, as in 'HEX  NAME'. For a Parquet file, run hashlane parquet verify"
        );
        assert_eq!((run.code, run.complaints()), (Some(2), vec![&*complaint]));
    }
    // Beside a good line, it is one that is not understood.
    folder.write("x.iso.sha256", format!("{SHA256}\n{SHA256}  x.iso\n"));
    let run = folder.hashlane(&["check", "--warn", "x.iso.sha256"]);
    assert_eq!((run.code, &run.stdout[..]), (Some(1), &b"x.iso: OK\n"[..]));
    let complaints =
        ["x.iso.sha256: line 1 is not a checksum line", "x.iso.sha256: malformed lines: 1"];
    assert_eq!(run.complaints(), complaints);
}

/// Fedora and others publish signed manifests. The signature is skipped.
#[test]
fn signed_manifests() {
    let signed = |text: &str, end: &str| {
        format!(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{text}-----BEGIN PGP SIGNATURE-----\n\n\
             iQIzBAEBCAAdFiEE\n=abcd\n{end}"
        )
    };
    let end = "-----END PGP SIGNATURE-----\n";
    let text = format!("# f1: 5 bytes\nSHA256 (f1) = {SHA256}\nSHA256 (f2) = {SHA256}\n");
    finds("CHECKSUM", signed(&text, end), &[]);
    finds("CHECKSUM", signed(&text, end).replace('\n', "\r\n"), &[]);
    // What follows the signature is read, and lines that a frame could hide are reported.
    let first = format!("{SHA256}  f1\n");
    let second = format!("{SHA256}  f2\n");
    finds("CHECKSUM", signed(&first, end) + &second, &[]);
    let folder = good();
    for hidden in
        [signed(&first, &second), format!("-----BEGIN PGP SIGNED MESSAGE-----\n{second}\n{first}")]
    {
        folder.write("CHECKSUM", &hidden);
        let run = folder.hashlane(&["check", "CHECKSUM"]);
        let expected: &[u8] = match hidden.contains("SIGNATURE") {
            true => b"f1: OK\nf2: OK\n",
            false => b"f2: OK\nf1: OK\n",
        };
        // Without its end, a signature may hide more.
        let is_whole = hidden.contains(end) || !hidden.contains("SIGNATURE");
        assert_eq!((run.code == Some(0), &run.stdout[..]), (is_whole, expected), "{hidden}");
    }
}

#[test]
fn objects_that_are_not_lines_of_sum() {
    let folder = good();
    for object in [
        r#"{"file": "f1"}"#,
        r#"{"file": "f1", "algorithm": "sha257", "hex": "00"}"#,
        r#"{"file": "f1", "algorithm": "md5", "hex": "00"}"#,
        r#"{"file": "", "algorithm": "crc32", "hex": "00000000"}"#,
        r#"{"algorithm": "crc32", "hex": "00000000"}"#,
        r#"{"file": "f1", "algorithm": "crc32", "hex": "00000000""#,
    ] {
        folder.write("SUMS", format!("{SHA256}  f2\n{object}\n"));
        let run = folder.hashlane(&["check", "SUMS"]);
        assert_eq!(
            (run.code, run.complaints()),
            (Some(1), vec!["SUMS: malformed lines: 1"]),
            "{object}"
        );
    }
    // A file may have such a name in a line of another form.
    folder.write("{a}.txt", "good\n");
    folder.write("x.sfv", "{a}.txt 2cba70b5\n");
    assert_eq!(folder.hashlane(&["check", "x.sfv"]).printed(), b"{a}.txt: OK\n");
}
