//! FarmHash and CityHash.

use hashlane_kernels::hash::city;

use super::{Form, Function, HASH, Kernel, example};

const SOURCE: &str = "cityhash 0.4.10 (PyPI)";
const FARMHASH: &str = "Fingerprint64 of FarmHash 1.1, not its Hash64, which may change";
const CITYHASH: &str =
    "CityHash64 of CityHash 1.1; ClickHouse has version 1.0.2, clickhouse_cityhash64";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "farmhash64",
        description: "64-bit FarmHash fingerprint; BigQuery has it as a signed number",
        equals: FARMHASH,
        examples: &[example("farmhash64('hashlane')", "14624104982634537689", SOURCE)],
        kernel: Kernel::Hash64(city::FARMHASH64),
        ..HASH
    },
    Function {
        name: "farmhash64_hex",
        description: "64-bit FarmHash fingerprint, in hex; BigQuery has it as a signed number",
        equals: FARMHASH,
        examples: &[example("farmhash64_hex('hashlane')", "caf341fff7f3a2d9", SOURCE)],
        kernel: Kernel::Hash64(city::FARMHASH64),
        form: Form::Hex,
        ..HASH
    },
    Function {
        name: "cityhash64",
        description: "64-bit CityHash",
        equals: CITYHASH,
        examples: &[example("cityhash64('hashlane')", "14624104982634537689", SOURCE)],
        kernel: Kernel::Hash64(city::CITYHASH64),
        ..HASH
    },
    Function {
        name: "cityhash64_hex",
        description: "64-bit CityHash, in hex",
        equals: CITYHASH,
        examples: &[example("cityhash64_hex('hashlane')", "caf341fff7f3a2d9", SOURCE)],
        kernel: Kernel::Hash64(city::CITYHASH64),
        form: Form::Hex,
        ..HASH
    },
];
