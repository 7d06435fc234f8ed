//! XXH32, XXH64 and the CRCs on every instruction set, against the crates, a row at a time.

use std::fmt::Debug;

use crc_fast::{CrcAlgorithm, checksum};
use hashlane_kernels::blocks::{self, HashKernel, Offsets, Rows, Seeds};
use hashlane_kernels::hash::{crc, xxh32, xxh64};
use hashlane_kernels::isa::Isa;
use xxhash_rust::xxh32::xxh32;
use xxhash_rust::xxh64::xxh64;

use crate::support::fence::Fence;
use crate::support::inputs::{Numbers, cycle, cycle_from, ragged, slices};

/// Compares a kernel with a function of one row, under constant seeds and a column of them.
fn compare<T: Copy + Default + PartialEq + Debug, S: Copy>(
    name: &str,
    column: &Rows<'_>,
    seed: fn(u64) -> S,
    kernel: HashKernel<S, T>,
    one: impl Fn(&[u8], S) -> T,
) {
    let mut numbers = Numbers(column.len() as u64);
    let seeds: Vec<S> = (0..column.len()).map(|_| seed(numbers.next())).collect();
    let kinds = [
        Seeds::Constant(seed(0)),
        Seeds::Constant(seed(0x9e37_79b9_7f4a_7c15)),
        Seeds::Column(&seeds),
    ];
    for isa in Isa::available() {
        for (k, seeds) in kinds.iter().enumerate() {
            let mut out = vec![T::default(); column.len()];
            blocks::hash(isa, column, *seeds, &mut out, kernel);
            for (i, out) in out.iter().enumerate() {
                let row = column.row(i);
                let context = (name, isa.name(), "seeds", k, "row", i, "of", row.len());
                assert_eq!(*out, one(row, seeds.seed(i)), "{context:?}");
            }
        }
    }
}

fn compare_all(column: &Rows<'_>) {
    let half = |seed| seed as u32;
    let whole = |seed| seed;
    compare("xxh32", column, half, xxh32::XXH32, xxh32);
    compare("xxh64", column, whole, xxh64::XXH64, xxh64);
    let crc32 = |row: &[u8], _| checksum(CrcAlgorithm::Crc32IsoHdlc, row) as u32;
    compare("crc32", column, half, crc::CRC32, crc32);
    let crc32c = |row: &[u8], _| checksum(CrcAlgorithm::Crc32Iscsi, row) as u32;
    compare("crc32c", column, half, crc::CRC32C, crc32c);
    let crc64nvme = |row: &[u8], _| checksum(CrcAlgorithm::Crc64Nvme, row);
    compare("crc64nvme", column, whole, crc::CRC64NVME, crc64nvme);
}

fn compare_texts(texts: &[Vec<u8>]) {
    compare_all(&Rows::Slices(&slices(texts)));
}

#[test]
fn every_length() {
    let ascending: Vec<Vec<u8>> = (0..=1100).map(|len| cycle_from(len, len)).collect();
    compare_texts(&ascending);
    for len in (0..=130).chain((131..=1100).step_by(7)) {
        let equal: Vec<Vec<u8>> = (0..19).map(|start| cycle_from(start, len)).collect();
        compare_texts(&equal);
    }
}

#[test]
fn mixed_lengths() {
    for (seed, longest) in [(1, 8), (2, 16), (3, 24), (4, 31), (5, 64), (6, 130), (7, 1100)] {
        compare_texts(&ragged(seed, 1000, longest));
    }
    // Neighbors have one length, but the column doesn't.
    let steps: Vec<Vec<u8>> = (0..600).map(|i| cycle_from(i, i / 40 * 13)).collect();
    compare_texts(&steps);
}

#[test]
fn every_size_of_a_block() {
    for count in (1..=49).chain([255, 256, 257]) {
        compare_texts(&ragged(count as u64, count, 15));
        compare_texts(&ragged(count as u64, count, 200));
    }
}

#[test]
fn giants_among_dwarfs() {
    for len in [1000, 1023, 1024, 1025, 8191, 8192, 8193, 100_000] {
        for place in [0, 7, 8, 40, 49] {
            let mut texts = ragged(9, 50, 40);
            texts[place] = cycle(len);
            compare_texts(&texts);
        }
        compare_texts(&vec![cycle(len); 9]);
    }
}

/// In every layout, since the short rows of `Slices` are copied.
#[test]
fn nothing_is_read_past_the_end() {
    let mut fence = Fence::new(64 << 10);
    for longest in 0..=140 {
        let mut texts = ragged(longest as u64, 20, longest);
        texts.push(cycle(longest));
        let mut offsets = vec![0];
        for text in &texts {
            offsets.push(offsets[offsets.len() - 1] + text.len() as i32);
        }
        let values = fence.at_end(&texts.concat());
        compare_all(&Rows::Offsets32(Offsets::new(&offsets, values).unwrap()));
    }
    // Each row that isn't copied, alone at the end.
    for len in 8..=300 {
        let bytes = cycle(len);
        let row: &[u8] = fence.at_end(&bytes);
        compare_all(&Rows::Slices(&[row; 18]));
        let start = cycle(33);
        let mixed: Vec<&[u8]> =
            (0..18).map(|i| if i % 3 == 0 { &start[..i] } else { row }).collect();
        compare_all(&Rows::Slices(&mixed));
    }
}
