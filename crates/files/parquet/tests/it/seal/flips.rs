//! Damage anywhere in a sealed file is found and located.

use std::collections::BTreeMap;

use hashlane_parquet::seal::{Damaged, What};
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};

use super::{damages, part, sealed};
use crate::written::{Random, arrow_rs};

/// The part of the file at a byte, according to arrow-rs.
fn expected(metadata: &ParquetMetaData, footer: u64, at: u64) -> (What, Option<(usize, usize)>) {
    for (row_group, group) in metadata.row_groups().iter().enumerate() {
        for (column, chunk) in group.columns().iter().enumerate() {
            let (start, len) = chunk.byte_range();
            let range = |from: Option<i64>, len: Option<i32>| {
                let from = from.expect("an offset") as u64;
                from..from + len.expect("a length") as u64
            };
            let parts = [
                (What::ColumnChunk, start..start + len),
                (
                    What::ColumnIndex,
                    range(chunk.column_index_offset(), chunk.column_index_length()),
                ),
                (
                    What::OffsetIndex,
                    range(chunk.offset_index_offset(), chunk.offset_index_length()),
                ),
                (
                    What::BloomFilter,
                    range(chunk.bloom_filter_offset(), chunk.bloom_filter_length()),
                ),
            ];
            if let Some((what, _)) = parts.iter().find(|(_, range)| range.contains(&at)) {
                return (*what, Some((row_group, column)));
            }
        }
    }
    let what = match at {
        0..4 => What::Magic,
        at if at >= footer => What::Footer,
        _ => What::Other,
    };
    (what, None)
}

#[test]
fn every_flip_is_found_in_its_part() {
    let file = arrow_rs::small();
    let manifest = sealed(&file);
    assert_eq!(damages(&file, &manifest), []);
    let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Required);
    let metadata = reader.parse_and_finish(&bytes::Bytes::copy_from_slice(&file)).unwrap();
    let tail = file.len() - 8;
    let footer_len = u32::from_le_bytes(file[tail..tail + 4].try_into().unwrap());
    let footer = tail as u64 - u64::from(footer_len);
    let mut random = Random(1);
    let mut found = BTreeMap::new();
    for at in 0..file.len() {
        let bits = if at as u64 >= footer {
            0..8
        } else {
            Some(random.below(8)).map_or(0..0, |b| b..b + 1)
        };
        for bit in bits {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            let damages = damages(&damaged, &manifest);
            let [damage] = &damages[..] else { panic!("byte {at}: {damages:?}") };
            assert!(damage.range.contains(&(at as u64)), "byte {at}: {damage}");
            let (what, chunk) = expected(&metadata, footer, at as u64);
            let Damaged::Part { row_group, column, .. } = &damage.what else {
                panic!("{damage:?}")
            };
            let names = chunk.map(|(_, column)| vec![["i", "s"][column].to_owned()]);
            assert_eq!(
                (part(damage), row_group, column),
                (what, &chunk.map(|it| it.0), &names),
                "{at}"
            );
            *found.entry(format!("{what}")).or_insert(0) += 1;
        }
    }
    assert_eq!(found.len(), 6, "{found:?}");
    assert_eq!(found["magic"], 4);
    assert_eq!(found["footer"], (footer_len as usize + 8) * 8);
}

#[test]
fn a_lost_end_and_a_longer_one_are_named() {
    let file = arrow_rs::small();
    let manifest = sealed(&file);
    for lost in [1, 4, 8, 100, file.len() - 3, file.len()] {
        let left = file.len() - lost;
        let damages = damages(&file[..left], &manifest);
        assert_eq!(damages[0].what, Damaged::Size);
        assert_eq!(damages[0].range, left as u64..file.len() as u64);
        let words = format!("truncated: {lost} bytes of {} are missing from its end", file.len());
        assert_eq!(damages[0].to_string(), words);
        let missing = manifest.ranges.iter().filter(|it| it.bytes().end > left as u64).count();
        assert_eq!(damages.len(), 1 + missing);
        assert!(damages[1..].iter().all(|it| it.found == "missing"));
    }
    let longer = [&file[..], b"!!"].concat();
    let [damage] = &damages(&longer, &manifest)[..] else { panic!("more than the size differs") };
    assert_eq!(damage.what, Damaged::Size);
    let words = format!("grown: 2 bytes more than the {} that were sealed", file.len());
    assert_eq!(damage.to_string(), words);
}

#[test]
fn parts_that_change_places_are_found() {
    let file = arrow_rs::small();
    let manifest = sealed(&file);
    let chunk = manifest.ranges.iter().find(|it| it.what == What::ColumnChunk).unwrap().bytes();
    let (start, end) = (chunk.start as usize, chunk.end as usize);
    let mut damaged = file.clone();
    damaged[start..end].rotate_left(1);
    let [damage] = &damages(&damaged, &manifest)[..] else { panic!("one part differs") };
    assert_eq!(damage.range, chunk);
}
