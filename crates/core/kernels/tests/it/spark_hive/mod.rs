//! Hashes of typed rows, compared with the engines that define them.
//!
//! `tests/vectors/spark_hive.py` makes `spark_hive.json` with Spark and Hive themselves.

mod layouts;
mod published;
mod refused;
mod vectors;

use std::fmt::Debug;

use hashlane_kernels::encoding::Column;
use hashlane_kernels::engines::columns::{ColumnsHash, HIVE_HASH, SPARK_HASH, SPARK_XXHASH64};
use hashlane_kernels::isa::Isa;

/// The hashes of rows of valid types; the same on every instruction set.
fn hashes<T>(hash: ColumnsHash<T>, row: &[Column<'_>], len: usize) -> Vec<T>
where
    T: Copy + Default + PartialEq + Debug,
{
    hash.check_types(row).unwrap_or_else(|error| panic!("{error}"));
    let on = |isa| {
        let mut out = vec![T::default(); len];
        hash.hash(isa, row, &mut out).unwrap_or_else(|error| panic!("{error}"));
        out
    };
    let hashes = on(Isa::Portable);
    Isa::available().for_each(|isa| assert_eq!(on(isa), hashes, "{isa}"));
    hashes
}

/// The function by its name in SQL, over rows.
fn named(name: &str, row: &[Column<'_>], len: usize) -> Vec<i64> {
    match name {
        "spark_hash" => hashes(SPARK_HASH, row, len).into_iter().map(i64::from).collect(),
        "spark_xxhash64" => hashes(SPARK_XXHASH64, row, len),
        "hive_hash" => hashes(HIVE_HASH, row, len).into_iter().map(i64::from).collect(),
        other => panic!("no hash is called {other}"),
    }
}

const NAMES: [&str; 3] = ["spark_hash", "spark_xxhash64", "hive_hash"];
