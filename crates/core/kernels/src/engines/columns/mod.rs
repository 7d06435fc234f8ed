//! Hashes of rows of typed values, bit for bit as other engines compute them.
//!
//! Such a hash is defined over the types of its engine: `1` in 32 bits and in 64 differ. A type
//! that the engine lacks is rejected ([`ColumnsHash::check_types`]) rather than guessed at.
//!
//! ```
//! use hashlane_kernels::isa::Isa;
//! use hashlane_kernels::engines::columns::SPARK_XXHASH64;
//! use hashlane_kernels::encoding::{ValueClass, Column, Integers, Values};
//! use hashlane_kernels::blocks::Rows;
//!
//! let texts = Values::Bytes(ValueClass::String, Rows::Slices(&[b"Spark"]));
//! let numbers = Values::Integers(ValueClass::Integer, Integers::I32(&[123]), 1);
//! let more = Values::Integers(ValueClass::Integer, Integers::I32(&[2]), 1);
//! let row = [texts, numbers, more].map(|values| Column::new(1, None, values));
//! SPARK_XXHASH64.check_types(&row).expect("Spark has these types");
//! let mut hashes = [0];
//! SPARK_XXHASH64.hash(Isa::current(), &row, &mut hashes)?;
//! assert_eq!(hashes, [5602566077635097486]); // xxhash64('Spark', array(123), 2) in Spark's reference
//! # Ok::<(), hashlane_kernels::engines::columns::ValueError>(())
//! ```
//!
//! | module | holds |
//! |---|---|
//! | `error` | the types and values that are rejected |
//! | `engine` | the interface of an engine's hash |
//! | `types` | the types that an engine has |
//! | `walk` | the one loop over all columns |
//! | `spark`, `murmur3`, `xxh64` | Spark's `hash` and `xxhash64` |
//! | `hive` | Hive's hash |
//! | `clickhouse` | ClickHouse's hashes of several values |
//! | `iceberg` | the hash of Iceberg's bucket transform |
//! | `number` | the bits of a number, for hashes of numbers |
//! | `redshift` | Redshift's `fnv_hash` |

mod clickhouse;
mod engine;
mod error;
mod hive;
mod iceberg;
mod murmur3;
mod number;
mod redshift;
mod spark;
mod types;
mod walk;
mod xxh64;

pub use error::{TypeError, Unrepresentable, ValueError};

pub use super::bucket;
use crate::encoding::Column;
use crate::isa::Isa;
use engine::Engine;

type CheckTypes = fn(&[Column<'_>]) -> Result<(), TypeError>;
type AddColumn<T> = fn(Isa, &[Column<'_>], &mut [T]) -> Result<(), ValueError>;

/// A hash that another engine defines over the columns of a row.
#[derive(Clone, Copy)]
pub struct ColumnsHash<T> {
    check_types: CheckTypes,
    seed: T,
    add: AddColumn<T>,
}

/// Spark's `hash(…)`: Murmur3 with Spark's own tail, seeded with 42.
pub const SPARK_HASH: ColumnsHash<i32> =
    ColumnsHash::new::<spark::SparkEngine<murmur3::SparkMurmur3>>();

/// Spark's `xxhash64(…)`: XXH64, seeded with 42.
pub const SPARK_XXHASH64: ColumnsHash<i64> =
    ColumnsHash::new::<spark::SparkEngine<xxh64::SparkXxh64>>();

/// The hash with which Hive chooses the bucket of a row, in the first version of bucketing.
pub const HIVE_HASH: ColumnsHash<i32> = ColumnsHash::new::<hive::HiveEngine>();

/// The hash of one value with which Iceberg's bucket transform partitions. The bucket among `n` is
/// [`bucket`] of the hash.
pub const ICEBERG_HASH: ColumnsHash<i32> = ColumnsHash::new::<iceberg::IcebergEngine>();

/// ClickHouse's `sipHash64(…)`.
pub const CLICKHOUSE_SIPHASH64: ColumnsHash<u64> = clickhouse::<clickhouse::ClickHouseSip>();

/// ClickHouse's `sipHash128(…)`, a variant of its own.
pub const CLICKHOUSE_SIPHASH128: ColumnsHash<[u8; 16]> =
    clickhouse::<clickhouse::ClickHouseSip128>();

/// ClickHouse's `cityHash64(…)`.
pub const CLICKHOUSE_CITYHASH64: ColumnsHash<u64> = clickhouse::<clickhouse::ClickHouseCity>();

/// ClickHouse's `halfMD5(…)`.
pub const CLICKHOUSE_HALFMD5: ColumnsHash<u64> = clickhouse::<clickhouse::HalfMd5>();

const fn clickhouse<H: clickhouse::ClickHouseHasher>() -> ColumnsHash<H::Hash> {
    let one = ColumnsHash::new::<clickhouse::ClickHouseEngine<H>>();
    ColumnsHash { add: clickhouse::hash_rows::<H>, ..one }
}

/// The 64 bits of a whole number, in two's complement if it has a sign.
pub const NUMBER_BITS: ColumnsHash<u64> = ColumnsHash::new::<number::NumberHash>();

/// Redshift's `fnv_hash(value, seed)`.
pub const REDSHIFT_FNV_HASH: ColumnsHash<i64> = ColumnsHash::new::<redshift::RedshiftEngine>();

impl<T: Copy> ColumnsHash<T> {
    const fn new<E: Engine<Hash = T>>() -> Self {
        ColumnsHash { check_types: types::check_types::<E>, seed: E::SEED, add: add::<E> }
    }

    /// Checks that the engine has the types of these columns. It reads no rows, so the columns may
    /// be empty.
    ///
    /// # Errors
    /// Returns an error that names the first type the engine lacks.
    pub fn check_types(&self, row: &[Column<'_>]) -> Result<(), TypeError> {
        (self.check_types)(row)
    }

    /// `out[i]` becomes the hash of row `i` of the columns, whose types have been checked.
    ///
    /// # Errors
    /// Returns an error if the engine can't hold a value. The content of `out` is then unspecified.
    ///
    /// # Panics
    /// Panics if a column has fewer rows than `out`, or a type that [`ColumnsHash::check_types`]
    /// rejects.
    pub fn hash(&self, isa: Isa, row: &[Column<'_>], out: &mut [T]) -> Result<(), ValueError> {
        out.fill(self.seed);
        self.hash_seeded(isa, row, out)
    }

    /// Like [`ColumnsHash::hash`], with the seeds in `out`, each the hash of no values.
    ///
    /// # Errors
    /// Returns an error if the engine can't hold a value. The content of `out` is then unspecified.
    ///
    /// # Panics
    /// Panics if a column has fewer rows than `out`, or a type that [`ColumnsHash::check_types`]
    /// rejects.
    pub fn hash_seeded(
        &self,
        isa: Isa,
        row: &[Column<'_>],
        out: &mut [T],
    ) -> Result<(), ValueError> {
        assert!(row.iter().all(|column| column.len >= out.len()));
        (self.add)(isa, row, out)
    }
}

/// Adds the columns to the hashes, one after the other.
fn add<E: Engine>(isa: Isa, row: &[Column<'_>], out: &mut [E::Hash]) -> Result<(), ValueError> {
    for (place, column) in row.iter().enumerate() {
        let walked = walk::column::<E>(isa, column, walk::AllRows(out.len()), out);
        walked.map_err(|reason| ValueError { place, reason })?;
    }
    Ok(())
}
