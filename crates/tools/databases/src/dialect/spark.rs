//! Spark and Databricks.

use super::{BytesText, DialectRow, TypeTexts};

const DECIMAL: &str = "rtrim('.',rtrim('0',cast({c} as string)))";
macro_rules! logarithm {
    () => {
        "least(floor(ln(abs(double({c})))/ln(2D)),1023)"
    };
}
/// The exponent of a finite double, corrected by one where the logarithm rounds.
macro_rules! exponent {
    () => {
        concat!(
            "(CASE WHEN abs(double({c}))/power(2D,",
            logarithm!(),
            ") >= 2 THEN ",
            logarithm!(),
            "+1 WHEN abs(double({c}))/power(2D,",
            logarithm!(),
            ") < 1 THEN ",
            logarithm!(),
            "-1 ELSE ",
            logarithm!(),
            " END)"
        )
    };
}
/// Spark has no cast to bits. Powers of two are exact, so arithmetic gives the exponent and the fraction without rounding.
const FLOAT: &str = concat!(
    "CASE WHEN isnan({c}) THEN '7ff8000000000000' WHEN {c} = 0 THEN '0000000000000000' \
     WHEN abs(double({c})) = double('Infinity') THEN if({c} > 0,'7ff0000000000000','fff0000000000000') \
     ELSE lower(lpad(hex(CASE WHEN abs(double({c})) < power(2D,-1022) THEN bigint(abs(double({c}))*power(2D,537)*power(2D,537)) \
     ELSE bigint(",
    exponent!(),
    "+1022)*4503599627370496 + bigint(abs(double({c}))/power(2D,",
    exponent!(),
    ")*4503599627370496) END \
     + if({c} < 0,cast('-9223372036854775808' as bigint),0L)),16,'0')) END"
);

pub(super) const ROW: DialectRow = DialectRow {
    names: &["spark", "databricks"],
    quote: ("`", &[("`", "``")]),
    texts: TypeTexts {
        integer: "cast({c} as string)",
        boolean: "cast(cast({c} as int) as string)",
        decimal: DECIMAL,
        whole: "cast({c} as string)",
        fraction: DECIMAL,
        numeric: "",
        float: FLOAT,
        text: "{c}",
        char: "rtrim(' ',{c})",
        label: "{c}",
        bytes: "lower(hex({c}))",
        uuid: "lower({c})",
        uuid_text: "lower({c})",
        date: "cast(unix_date({c}) as string)",
        time: "cast(time_to_micros({c}) as string)",
        // Only some versions have `unix_micros` of a timestamp without a zone, and `timestampdiff` reads the session's zone.
        timestamp: "cast(unix_date(cast({c} as date))*86400000000L + hour({c})*3600000000L + minute({c})*60000000L \
                    + cast(extract(second from {c})*1000000 as bigint) as string)",
        timestamptz: "cast(unix_micros({c}) as string)",
    },
    part: "CASE WHEN {null} THEN 'N' ELSE {t} END",
    text_part: "CASE WHEN {null} THEN 'N' WHEN octet_length({t}) > 65536 THEN concat('#',octet_length({t}),':',md5({t})) \
                ELSE concat(octet_length({t}),':',{t}) END",
    recoded_part: "",
    bytes_part: "CASE WHEN {null} THEN 'N' WHEN octet_length({c}) > 65536 THEN concat('#',octet_length({c}),':',md5({c})) ELSE {t} END",
    is_null: ["{c} IS NULL"; 2],
    join: ",'|',",
    row: "concat({parts},'')",
    hash: "cast(conv(left(md5({t}),16),16,-10) as bigint)",
    is_hash_signed: true,
    key_number: "coalesce(CAST({c} AS bigint),0)",
    is_in: "{n} IN ({list})",
    // After the word array, Spark reads >> as the end of a type.
    masked: "({n} & {mask}L)",
    shifted: "(shiftright({n},{bits}) & {mask}L)",
    check: "(({low} * 2146121005L) ^ ({high} * 1540483477L))",
    fence: "",
    cells: ",\nhashlane_cells AS (SELECT row_key, h, k, explode(array({a}, {count} + {b}, {2count} + {c}, {3count} + {d})) AS cell \
            FROM hashlane_checks)\n\
            SELECT {p} AS p, cell, {sums} FROM hashlane_cells GROUP BY cell",
    // A sum of decimals takes twice as long as two of integers.
    count: "count(*)",
    sums: [
        "cast(sum(shiftright({n},32)) as decimal(38,0)) * 4294967296 + sum(cast({n} as bigint) & 4294967295L)",
        "cast(sum(shiftright({n},32)) as decimal(38,0)) * 4294967296 + sum(cast({n} as bigint) & 4294967295L)",
    ],
    duplicates: super::DUPLICATES,
    zeros: "SELECT {p}, 0, 0, 0, 0, 0",
    bytes_text: BytesText::Raw,
    null_text: None,
};
