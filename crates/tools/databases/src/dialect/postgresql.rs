//! PostgreSQL.
//!
//! All functions and operators are those of `pg_catalog`, with arguments of exactly their types: others may have created some in
//! the schemas of the search path that fit better (CVE-2018-1058).

use super::{BytesText, DialectRow, TypeTexts};

macro_rules! op {
    ($($operator:tt)+) => {
        concat!(" OPERATOR(pg_catalog.", $(stringify!($operator)),+, ") ")
    };
}

/// 1,000,000 microseconds a second, exactly: `extract` returns a numeric.
macro_rules! microseconds {
    () => {
        concat!(
            "(extract(epoch from {c})", op!(*), "1000000::pg_catalog.numeric)::pg_catalog.int8::pg_catalog.text"
        )
    };
}

const NUMBER: &str = "pg_catalog.trim_scale({c})::pg_catalog.text";
/// From the year 294247 on, where microseconds since 1970 need more than 64 bits, `extract` has 16 digits: the day and the time are exact.
macro_rules! timestamp {
    ($utc:literal, $type:literal) => {
        concat!(
            "CASE WHEN {c}", op!(<), "'294247-01-01'::pg_catalog.", $type, " AND {c}", op!(>), "'-infinity'::pg_catalog.", $type, " THEN ",
            microseconds!(),
            " WHEN NOT pg_catalog.isfinite({c}) THEN {c}::pg_catalog.text ELSE ((", $utc, "::pg_catalog.date", op!(-), "'1970-01-01'::pg_catalog.date)::pg_catalog.numeric", op!(*),
            "86400000000::pg_catalog.numeric", op!(+), "pg_catalog.trunc(extract(epoch from ", $utc, "::pg_catalog.time)", op!(*),
            "1000000::pg_catalog.numeric))::pg_catalog.text END"
        )
    };
}

pub(super) const ROW: DialectRow = DialectRow {
    names: &["postgresql", "postgres"],
    quote: ("\"", &[("\"", "\"\"")]),
    texts: TypeTexts {
        integer: "{c}::pg_catalog.text",
        boolean: "{c}::pg_catalog.int4::pg_catalog.text",
        decimal: NUMBER,
        whole: NUMBER,
        fraction: NUMBER,
        numeric: NUMBER,
        // Zero has no sign, and NaN none either.
        float: concat!(
            "CASE WHEN {c}::pg_catalog.float8",
            op!(=),
            "'NaN'::pg_catalog.float8 THEN '7ff8000000000000' ELSE \
             pg_catalog.encode(pg_catalog.float8send({c}::pg_catalog.float8",
            op!(+),
            "0::pg_catalog.float8),'hex') END"
        ),
        text: "{c}::pg_catalog.text",
        char: "pg_catalog.rtrim({c}::pg_catalog.text,' '::pg_catalog.text)",
        label: "{c}::pg_catalog.text",
        bytes: "pg_catalog.encode({c},'hex')",
        uuid: "{c}::pg_catalog.text",
        uuid_text: "pg_catalog.lower({c}::pg_catalog.text COLLATE pg_catalog.\"C\")",
        date: concat!(
            "CASE WHEN pg_catalog.isfinite({c}) THEN ({c}",
            op!(-),
            "'1970-01-01'::pg_catalog.date)::pg_catalog.text \
             ELSE {c}::pg_catalog.text END"
        ),
        time: microseconds!(),
        timestamp: timestamp!("{c}", "timestamp"),
        timestamptz: timestamp!("pg_catalog.timezone('UTC'::pg_catalog.text,{c})", "timestamptz"),
    },
    part: "CASE WHEN {null} THEN 'N'::pg_catalog.text ELSE {t} END",
    text_part: concat!(
        "CASE WHEN {null} THEN 'N'::pg_catalog.text WHEN pg_catalog.octet_length({t})",
        op!(>),
        "65536 THEN '#'::pg_catalog.text",
        op!(||),
        "pg_catalog.octet_length({t})::pg_catalog.text",
        op!(||),
        "':'::pg_catalog.text",
        op!(||),
        "pg_catalog.md5({t}) \
         ELSE pg_catalog.octet_length({t})::pg_catalog.text",
        op!(||),
        "':'::pg_catalog.text",
        op!(||),
        "{t} END"
    ),
    recoded_part: "",
    bytes_part: concat!(
        "CASE WHEN {null} THEN 'N'::pg_catalog.text WHEN pg_catalog.octet_length({c})",
        op!(>),
        "65536 THEN '#'::pg_catalog.text",
        op!(||),
        "pg_catalog.octet_length({c})::pg_catalog.text",
        op!(||),
        "':'::pg_catalog.text",
        op!(||),
        "pg_catalog.md5({c}) \
         ELSE {t} END"
    ),
    is_null: ["{c} IS NULL"; 2],
    join: concat!(op!(||), "'|'::pg_catalog.text", op!(||)),
    row: "{parts}",
    hash: concat!(
        "('x'::pg_catalog.text",
        op!(||),
        "pg_catalog.left(pg_catalog.md5({t}),16))::bit(64)::pg_catalog.int8"
    ),
    is_hash_signed: true,
    key_number: "coalesce({c}::pg_catalog.int8,0::pg_catalog.int8)",
    // With an array, PostgreSQL 15 looks at each of its numbers for each row of a column of another width: 10 s for 10,000 keys.
    is_in: concat!("{n}", op!(=), "ANY (SELECT pg_catalog.unnest('{{list}}'::pg_catalog.int8[]))"),
    masked: concat!("({n}", op!(&), "{mask}::pg_catalog.int8)"),
    shifted: concat!("(({n}", op!(>>), "{bits})", op!(&), "{mask}::pg_catalog.int8)"),
    check: concat!(
        "(({low}",
        op!(*),
        "2146121005::pg_catalog.int8)",
        op!(#),
        "({high}",
        op!(*),
        "1540483477::pg_catalog.int8))"
    ),
    fence: " OFFSET 0",
    cells: concat!(
        ",\nhashlane_cells AS (SELECT row_key, h, k, ({a})::pg_catalog.int4 AS c0, ({b})::pg_catalog.int4",
        op!(+),
        "{count} AS c1, \
         ({c})::pg_catalog.int4",
        op!(+),
        "{2count} AS c2, ({d})::pg_catalog.int4",
        op!(+),
        "{3count} AS c3 FROM hashlane_checks OFFSET 0)\n\
         SELECT {p} AS p, coalesce(c0, c1, c2, c3) AS cell, {sums} FROM hashlane_cells \
         GROUP BY GROUPING SETS ((c0), (c1), (c2), (c3))"
    ),
    count: "pg_catalog.count(*)",
    sums: ["pg_catalog.sum({n})", "pg_catalog.sum({n})"],
    duplicates: concat!(
        "SELECT pg_catalog.count(*), pg_catalog.sum(n), pg_catalog.min(k) FROM (SELECT k, pg_catalog.count(*) AS n FROM \
         (SELECT {k} AS k FROM {from} OFFSET 0) AS hashlane_keys GROUP BY k HAVING pg_catalog.count(*)",
        op!(>),
        "1::pg_catalog.int8) \
         AS hashlane_duplicates"
    ),
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Hexadecimal,
    null_text: None,
};
