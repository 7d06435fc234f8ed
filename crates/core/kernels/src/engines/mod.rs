//! Hashes as other engines compute them, bit for bit: here of texts and bytes, most of them to
//! partition by; in [`columns`] of rows of typed values.
//!
//! ClickHouse's and BigQuery's hashes of texts are in [`city`](crate::hash::city).

pub mod columns;
mod iceberg;
mod java;
mod jump;
mod kafka;
mod postgres;
mod trino;

pub use iceberg::{ICEBERG_HASH, ICEBERG_PARTITION};
pub use java::JAVA_HASH;
pub use jump::jump;
pub use kafka::{KAFKA_PARTITION, KafkaClient, KafkaPartitions};
pub use postgres::{POSTGRES_HASHTEXT, POSTGRES_HASHTEXTEXTENDED};
pub use trino::TRINO_XXHASH64;

/// A hash without its sign, modulo the number of buckets. That number is 0 only for a batch without
/// rows, and the result is then ignored.
pub fn bucket(hash: u32, count: u32) -> i32 {
    (hash & i32::MAX as u32).checked_rem(count).unwrap_or(0).cast_signed()
}
