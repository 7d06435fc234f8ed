//! The partitions to which clients of Apache Kafka send records with a key.
//!
//! References: `Utils.murmur2` and `BuiltInPartitioner.partitionForKey` in
//! <https://github.com/apache/kafka/tree/trunk/clients/src/main/java/org/apache/kafka>;
//! `rd_kafka_msg_partitioner_consistent` in <https://github.com/confluentinc/librdkafka>; the
//! `LegacyPartitioner` of <https://github.com/tulios/kafkajs>; `NewHashPartitioner` in
//! <https://github.com/IBM/sarama>.

use crc_fast::{CrcAlgorithm, checksum};

use super::bucket;
use crate::blocks::HashKernel;
use crate::hash::fnv::fnv1a_32;
use crate::hash::murmur2::{FACTOR_32, murmur2_32};
use crate::hash::per_row::{low_bytes, per_row};

/// The seed of Kafka's murmur2.
const SEED: u32 = 0x9747_b28c;

/// A client of Kafka, by the partitioner that it uses by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KafkaClient {
    /// The Java client: murmur2 without its sign. kafkajs since 2.0 and most other clients use it
    /// as well.
    #[default]
    Java,
    /// librdkafka and clients based on it: CRC-32.
    Librdkafka,
    /// kafkajs before 2.0, and its `LegacyPartitioner` since: murmur2 with JavaScript's rounding.
    Kafkajs,
    /// Sarama: FNV-1a.
    Sarama,
}

impl KafkaClient {
    /// The names of all clients, with the clients.
    pub const ALL: [(&'static str, KafkaClient); 4] = [
        ("java", KafkaClient::Java),
        ("librdkafka", KafkaClient::Librdkafka),
        ("kafkajs", KafkaClient::Kafkajs),
        ("sarama", KafkaClient::Sarama),
    ];

    /// The client called `name`; `None` if no client has this name.
    pub fn find(name: &str) -> Option<KafkaClient> {
        Self::ALL.iter().find(|(other, _)| *other == name).map(|(_, client)| *client)
    }
}

/// The partitions of a topic, and the client that chooses among them.
#[derive(Clone, Copy, Debug)]
pub struct KafkaPartitions {
    /// The client that sends the record.
    pub client: KafkaClient,
    /// The number of partitions.
    pub count: u32,
}

/// The partition of each row, a key.
pub const KAFKA_PARTITION: HashKernel<KafkaPartitions, i32> = per_row!(partition);

#[inline(always)]
fn partition(row: &[u8], KafkaPartitions { client, count }: KafkaPartitions) -> i32 {
    match client {
        KafkaClient::Java => bucket(murmur2_32(row, SEED), count),
        KafkaClient::Librdkafka => {
            let hash = checksum(CrcAlgorithm::Crc32IsoHdlc, row) as u32;
            hash.checked_rem(count).unwrap_or(0).cast_signed()
        }
        KafkaClient::Kafkajs => bucket(murmur2_in_doubles(row), count),
        KafkaClient::Sarama => {
            let hash = fnv1a_32(row).cast_signed();
            hash.checked_rem(count.cast_signed()).unwrap_or(0).abs()
        }
    }
}

/// [`murmur2_32`] as kafkajs 1 computes it. The product of two numbers of 32 bits is rounded to a
/// double, with 53 bits, before its low 32 bits are used. A last, incomplete word is mixed in
/// twice: padded as a word, and as the tail.
fn murmur2_in_doubles(row: &[u8]) -> u32 {
    let mut hash = SEED ^ row.len() as u32;
    for word in row.chunks(4) {
        let word = product(low_bytes(word) as u32);
        let word = product(word ^ word >> 24);
        hash = product(hash) ^ word;
    }
    let tail = row.as_chunks::<4>().1;
    if !tail.is_empty() {
        hash = product(hash ^ low_bytes(tail) as u32);
    }
    hash = product(hash ^ hash >> 13);
    hash ^ hash >> 15
}

/// The low 32 bits of [`FACTOR_32`] times a number, which JavaScript treats as signed.
#[inline(always)]
fn product(number: u32) -> u32 {
    (f64::from(number.cast_signed()) * f64::from(FACTOR_32)) as i64 as u32
}
