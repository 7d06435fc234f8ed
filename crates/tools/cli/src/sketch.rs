//! `hashlane sketch`: prints the statement that sketches a table in a database.

use clap::{ArgGroup, Args};
use hashlane_databases::{Dialect, Relation, RowSource, SketchSize, SourceColumn};
use hashlane_files::parse_name;
use hashlane_kernels::sketch::Keys;

use crate::failure::Failure;
use crate::lists::{NameList, end_of_type, parse_names};
use crate::outcome::Outcome;
use crate::output::LineOutput;

const USAGE: &str = "\
hashlane sketch [OPTIONS] --key COLUMNS --dialect DIALECT
           --columns NAME=TYPE,… TABLE|--query SQL";

const HELP: &str = "\
A sketch tells which rows of two tables differ, wherever the tables are, and its
size depends on the number of differences. Run the statement where each table
is, save the results as CSV or Parquet, and compare them:

  hashlane diff --left-sketch a.csv --right-sketch b.parquet

Both sides need the same key, the same columns in the same order, and the same
-p. Names may differ.

Dialects: postgresql, mysql (and mariadb), clickhouse, duckdb, spark (and
databricks) are tested; trino, bigquery, snowflake and redshift are not. SQLite
has no hash function: `hashlane diff sqlite:FILE?table=NAME` hashes its rows.

Types: integer, hugeint (also unsigned 64-bit integers), boolean, decimal(p,s),
numeric, real, float, text, char, enum, bytes, uuid, date, time, timestamp,
timestamptz. A char has no blanks at its end. A UUID beside a column of text is
text.

Names are exact: in Snowflake, write ORDERS for a table that was created as
orders.

Examples:
  hashlane sketch public.orders --key id --dialect postgresql \\
    --columns 'id=bigint,name=text,price=decimal(9,2)'
  hashlane sketch orders --key region,id --dialect bigquery -p 16 \\
    --columns region=text,id=integer,at=timestamp
  hashlane sketch --query 'SELECT id, name FROM a JOIN b USING (id)' --key id \\
    --dialect spark --columns id=int,name=text
";

/// Arguments of `hashlane sketch`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP, group = ArgGroup::new("relation").required(true))]
pub struct SketchArgs {
    /// The table, as in orders or public.orders; a name with a point stands in double quotes
    #[arg(group = "relation")]
    table: Option<Relation>,

    /// Sketch the rows of this query
    #[arg(long, value_name = "SQL", group = "relation")]
    query: Option<String>,

    /// The columns that identify a row
    #[arg(short, long, value_name = "COLUMNS", value_parser = parse_names, required = true)]
    key: Vec<NameList>,

    /// The dialect of SQL
    #[arg(long)]
    dialect: Dialect,

    /// The key and the compared columns, with their types
    #[arg(long, value_name = "NAME=TYPE,…", value_parser = parse_columns)]
    columns: TypedColumns,

    /// Read only the rows that meet this condition
    #[arg(long = "where", value_name = "SQL")]
    filter: Option<String>,

    /// Use 4 × 2^P cells (8 to 20). They hold about 2.4 × 2^P differing rows; a changed row counts twice
    #[arg(short, value_name = "P", default_value = "12", value_parser = parse_size)]
    p: SketchSize,
}

/// Columns with their types.
#[derive(Clone, Debug)]
struct TypedColumns(Vec<SourceColumn>);

/// Prints the statement.
pub fn run(args: &SketchArgs) -> Result<Outcome, Failure> {
    let query = args.query.clone().map(Relation::Query);
    let Some(relation) = args.table.clone().or(query) else {
        return Err("name a table, or give a query with --query".to_owned().into());
    };
    let names = args.key.iter().flat_map(|names| &names.0);
    let key = names.map(|name| args.columns.find(name)).collect::<Result<Vec<_>, _>>()?;
    let others = args.columns.0.iter().filter(|column| !key.contains(column)).cloned().collect();
    let filter = args.filter.clone();
    let source = RowSource { dialect: args.dialect, relation, filter, key, columns: others };
    // Hashes of keys would be shown as if they were keys.
    let keys = if source.number_key().is_some() { Keys::Integer } else { Keys::Absent };
    let statement = source.sketch_statement(args.p, keys).map_err(|error| error.to_string())?;
    let mut lines = LineOutput::stdout();
    lines.write(format!("{statement}\n").as_bytes())?;
    lines.finish()?;
    Ok(Outcome::Fine)
}

impl TypedColumns {
    fn find(&self, name: &str) -> Result<SourceColumn, String> {
        let found = self.0.iter().find(|column| column.name == name);
        found.cloned().ok_or_else(|| {
            format!(
                "the key column '{name}' has no type: write it in --columns, as in {name}=bigint"
            )
        })
    }
}

/// Parses column names, each with `=` and a type.
fn parse_columns(text: &str) -> Result<TypedColumns, String> {
    let mut columns: Vec<SourceColumn> = Vec::new();
    let mut rest = text;
    loop {
        let (name, after) = parse_name(rest, '=')?;
        let after = after.strip_prefix('=').ok_or_else(|| match name.split_once(':') {
            Some((name, _)) => format!("write {name}=TYPE, with '=' instead of ':'"),
            None => format!("'{name}' has no type: write {name}=TYPE, as in id=bigint"),
        })?;
        if columns.iter().any(|column| column.name == name) {
            return Err(format!("column '{name}' is named twice: write it once"));
        }
        let end = end_of_type(after);
        let column_type = after[..end]
            .parse()
            .map_err(|error: hashlane_databases::TableError| error.to_string())?;
        columns.push(SourceColumn::new(name, column_type));
        match after[end..].strip_prefix(',') {
            Some(next) => rest = next,
            None => return Ok(TypedColumns(columns)),
        }
    }
}

fn parse_size(text: &str) -> Result<SketchSize, String> {
    let p = text.parse().map_err(|_| format!("'{text}' is not a number from 8 to 20"))?;
    SketchSize::new(p).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use hashlane_databases::ColumnType;

    use super::*;

    #[test]
    fn columns_have_types() {
        let columns = parse_columns(r#"id=bigint,"a=b,c"=decimal(9,2),t=text"#).expect("columns");
        let decimal = ColumnType::Decimal { precision: 9, scale: 2 };
        let expected = [("id", ColumnType::Integer), ("a=b,c", decimal), ("t", ColumnType::Text)];
        assert_eq!(columns.0, expected.map(|(name, found)| SourceColumn::new(name, found)));
        for text in
            ["", "id", "id=", "id:bigint", "id=bigint,", "id=bigint,id=int", "id=json", "=int"]
        {
            parse_columns(text).expect_err(text);
        }
    }
}
