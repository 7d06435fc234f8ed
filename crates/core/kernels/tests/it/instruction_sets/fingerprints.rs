//! A fingerprint of the hashes of many random rows, for a comparison between machines:
//! `tests/platforms/arm64/fingerprints.sh` and `tests/platforms/avx512/run.sh` run this on an emulated one, too.

use std::collections::BTreeMap;

use hashlane_kernels::blocks::{BLOCK_ROWS, Rows, Seeds};
use hashlane_kernels::isa::Isa;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::random::{ONE_WIDTH, WORDS, rows, texts};
use crate::support::columns::each_layout;
use crate::support::hash::Hash;
use crate::support::inputs::Numbers;

/// The hashes that have special code for some instruction set. The others run the same code
/// everywhere.
const HASHES: [&str; 12] = [
    "xxh64",
    "xxh3",
    "xxh128",
    "crc32",
    "crc32c",
    "crc64nvme",
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "blake3",
    "blake3_keyed",
];

/// The layout of views of up to 12 bytes.
const INLINE: &str = "views without buffers";

/// Prints a line for each hash in each layout, over `HASHLANE_TEST_ROWS` rows on the best
/// instruction set.
#[test]
#[ignore = "prints what another machine should print as well"]
fn print() {
    let hashes: Vec<Hash> = HASHES.map(Hash::named).to_vec();
    let mut fingerprints = Fingerprints::new();
    let mut numbers = Numbers(3);
    let bytes = numbers.bytes(1 << 16);
    for (only, kind) in
        [(None, None), (Some("fixed"), Some(ONE_WIDTH)), (Some(INLINE), Some(WORDS))]
    {
        let mut left = rows();
        while left > 0 {
            let count = left.min(1 + numbers.below(5 * BLOCK_ROWS));
            let kind = kind.unwrap_or_else(|| numbers.below(8));
            let texts = texts(&mut numbers, &bytes, count, kind);
            let column: Vec<u64> = (0..count).map(|_| numbers.next()).collect();
            let seeds = match numbers.below(3) {
                0 => Seeds::Constant(0),
                1 => Seeds::Constant(numbers.next()),
                _ => Seeds::Column(&column),
            };
            let mut hashed = 0;
            each_layout(&texts, |layout, rows| {
                if only.unwrap_or(layout) == layout && (only.is_some() || !is_picky(layout)) {
                    add(&mut fingerprints, &hashes, layout, rows, seeds);
                    hashed = count;
                }
            });
            // Layouts that can't hold a column's few long rows get another column.
            left -= hashed;
        }
    }
    for ((hash, layout), (rows, fingerprint)) in fingerprints {
        println!("fingerprint: {hash}, {layout}, {rows} rows: {fingerprint:016x}");
    }
}

/// Whether a layout can't hold every column.
fn is_picky(layout: &str) -> bool {
    ["fixed", INLINE].contains(&layout)
}

/// The number of rows and their fingerprint, by hash and layout.
type Fingerprints = BTreeMap<(String, String), (usize, u64)>;

fn add(
    fingerprints: &mut Fingerprints,
    hashes: &[Hash],
    layout: &str,
    rows: &Rows<'_>,
    seeds: Seeds<'_, u64>,
) {
    for hash in hashes {
        let key = (hash.name().to_owned(), layout.to_owned());
        let (count, fingerprint) = fingerprints.entry(key).or_default();
        *count += rows.len();
        *fingerprint = xxh3_64_with_seed(&hash.on(Isa::current(), rows, seeds), *fingerprint);
    }
}
