//! Redshift.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "RTRIM(RTRIM(CAST({c} AS VARCHAR),'0'),'.')";

/// A row in its four cells, by a join with four numbers.
pub(super) const CELLS: &str = "\nSELECT {p} AS p, \
    CASE j WHEN 0 THEN {a} WHEN 1 THEN {count} + {b} WHEN 2 THEN {2count} + {c} ELSE {3count} + {d} END AS cell, \
    {sums} FROM hashlane_checks CROSS JOIN (SELECT 0 AS j UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) numbers \
    GROUP BY 2";

pub(super) const ROW: DialectRow = DialectRow {
    names: &["redshift"],
    quote: ("\"", &[("\"", "\"\"")]),
    texts: TypeTexts {
        integer: "CAST({c} AS VARCHAR)",
        boolean: "CAST(CAST({c} AS INTEGER) AS VARCHAR)",
        decimal: DECIMAL,
        whole: "CAST({c} AS VARCHAR)",
        fraction: DECIMAL,
        numeric: "",
        float: "",
        text: "{c}",
        char: "RTRIM({c},' ')",
        label: "{c}",
        bytes: "LOWER(FROM_VARBYTE({c},'hex'))",
        uuid: "LOWER({c})",
        uuid_text: "LOWER({c})",
        date: "CAST(DATEDIFF(day,DATE '1970-01-01',{c}) AS VARCHAR)",
        time: "CAST(DATEDIFF(microsecond,TIME '00:00:00',{c}) AS VARCHAR)",
        timestamp: "CAST(DATEDIFF(microsecond,TIMESTAMP '1970-01-01 00:00:00',{c}) AS VARCHAR)",
        timestamptz: "CAST(DATEDIFF(microsecond,TIMESTAMP '1970-01-01 00:00:00',{c} AT TIME ZONE 'UTC') AS VARCHAR)",
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN OCTET_LENGTH({t}) > 65536 \
                THEN '#'||CAST(OCTET_LENGTH({t}) AS VARCHAR)||':'||MD5({t}) \
                ELSE CAST(OCTET_LENGTH({t}) AS VARCHAR)||':'||{t} END",
    recoded_part: "",
    // Its reference names no MD5 of bytes: a row with longer ones has no hash, which is an error.
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN LEN({t}) > 131072 THEN NULL ELSE {t} END",
    is_null: ["{c} IS NULL"; 2],
    join: "||'|'||",
    row: "{parts}",
    hash: "((STRTOL(SUBSTR(MD5({t}),1,8),16) << 32) | STRTOL(SUBSTR(MD5({t}),9,8),16))",
    is_hash_signed: true,
    key_number: "coalesce(CAST({c} AS bigint),0)",
    is_in: "{n} IN ({list})",
    masked: "({n} & {mask})",
    shifted: "(({n} >> {bits}) & {mask})",
    // Its reference names no operator for XOR.
    check: "((({low} * 2146121005) | ({high} * 1540483477)) - (({low} * 2146121005) & ({high} * 1540483477)))",
    fence: "",
    cells: CELLS,
    count: "count(*)",
    sums: ["SUM(CAST({n} AS DECIMAL(38,0)))", "SUM(CAST({n} AS DECIMAL(38,0)))"],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Raw,
    null_text: None,
};
