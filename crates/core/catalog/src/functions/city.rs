//! FarmHash and CityHash.

use hashlane_kernels::hash::city;

use super::{Function, HASH, ResultType, example, hex};

const SOURCE: &str = "cityhash 0.4.10 (PyPI)";
const FARMHASH: &str = "Fingerprint64 of FarmHash 1.1, not its Hash64, which may change";
const CITYHASH: &str =
    "CityHash64 of CityHash 1.1; ClickHouse has version 1.0.2, clickhouse_cityhash64";

const FARMHASH64: Function = Function {
    name: "farmhash64",
    description: "64-bit FarmHash fingerprint; BigQuery has it as a signed number",
    equals: FARMHASH,
    examples: &[example("farmhash64('hashlane')", "14624104982634537689", SOURCE)],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(city::FARMHASH64, out),
    ..HASH
};

const CITYHASH64: Function = Function {
    name: "cityhash64",
    description: "64-bit CityHash",
    equals: CITYHASH,
    examples: &[example("cityhash64('hashlane')", "14624104982634537689", SOURCE)],
    returns: ResultType::UBigint,
    body: |call, out| call.hash(city::CITYHASH64, out),
    ..HASH
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    FARMHASH64,
    hex(
        FARMHASH64,
        "farmhash64_hex",
        "64-bit FarmHash fingerprint, in hex; BigQuery has it as a signed number",
        &[example("farmhash64_hex('hashlane')", "caf341fff7f3a2d9", SOURCE)],
    ),
    CITYHASH64,
    hex(
        CITYHASH64,
        "cityhash64_hex",
        "64-bit CityHash, in hex",
        &[example("cityhash64_hex('hashlane')", "caf341fff7f3a2d9", SOURCE)],
    ),
];
