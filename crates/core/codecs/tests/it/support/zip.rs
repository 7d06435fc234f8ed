//! Just enough of the zip format to open archives of test vectors.
//!
//! Spec: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, 4.3.

const END: &[u8] = b"PK\x05\x06";
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The files of an archive by name, in the order of its directory.
pub fn files(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let end = archive.windows(4).rposition(|w| w == END).expect("a zip archive");
    let mut entry = u32_at(archive, end + 16) as usize;
    (0..u16_at(archive, end + 10))
        .map(|_| {
            let name_len = usize::from(u16_at(archive, entry + 28));
            let skip = u16_at(archive, entry + 30) + u16_at(archive, entry + 32);
            let name = String::from_utf8(archive[entry + 46..][..name_len].to_vec()).unwrap();
            let bytes = content(archive, entry);
            entry += 46 + name_len + usize::from(skip);
            (name, bytes)
        })
        .collect()
}

/// The content of the file whose directory entry lies at `entry`.
fn content(archive: &[u8], entry: usize) -> Vec<u8> {
    let local = u32_at(archive, entry + 42) as usize;
    let names = usize::from(u16_at(archive, local + 26)) + usize::from(u16_at(archive, local + 28));
    let data = &archive[local + 30 + names..][..u32_at(archive, entry + 20) as usize];
    let bytes = match u16_at(archive, entry + 10) {
        STORED => data.to_vec(),
        DEFLATED => miniz_oxide::inflate::decompress_to_vec(data).expect("deflated data"),
        method => panic!("zip method {method}"),
    };
    assert_eq!(bytes.len(), u32_at(archive, entry + 24) as usize);
    bytes
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap())
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}
