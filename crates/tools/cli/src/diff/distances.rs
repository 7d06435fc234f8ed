//! Tolerances, as arguments.

use std::fmt;

use hashlane_diff::{Tolerance, Tolerances};
use hashlane_kernels::sketch::DecimalNumber;
use hashlane_kernels::sketch::canonical::fewest_digits;

use crate::lists::name;

/// What numbers may differ by: in all columns, or by column.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnDistances {
    All(f64),
    Columns(Vec<(String, f64)>),
}

impl ColumnDistances {
    /// The tolerances with these distances.
    pub fn tolerances(&self, make: fn(f64) -> Tolerance) -> Tolerances {
        match self {
            ColumnDistances::All(distance) => Tolerances::All(make(*distance)),
            ColumnDistances::Columns(columns) => {
                let columns =
                    columns.iter().map(|(name, distance)| (name.clone(), make(*distance)));
                Tolerances::Columns(columns.collect())
            }
        }
    }
}

impl fmt::Display for ColumnDistances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnDistances::All(distance) => write!(f, "{distance}"),
            ColumnDistances::Columns(columns) => {
                for (at, (name, distance)) in columns.iter().enumerate() {
                    let separator = if at == 0 { "" } else { ", " };
                    write!(f, "{separator}{}={distance}", hashlane_files::shown(name))?;
                }
                Ok(())
            }
        }
    }
}

/// Parses a number, or column names, each with an equals sign and a number.
pub fn parse_tolerance(text: &str) -> Result<ColumnDistances, String> {
    if !text.contains('=') {
        return distance(text).map(ColumnDistances::All);
    }
    let mut columns: Vec<(String, f64)> = Vec::new();
    let mut rest = text;
    loop {
        let (name, after) = name(rest, '=')?;
        let after = after.strip_prefix('=').ok_or_else(|| {
            format!("'{name}' has no number: write {name}=X, as in price=0.01,qty=2")
        })?;
        if columns.iter().any(|(other, _)| *other == name) {
            return Err(format!("column '{name}' has two tolerances: write one"));
        }
        let (number, next) = match after.split_once(',') {
            Some((number, next)) => (number, Some(next)),
            None => (after, None),
        };
        columns.push((name, distance(number)?));
        match next {
            Some(next) => rest = next,
            None => return Ok(ColumnDistances::Columns(columns)),
        }
    }
}

fn distance(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if f64::is_finite(number) && number >= 0.0 => {
            let printed = fewest_digits(number);
            match DecimalNumber::parse(text) == DecimalNumber::parse(&printed) {
                true => Ok(number),
                false => Err(format!("the tolerance {text} isn't exactly a double: write at most 15 digits")),
            }
        }
        _ => Err("write a number of 0 or more, as in 0.01 or 1e-9, or one for each column, as in price=0.01,qty=2".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_for_all_columns_or_by_column() {
        assert_eq!(parse_tolerance("1e-9"), Ok(ColumnDistances::All(1e-9)));
        let columns = parse_tolerance(r#"price=0.01,"a,b=c"=0"#).expect("columns");
        let expected = [("price".to_owned(), 0.01), ("a,b=c".to_owned(), 0.0)];
        assert_eq!(columns, ColumnDistances::Columns(expected.to_vec()));
        assert_eq!(columns.to_string(), "price=0.01, a,b=c=0");
        for text in
            ["", "x", "-1", "nan", "inf", "a=", "=1", "a=1,", "a=1,2", "a=1,a=2", "a=-1", "a=1,b"]
        {
            parse_tolerance(text).expect_err(text);
        }
    }
}
