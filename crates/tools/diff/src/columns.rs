//! A table with the names that the plan uses.

use datafusion::common::Column;
use datafusion::dataframe::DataFrame;
use datafusion::error::DataFusionError;
use datafusion::functions::expr_fn::{btrim, lower, nullif};
use datafusion::functions_aggregate::expr_fn::{count, first_value};
use datafusion::logical_expr::Expr;
use datafusion::prelude::lit;
use hashlane_datafusion::expr_fn::{row_bytes, row_xxh3};

use crate::error::DiffError;
use crate::reading::{ColumnReading, typed_value_and_rest, value_and_rest};
use crate::schema::{PlanLayout, ValueColumn};
use crate::side::Side;
use crate::structs::reorder;
use crate::time_floor::floored;

type Result<T, E = DataFusionError> = std::result::Result<T, E>;

impl Side {
    /// The name of a key column in the plan.
    pub(crate) fn key(self, at: usize) -> String {
        format!("{self}_key_{at}")
    }

    /// The name of a compared column in the plan.
    pub(crate) fn value(self, at: usize) -> String {
        format!("{self}_value_{at}")
    }

    /// The name of the encoded key in the plan. It is never NULL, so NULL means that the side lacks the row.
    pub(crate) fn row_key(self) -> String {
        format!("{self}_row_key")
    }

    /// The name of the number of equal rows in the plan.
    pub(crate) fn count(self) -> String {
        format!("{self}_count")
    }

    /// The key columns, as they are shown.
    pub(crate) fn keys(self, layout: &PlanLayout) -> Vec<Expr> {
        (0..layout.keys.len()).map(|at| column(self.key(at))).collect()
    }

    /// The expressions of the key that are compared.
    pub(crate) fn compared_keys(self, layout: &PlanLayout) -> Result<Vec<Expr>> {
        let keys = layout.keys.iter().enumerate();
        let keys = keys.map(|(at, key)| self.read(key, column(self.key(at))));
        Ok(keys.collect::<Result<Vec<_>>>()?.concat())
    }

    /// The hash of a row's key.
    pub(crate) fn key_hash(self, layout: &PlanLayout) -> Result<Expr> {
        Ok(row_xxh3(self.compared_keys(layout)?))
    }

    /// The compared columns, as they are shown.
    pub(crate) fn values(self, layout: &PlanLayout) -> Vec<Expr> {
        (0..layout.values.len()).map(|at| column(self.value(at))).collect()
    }

    /// The expressions of a column that are compared.
    pub(crate) fn compared(self, layout: &PlanLayout, at: usize) -> Result<Vec<Expr>> {
        let value = &layout.values[at];
        let mut parts = self.read(value, self.shortened(layout, at))?;
        if let Some(precision) = value.rules.time_precision {
            parts[0] = floored(parts[0].clone(), precision);
        }
        Ok(parts)
    }

    /// A column without what the rules for text ignore.
    pub(crate) fn shortened(self, layout: &PlanLayout, at: usize) -> Expr {
        let value = &layout.values[at];
        let mut compared = column(self.value(at));
        if !value.is_text && self.text_of(value).is_none() {
            return compared;
        }
        if value.rules.trim {
            compared = btrim(vec![compared]);
        }
        if value.rules.ignore_case {
            compared = lower(compared);
        }
        if value.rules.null_equals_empty {
            compared = nullif(compared, lit(""));
        }
        compared
    }

    /// The key, and the expressions of the other columns that are compared.
    pub(crate) fn compared_row(self, layout: &PlanLayout) -> Result<Vec<Expr>> {
        let values = (0..layout.values.len()).map(|at| self.compared(layout, at));
        let values = values.collect::<Result<Vec<_>>>()?.concat();
        Ok([self.compared_keys(layout)?, values].concat())
    }

    /// How this side's text is read as a type.
    pub(crate) fn text_of(self, value: &ValueColumn) -> Option<&ColumnReading> {
        value.reading.as_ref().filter(|reading| reading.texts[self as usize])
    }

    fn read(self, value: &ValueColumn, compared: Expr) -> Result<Vec<Expr>> {
        Ok(match (self.text_of(value), &value.reading) {
            (Some(reading), _) => value_and_rest(compared, &reading.data_type)?.to_vec(),
            (None, Some(_)) => typed_value_and_rest(compared).to_vec(),
            (None, None) => vec![compared],
        })
    }

    /// Selects the columns of the layout from `table`, with the names of the plan.
    pub(crate) fn named(
        self,
        table: DataFrame,
        layout: &PlanLayout,
    ) -> Result<DataFrame, DiffError> {
        let select = |value: &ValueColumn, name: String| {
            let selected = column(value.name.clone());
            let selected = match &value.reordered {
                Some([from, to]) if self == Side::Right => reorder(selected, from, to.clone()),
                _ => selected,
            };
            selected.alias(name)
        };
        let keys = layout.keys.iter().enumerate().map(|(at, key)| select(key, self.key(at)));
        let values = layout.values.iter().enumerate();
        let values = values.map(|(at, value)| select(value, self.value(at)));
        table.select(keys.chain(values).collect::<Vec<_>>()).map_err(DiffError::on_side(self))
    }

    /// Adds the encoded key and the count 1 to each row.
    pub(crate) fn keyed(
        self,
        named: DataFrame,
        layout: &PlanLayout,
    ) -> Result<DataFrame, DiffError> {
        let mut columns = [self.keys(layout), self.values(layout)].concat();
        let row_key = self.compared_keys(layout).map_err(DiffError::on_side(self))?;
        columns.push(row_bytes(row_key).alias(self.row_key()));
        columns.push(lit(1_i64).alias(self.count()));
        named.select(columns).map_err(DiffError::on_side(self))
    }

    /// Returns each distinct row of a table without a key, with the number of rows that equal it. Rows that are equal by
    /// value may be stored differently (`-0.0`, `1.50`); one of them is shown.
    pub(crate) fn counted(
        self,
        named: DataFrame,
        layout: &PlanLayout,
    ) -> Result<DataFrame, DiffError> {
        let group = self.compared_keys(layout).map_err(DiffError::on_side(self))?;
        let group = row_bytes(group).alias(self.row_key());
        let shown = (0..layout.keys.len())
            .map(|at| first_value(column(self.key(at)), vec![]).alias(self.key(at)));
        let number = count(lit(1_i64)).alias(self.count());
        let counted = named.aggregate(vec![group], shown.chain([number]).collect());
        counted.map_err(DiffError::on_side(self))
    }
}

/// A column by its exact name.
pub(crate) fn column(name: String) -> Expr {
    Expr::Column(Column::new_unqualified(name))
}
