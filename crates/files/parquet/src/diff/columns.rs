//! Which columns of two files belong together, and how their schemas differ.

use std::fmt;

use arrow_schema::Fields;

use crate::fingerprint::content::kind;

/// One of two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffSide {
    /// The first.
    First,
    /// The second.
    Second,
}

impl fmt::Display for DiffSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DiffSide::First => "the first file",
            DiffSide::Second => "the second file",
        })
    }
}

/// A difference between the columns of two files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileSchemaDifference {
    /// A column is in one file only.
    Missing {
        /// Its name.
        column: String,
        /// The file that does not have it.
        from: DiffSide,
    },
    /// A column has different types.
    Type {
        /// Its name.
        column: String,
        /// Its type in the first and in the second file.
        types: [String; 2],
    },
    /// The columns in both files come in another order.
    Order {
        /// Their names in the order of the first and of the second file.
        columns: [Vec<String>; 2],
    },
}

impl fmt::Display for FileSchemaDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileSchemaDifference::Missing { column, from } => {
                write!(f, "column {column} is missing from {from}")
            }
            FileSchemaDifference::Type { column, types: [first, second] } => {
                write!(f, "column {column} is {first} in the first file and {second} in the second")
            }
            FileSchemaDifference::Order { columns: [first, second] } => {
                let (first, second) = (first.join(", "), second.join(", "));
                write!(
                    f,
                    "the order of columns is {first} in the first file and {second} in the second"
                )
            }
        }
    }
}

/// The columns that two files have in common.
pub(crate) struct ColumnPairs {
    /// Their places in the first and in the second file, in the order of the first.
    pub columns: [Vec<usize>; 2],
    /// What else differs.
    pub schema: Vec<FileSchemaDifference>,
}

impl ColumnPairs {
    /// Columns belong together by their names; of some with the same name the first ones, and so on.
    pub(crate) fn new(first: &Fields, second: &Fields) -> ColumnPairs {
        let mut columns = [vec![], vec![]];
        let mut schema = vec![];
        let missing =
            |column: &str, from| FileSchemaDifference::Missing { column: column.to_owned(), from };
        for (i, field) in first.iter().enumerate() {
            let same = |j: &usize| second[*j].name() == field.name() && !columns[1].contains(j);
            let Some(j) = (0..second.len()).find(same) else {
                schema.push(missing(field.name(), DiffSide::Second));
                continue;
            };
            let types = [kind(field.data_type()), kind(second[j].data_type())];
            // A column of only NULLs matches any type. DuckDB writes such a column as integers.
            let always_null = types.iter().any(|of| of == "null");
            if types[0] != types[1] && !always_null {
                schema.push(FileSchemaDifference::Type { column: field.name().clone(), types });
            }
            columns[0].push(i);
            columns[1].push(j);
        }
        let only_in_second = (0..second.len()).filter(|j| !columns[1].contains(j));
        schema.extend(only_in_second.map(|j| missing(second[j].name(), DiffSide::First)));
        if !columns[1].is_sorted() {
            let mut in_order = columns[1].clone();
            in_order.sort_unstable();
            let names = |fields: &Fields, places: &[usize]| {
                places.iter().map(|place| fields[*place].name().clone()).collect()
            };
            let columns = [names(first, &columns[0]), names(second, &in_order)];
            schema.push(FileSchemaDifference::Order { columns });
        }
        ColumnPairs { columns, schema }
    }

    /// The names of the columns.
    pub(crate) fn names<'a>(&self, first: &'a Fields) -> Vec<&'a str> {
        self.columns[0].iter().map(|place| first[*place].name().as_str()).collect()
    }
}
