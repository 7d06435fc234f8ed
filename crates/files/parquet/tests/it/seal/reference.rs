//! A Python program parses manifests by the specification.

use std::path::Path;

use hashlane_files::{FileSystem, Local};
use hashlane_parquet::seal::{check, seal};

use crate::written::{arrow_rs, engines, published};

/// `engines.py sealed` reads a manifest as docs/parquet-seal.md describes, with the Python packages of
/// BLAKE3 and xxHash, which share no code with the crates here.
#[test]
fn python_agrees() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sealed");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (at, file) in arrow_rs::files().into_iter().enumerate() {
        std::fs::write(folder.join(format!("arrow_rs_{at}.parquet")), file.bytes).unwrap();
    }
    engines::write(&folder);
    for path in published::files("data") {
        std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    // Larger than the four-megabyte segments that several threads hash.
    std::fs::write(folder.join("large.parquet"), large()).unwrap();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let source = Local.open(path.to_str().unwrap()).unwrap();
        let fingerprint = path.to_str().unwrap().contains("zstd").then(|| "hl1:é".to_owned());
        let manifest = seal(&*source, 3, fingerprint).unwrap();
        assert_eq!(check(&*source, &manifest, 1).unwrap(), []);
        std::fs::write(path.with_extension("parquet.seal"), manifest.text()).unwrap();
    }
    engines::sealed(&folder);
}

fn large() -> Vec<u8> {
    use parquet::basic::Compression;
    use parquet::file::properties::WriterVersion;
    let rows = arrow_rs::rows(400_000);
    let bytes =
        arrow_rs::file(&rows, Compression::UNCOMPRESSED, WriterVersion::PARQUET_2_0, false, true);
    assert!(bytes.len() > 9 << 20, "{}", bytes.len());
    bytes
}
