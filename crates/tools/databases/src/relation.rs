//! Names of tables, with their schemas.

use std::str::FromStr;

use crate::dialect::Dialect;
use crate::error::TableError;
use crate::row_text::ALIAS;

/// What is compared: a table, or the rows of a query.
///
/// ```
/// use hashlane_databases::{Dialect, Relation};
/// let table: Relation = "public.\"My orders\"".parse()?;
/// assert_eq!(table.to_sql(Dialect::PostgreSql), "\"public\".\"My orders\"");
/// # Ok::<(), hashlane_databases::TableError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Relation {
    /// The parts of a table's name, such as the schema and the table.
    Table(Vec<String>),
    /// A query, in the dialect of its database.
    Query(String),
}

impl Relation {
    /// The relation as SQL, to stand after FROM.
    pub fn to_sql(&self, dialect: Dialect) -> String {
        match self {
            Relation::Table(parts) => {
                let parts: Vec<_> = parts.iter().map(|part| dialect.quoted(part)).collect();
                parts.join(".")
            }
            // The query may end with a comment.
            Relation::Query(query) => format!("({query}\n) AS hashlane_query"),
        }
    }

    /// The rows that meet a condition, as SQL to stand after FROM, under the name [`ALIAS`]. The condition has names of its own.
    pub(crate) fn filtered(&self, dialect: Dialect, filter: Option<&str>) -> String {
        match (self, filter) {
            // The condition may end with a comment.
            (_, Some(filter)) => {
                format!("(SELECT * FROM {} WHERE ({filter}\n)) AS {ALIAS}", self.to_sql(dialect))
            }
            (Relation::Table(_), None) => format!("{} AS {ALIAS}", self.to_sql(dialect)),
            (Relation::Query(query), None) => format!("({query}\n) AS {ALIAS}"),
        }
    }
}

impl FromStr for Relation {
    type Err = TableError;

    /// Parses names with points between them. A name in double quotes may contain points, and two quotes for one.
    fn from_str(text: &str) -> Result<Self, TableError> {
        let wrong = || {
            TableError::new(format!(
                "'{text}' is not the name of a table: write table or schema.table, and names with points in double quotes"
            ))
        };
        let (mut parts, mut part, mut is_quoted) = (Vec::new(), String::new(), false);
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            match char {
                '"' if is_quoted && chars.peek() == Some(&'"') => {
                    part.push('"');
                    chars.next();
                }
                // A quote opens a name at its start, and closes it at its end.
                '"' if is_quoted && matches!(chars.peek(), None | Some('.')) => is_quoted = false,
                '"' if !is_quoted && part.is_empty() => is_quoted = true,
                '.' if !is_quoted => parts.push(std::mem::take(&mut part)),
                '"' => return Err(wrong()),
                other => part.push(other),
            }
        }
        parts.push(part);
        if is_quoted || parts.iter().any(|part| part.is_empty() || part.contains('\0')) {
            return Err(wrong());
        }
        Ok(Relation::Table(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_parts() {
        for (text, expected) in [
            ("orders", &["orders"][..]),
            ("a.b.c", &["a", "b", "c"]),
            ("\"a.b\".\"c\"\"d\"", &["a.b", "c\"d"]),
            ("Ünï codé", &["Ünï codé"]),
        ] {
            let parts = expected.iter().map(|part| (*part).to_owned()).collect();
            assert_eq!(text.parse(), Ok(Relation::Table(parts)), "{text}");
        }
        for text in ["", ".", "a.", ".a", "\"a", "a\"b\"", "\"a\"b", "\"\""] {
            text.parse::<Relation>().expect_err(text);
        }
    }

    #[test]
    fn a_query_ends_before_the_parenthesis() {
        let query = Relation::Query("SELECT 1 -- one".to_owned());
        let sql = query.to_sql(Dialect::PostgreSql);
        assert_eq!(sql, "(SELECT 1 -- one\n) AS hashlane_query");
        let sql = query.filtered(Dialect::PostgreSql, Some("true -- all"));
        assert_eq!(
            sql,
            "(SELECT * FROM (SELECT 1 -- one\n) AS hashlane_query WHERE (true -- all\n)) AS hashlane_t"
        );
    }
}
