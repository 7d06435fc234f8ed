//! Which rules apply to which columns.

use crate::by_column::{ByColumn, TimePrecision};
use crate::error::DiffError;
use crate::options::{EqualityRules, Tolerance};
use crate::schema::SchemaDifference;

/// The rules of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ColumnRules {
    /// The most by which its numbers may differ.
    pub tolerance: Option<Tolerance>,
    /// Whether spaces at both ends of its strings are ignored.
    pub trim: bool,
    /// Whether upper and lower case of its strings is ignored.
    pub ignore_case: bool,
    /// Whether its empty strings are NULL.
    pub null_equals_empty: bool,
    /// The unit to which its times are cut off.
    pub time_precision: Option<TimePrecision>,
}

/// A column that rules may apply to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuledColumn<'a> {
    /// Its name.
    pub name: &'a str,
    /// The numbers that it holds on both sides, or `None` for other values.
    pub numbers: Option<NumberKind>,
    /// Whether a side holds strings that are compared as such or read.
    pub has_text: bool,
    /// Whether it holds times on both sides.
    pub has_times: bool,
    /// Whether it is text without a stated type.
    pub is_untyped: bool,
}

/// What a tolerance means for numbers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum NumberKind {
    /// Integers. Only a tolerance for their own column applies to them.
    Integers,
    /// Decimals.
    Decimals,
    /// Floats.
    Floats,
}

/// What a rule needs, for errors.
struct RuleKind {
    /// What it is, as in "column 'x' has a tolerance".
    rule: &'static str,
    values: &'static str,
    example_type: &'static str,
}

const TOLERANCE: RuleKind =
    RuleKind { rule: "a tolerance", values: "numbers", example_type: "double" };
const TEXT: RuleKind =
    RuleKind { rule: "a rule for text", values: "text", example_type: "varchar" };
const TIME: RuleKind =
    RuleKind { rule: "a time precision", values: "times", example_type: "timestamp" };

/// The rules of the compared columns.
///
/// # Errors
/// Returns an error if a rule by name doesn't fit its column or if the column isn't compared, and if a tolerance or a time precision
/// for all columns applies to none of them because text has no type.
pub(crate) fn column_rules(
    rules: &EqualityRules,
    columns: &[RuledColumn<'_>],
    keys: &[&str],
    differences: &[SchemaDifference],
) -> Result<Vec<ColumnRules>, DiffError> {
    let is_text = |column: &RuledColumn<'_>| column.has_text;
    let has_times = |column: &RuledColumn<'_>| column.has_times;
    check(&rules.trim, &TEXT, columns, keys, differences, is_text)?;
    check(&rules.ignore_case, &TEXT, columns, keys, differences, is_text)?;
    check(&rules.null_equals_empty, &TEXT, columns, keys, differences, is_text)?;
    check(&rules.time_precision, &TIME, columns, keys, differences, has_times)?;
    let has_numbers = |column: &RuledColumn<'_>| column.numbers.is_some();
    check(&rules.tolerance, &TOLERANCE, columns, keys, differences, has_numbers)?;
    check(&rules.relative_tolerance, &TOLERANCE, columns, keys, differences, has_numbers)?;
    let is_inexact = |column: &RuledColumn<'_>| {
        matches!(column.numbers, Some(NumberKind::Decimals | NumberKind::Floats))
    };
    check_used(&rules.tolerance, &TOLERANCE, columns, is_inexact)?;
    check_used(&rules.relative_tolerance, &TOLERANCE, columns, is_inexact)?;
    check_used(&rules.time_precision, &TIME, columns, has_times)?;
    let rules = columns.iter().map(|column| {
        let name = column.name;
        let tolerance = |given: &ByColumn<Tolerance>| {
            let is_named = given.columns.iter().any(|(other, _)| other == name);
            given.of(name).filter(|_| is_named || is_inexact(column))
        };
        let both = [tolerance(&rules.tolerance), tolerance(&rules.relative_tolerance)];
        ColumnRules {
            tolerance: both.into_iter().flatten().reduce(Tolerance::and),
            trim: column.has_text && rules.trim.of(name).is_some(),
            ignore_case: column.has_text && rules.ignore_case.of(name).is_some(),
            null_equals_empty: column.has_text && rules.null_equals_empty.of(name).is_some(),
            time_precision: rules.time_precision.of(name).filter(|_| column.has_times),
        }
    });
    Ok(rules.collect())
}

/// Checks that the columns of rules by name are compared, and have values that the rule fits.
fn check<T: Copy>(
    given: &ByColumn<T>,
    kind: &RuleKind,
    columns: &[RuledColumn<'_>],
    keys: &[&str],
    differences: &[SchemaDifference],
    fits: impl Fn(&RuledColumn<'_>) -> bool,
) -> Result<(), DiffError> {
    let RuleKind { rule, values, example_type } = kind;
    for (name, _) in &given.columns {
        let Some(column) = columns.iter().find(|column| column.name == name) else {
            let why = not_compared(name, keys, differences);
            let text = format!("column '{name}' has {rule}, but {why}: leave '{name}' out");
            return Err(DiffError::Input(text));
        };
        if !fits(column) {
            let advice = match column.is_untyped {
                true => format!(
                    ", since CSV has no types: state one, as in --types {name}={example_type}"
                ),
                false => format!(": leave '{name}' out"),
            };
            let text = format!("column '{name}' has {rule}, but holds no {values}{advice}");
            return Err(DiffError::Input(text));
        }
    }
    Ok(())
}

fn not_compared(name: &str, keys: &[&str], differences: &[SchemaDifference]) -> &'static str {
    match differences.iter().find(|column| column.column == *name) {
        _ if keys.contains(&name) => "the key is compared exactly",
        Some(SchemaDifference { left: Some(_), right: Some(_), .. }) => {
            "its two types have no values in common"
        }
        Some(_) => "only one side has it",
        None => "it isn't among the compared columns",
    }
}

/// Checks that a rule for all columns applies to one of them, unless no text is there whose type could be stated.
fn check_used<T: Copy>(
    given: &ByColumn<T>,
    kind: &RuleKind,
    columns: &[RuledColumn<'_>],
    fits: impl Fn(&RuledColumn<'_>) -> bool,
) -> Result<(), DiffError> {
    let is_used = given.all.is_none() || columns.iter().any(fits);
    match columns.iter().find(|column| !is_used && column.is_untyped) {
        None => Ok(()),
        Some(column) => Err(DiffError::Input(format!(
            "{} applies to no column, since text such as that of column '{}' has no type: state types with --types, or use --infer",
            kind.rule.replacen("a ", "the ", 1),
            column.name
        ))),
    }
}
