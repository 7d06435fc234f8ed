//! The text of a row, and its hash, as expressions of each dialect.
//!
//! A row's text has a part for each column, with `|` between them: `N` for NULL, or the canonical text, after its number of
//! bytes and `:` if the column is [with its length](crate::Column::with_length). Different rows have different texts. The
//! hash is the number in the first 8 bytes of the text's MD5, the first byte first: the one hash that all dialects have.

use crate::canonical_text::canonical_text;
use crate::column::Column;
use crate::dialect::Dialect;
use crate::error::Error;

/// The hash of a row as a number of 64 bits, with or without a sign.
pub(crate) fn row_hash(dialect: Dialect, columns: &[Column]) -> Result<String, Error> {
    let parts: Result<Vec<_>, _> = columns.iter().map(|column| part(dialect, column)).collect();
    let text = concatenated(
        dialect,
        &parts?.join(match is_operator(dialect) {
            true => "||'|'||",
            false => ",'|',",
        }),
    );
    let halves = |digits: &str, number: fn(&str) -> String| {
        let [high, low] = [1, 9].map(|from| number(&format!("SUBSTR({digits},{from},8)")));
        format!("(({high} << 32) | {low})")
    };
    Ok(match dialect {
        Dialect::PostgreSql => format!("('x'||left(md5({text}),16))::bit(64)::bigint"),
        Dialect::DuckDb => format!("('0x'||left(md5({text}),16))::UBIGINT"),
        Dialect::ClickHouse => {
            format!("reinterpretAsInt64(reverse(substring(MD5({text}),1,8)))")
        }
        Dialect::Spark => format!("cast(conv(left(md5({text}),16),16,-10) as bigint)"),
        Dialect::MySql => format!("cast(conv(left(md5({text}),16),16,-10) as signed)"),
        Dialect::Trino => format!("from_big_endian_64(substr(md5(to_utf8({text})),1,8))"),
        Dialect::BigQuery => halves(&format!("TO_HEX(MD5({text}))"), |digits| {
            format!("CAST(CONCAT('0x',{digits}) AS INT64)")
        }),
        Dialect::Snowflake => format!("MD5_NUMBER_UPPER64({text})"),
        Dialect::Redshift => {
            halves(&format!("MD5({text})"), |digits| format!("STRTOL({digits},16)"))
        }
        Dialect::Sqlite => {
            return Err(Error::new(
                "SQLite has no hash function: `hashlane diff` hashes its rows, so give it sqlite:FILE?table=NAME",
            ));
        }
    })
}

/// The part of a column in the text of a row.
fn part(dialect: Dialect, column: &Column) -> Result<String, Error> {
    let text = canonical_text(dialect, column.column_type, &dialect.quoted(&column.name))?;
    if !column.with_length {
        return Ok(format!("coalesce({text},'N')"));
    }
    let length = match dialect {
        Dialect::DuckDb => format!("strlen({text})"),
        Dialect::ClickHouse => format!("toString(length({text}))"),
        Dialect::Trino => format!("CAST(length(to_utf8({text})) AS varchar)"),
        Dialect::BigQuery => format!("CAST(BYTE_LENGTH({text}) AS STRING)"),
        Dialect::Snowflake => format!("TO_VARCHAR(OCTET_LENGTH({text}))"),
        Dialect::Redshift => format!("CAST(OCTET_LENGTH({text}) AS VARCHAR)"),
        _ => format!("octet_length({text})"),
    };
    let both = match is_operator(dialect) {
        true => format!("{length}||':'||{text}"),
        false => format!("concat({length},':',{text})"),
    };
    Ok(format!("coalesce({both},'N')"))
}

/// Whether texts are concatenated by `||` and not by a function.
fn is_operator(dialect: Dialect) -> bool {
    !matches!(dialect, Dialect::ClickHouse | Dialect::Spark | Dialect::MySql | Dialect::BigQuery)
}

fn concatenated(dialect: Dialect, parts: &str) -> String {
    match is_operator(dialect) {
        true => parts.to_owned(),
        // Some dialects refuse a single argument.
        false => format!("concat({parts},'')"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::ColumnType;

    #[test]
    fn text_has_its_length() {
        let columns = [Column::new("id", ColumnType::Integer), Column::new("t", ColumnType::Text)];
        assert_eq!(
            row_hash(Dialect::DuckDb, &columns).as_deref(),
            Ok(
                "('0x'||left(md5(coalesce(\"id\"::varchar,'N')||'|'||coalesce(strlen(\"t\")||':'||\"t\",'N')),16))::UBIGINT"
            )
        );
        row_hash(Dialect::Sqlite, &columns).expect_err("no hash function");
    }
}
