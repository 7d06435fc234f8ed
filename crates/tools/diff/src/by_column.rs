//! Rules that apply to all columns, or to columns by name.

use std::fmt;
use std::str::FromStr;

use datafusion::arrow::datatypes::TimeUnit;
use hashlane_files::{parse_name, shown};
use hashlane_kernels::sketch::DecimalNumber;
use hashlane_kernels::sketch::canonical::fewest_digits;

use crate::options::Tolerance;

/// A rule for all columns that it fits, and rules for columns by name, which come before it.
#[derive(Clone, Debug, PartialEq)]
pub struct ByColumn<T> {
    /// For all columns that have none of their own.
    pub all: Option<T>,
    /// By name.
    pub columns: Vec<(String, T)>,
}

impl<T> Default for ByColumn<T> {
    fn default() -> Self {
        ByColumn { all: None, columns: vec![] }
    }
}

impl<T: Copy> ByColumn<T> {
    /// The rule for all columns that it fits.
    pub fn all(rule: T) -> Self {
        ByColumn { all: Some(rule), columns: vec![] }
    }

    /// Whether no column has a rule.
    pub fn is_empty(&self) -> bool {
        self.all.is_none() && self.columns.is_empty()
    }

    /// The rule of a column.
    pub fn of(&self, name: &str) -> Option<T> {
        let own = self.columns.iter().find(|(column, _)| column == name);
        own.map(|(_, rule)| *rule).or(self.all)
    }

    /// Parses items with commas between them: `NAME=RULE`, and a `RULE` for all other columns. `example` is such a list.
    ///
    /// # Errors
    /// Returns one line if an item is neither, or if a column has two rules.
    pub fn parse(
        text: &str,
        example: &str,
        rule: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Self, String> {
        let mut parsed = ByColumn::default();
        let mut rest = Some(text);
        while let Some(item) = rest {
            let end = item.find([',', '=']).unwrap_or(item.len());
            let is_named = item.starts_with('"') || item[end..].starts_with('=');
            let (name, item) = match is_named {
                true => {
                    let (name, after) = parse_name(item, '=')?;
                    let after = after.strip_prefix('=');
                    let after = after.ok_or_else(|| {
                        format!("'{name}' has no value: write {name}=…, as in {example}")
                    })?;
                    (Some(name), after)
                }
                false => (None, item),
            };
            let (given, next) = match item.split_once(',') {
                Some((given, next)) => (given, Some(next)),
                None => (item, None),
            };
            let given = rule(given)?;
            match name {
                Some(name) if parsed.columns.iter().any(|(other, _)| *other == name) => {
                    return Err(format!("column '{name}' is there twice: write it once"));
                }
                Some(name) => parsed.columns.push((name, given)),
                None if parsed.all.is_some() => {
                    return Err(format!("two values have no column: write {example}"));
                }
                None => parsed.all = Some(given),
            }
            rest = next;
        }
        Ok(parsed)
    }
}

/// As [`ByColumn::parse`] reads it.
impl<T: fmt::Display> fmt::Display for ByColumn<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all.iter().map(|rule| rule.to_string());
        let named = self.columns.iter();
        let named = named.map(|(name, rule)| format!("{}={rule}", shown(name)));
        f.write_str(&all.chain(named).collect::<Vec<_>>().join(", "))
    }
}

impl ByColumn<Tolerance> {
    /// Parses tolerances: `0.01`, `1e-9r` for one that is relative to the greater magnitude, `price=0.01,qty=2`.
    ///
    /// ```
    /// use hashlane_diff::{ByColumn, Tolerance};
    /// let given = ByColumn::parse_tolerances("0.01,rate=1e-9r")?;
    /// assert_eq!(given.of("price"), Some(Tolerance { absolute: 0.01, relative: 0.0 }));
    /// assert_eq!(given.of("rate"), Some(Tolerance { absolute: 0.0, relative: 1e-9 }));
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// Returns one line if a number is negative, not finite, or has more digits than a double.
    pub fn parse_tolerances(text: &str) -> Result<Self, String> {
        ByColumn::parse(text, "price=0.01,qty=2,rate=1e-9r", |given| {
            match given.strip_suffix('r') {
                Some(factor) => {
                    Ok(Tolerance { relative: distance(factor)?, ..Tolerance::default() })
                }
                None => Ok(Tolerance { absolute: distance(given)?, ..Tolerance::default() }),
            }
        })
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
        _ => Err("write a number of 0 or more, as in 0.01 or 1e-9r, or one for each column, as in price=0.01,qty=2".to_owned()),
    }
}

/// The unit in which times are compared.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct TimePrecision(pub TimeUnit);

impl TimePrecision {
    /// How many nanoseconds a unit has.
    pub fn nanoseconds(self) -> i64 {
        nanoseconds(self.0)
    }
}

/// How many nanoseconds a unit has.
pub(crate) fn nanoseconds(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1000,
        TimeUnit::Nanosecond => 1,
    }
}

impl FromStr for TimePrecision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(TimePrecision(match text {
            "s" => TimeUnit::Second,
            "ms" => TimeUnit::Millisecond,
            "us" => TimeUnit::Microsecond,
            _ => {
                return Err(format!("'{text}' isn't a unit: write s, ms or us, as in ms or at=ms"));
            }
        }))
    }
}

impl fmt::Display for TimePrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            TimeUnit::Second => "s",
            TimeUnit::Millisecond => "ms",
            TimeUnit::Microsecond => "us",
            TimeUnit::Nanosecond => "ns",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_for_all_columns_or_by_column() {
        let absolute = |absolute| Tolerance { absolute, relative: 0.0 };
        let relative = |relative| Tolerance { absolute: 0.0, relative };
        let parse = ByColumn::parse_tolerances;
        assert_eq!(parse("1e-9"), Ok(ByColumn::all(absolute(1e-9))));
        let given = parse(r#"price=0.01,0.5,"a,b=c"=1e-3r"#).expect("columns");
        assert_eq!(given.of("price"), Some(absolute(0.01)));
        assert_eq!(given.of("a,b=c"), Some(relative(1e-3)));
        assert_eq!(given.of("other"), Some(absolute(0.5)));
        assert_eq!(given.to_string(), "0.5, price=0.01, a,b=c=0.001 of the greater magnitude");
        for text in [
            "",
            "x",
            "-1",
            "nan",
            "inf",
            "a=",
            "=1",
            "a=1,",
            "1,2",
            "a=1,a=2",
            "a=-1",
            "a=1,b",
            "r",
            "1rr",
            "\"a\"1",
            "0.12345678901234567890",
        ] {
            parse(text).expect_err(text);
        }
    }
}
