//! MySQL and MariaDB.
//!
//! Functions return NULL with a mere warning where a result is longer than `max_allowed_packet`: then a row has no hash, which is
//! an error.

use super::{BytesText, DialectRow, TypeTexts};

/// MD5 reads the bytes of the column's character set.
const TEXT: &str = "convert({c} using utf8mb4)";
/// Adding 0 drops the zeros of ZEROFILL and of the year 0000.
const INTEGER: &str = "cast({c} + 0 as char)";
const DECIMAL: &str = "trim(trailing '.' from trim(trailing '0' from cast({c} + 0 as char)))";
/// The text of a date that has no number of days, without the zeros at the end of a fraction.
macro_rules! digits {
    () => {
        "if(locate('.',cast({c} as char)) > 0,trim(trailing '.' from trim(trailing '0' from cast({c} as char))),cast({c} as char))"
    };
}
/// Dates such as 0000-00-00 and 2024-00-15 have no number of days: the functions round or return NULL.
macro_rules! moment {
    ($date:literal, $number:literal) => {
        concat!(
            "CASE WHEN from_days(to_days(",
            $date,
            ")) = ",
            $date,
            " THEN ",
            $number,
            " ELSE concat('?',char_length(",
            digits!(),
            "),':',",
            digits!(),
            ") END"
        )
    };
}

pub(super) const ROW: DialectRow = DialectRow {
    names: &["mysql", "mariadb"],
    quote: ("`", &[("`", "``")]),
    texts: TypeTexts {
        integer: INTEGER,
        boolean: INTEGER,
        decimal: DECIMAL,
        whole: INTEGER,
        fraction: DECIMAL,
        numeric: "",
        float: "lower(hex(reverse(substr(ST_AsBinary(Point({c} + 0e0,0)),6,8))))",
        text: TEXT,
        char: "trim(trailing ' ' from convert({c} using utf8mb4))",
        label: TEXT,
        bytes: "lower(hex({c}))",
        uuid: "lower(cast({c} as char))",
        uuid_text: "lower(convert({c} using utf8mb4))",
        date: moment!("{c}", "cast(to_days({c}) - 719528 as char)"),
        // `time_to_sec` has no fraction in MySQL, and parts of a time have no sign.
        time: "cast(if({c} < cast('00:00:00' as time),-1,1) * (hour({c}) * 3600000000 + minute({c}) * 60000000 \
               + second({c}) * 1000000 + microsecond({c})) as char)",
        timestamp: moment!(
            "date({c})",
            "cast(timestampdiff(microsecond,'1970-01-01',{c}) as char)"
        ),
        timestamptz: moment!(
            "date({c})",
            "cast(cast(unix_timestamp({c}) * 1000000 as signed) as char)"
        ),
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN octet_length({t}) > 65536 THEN concat('#',octet_length({t}),':',md5({t})) \
                ELSE concat(octet_length({t}),':',{t}) END",
    // Each character without Unicode becomes a question mark.
    recoded_part: "CASE WHEN {null} THEN 'N' \
                   WHEN char_length({t}) - char_length(replace({t},'?','')) <> char_length({c}) - char_length(replace({c},'?','')) \
                   THEN concat('?',2 * length({c}),':',lower(hex({c}))) \
                   WHEN octet_length({t}) > 65536 THEN concat('#',octet_length({t}),':',md5({t})) \
                   ELSE concat(octet_length({t}),':',{t}) END",
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN octet_length({c}) > 65536 THEN concat('#',octet_length({c}),':',md5({c})) \
                 ELSE {t} END",
    is_null: ["{c} IS NULL", "{c} IS NULL OR {c} = 0"],
    join: ",'|',",
    // A function, since || may be the logical OR. Some versions refuse a single argument.
    row: "concat({parts},'')",
    hash: "cast(conv(left(md5({t}),16),16,-10) as signed)",
    is_hash_signed: true,
    key_number: "coalesce(cast({c} as signed),0)",
    is_in: "{n} IN ({list})",
    masked: "({n} & {mask})",
    shifted: "(({n} >> {bits}) & {mask})",
    check: "(({low} * 2146121005) ^ ({high} * 1540483477))",
    fence: " LIMIT 9223372036854775807",
    // Any other join would compute the hashes once for each number.
    cells: "\nSELECT {p} AS p, CASE j WHEN 0 THEN {a} WHEN 1 THEN {count} + {b} WHEN 2 THEN {2count} + {c} ELSE {3count} + {d} END AS cell, \
            {sums} FROM hashlane_checks STRAIGHT_JOIN \
            (SELECT 0 AS j UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) numbers GROUP BY 2",
    count: "count(*)",
    sums: ["sum({n})", "sum({n})"],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Raw,
    null_text: Some("\\N"),
};
