//! DuckDB.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "rtrim(rtrim({c}::varchar,'0'),'.')";
const TIMESTAMP: &str = "CASE WHEN isfinite({c}) THEN epoch_us({c})::varchar ELSE {c}::varchar END";

pub(super) const ROW: DialectRow = DialectRow {
    names: &["duckdb"],
    quote: ("\"", &[("\"", "\"\"")]),
    texts: TypeTexts {
        integer: "{c}::varchar",
        boolean: "{c}::int::varchar",
        decimal: DECIMAL,
        whole: "{c}::varchar",
        // It prints no zero before the point.
        fraction: "regexp_replace(rtrim(rtrim({c}::varchar,'0'),'.'),'^(-?)([.]|$)','\\10\\2')",
        numeric: "",
        float: "CASE WHEN isnan({c}) THEN '7ff8000000000000' ELSE lower(hex(({c}::double + 0)::bit::blob)) END",
        text: "{c}::varchar",
        char: "rtrim({c}::varchar,' ')",
        label: "{c}::varchar",
        bytes: "lower(hex({c}))",
        uuid: "{c}::varchar",
        uuid_text: "lower({c}::varchar)",
        date: "CASE WHEN isfinite({c}) THEN ({c} - date '1970-01-01')::varchar ELSE {c}::varchar END",
        time: "epoch_us({c})::varchar",
        timestamp: TIMESTAMP,
        timestamptz: TIMESTAMP,
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN strlen({t}) > 65536 THEN '#'||strlen({t})||':'||md5({t}) ELSE strlen({t})||':'||{t} END",
    recoded_part: "",
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN octet_length({c}) > 65536 THEN '#'||octet_length({c})||':'||md5({c}) ELSE {t} END",
    is_null: ["{c} IS NULL"; 2],
    join: "||'|'||",
    row: "{parts}",
    hash: "('0x'||left(md5({t}),16))::UBIGINT",
    is_hash_signed: false,
    key_number: "coalesce(CAST({c} AS bigint),0)",
    is_in: "{n} IN ({list})",
    masked: "({n} & {mask})",
    shifted: "(({n} >> {bits}) & {mask})",
    check: "xor({low} * 2146121005, {high} * 1540483477)",
    fence: "",
    cells: "\nSELECT {p} AS p, CASE j WHEN 0 THEN {a} WHEN 1 THEN {count} + {b} WHEN 2 THEN {2count} + {c} ELSE {3count} + {d} END AS cell, \
            {sums} FROM hashlane_checks CROSS JOIN \
            (SELECT 0 AS j UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) numbers GROUP BY 2",
    // The hash has no sign.
    count: "count(*)",
    sums: [
        "CAST(sum({n}) - 18446744073709551616 * count(*) FILTER (WHERE {n} > 9223372036854775807) AS decimal(38,0))",
        "CAST(sum({n}) AS decimal(38,0))",
    ],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Escaped,
    null_text: None,
};
