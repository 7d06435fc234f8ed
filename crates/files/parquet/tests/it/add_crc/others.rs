//! Files of pyarrow and DuckDB and published ones, read by those engines.

use std::path::{Path, PathBuf};

use hashlane_parquet::add_crc::WrongCrc;

use super::{assert_pages, assert_verified, chunks, copy};
use crate::written::{arrow_rs, engines, published};

/// Files of all writers in one folder, and their copies in another.
fn copies(name: &str) -> (PathBuf, PathBuf, usize) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&root);
    let (files, copies) = (root.join("files"), root.join("copies"));
    std::fs::create_dir_all(&files).unwrap();
    std::fs::create_dir_all(&copies).unwrap();
    let mut all = engines::write(&files);
    for (at, file) in arrow_rs::files().into_iter().enumerate() {
        let path = files.join(format!("arrow_rs_{at}.parquet"));
        std::fs::write(&path, file.bytes).unwrap();
        all.push(path);
    }
    // The damage in the corrupt file doesn't matter for a copy that readers verify.
    for path in published::files("data").iter().filter(|path| !is_corrupt(path)) {
        let copy = files.join(path.file_name().unwrap());
        std::fs::copy(path, &copy).unwrap();
        all.push(copy);
    }
    for path in &all {
        let bytes = std::fs::read(path).unwrap();
        let what = path.display().to_string();
        let (new, done) = copy(&bytes, WrongCrc::Refuse).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!(assert_pages(&what, &bytes, &new), done.pages, "{what}");
        assert_verified(&what, &bytes, &new);
        // arrow-rs and DuckDB write no checksums; pyarrow writes them on request, as the name says.
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if ["pyarrow_", "duckdb_", "arrow_rs_"].iter().any(|writer| name.starts_with(writer)) {
            let has = name.ends_with("_True.parquet");
            assert_eq!(done.already, if has { done.pages } else { 0 }, "{what}");
        }
        std::fs::write(copies.join(path.file_name().unwrap()), new).unwrap();
    }
    (files, copies, all.len())
}

#[test]
fn engines_read_the_copies() {
    let (files, copies, count) = copies("add_crc_engines");
    assert!(count >= 36);
    engines::compare(&files, &copies);
    // Flips one bit in the body of every page of some of the copies, of each writer and page version.
    let mut places = String::new();
    for entry in std::fs::read_dir(&copies).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let chosen = [
            "pyarrow_snappy_1.0_T",
            "pyarrow_none_2.0_F",
            "zstd_v1",
            "zstd_v2",
            "_rs_0.",
            "_rs_30.",
        ];
        if !chosen.iter().any(|part| name.contains(part)) || name.contains("_False_False.parquet") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        for page in chunks(&bytes).into_iter().flatten().filter(|page| !page.body.is_empty()) {
            let middle = (page.body.start + page.body.end) / 2;
            places += &format!("{name} {middle}\n");
        }
    }
    let list = copies.parent().unwrap().join("flips");
    std::fs::write(&list, places).unwrap();
    engines::flipped(&copies, &list);
}

/// The published file that is damaged. Its README: the first page of column a and the second of b.
fn is_corrupt(path: &Path) -> bool {
    path.ends_with("datapage_v1-corrupt-checksum.parquet")
}

#[test]
fn the_published_damage_is_refused_or_kept() {
    for path in published::files("data").iter().filter(|path| is_corrupt(path)) {
        let bytes = std::fs::read(path).unwrap();
        let (new, done) = copy(&bytes, WrongCrc::Keep).unwrap();
        assert_eq!((done.wrong, done.already), (2, done.pages));
        assert!(new == bytes);
        let error = copy(&bytes, WrongCrc::Refuse).unwrap_err().to_string();
        assert!(error.contains("row group 0, column a, page 0 at byte 4"), "{error}");
    }
}
