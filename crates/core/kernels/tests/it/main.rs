//! The external tests of the kernels, as one binary.
//!
//! | module | compares the kernels with |
//! |---|---|
//! | `generated` | the project's own vectors, `tests/vectors`, made by independent packages |
//! | `published` | vectors that others have published, if available |
//! | `blake3` | the crate that hashes one row at a time |
//! | `crates` | the crates of MD5, SHA-1 and SHA-2, which hash one row at a time |
//! | `engines` | the project's vectors and those of Kafka: hashes with signed results |
//! | `instruction_sets` | the reference crates, on every instruction set of this machine |
//! | `layouts` | themselves: a row has one hash, whatever the column's layout |
//! | `processes` | the setting of `HASHLANE_ISA`; the expected machine code |
//! | `encoded_rows` | a second implementation of the row encoding, one value at a time |
//! | `short` | the crates of XXH32, XXH64 and the CRCs, on every instruction set |
//! | `short_inputs` | the vectors of HighwayHash, GxHash and AquaHash |
//! | `spark_hive` | Spark and Hive, which define these hashes of typed rows |
//! | `streams` | the crates of XXH64 and XXH3 over a slice, on every instruction set |
//! | `systems` | Kafka's clients, PostgreSQL, ClickHouse and others, which define these hashes |
//! | `threads` | themselves, run serially |

mod blake3;
mod crates;
mod encoded_rows;
mod engines;
mod generated;
mod instruction_sets;
mod layouts;
mod processes;
mod published;
mod short;
mod short_inputs;
mod spark_hive;
mod streams;
mod support;
mod systems;
mod threads;

#[global_allocator]
static COUNTING: support::alloc::Counting = support::alloc::Counting;
