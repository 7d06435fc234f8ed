//! Flips every bit of every page of files with checksums.

use std::ops::Range;

use hashlane_parquet::page::PageWalk;
use hashlane_parquet::verify::{Check, CheckOutcome};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};

use super::writers::pyarrow_files;
use super::{failures, findings};
use crate::written::Memory;

/// A page body, and its column chunk.
struct Body {
    row_group: u64,
    column: String,
    range: Range<u64>,
}

/// The places of the page bodies. Each is verified against a checksum that pyarrow has computed, which proves
/// that it begins and ends here.
fn bodies(file: &Memory) -> Vec<Body> {
    assert!(failures(file, false).is_empty());
    let metadata = metadata(&file.0);
    let mut bodies = Vec::new();
    for (row_group, group) in metadata.row_groups().iter().enumerate() {
        for chunk in group.columns() {
            let (start, len) = chunk.byte_range();
            let mut window = Vec::new();
            let mut walk = PageWalk::new(file, start..start + len, &mut window);
            while let Ok(Some(page)) = walk.next_page() {
                assert!(page.header.crc.is_some());
                let column = chunk.column_path().string();
                bodies.push(Body { row_group: row_group as u64, column, range: page.body });
            }
        }
    }
    bodies
}

pub fn metadata(file: &[u8]) -> ParquetMetaData {
    let tail = file.len() - 8;
    let len = u32::from_le_bytes(file[tail..tail + 4].try_into().expect("four bytes")) as usize;
    ParquetMetaDataReader::decode_metadata(&file[tail - len..tail]).expect("sound metadata")
}

#[test]
fn every_bit_of_every_page_body() {
    for (name, bytes) in pyarrow_files("flips") {
        let mut file = Memory(bytes);
        let bodies = bodies(&file);
        assert!(bodies.len() >= 12, "{name} has {} pages", bodies.len());
        for body in bodies {
            for bit in body.range.start * 8..body.range.end * 8 {
                file.0[bit as usize / 8] ^= 1 << (bit % 8);
                let failed = failures(&file, false);
                let [finding] = failed.as_slice() else {
                    panic!("{name}: bit {bit}: {failed:?}");
                };
                assert_eq!(finding.check, Check::PageCrc, "{name}: bit {bit}");
                assert_eq!(finding.row_group, Some(body.row_group), "{name}: bit {bit}");
                assert_eq!(finding.column.as_ref(), Some(&body.column), "{name}: bit {bit}");
                file.0[bit as usize / 8] ^= 1 << (bit % 8);
            }
        }
    }
}

/// Bits outside of page bodies: headers, indexes, the footer. Not all such damage can be found, but the report must
/// stay correct: only a page whose body and checksum are unchanged may be reported as verified.
#[test]
fn every_bit_outside_of_page_bodies() {
    for (name, bytes) in pyarrow_files("flips-snappy") {
        let mut file = Memory(bytes);
        let bodies = bodies(&file);
        let healthy = verified(&file);
        for bit in 0..file.0.len() * 8 {
            if bodies.iter().any(|body| body.range.contains(&(bit as u64 / 8))) {
                continue;
            }
            file.0[bit / 8] ^= 1 << (bit % 8);
            for page in verified(&file) {
                assert!(healthy.contains(&page), "{name}: bit {bit}: {page:?} is verified");
            }
            file.0[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

/// The starts of the pages whose checksum holds. A complete page with its checksum counts, whatever else the
/// file says.
fn verified(file: &Memory) -> Vec<u64> {
    let mut pages = findings(file, true);
    pages.retain(|f| f.check == Check::PageCrc && f.outcome == CheckOutcome::Ok);
    pages.iter().map(|finding| finding.byte_offset.expect("a place")).collect()
}
