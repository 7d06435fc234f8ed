//! Lines. The tests of the program run the tools themselves.

use hashlane_files::digest::{ALGORITHMS, FileAlgorithm, FileDigest};
use hashlane_files::manifest::{
    LineAlgorithm, LineEnd, MalformedLine, ManifestEntry, ManifestForm, algorithm_of_name,
    described_file, line, parse, unknown_tag,
};

fn find(name: &str) -> &'static FileAlgorithm {
    FileAlgorithm::find(name).expect("there is one")
}

#[test]
fn every_line_comes_back() {
    let names: &[&[u8]] = &[
        b"a",
        b" a ",
        b"*a",
        b"a\nb",
        b"a\rb",
        b"a\\b",
        b"\\",
        b"a) = 00",
        b"SHA256 (a) = 00",
        b"\xff",
        b"XXH3_00  a",
        b"#a",
        "n\u{e4}me".as_bytes(),
        b"-",
    ];
    for algorithm in ALGORITHMS {
        let digest = FileDigest { algorithm, bytes: (0..algorithm.width as u8).collect() };
        for form in [ManifestForm::Gnu, ManifestForm::GnuBinary, ManifestForm::Tagged] {
            for end in [LineEnd::Line, LineEnd::Zero] {
                for name in names {
                    let mut line = line(&digest, name, form, end);
                    let last = line.pop();
                    assert_eq!(last, Some(if end == LineEnd::Line { b'\n' } else { 0 }));
                    assert!(!line.contains(&b'\n') || end == LineEnd::Zero);
                    let entry =
                        parse(&line, end, Some(algorithm)).expect("a line").expect("not empty");
                    let kind = LineAlgorithm::Known(algorithm);
                    let (digest, name) = (digest.bytes.clone(), name.to_vec());
                    let expected = ManifestEntry { kind, digest, parts: None, name };
                    assert_eq!(entry, expected, "{:?}", String::from_utf8_lossy(&line));
                }
            }
        }
    }
}

/// A line of an SFV file ends with its digest, so that names may have spaces.
#[test]
fn names_with_spaces_in_sfv_files() {
    // The check value of CRC-32 in the catalogue of parametrised CRC algorithms.
    let entry = parse(b"two words.txt CBF43926", LineEnd::Line, None).unwrap().unwrap();
    assert_eq!(entry.kind, LineAlgorithm::Known(find("crc32")));
    assert_eq!(
        (&entry.name[..], &entry.digest[..]),
        (&b"two words.txt"[..], &[0xCB, 0xF4, 0x39, 0x26][..])
    );
}

/// Lines of the tools: coreutils 9.1, xxhsum 0.8.1 and 0.8.3, OpenSSL 3, FreeBSD, cksfv.
#[test]
fn lines_of_other_tools() {
    let hex = |digits: usize| "ab".repeat(digits / 2);
    for (text, algorithm) in [
        (format!("{}  n", hex(40)), "sha1"),
        (format!("{} *n", hex(40)), "sha1"),
        (format!("{} n", hex(40)), "sha1"),
        (format!("{}  n\r", hex(40)), "sha1"),
        (format!("{}  n", hex(40).to_uppercase()), "sha1"),
        (format!("{}  n", hex(16)), "xxh64"),
        (format!("{}  n", hex(8)), "xxh32"),
        (format!("XXH3_{}  n", hex(16)), "xxh3"),
        (format!("XXH3 (n) = {}", hex(16)), "xxh3"),
        (format!("XXH128 (n) = {}", hex(32)), "xxh128"),
        (format!("SHA256(n)= {}", hex(64)), "sha256"),
        (format!("SHA2-256(n)= {}", hex(64)), "sha256"),
        (format!("BLAKE2b (n) = {}", hex(128)), "blake2b"),
        (format!("BLAKE3 (n) = {}", hex(64)), "blake3"),
        (format!("SHA3-256 (n) = {}", hex(64)), "sha3_256"),
        (format!("n {}", hex(8)), "crc32"),
        (format!("n    {}\r", hex(8).to_uppercase()), "crc32"),
    ] {
        let entry =
            parse(text.as_bytes(), LineEnd::Line, None).expect("a line").expect("not empty");
        assert_eq!(
            (&entry.kind, &entry.name[..]),
            (&LineAlgorithm::Known(find(algorithm)), &b"n"[..]),
            "{text}"
        );
    }
}

#[test]
fn little_endian_tags_are_turned_around() {
    let entry = parse(b"XXH64_LE (n) = 0102030405060708", LineEnd::Line, None).unwrap().unwrap();
    assert_eq!(entry.digest, [8, 7, 6, 5, 4, 3, 2, 1]);
}

#[test]
fn lengths_that_may_be_several_algorithms() {
    for (digits, usual, other) in
        [(32, "md5", "xxh128"), (64, "sha256", "blake3"), (128, "sha512", "blake2b")]
    {
        let text = format!("{}  n", "0".repeat(digits));
        let entry = parse(text.as_bytes(), LineEnd::Line, None).unwrap().unwrap();
        assert_eq!(entry.kind, LineAlgorithm::Usual(find(usual), vec![find(other)]));
        let entry = parse(text.as_bytes(), LineEnd::Line, Some(find(other))).unwrap().unwrap();
        assert_eq!(entry.kind, LineAlgorithm::Known(find(other)));
    }
    for (text, names) in [
        ("Nks/tw==  n", &["crc32", "crc32c"][..]),
        ("AAAAAAAAAAA=  n", &["crc64nvme", "xxh64", "xxh3"]),
        ("AAAAAAAAAAAAAAAAAAAAAA==  n", &["xxh128", "md5"]),
        ("AAAAAAAAAAA=-2  n", &["xxh64", "xxh3"]),
    ] {
        let entry = parse(text.as_bytes(), LineEnd::Line, None).unwrap().unwrap();
        let expected = names.iter().map(|name| find(name)).collect();
        assert_eq!(entry.kind, LineAlgorithm::Ambiguous(expected), "{text}");
        for name in names {
            let entry = parse(text.as_bytes(), LineEnd::Line, Some(find(name))).unwrap().unwrap();
            assert_eq!(entry.kind, LineAlgorithm::Known(find(name)), "{text}");
        }
    }
}

/// The values of "123456789" and of nothing are those of coreutils' `cksum`.
#[test]
fn lines_of_posix_cksum() {
    for (text, digest, name) in [
        ("930766865 9 a.txt", 930_766_865u32, "a.txt"),
        ("4294967295 0 empty", u32::MAX, "empty"),
        ("12345678 6 3 spaces ", 12_345_678, "3 spaces "),
        ("0 4  leading", 0, " leading"),
    ] {
        let entry = parse(text.as_bytes(), LineEnd::Line, None).unwrap().unwrap();
        let LineAlgorithm::Known(algorithm) = entry.kind else { panic!("{text}: {entry:?}") };
        assert_eq!(algorithm.name, "cksum", "{text}");
        assert_eq!(entry.digest, digest.to_be_bytes(), "{text}");
        assert_eq!(entry.name, name.as_bytes(), "{text}");
    }
    // These are not lines of `cksum`: a column has another width, or a number has a sign or a leading zero.
    for text in ["36979     1 a.txt", "4294967296 6 a", "+1 6 a", "012 6 a", "1 -6 a", "1 a"] {
        assert_eq!(parse(text.as_bytes(), LineEnd::Line, None), Err(MalformedLine), "{text:?}");
    }
    let xxh32 = parse(b"12345678 6 a", LineEnd::Line, Some(find("xxh32"))).unwrap().unwrap();
    assert_eq!((xxh32.kind, &xxh32.name[..]), (LineAlgorithm::Known(find("xxh32")), &b"6 a"[..]));
}

#[test]
fn lines_of_rhash() {
    let sha1 = "F572D396FAE9206628714FB2CE00F72E94F2258F";
    let entry = parse(format!("a b.txt {sha1}").as_bytes(), LineEnd::Line, None).unwrap().unwrap();
    assert_eq!(
        (entry.kind, &entry.name[..]),
        (LineAlgorithm::Known(find("sha1")), &b"a b.txt"[..])
    );
    // Two digests of one file in one line.
    let both = format!("a.txt  b1946ac92492d2347c6235b4d2611184  {sha1}");
    assert_eq!(parse(both.as_bytes(), LineEnd::Line, None), Err(MalformedLine));
    let entry =
        parse(b"RMD160 (a) = 0057b0dc5aac7c215a9a458d6c3c85cd21089af8", LineEnd::Line, None);
    assert_eq!(entry.unwrap().unwrap().kind, LineAlgorithm::Known(find("ripemd160")));
}

#[test]
fn tags_of_algorithms_that_are_not_ours() {
    for (text, tag) in [
        ("TTH   (a) = dctzg7v3jmt2jdj6vozu4yisnzvethe76v2goni", Some("TTH")),
        ("MD4(a.txt)= f7a87a195b0cc0052b9d598482212ceb", Some("MD4")),
        ("BLAKE2b-256 (a) = 93becc6e9882211c3ec3708c95bcd69b", Some("BLAKE2b-256")),
        ("SHAKE-128(a)= 4a361de3a0e980a55388df742e9b314b", Some("SHAKE-128")),
        ("SHA256 (n) = 00", None),
        ("f(x) = y", None),
        ("0123456789abcdef  a (b) = c", None),
    ] {
        assert_eq!(unknown_tag(text.as_bytes()), tag, "{text}");
    }
}

#[test]
fn names_of_manifests() {
    for (name, algorithm) in [
        ("SHA256SUMS", "sha256"),
        ("SHA1SUMS", "sha1"),
        ("MD5SUMS", "md5"),
        ("B2SUMS", "blake2b"),
        ("B3SUMS", "blake3"),
        ("XXH128SUMS", "xxh128"),
        ("SHA3-256SUMS", "sha3_256"),
        ("tool_1.2_SHA256SUMS", "sha256"),
        ("tool-SHA512SUMS.txt", "sha512"),
        ("sha256sum.txt", "sha256"),
        ("x.sha256", "sha256"),
        ("x.tar.md5", "md5"),
        ("x.md5sum", "md5"),
        ("x.b3", "blake3"),
        ("x.xxh3", "xxh3"),
        ("x.blake2b", "blake2b"),
        ("CHECKSUMS.sha512", "sha512"),
        ("checksums-blake3.txt", "blake3"),
        ("manifest-sha256.txt", "sha256"),
        ("bag/tagmanifest-md5.txt", "md5"),
        ("folder.md5/SHA256SUMS", "sha256"),
        ("s3://bucket/SHA256SUMS", "sha256"),
        ("https://host/x.sha256?versionId=x.md5", "sha256"),
    ] {
        assert_eq!(algorithm_of_name(name), Some(find(algorithm)), "{name}");
    }
    for name in [
        "",
        "-",
        "SUMS",
        "CHECKSUMS",
        "sums.txt",
        "SHA257SUMS",
        "md5",
        "x.sha",
        "x.md5/SUMS",
        "x-SHA3-256SUMS",
        "x.sha256.bak",
        "9.0.6-sha.txt",
    ] {
        assert_eq!(algorithm_of_name(name), None, "{name}");
    }
}

#[test]
fn files_that_names_of_manifests_describe() {
    for (name, file) in [
        ("x.iso.sha256", Some("x.iso")),
        ("a/x.iso.SHA256SUM.TXT", Some("a/x.iso")),
        ("x.b3", Some("x")),
        ("x.iso.checksum", Some("x.iso")),
        ("https://host/x.iso.md5", Some("https://host/x.iso")),
        ("https://host/x.iso.md5?version=1", None),
        ("SHA256SUMS", None),
        ("sha256sum.txt", None),
        ("x.txt", None),
        ("a/.md5", None),
        (".sha1", None),
        ("", None),
        ("-", None),
    ] {
        assert_eq!(described_file(name), file, "{name}");
    }
}

#[test]
fn what_is_no_line() {
    for text in ["", " \t", "# a comment", "  # a comment", "; Generated by cksfv", "\r"] {
        assert_eq!(parse(text.as_bytes(), LineEnd::Line, None), Ok(None), "{text:?}");
    }
    for text in [
        "a",
        "  n",
        "zz  n",
        "abc  n",
        "ab  n",
        "0123456789abcdef",
        "0123456789abcdef  ",
        "SHA256 (n) = 00",
        "SHA257 (n) = 00",
        "SHA257 (n) = 01234567",
        "n 0123456",
        " 01234567",
        "SHA256 (n) =",
        "SHA256 (",
        "=(",
        "SHA1 = (",
        "XXH3_00  n",
        "\\0123456789abcdef  a\\tb",
        "\\0123456789abcdef  a\\",
        "\\",
        "0123456789abcdef  a\0b",
        // Base64 without its padding, and with bits after the end.
        "Nks/tw  n",
        "Nks/tx==  n",
        // A number of parts that S3 doesn't have, and algorithms that it doesn't compute over parts.
        "d833159094d1d7ad96ffcc78414e3682-0  n",
        "d833159094d1d7ad96ffcc78414e3682-10001  n",
        "352441c2-1  n",
        "sha256-Nks/tw==  n",
        "sha257:00  n",
        "{}",
        "{\"file\": \"n\", \"algorithm\": \"crc32\", \"value\": \"00\"}",
    ] {
        assert_eq!(parse(text.as_bytes(), LineEnd::Line, None), Err(MalformedLine), "{text:?}");
    }
}
