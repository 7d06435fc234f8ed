//! The partition that Apache Kafka's Java client gives a record with a key.
//! Reference: `Utils.murmur2` and `BuiltInPartitioner.partitionForKey` in
//! <https://github.com/apache/kafka/tree/trunk/clients/src/main/java/org/apache/kafka>

use super::bucket;
use crate::hash::per_row::per_row;
use crate::hash::read::low_bytes;
use crate::rows::HashKernel;

const SEED: u32 = 0x9747_b28c;
const M: u32 = 0x5bd1_e995;

/// The partition of each row. The seed is the number of partitions.
pub const KAFKA_PARTITION: HashKernel<u32, i32> =
    per_row!(|row, count| bucket(murmur2(row), count));

/// 32-bit MurmurHash2 under Kafka's seed.
#[inline(always)]
fn murmur2(row: &[u8]) -> u32 {
    let (words, tail) = row.as_chunks();
    let mut hash = SEED ^ row.len() as u32;
    for word in words {
        let word = u32::from_le_bytes(*word).wrapping_mul(M);
        hash = hash.wrapping_mul(M) ^ (word ^ word >> 24).wrapping_mul(M);
    }
    if !tail.is_empty() {
        hash = (hash ^ low_bytes(tail) as u32).wrapping_mul(M);
    }
    hash = (hash ^ hash >> 13).wrapping_mul(M);
    hash ^ hash >> 15
}
