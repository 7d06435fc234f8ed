//! Trino.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "regexp_replace(CAST({c} AS varchar),'\\.?0+$','')";

pub(super) const ROW: DialectRow = DialectRow {
    names: &["trino"],
    quote: ("\"", &[("\"", "\"\"")]),
    texts: TypeTexts {
        integer: "CAST({c} AS varchar)",
        boolean: "CAST(CAST({c} AS integer) AS varchar)",
        decimal: DECIMAL,
        whole: "CAST({c} AS varchar)",
        fraction: DECIMAL,
        numeric: "",
        float: "CASE WHEN is_nan({c}) THEN '7ff8000000000000' ELSE lower(to_hex(to_ieee754_64(CAST({c} AS double) + 0))) END",
        text: "{c}",
        char: "rtrim({c})",
        label: "{c}",
        bytes: "lower(to_hex({c}))",
        uuid: "CAST({c} AS varchar)",
        uuid_text: "lower(CAST({c} AS varchar))",
        date: "CAST(date_diff('day',DATE '1970-01-01',{c}) AS varchar)",
        time: "",
        timestamp: "",
        timestamptz: "",
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN length(to_utf8({t})) > 65536 \
                THEN '#'||CAST(length(to_utf8({t})) AS varchar)||':'||lower(to_hex(md5(to_utf8({t})))) \
                ELSE CAST(length(to_utf8({t})) AS varchar)||':'||{t} END",
    recoded_part: "",
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN length({c}) > 65536 THEN '#'||CAST(length({c}) AS varchar)||':'||lower(to_hex(md5({c}))) \
                 ELSE {t} END",
    is_null: ["{c} IS NULL"; 2],
    join: "||'|'||",
    row: "{parts}",
    hash: "from_big_endian_64(substr(md5(to_utf8({t})),1,8))",
    is_hash_signed: true,
    key_number: "coalesce(CAST({c} AS bigint),0)",
    is_in: "{n} IN ({list})",
    masked: "bitwise_and({n},{mask})",
    shifted: "bitwise_and(bitwise_right_shift({n},{bits}),{mask})",
    check: "bitwise_xor({low} * 2146121005, {high} * 1540483477)",
    fence: "",
    cells: "\nSELECT {p} AS p, cell, {sums} FROM hashlane_checks \
            CROSS JOIN UNNEST(ARRAY[{a}, {count} + {b}, {2count} + {c}, {3count} + {d}]) AS u (cell) GROUP BY cell",
    count: "count(*)",
    sums: ["sum(CAST({n} AS decimal(38,0)))", "sum(CAST({n} AS decimal(38,0)))"],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Raw,
    null_text: None,
};
