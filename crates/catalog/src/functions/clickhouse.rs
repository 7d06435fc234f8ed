//! ClickHouse's hashes of one value or several.

use hashlane_kernels::row::engines::{
    CLICKHOUSE_CITYHASH64, CLICKHOUSE_HALFMD5, CLICKHOUSE_SIPHASH64,
};

use super::rows::ROW;
use super::{Example, Function, HASH, Kernel};

/// What they have in common. A NULL makes the result NULL, as in ClickHouse.
const OF_CLICKHOUSE: Function = Function { args: &[ROW], ..HASH };

const CLICKHOUSE: &str = "ClickHouse 26.9 (chdb 4.4.0)";

/// The rows of this family.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "clickhouse_siphash64",
        description: "ClickHouse's sipHash64 of one value or several. The width of a number counts: write CAST(7 AS \
             INTEGER) if ClickHouse has an Int32",
        equals: "sipHash64 of ClickHouse, SipHash-2-4 under the key 0; docs/engine-hashes.md lists the types",
        examples: &[
            Example {
                sql: "clickhouse_siphash64('hashlane')",
                result: "4838238444351004100",
                source: CLICKHOUSE,
            },
            Example {
                sql: "clickhouse_siphash64('hashlane', CAST(7 AS INTEGER))",
                result: "11896155007209526899",
                source: CLICKHOUSE,
            },
        ],
        kernel: Kernel::ColumnsU64(CLICKHOUSE_SIPHASH64),
        ..OF_CLICKHOUSE
    },
    Function {
        name: "clickhouse_cityhash64",
        description: "ClickHouse's cityHash64 of one value or several. The width of a negative number counts: write \
             CAST(-7 AS INTEGER) if ClickHouse has an Int32",
        equals: "cityHash64 of ClickHouse, CityHash64 of CityHash 1.0.2; docs/engine-hashes.md lists the types",
        examples: &[
            Example {
                sql: "clickhouse_cityhash64('Moscow')",
                result: "12507901496292878638",
                source: "go-faster/city, README.md, from ClickHouse",
            },
            Example {
                sql: "clickhouse_cityhash64('hashlane', CAST(7 AS INTEGER))",
                result: "15021543011895205556",
                source: CLICKHOUSE,
            },
        ],
        kernel: Kernel::ColumnsU64(CLICKHOUSE_CITYHASH64),
        ..OF_CLICKHOUSE
    },
    Function {
        name: "clickhouse_halfmd5",
        description: "ClickHouse's halfMD5 of one value or several: the first 8 bytes of MD5. The width of a number \
             counts",
        equals: "halfMD5 of ClickHouse; docs/engine-hashes.md lists the types",
        examples: &[
            Example {
                sql: "clickhouse_halfmd5('hashlane')",
                result: "1778114157737143300",
                source: CLICKHOUSE,
            },
            Example {
                sql: "clickhouse_halfmd5('hashlane', CAST(7 AS INTEGER))",
                result: "3244020579494022980",
                source: CLICKHOUSE,
            },
        ],
        kernel: Kernel::ColumnsU64(CLICKHOUSE_HALFMD5),
        ..OF_CLICKHOUSE
    },
];
