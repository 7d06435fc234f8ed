//! Snowflake.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "RTRIM(RTRIM(TO_VARCHAR({c}),'0'),'.')";
const TIMESTAMP: &str = "TO_VARCHAR(DATE_PART('epoch_microsecond',{c}))";

pub(super) const ROW: DialectRow = DialectRow {
    names: &["snowflake"],
    quote: ("\"", &[("\"", "\"\"")]),
    texts: TypeTexts {
        integer: "TO_VARCHAR({c})",
        boolean: "TO_VARCHAR(CAST({c} AS INTEGER))",
        decimal: DECIMAL,
        whole: "TO_VARCHAR({c})",
        fraction: DECIMAL,
        numeric: "",
        float: "",
        text: "{c}",
        char: "RTRIM({c},' ')",
        label: "{c}",
        bytes: "HEX_ENCODE({c},0)",
        uuid: "LOWER({c})",
        uuid_text: "LOWER({c})",
        date: "TO_VARCHAR(DATEDIFF('day',DATE '1970-01-01',{c}))",
        time: "TO_VARCHAR(DATEDIFF('microsecond',TIME '00:00:00',{c}))",
        timestamp: TIMESTAMP,
        timestamptz: TIMESTAMP,
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN OCTET_LENGTH({t}) > 65536 THEN '#'||TO_VARCHAR(OCTET_LENGTH({t}))||':'||MD5({t}) \
                ELSE TO_VARCHAR(OCTET_LENGTH({t}))||':'||{t} END",
    recoded_part: "",
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN OCTET_LENGTH({c}) > 65536 THEN '#'||TO_VARCHAR(OCTET_LENGTH({c}))||':'||MD5({c}) \
                 ELSE {t} END",
    is_null: ["{c} IS NULL"; 2],
    join: "||'|'||",
    row: "{parts}",
    hash: "MD5_NUMBER_UPPER64({t})",
    is_hash_signed: false,
    key_number: "coalesce(CAST({c} AS bigint),0)",
    is_in: "{n} IN ({list})",
    masked: "BITAND({n},{mask})",
    shifted: "BITAND(BITSHIFTRIGHT({n},{bits}),{mask})",
    check: "BITXOR({low} * 2146121005, {high} * 1540483477)",
    fence: "",
    cells: super::redshift::CELLS,
    count: "count(*)",
    sums: [
        "SUM(CASE WHEN {n} > 9223372036854775807 THEN {n} - 18446744073709551616 ELSE {n} END)",
        "sum({n})",
    ],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Raw,
    null_text: None,
};
