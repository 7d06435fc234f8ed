//! S3's checksums of objects in parts, against a computation by other packages.

use hashlane_files::digest::{DigestPass, FileBatch};
use hashlane_files::s3::{CHECKSUMS, MOST_PARTS, S3Checksum};

use crate::memory::{Memory, cycle, vectors};

#[test]
fn composites() {
    let vectors = vectors();
    let rows = vectors["composites"].as_array().expect("a list");
    for row in rows {
        let checksum = S3Checksum::find(row["checksum"].as_str().expect("a name")).expect("known");
        let number = |key: &str| row[key].as_u64().expect("a number");
        let file = Memory(cycle(number("length") as usize));
        let value = checksum.composite(&file, number("part_size"), &FileBatch::on(2), &|_| {});
        assert_eq!(value.expect("it has one"), row["value"], "{row}");
    }
    assert!(rows.len() >= 400, "{} rows", rows.len());
}

#[test]
fn what_has_no_composite() {
    let file = Memory(vec![0; 1 << 20]);
    let of = |name: &str, part_size| {
        let checksum = S3Checksum::find(name).expect("known");
        checksum
            .composite(&file, part_size, &FileBatch::on(1), &|_| {})
            .map_err(|error| error.to_string())
    };
    assert_eq!(
        of("crc64nvme", 1 << 20).unwrap_err(),
        "memory: S3 keeps CRC64NVME only for whole objects: leave out the part size"
    );
    assert!(of("SHA256", 0).is_err());
    assert!(of("SHA256", (1 << 20) / MOST_PARTS).unwrap_err().contains("S3 allows 10000"));
}

/// RFC 3720's CRC-32C of 32 zero bytes, and the values of an empty object in AWS's documentation.
#[test]
fn headers_of_whole_objects() {
    let value = |name: &str, bytes: Vec<u8>| {
        let checksum = S3Checksum::find(name).expect("known");
        let digests =
            DigestPass::on(1).digests(&Memory(bytes), &[checksum.algorithm()]).expect("read");
        checksum.full_object(&digests[0])
    };
    assert_eq!(value("CRC32C", vec![0; 32]), "ipE2qg==");
    assert_eq!(value("CRC32", Vec::new()), "AAAAAA==");
    assert_eq!(value("CRC64NVME", Vec::new()), "AAAAAAAAAAA=");
    assert_eq!(value("SHA256", Vec::new()), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    assert_eq!(value("MD5", Vec::new()), "1B2M2Y8AsgTpgAmY7PhCfg==");
    assert_eq!(CHECKSUMS.len(), hashlane_kernels::hash::s3::CHECKSUMS.len());
}
