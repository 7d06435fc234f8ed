//! BigQuery.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "IF(STRPOS(CAST({c} AS STRING),'.')>0,RTRIM(RTRIM(CAST({c} AS STRING),'0'),'.'),CAST({c} AS STRING))";

pub(super) const ROW: DialectRow = DialectRow {
    names: &["bigquery"],
    // Backslashes are read in quoted names.
    quote: ("`", &[("\\", "\\\\"), ("`", "\\`")]),
    texts: TypeTexts {
        integer: "CAST({c} AS STRING)",
        boolean: "CAST(CAST({c} AS INT64) AS STRING)",
        decimal: DECIMAL,
        whole: "CAST({c} AS STRING)",
        fraction: DECIMAL,
        numeric: "",
        float: "",
        text: "{c}",
        char: "RTRIM({c},' ')",
        label: "{c}",
        bytes: "TO_HEX({c})",
        uuid: "LOWER({c})",
        uuid_text: "LOWER({c})",
        date: "CAST(UNIX_DATE({c}) AS STRING)",
        time: "CAST(TIME_DIFF({c},TIME '00:00:00',MICROSECOND) AS STRING)",
        timestamp: "CAST(DATETIME_DIFF({c},DATETIME '1970-01-01 00:00:00',MICROSECOND) AS STRING)",
        timestamptz: "CAST(UNIX_MICROS({c}) AS STRING)",
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN BYTE_LENGTH({t}) > 65536 \
                THEN CONCAT('#',CAST(BYTE_LENGTH({t}) AS STRING),':',TO_HEX(MD5({t}))) \
                ELSE CONCAT(CAST(BYTE_LENGTH({t}) AS STRING),':',{t}) END",
    recoded_part: "",
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN BYTE_LENGTH({c}) > 65536 \
                 THEN CONCAT('#',CAST(BYTE_LENGTH({c}) AS STRING),':',TO_HEX(MD5({c}))) ELSE {t} END",
    is_null: ["{c} IS NULL"; 2],
    join: ",'|',",
    row: "concat({parts},'')",
    hash: "((CAST(CONCAT('0x',SUBSTR(TO_HEX(MD5({t})),1,8)) AS INT64) << 32) \
           | CAST(CONCAT('0x',SUBSTR(TO_HEX(MD5({t})),9,8)) AS INT64))",
    is_hash_signed: true,
    key_number: "coalesce(CAST({c} AS INT64),0)",
    is_in: "{n} IN ({list})",
    masked: "({n} & {mask})",
    shifted: "(({n} >> {bits}) & {mask})",
    check: "(({low} * 2146121005) ^ ({high} * 1540483477))",
    fence: "",
    cells: "\nSELECT {p} AS p, cell, {sums} FROM hashlane_checks, \
            UNNEST([{a}, {count} + {b}, {2count} + {c}, {3count} + {d}]) AS cell GROUP BY cell",
    count: "count(*)",
    sums: ["SUM(CAST({n} AS NUMERIC))", "SUM(CAST({n} AS NUMERIC))"],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Raw,
    null_text: None,
};
