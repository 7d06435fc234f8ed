//! ClickHouse.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "trim(TRAILING '.' FROM trim(TRAILING '0' FROM toDecimalString({c},{s})))";
const TIMESTAMP: &str = "toString(toUnixTimestamp64Micro(toDateTime64({c},6)))";

pub(super) const ROW: DialectRow = DialectRow {
    names: &["clickhouse"],
    // Backslashes are read in quoted names.
    quote: ("\"", &[("\\", "\\\\"), ("\"", "\\\"")]),
    texts: TypeTexts {
        integer: "toString({c})",
        boolean: "toString(toUInt8({c}))",
        decimal: DECIMAL,
        whole: "toDecimalString({c},0)",
        fraction: DECIMAL,
        numeric: "",
        float: "if(isNaN({c}),'7ff8000000000000',leftPad(lower(hex(reinterpretAsUInt64(toFloat64({c}) + 0))),16,'0'))",
        text: "toString({c})",
        char: "trim(TRAILING ' ' FROM trim(TRAILING '\\0' FROM toString({c})))",
        label: "toString({c})",
        bytes: "lower(hex({c}))",
        uuid: "toString({c})",
        uuid_text: "lower(toString({c}))",
        date: "toString(toInt32(toDate32({c})))",
        time: "toString(toInt64(toDecimal64({c},6)*1000000))",
        timestamp: TIMESTAMP,
        timestamptz: TIMESTAMP,
    },
    part: "if({null},'N',assumeNotNull({t}))",
    text_part: "assumeNotNull(multiIf({null},'N',NOT isValidUTF8({t}),concat('?',toString(2 * length({t})),':',lower(hex({t}))),length({t}) > 65536,concat('#',toString(length({t})),':',lower(hex(MD5({t})))),\
                concat(toString(length({t})),':',{t})))",
    recoded_part: "",
    bytes_part: "assumeNotNull(multiIf({null},'N',length({c}) > 65536,concat('#',toString(length({c})),':',lower(hex(MD5({c})))),{t}))",
    is_null: ["isNull({c})"; 2],
    join: ",'|',",
    row: "concat({parts},'')",
    hash: "reinterpretAsInt64(reverse(substring(MD5({t}),1,8)))",
    is_hash_signed: true,
    key_number: "coalesce(toInt64({c}),0)",
    is_in: "{n} IN ({list})",
    masked: "bitAnd({n},{mask})",
    shifted: "bitAnd(bitShiftRight({n},{bits}),{mask})",
    check: "bitXor({low} * 2146121005, {high} * 1540483477)",
    fence: "",
    cells: "\nSELECT {p} AS p, arrayJoin([{a},{count} + {b},{2count} + {c},{3count} + {d}]) AS cell, {sums} \
            FROM hashlane_checks GROUP BY cell",
    // Parquet has no integers of 128 bits.
    count: "count(*)",
    sums: ["toString(sum(toInt128({n})))", "toString(sum(toInt128({n})))"],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, '0', '0', '0'",
    bytes_text: BytesText::Raw,
    null_text: Some("\\N"),
};
