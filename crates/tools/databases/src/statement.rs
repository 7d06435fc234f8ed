//! The statement that computes a table's sketch in one scan.
//!
//! The cells are those of `hashlane_kernels::sketch::Sketch`: each row is added to one cell of each of 4 subtables. A cell has
//! the number of its rows and the sums of their hashes, checks and keys.

use crate::column::{Column, ColumnType};
use crate::dialect::Dialect;
use crate::error::Error;
use crate::relation::Relation;
use crate::row_text::row_hash;

/// The size of a sketch: subtables have 2^p cells.
///
/// ```
/// use hashlane_databases::SketchSize;
/// assert_eq!(SketchSize::new(12).map(SketchSize::p), Ok(12));
/// assert!(SketchSize::new(21).is_err());
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SketchSize(u8);

impl SketchSize {
    /// A size of 8 to 20.
    ///
    /// # Errors
    /// Returns an error if `p` is out of this range.
    pub fn new(p: u8) -> Result<Self, Error> {
        match p {
            8..=20 => Ok(SketchSize(p)),
            _ => Err(Error::new(format!("p = {p} is out of range (8 to 20)"))),
        }
    }

    /// The logarithm of the number of cells of a subtable.
    pub fn p(self) -> u8 {
        self.0
    }
}

/// What a statement reads.
///
/// ```
/// use hashlane_databases::{Column, ColumnType, Dialect, SketchSize, Source};
/// let source = Source {
///     dialect: Dialect::PostgreSql,
///     relation: "orders".parse()?,
///     filter: None,
///     key: vec![Column::new("id", ColumnType::Integer)],
///     columns: vec![Column::new("name", ColumnType::Text)],
/// };
/// assert!(source.sketch_statement(SketchSize::new(12)?)?.contains("bit(64)"));
/// # Ok::<(), hashlane_databases::Error>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Source {
    /// The dialect of the database.
    pub dialect: Dialect,
    /// The table or query.
    pub relation: Relation,
    /// A condition in the dialect, for the rows to read.
    pub filter: Option<String>,
    /// The columns that identify a row.
    pub key: Vec<Column>,
    /// The other columns that are compared.
    pub columns: Vec<Column>,
}

impl Source {
    /// The columns of a row's text: the key comes first.
    pub fn row_columns(&self) -> Vec<Column> {
        [&self.key[..], &self.columns[..]].concat()
    }

    /// The key column that a sketch can sum up: the only one, of at most 64 bits.
    pub fn number_key(&self) -> Option<&Column> {
        match &self.key[..] {
            [key] if key.column_type == ColumnType::Integer => Some(key),
            _ => None,
        }
    }

    /// The statement for the cells that aren't empty, with the columns p, cell, row_count, hash_sum, check_sum and key_sum.
    /// The hashes are summed as numbers with a sign; the sums of keys are 0 unless the key is an [integer](Source::number_key).
    ///
    /// # Errors
    /// Returns an error if the dialect has no text for a type or no hash.
    pub fn sketch_statement(&self, size: SketchSize) -> Result<String, Error> {
        let hash = row_hash(self.dialect, &self.row_columns())?;
        let key = self.key_number();
        let from = self.rows_clause();
        let fence = fence(self.dialect);
        let check = check(self.dialect);
        let hashes =
            format!("row_hashes AS (SELECT {key} AS row_key, {hash} AS h FROM {from}{fence})");
        let checks =
            format!("row_checks AS (SELECT row_key, h, {check} AS k FROM row_hashes{fence})");
        Ok(format!("WITH {hashes},\n{checks}{}", cells(self.dialect, size)))
    }

    /// The relation, and the condition for its rows.
    pub(crate) fn rows_clause(&self) -> String {
        let relation = self.relation.to_sql(self.dialect);
        match &self.filter {
            // The condition may end with a comment.
            Some(filter) => format!("{relation} WHERE ({filter}\n)"),
            None => relation,
        }
    }

    fn key_number(&self) -> String {
        let Some(key) = self.number_key() else { return "0".to_owned() };
        let name = self.dialect.quoted(&key.name);
        match self.dialect {
            Dialect::ClickHouse => format!("coalesce(toInt64({name}),0)"),
            Dialect::MySql => format!("coalesce(cast({name} as signed),0)"),
            Dialect::BigQuery => format!("coalesce(CAST({name} AS INT64),0)"),
            _ => format!("coalesce(CAST({name} AS bigint),0)"),
        }
    }
}

/// What keeps a database from computing a common table expression again wherever it is used.
fn fence(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::PostgreSql => " OFFSET 0",
        Dialect::MySql => " LIMIT 9223372036854775807",
        _ => "",
    }
}

/// The check of a row from its hash `h`: two products of 32 and 31 bits. Bits from 16 on depend on all of the hash.
fn check(dialect: Dialect) -> String {
    let high = shifted(dialect, "h", 32, "4294967295");
    let low = masked(dialect, "h", "4294967295");
    let long = if dialect == Dialect::Spark { "L" } else { "" };
    let (low, high) =
        (format!("({low} * 2146121005{long})"), format!("({high} * 1540483477{long})"));
    match dialect {
        Dialect::PostgreSql => format!("({low} # {high})"),
        // Its reference names no operator for XOR.
        Dialect::Redshift => format!("(({low} | {high}) - ({low} & {high}))"),
        Dialect::DuckDb => format!("xor({low}, {high})"),
        Dialect::ClickHouse => format!("bitXor({low}, {high})"),
        Dialect::Trino => format!("bitwise_xor({low}, {high})"),
        Dialect::Snowflake => format!("BITXOR({low}, {high})"),
        _ => format!("({low} ^ {high})"),
    }
}

fn masked(dialect: Dialect, number: &str, mask: &str) -> String {
    match dialect {
        Dialect::ClickHouse => format!("bitAnd({number},{mask})"),
        Dialect::Trino => format!("bitwise_and({number},{mask})"),
        Dialect::Snowflake => format!("BITAND({number},{mask})"),
        Dialect::Spark => format!("({number} & {mask}L)"),
        _ => format!("({number} & {mask})"),
    }
}

fn shifted(dialect: Dialect, number: &str, bits: u8, mask: &str) -> String {
    let shifted = match dialect {
        Dialect::ClickHouse => format!("bitShiftRight({number},{bits})"),
        // After the word array, Spark reads >> as the end of a type.
        Dialect::Spark => format!("shiftright({number},{bits})"),
        Dialect::Trino => format!("bitwise_right_shift({number},{bits})"),
        Dialect::Snowflake => format!("BITSHIFTRIGHT({number},{bits})"),
        _ => format!("({number} >> {bits})"),
    };
    masked(dialect, &shifted, mask)
}

/// The rest of the statement: each row in its four cells, and the sums of each cell.
fn cells(dialect: Dialect, size: SketchSize) -> String {
    let (p, count) = (size.p(), 1u32 << size.p());
    let mask = (count - 1).to_string();
    let [a, b, c, d] = [
        masked(dialect, "h", &mask),
        format!("{count} + {}", shifted(dialect, "h", 32, &mask)),
        format!("{} + {}", 2 * count, shifted(dialect, "k", 16, &mask)),
        format!("{} + {}", 3 * count, shifted(dialect, "k", 36, &mask)),
    ];
    let [hashes, checks, keys] = ["h", "k", "row_key"].map(|number| sum(dialect, number));
    let sums = format!(
        "count(*) AS row_count, {hashes} AS hash_sum, {checks} AS check_sum, {keys} AS key_sum"
    );
    let case = format!("CASE j WHEN 0 THEN {a} WHEN 1 THEN {b} WHEN 2 THEN {c} ELSE {d} END");
    let numbers =
        "(SELECT 0 AS j UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) numbers";
    match dialect {
        Dialect::PostgreSql => format!(
            ",\nrow_cells AS (SELECT row_key, h, k, ({a})::int AS c0, ({b})::int AS c1, ({c})::int AS c2, ({d})::int AS c3 \
             FROM row_checks OFFSET 0)\n\
             SELECT {p} AS p, coalesce(c0, c1, c2, c3) AS cell, {sums} FROM row_cells \
             GROUP BY GROUPING SETS ((c0), (c1), (c2), (c3))"
        ),
        Dialect::ClickHouse => format!(
            "\nSELECT {p} AS p, arrayJoin([{a},{b},{c},{d}]) AS cell, {sums} FROM row_checks GROUP BY cell"
        ),
        Dialect::Spark => format!(
            ",\nrow_cells AS (SELECT row_key, h, k, explode(array({a}, {b}, {c}, {d})) AS cell FROM row_checks)\n\
             SELECT {p} AS p, cell, {sums} FROM row_cells GROUP BY cell"
        ),
        Dialect::BigQuery => format!(
            "\nSELECT {p} AS p, cell, {sums} FROM row_checks, UNNEST([{a}, {b}, {c}, {d}]) AS cell GROUP BY cell"
        ),
        Dialect::Trino => format!(
            "\nSELECT {p} AS p, cell, {sums} FROM row_checks CROSS JOIN UNNEST(ARRAY[{a}, {b}, {c}, {d}]) AS u (cell) \
             GROUP BY cell"
        ),
        // Any other join would compute the hashes once for each number.
        Dialect::MySql => format!(
            "\nSELECT {p} AS p, {case} AS cell, {sums} FROM row_checks STRAIGHT_JOIN {numbers} GROUP BY 2"
        ),
        _ => format!(
            "\nSELECT {p} AS p, {case} AS cell, {sums} FROM row_checks CROSS JOIN {numbers} GROUP BY 2"
        ),
    }
}

/// The sum of numbers of 64 bits with a sign, in a type that holds it.
fn sum(dialect: Dialect, number: &str) -> String {
    match dialect {
        // A sum of decimals takes twice as long as two of integers.
        Dialect::Spark => format!(
            "cast(sum(shiftright({number},32)) as decimal(38,0)) * 4294967296 + sum(cast({number} as bigint) & 4294967295L)"
        ),
        Dialect::Trino => format!("sum(CAST({number} AS decimal(38,0)))"),
        Dialect::BigQuery => format!("SUM(CAST({number} AS NUMERIC))"),
        Dialect::Redshift => format!("SUM(CAST({number} AS DECIMAL(38,0)))"),
        // Parquet has no integers of 128 bits.
        Dialect::ClickHouse => format!("toString(sum(toInt128({number})))"),
        // The hash has no sign here. The others are positive, or have a sign.
        Dialect::DuckDb if number == "h" => {
            let negative = "count(*) FILTER (WHERE h > 9223372036854775807)";
            format!("CAST(sum(h) - 18446744073709551616 * {negative} AS decimal(38,0))")
        }
        Dialect::DuckDb => format!("CAST(sum({number}) AS decimal(38,0))"),
        Dialect::Snowflake if number == "h" => {
            "SUM(CASE WHEN h > 9223372036854775807 THEN h - 18446744073709551616 ELSE h END)"
                .to_owned()
        }
        _ => format!("sum({number})"),
    }
}
