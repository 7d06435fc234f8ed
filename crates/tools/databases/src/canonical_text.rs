//! The canonical text of each type in each dialect: equal values have equal texts in all of them.
//!
//! | type | text |
//! |---|---|
//! | integers | digits |
//! | booleans | 1 and 0 |
//! | decimals | digits, without zeros at the end of the fraction |
//! | floats | the 16 hexadecimal digits of the double, with one zero and one NaN |
//! | text | as it is; char(n) without blanks at the end |
//! | bytes | hexadecimal digits in lower case |
//! | UUIDs | in lower case |
//! | dates | days since 1970-01-01 |
//! | times, timestamps | microseconds since midnight, or since 1970-01-01 |

use crate::column::ColumnType;
use crate::dialect::Dialect;
use crate::error::Error;

/// The rows of the table below: types with one expression in each dialect.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    Integer,
    Boolean,
    /// A decimal with digits before and after the point.
    Decimal,
    /// A decimal without a fraction.
    Whole,
    /// A decimal that has only a fraction.
    Fraction,
    Float,
    Text,
    Char,
    Enum,
    Bytes,
    Uuid,
    Date,
    Time,
    Timestamp,
    TimestampTz,
}

/// The expressions of a form: PostgreSQL, DuckDB, ClickHouse, Spark, MySQL, SQLite, Trino, BigQuery, Snowflake, Redshift.
/// `{c}` is the column and `{s}` the scale. An empty text: the dialect has no such expression.
type Expressions = [&'static str; 10];

/// Without infinity, PostgreSQL and DuckDB would report an error or give NULL.
const TABLE: &[(Form, Expressions)] = &[
    (
        Form::Integer,
        [
            "{c}::text",
            "{c}::varchar",
            "toString({c})",
            "cast({c} as string)",
            "cast({c} as char)",
            "cast({c} as text)",
            "CAST({c} AS varchar)",
            "CAST({c} AS STRING)",
            "TO_VARCHAR({c})",
            "CAST({c} AS VARCHAR)",
        ],
    ),
    (
        Form::Boolean,
        [
            "({c}::int)::text",
            "{c}::int::varchar",
            "toString(toUInt8({c}))",
            "cast(cast({c} as int) as string)",
            "cast({c} as char)",
            "cast({c} as text)",
            "CAST(CAST({c} AS integer) AS varchar)",
            "CAST(CAST({c} AS INT64) AS STRING)",
            "TO_VARCHAR(CAST({c} AS INTEGER))",
            "CAST(CAST({c} AS INTEGER) AS VARCHAR)",
        ],
    ),
    (
        Form::Decimal,
        [
            "trim_scale({c})::text",
            "rtrim(rtrim({c}::varchar,'0'),'.')",
            "trim(TRAILING '.' FROM trim(TRAILING '0' FROM toDecimalString({c},{s})))",
            "rtrim('.',rtrim('0',cast({c} as string)))",
            "trim(trailing '.' from trim(trailing '0' from cast({c} as char)))",
            SQLITE_DECIMAL,
            "regexp_replace(CAST({c} AS varchar),'\\.?0+$','')",
            "IF(STRPOS(CAST({c} AS STRING),'.')>0,RTRIM(RTRIM(CAST({c} AS STRING),'0'),'.'),CAST({c} AS STRING))",
            "RTRIM(RTRIM(TO_VARCHAR({c}),'0'),'.')",
            "RTRIM(RTRIM(CAST({c} AS VARCHAR),'0'),'.')",
        ],
    ),
    (
        Form::Whole,
        [
            "trim_scale({c})::text",
            "{c}::varchar",
            "toDecimalString({c},0)",
            "cast({c} as string)",
            "cast({c} as char)",
            SQLITE_DECIMAL,
            "CAST({c} AS varchar)",
            "CAST({c} AS STRING)",
            "TO_VARCHAR({c})",
            "CAST({c} AS VARCHAR)",
        ],
    ),
    (
        Form::Fraction,
        [
            "trim_scale({c})::text",
            "regexp_replace(rtrim(rtrim({c}::varchar,'0'),'.'),'^(-?)([.]|$)','\\10\\2')",
            "trim(TRAILING '.' FROM trim(TRAILING '0' FROM toDecimalString({c},{s})))",
            "rtrim('.',rtrim('0',cast({c} as string)))",
            "trim(trailing '.' from trim(trailing '0' from cast({c} as char)))",
            SQLITE_DECIMAL,
            "regexp_replace(CAST({c} AS varchar),'\\.?0+$','')",
            "IF(STRPOS(CAST({c} AS STRING),'.')>0,RTRIM(RTRIM(CAST({c} AS STRING),'0'),'.'),CAST({c} AS STRING))",
            "RTRIM(RTRIM(TO_VARCHAR({c}),'0'),'.')",
            "RTRIM(RTRIM(CAST({c} AS VARCHAR),'0'),'.')",
        ],
    ),
    (
        Form::Float,
        [
            "encode(float8send({c}::float8 + 0),'hex')",
            "CASE WHEN isnan({c}) THEN '7ff8000000000000' ELSE lower(hex(({c}::double + 0)::bit::blob)) END",
            "if(isNaN({c}),'7ff8000000000000',leftPad(lower(hex(reinterpretAsUInt64(toFloat64({c}) + 0))),16,'0'))",
            SPARK_FLOAT,
            "lower(hex(reverse(substr(ST_AsBinary(Point({c} + 0e0,0)),6,8))))",
            SQLITE_FLOAT,
            "CASE WHEN is_nan({c}) THEN '7ff8000000000000' ELSE lower(to_hex(to_ieee754_64(CAST({c} AS double) + 0))) END",
            "",
            "",
            "",
        ],
    ),
    (
        Form::Text,
        [
            "{c}::text",
            "{c}",
            "{c}",
            "{c}",
            MYSQL_TEXT,
            "cast({c} as text)",
            "{c}",
            "{c}",
            "{c}",
            "{c}",
        ],
    ),
    (
        Form::Char,
        [
            "{c}::text",
            "rtrim({c},' ')",
            "trim(TRAILING ' ' FROM trim(TRAILING '\\0' FROM toString({c})))",
            "rtrim(' ',{c})",
            "trim(trailing ' ' from convert({c} using utf8mb4))",
            "rtrim({c},' ')",
            "rtrim({c})",
            "RTRIM({c},' ')",
            "RTRIM({c},' ')",
            "RTRIM({c},' ')",
        ],
    ),
    (
        Form::Enum,
        [
            "{c}::text",
            "{c}::varchar",
            "toString({c})",
            "{c}",
            MYSQL_TEXT,
            "{c}",
            "{c}",
            "{c}",
            "{c}",
            "{c}",
        ],
    ),
    (
        Form::Bytes,
        [
            "encode({c},'hex')",
            "lower(hex({c}))",
            "lower(hex({c}))",
            "lower(hex({c}))",
            "lower(hex({c}))",
            "CASE WHEN {c} IS NOT NULL THEN lower(hex({c})) END",
            "lower(to_hex({c}))",
            "TO_HEX({c})",
            "HEX_ENCODE({c},0)",
            "LOWER(FROM_VARBYTE({c},'hex'))",
        ],
    ),
    (
        Form::Uuid,
        [
            "{c}::text",
            "{c}::varchar",
            "toString({c})",
            "lower({c})",
            "cast({c} as char)",
            "lower({c})",
            "CAST({c} AS varchar)",
            "LOWER({c})",
            "LOWER({c})",
            "LOWER({c})",
        ],
    ),
    (
        Form::Date,
        [
            "CASE WHEN isfinite({c}) THEN ({c} - date '1970-01-01')::text ELSE {c}::text END",
            "CASE WHEN isfinite({c}) THEN ({c} - date '1970-01-01')::varchar ELSE {c}::varchar END",
            "toString(toInt32(toDate32({c})))",
            "cast(unix_date({c}) as string)",
            "cast(to_days({c}) - 719528 as char)",
            SQLITE_DATE,
            "CAST(date_diff('day',DATE '1970-01-01',{c}) AS varchar)",
            "CAST(UNIX_DATE({c}) AS STRING)",
            "TO_VARCHAR(DATEDIFF('day',DATE '1970-01-01',{c}))",
            "CAST(DATEDIFF(day,DATE '1970-01-01',{c}) AS VARCHAR)",
        ],
    ),
    (
        Form::Time,
        [
            "((extract(epoch from {c})*1000000)::bigint)::text",
            "epoch_us({c})::varchar",
            "toString(toInt64(toDecimal64({c},6)*1000000))",
            "cast(time_to_micros({c}) as string)",
            "cast(cast(time_to_sec({c})*1000000 as signed) as char)",
            SQLITE_TIME,
            "",
            "CAST(TIME_DIFF({c},TIME '00:00:00',MICROSECOND) AS STRING)",
            "TO_VARCHAR(DATEDIFF('microsecond',TIME '00:00:00',{c}))",
            "CAST(DATEDIFF(microsecond,TIME '00:00:00',{c}) AS VARCHAR)",
        ],
    ),
    (
        Form::Timestamp,
        [
            POSTGRESQL_TIMESTAMP,
            DUCKDB_TIMESTAMP,
            "toString(toUnixTimestamp64Micro(toDateTime64({c},6)))",
            SPARK_TIMESTAMP,
            "cast(timestampdiff(microsecond,'1970-01-01',{c}) as char)",
            SQLITE_TIMESTAMP,
            "",
            "CAST(DATETIME_DIFF({c},DATETIME '1970-01-01 00:00:00',MICROSECOND) AS STRING)",
            "TO_VARCHAR(DATE_PART('epoch_microsecond',{c}))",
            "CAST(DATEDIFF(microsecond,TIMESTAMP '1970-01-01 00:00:00',{c}) AS VARCHAR)",
        ],
    ),
    (
        Form::TimestampTz,
        [
            POSTGRESQL_TIMESTAMP,
            DUCKDB_TIMESTAMP,
            "toString(toUnixTimestamp64Micro(toDateTime64({c},6)))",
            "cast(unix_micros({c}) as string)",
            "cast(cast(unix_timestamp({c})*1000000 as signed) as char)",
            "",
            "",
            "CAST(UNIX_MICROS({c}) AS STRING)",
            "TO_VARCHAR(DATE_PART('epoch_microsecond',{c}))",
            "CAST(DATEDIFF(microsecond,TIMESTAMP '1970-01-01 00:00:00',{c} AT TIME ZONE 'UTC') AS VARCHAR)",
        ],
    ),
];

const POSTGRESQL_TIMESTAMP: &str = "CASE WHEN isfinite({c}) THEN ((extract(epoch from {c})*1000000)::bigint)::text ELSE {c}::text END";
const DUCKDB_TIMESTAMP: &str =
    "CASE WHEN isfinite({c}) THEN epoch_us({c})::varchar ELSE {c}::varchar END";
/// Only some versions have `unix_micros` of a timestamp without a zone, and `timestampdiff` reads the session's zone.
const SPARK_TIMESTAMP: &str = "cast(unix_date(cast({c} as date))*86400000000L + hour({c})*3600000000L + minute({c})*60000000L \
    + cast(extract(second from {c})*1000000 as bigint) as string)";
/// MD5 reads the bytes of the column's character set.
const MYSQL_TEXT: &str = "convert({c} using utf8mb4)";
/// SQLite stores decimals as doubles, and some are printed with an exponent, whose zeros must stay. A question mark as below.
const SQLITE_DECIMAL: &str = "CASE WHEN {c} GLOB '*[^-0-9.]*' THEN '?'||{c} WHEN instr({c},'.') THEN rtrim(rtrim(cast({c} as text),'0'),'.') ELSE cast({c} as text) END";
/// The program writes the digits: SQLite has no cast to bits.
const SQLITE_FLOAT: &str = "{c}";
/// SQLite stores dates and times as text in any form, and reads 30 February as 1 March. A text that isn't a date gets a question
/// mark, so that it equals no date.
const SQLITE_DATE: &str = "CASE WHEN {c} IS NULL THEN NULL WHEN date({c}) = {c} THEN cast(unixepoch({c})/86400 as text) \
    ELSE '?'||{c} END";
const SQLITE_TIME: &str = "CASE WHEN {c} IS NULL THEN NULL \
    WHEN time(substr({c},1,8)) = substr({c},1,8) AND (length({c}) = 8 OR (substr({c},9,1) = '.' AND length({c}) <= 15 \
    AND substr({c},10) NOT GLOB '*[^0-9]*')) THEN cast(unixepoch('1970-01-01 '||substr({c},1,8))*1000000 \
    + cast(substr(substr({c},10)||'000000',1,6) as integer) as text) ELSE '?'||{c} END";
const SQLITE_TIMESTAMP: &str = "CASE WHEN {c} IS NULL THEN NULL \
    WHEN date(substr({c},1,19)) = substr({c},1,10) AND (length({c}) <= 19 OR (substr({c},20,1) = '.' AND length({c}) <= 26 \
    AND substr({c},21) NOT GLOB '*[^0-9]*')) THEN cast(unixepoch(substr({c},1,19))*1000000 \
    + cast(substr(substr({c},21)||'000000',1,6) as integer) as text) ELSE '?'||{c} END";
/// Spark has no cast to bits. Powers of two are exact, so arithmetic gives the exponent and the fraction without rounding.
const SPARK_FLOAT: &str = "CASE WHEN isnan({c}) THEN '7ff8000000000000' WHEN {c} = 0 THEN '0000000000000000' \
    WHEN abs(double({c})) = double('Infinity') THEN if({c} > 0,'7ff0000000000000','fff0000000000000') \
    ELSE lower(lpad(hex(CASE WHEN abs(double({c})) < power(2D,-1022) THEN bigint(abs(double({c}))*power(2D,537)*power(2D,537)) \
    ELSE bigint({e}+1022)*4503599627370496 + bigint(abs(double({c}))/power(2D,{e})*4503599627370496) END \
    + if({c} < 0,cast('-9223372036854775808' as bigint),0L)),16,'0')) END";
/// The exponent of a finite double, corrected by one where the logarithm rounds.
const SPARK_EXPONENT: &str = "(CASE WHEN abs(double({c}))/power(2D,{e}) >= 2 THEN {e}+1 \
    WHEN abs(double({c}))/power(2D,{e}) < 1 THEN {e}-1 ELSE {e} END)";
const SPARK_LOGARITHM: &str = "least(floor(ln(abs(double({c})))/ln(2D)),1023)";

/// The expression for the canonical text of a column, NULL where the value is NULL. `column` is a quoted name.
///
/// # Errors
/// Returns an error if the type has no exact text in the dialect.
///
/// ```
/// use hashlane_databases::{ColumnType, Dialect, canonical_text};
/// let text = canonical_text(Dialect::PostgreSql, ColumnType::Bytes, "\"b\"");
/// assert_eq!(text.as_deref(), Ok("encode(\"b\",'hex')"));
/// ```
pub fn canonical_text(
    dialect: Dialect,
    column_type: ColumnType,
    column: &str,
) -> Result<String, Error> {
    let form = form(column_type);
    let expressions = TABLE.iter().find(|(other, _)| *other == form).map(|(_, texts)| texts);
    let expression = expressions.map_or("", |texts| texts[place(dialect)]);
    if expression.is_empty() || (column_type == ColumnType::Numeric && !has_numeric(dialect)) {
        let hint = match column_type {
            ColumnType::Numeric => "write decimal(p,s)",
            _ => "leave the column out, or give a query that casts it to another type",
        };
        return Err(Error::new(format!(
            "column {column}: {column_type} has no canonical text in {dialect}: {hint}"
        )));
    }
    let scale = match column_type {
        ColumnType::Decimal { scale, .. } => scale,
        _ => 0,
    };
    let exponent = SPARK_EXPONENT.replace("{e}", SPARK_LOGARITHM);
    let text = expression.replace("{s}", &scale.to_string()).replace("{e}", &exponent);
    Ok(text.replace("{c}", column))
}

fn form(column_type: ColumnType) -> Form {
    match column_type {
        ColumnType::Integer | ColumnType::WideInteger => Form::Integer,
        ColumnType::Boolean => Form::Boolean,
        ColumnType::Decimal { scale: 0, .. } => Form::Whole,
        ColumnType::Decimal { precision, scale } if precision == scale => Form::Fraction,
        ColumnType::Decimal { .. } | ColumnType::Numeric => Form::Decimal,
        ColumnType::Float | ColumnType::Real => Form::Float,
        ColumnType::Text => Form::Text,
        ColumnType::Char => Form::Char,
        ColumnType::Enum => Form::Enum,
        ColumnType::Bytes => Form::Bytes,
        ColumnType::Uuid => Form::Uuid,
        ColumnType::Date => Form::Date,
        ColumnType::Time => Form::Time,
        ColumnType::Timestamp => Form::Timestamp,
        ColumnType::TimestampTz => Form::TimestampTz,
    }
}

/// Whether the expression of decimals fits every scale.
fn has_numeric(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::PostgreSql | Dialect::Sqlite)
}

fn place(dialect: Dialect) -> usize {
    match dialect {
        Dialect::PostgreSql => 0,
        Dialect::DuckDb => 1,
        Dialect::ClickHouse => 2,
        Dialect::Spark => 3,
        Dialect::MySql => 4,
        Dialect::Sqlite => 5,
        Dialect::Trino => 6,
        Dialect::BigQuery => 7,
        Dialect::Snowflake => 8,
        Dialect::Redshift => 9,
    }
}

#[cfg(test)]
mod tests;
