//! A table with the names that the plan uses.

use std::fmt;

use datafusion::common::Column;
use datafusion::dataframe::DataFrame;
use datafusion::functions::expr_fn::{btrim, lower};
use datafusion::logical_expr::Expr;
use datafusion::prelude::lit;
use hashlane_datafusion::expr_fn::{row_bytes, row_xxh3};

use crate::error::Error;
use crate::schema::Layout;

/// One of the two tables.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Side {
    /// The first one.
    Left,
    /// The second one.
    Right,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }
}

impl Side {
    /// The name of a key column in the plan.
    pub fn key(self, at: usize) -> String {
        format!("{self}_key_{at}")
    }

    /// The name of a compared column in the plan.
    pub fn value(self, at: usize) -> String {
        format!("{self}_value_{at}")
    }

    /// The name of the encoded key in the plan. It is never NULL, so NULL means that the side lacks the row.
    pub fn row_key(self) -> String {
        format!("{self}_row_key")
    }

    /// The name of the number of equal rows in the plan.
    pub fn count(self) -> String {
        format!("{self}_count")
    }

    /// The key columns.
    pub fn keys(self, layout: &Layout) -> Vec<Expr> {
        (0..layout.keys.len()).map(|at| column(self.key(at))).collect()
    }

    /// The hash of a row's key.
    pub fn key_hash(self, layout: &Layout) -> Expr {
        row_xxh3(self.keys(layout))
    }

    /// The compared columns.
    pub fn values(self, layout: &Layout) -> Vec<Expr> {
        (0..layout.values.len()).map(|at| column(self.value(at))).collect()
    }

    /// The expression of a column that is compared.
    pub fn compared(self, layout: &Layout, at: usize) -> Expr {
        let mut compared = column(self.value(at));
        if layout.values[at].is_text && layout.text.trim {
            compared = btrim(vec![compared]);
        }
        if layout.values[at].is_text && layout.text.ignore_case {
            compared = lower(compared);
        }
        compared
    }

    /// The key, and the expressions of the other columns that are compared.
    pub fn compared_row(self, layout: &Layout) -> Vec<Expr> {
        let values = (0..layout.values.len()).map(|at| self.compared(layout, at));
        self.keys(layout).into_iter().chain(values).collect()
    }

    /// Selects the columns of the layout from `table`, with the names of the plan.
    pub fn named(self, table: DataFrame, layout: &Layout) -> Result<DataFrame, Error> {
        let keys = layout.keys.iter().enumerate();
        let keys = keys.map(|(at, name)| column(name.clone()).alias(self.key(at)));
        let values = layout.values.iter().enumerate();
        let values = values.map(|(at, value)| column(value.name.clone()).alias(self.value(at)));
        table.select(keys.chain(values).collect::<Vec<_>>()).map_err(Error::of(self))
    }

    /// Adds the encoded key and the count 1 to each row.
    pub fn keyed(self, named: DataFrame, layout: &Layout) -> Result<DataFrame, Error> {
        let mut columns = [self.keys(layout), self.values(layout)].concat();
        columns.push(row_bytes(self.keys(layout)).alias(self.row_key()));
        columns.push(lit(1_i64).alias(self.count()));
        named.select(columns).map_err(Error::of(self))
    }
}

/// A column by its exact name.
pub fn column(name: String) -> Expr {
    Expr::Column(Column::new_unqualified(name))
}
