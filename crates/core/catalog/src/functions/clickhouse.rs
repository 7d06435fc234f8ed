//! ClickHouse's hashes of one value or several.

use hashlane_kernels::engines::columns::{
    CLICKHOUSE_CITYHASH64, CLICKHOUSE_HALFMD5, CLICKHOUSE_SIPHASH64, CLICKHOUSE_SIPHASH128,
};

use super::rows::ROW;
use super::{Function, HASH, ResultType, check_columns, example, hex};

/// What they have in common. A NULL makes the result NULL, as in ClickHouse.
const OF_CLICKHOUSE: Function = Function { args: &[ROW], ..HASH };

const CLICKHOUSE: &str = "ClickHouse 26.9 (chdb 4.4.0)";

const SIPHASH128: Function = Function {
    name: "clickhouse_siphash128",
    description: "ClickHouse's sipHash128 of one value or several, as 16 bytes. The width of a number counts: write \
         CAST(7 AS INTEGER) if ClickHouse has an Int32",
    equals: "sipHash128 of ClickHouse, which is not siphash24_128; docs/engine-hashes.md lists the types",
    examples: &[
        example(
            "clickhouse_siphash128('hashlane')",
            "1b482aee54a063dadf5504c86f404799",
            CLICKHOUSE,
        ),
        example(
            "clickhouse_siphash128('hashlane', CAST(7 AS INTEGER))",
            "0dc0598f9ebf8e21a983873b84781df9",
            CLICKHOUSE,
        ),
    ],
    check: Some(|function, columns| check_columns(function, &CLICKHOUSE_SIPHASH128, columns)),
    body: |call, out| call.hash_columns(&CLICKHOUSE_SIPHASH128, out),
    ..OF_CLICKHOUSE
};

/// The rows of this family.
pub(crate) const FUNCTIONS: &[Function] = &[
    Function {
        name: "clickhouse_siphash64",
        description: "ClickHouse's sipHash64 of one value or several. The width of a number counts: write CAST(7 AS \
             INTEGER) if ClickHouse has an Int32",
        equals: "sipHash64 of ClickHouse, SipHash-2-4 under the key 0; docs/engine-hashes.md lists the types",
        examples: &[
            example("clickhouse_siphash64('hashlane')", "4838238444351004100", CLICKHOUSE),
            example(
                "clickhouse_siphash64('hashlane', CAST(7 AS INTEGER))",
                "11896155007209526899",
                CLICKHOUSE,
            ),
        ],
        returns: ResultType::UBigint,
        check: Some(|function, columns| check_columns(function, &CLICKHOUSE_SIPHASH64, columns)),
        body: |call, out| call.hash_columns(&CLICKHOUSE_SIPHASH64, out),
        ..OF_CLICKHOUSE
    },
    SIPHASH128,
    hex(
        SIPHASH128,
        "clickhouse_siphash128_hex",
        "ClickHouse's sipHash128 of one value or several, in hex",
        &[example(
            "clickhouse_siphash128_hex('hashlane')",
            "1b482aee54a063dadf5504c86f404799",
            CLICKHOUSE,
        )],
    ),
    Function {
        name: "clickhouse_cityhash64",
        description: "ClickHouse's cityHash64 of one value or several. The width of a negative number counts: write \
             CAST(-7 AS INTEGER) if ClickHouse has an Int32",
        equals: "cityHash64 of ClickHouse, CityHash64 of CityHash 1.0.2; docs/engine-hashes.md lists the types",
        examples: &[
            example(
                "clickhouse_cityhash64('Moscow')",
                "12507901496292878638",
                "go-faster/city, README.md, from ClickHouse",
            ),
            example(
                "clickhouse_cityhash64('hashlane', CAST(7 AS INTEGER))",
                "15021543011895205556",
                CLICKHOUSE,
            ),
        ],
        returns: ResultType::UBigint,
        check: Some(|function, columns| check_columns(function, &CLICKHOUSE_CITYHASH64, columns)),
        body: |call, out| call.hash_columns(&CLICKHOUSE_CITYHASH64, out),
        ..OF_CLICKHOUSE
    },
    Function {
        name: "clickhouse_halfmd5",
        description: "ClickHouse's halfMD5 of one value or several: the first 8 bytes of MD5. The width of a number \
             counts",
        equals: "halfMD5 of ClickHouse; docs/engine-hashes.md lists the types",
        examples: &[
            example("clickhouse_halfmd5('hashlane')", "1778114157737143300", CLICKHOUSE),
            example(
                "clickhouse_halfmd5('hashlane', CAST(7 AS INTEGER))",
                "3244020579494022980",
                CLICKHOUSE,
            ),
        ],
        returns: ResultType::UBigint,
        check: Some(|function, columns| check_columns(function, &CLICKHOUSE_HALFMD5, columns)),
        body: |call, out| call.hash_columns(&CLICKHOUSE_HALFMD5, out),
        ..OF_CLICKHOUSE
    },
];
