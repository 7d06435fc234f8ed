//! How many rows may differ without an exit code of 1.

use std::fmt;
use std::str::FromStr;

use hashlane_diff::Summary;

/// How many rows may differ: of all kinds together, and of each kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllowedDifferences {
    text: String,
    /// Of all kinds together. `None` if only kinds are allowed.
    all: Option<RowLimit>,
    /// Of rows that were added, removed and changed. Kinds without a limit of their own are limited by `all`, or to 0.
    kinds: [Option<RowLimit>; 3],
    /// Whether a side may have columns that the other side lacks.
    extra_columns: bool,
}

const KINDS: [&str; 3] = ["added", "removed", "changed"];
const EXTRA_COLUMNS: &str = "extra-columns";

/// A number of rows, or a share of the rows of the larger side.
#[derive(Clone, Copy, Debug, PartialEq)]
enum RowLimit {
    Rows(u64),
    /// `numerator / 10^digits` percent.
    Percent {
        numerator: u64,
        digits: u32,
    },
}

impl RowLimit {
    fn accepts(self, count: u64, rows: u64) -> bool {
        match self {
            RowLimit::Rows(most) => count <= most,
            RowLimit::Percent { numerator, digits } => {
                let count = u128::from(count) * 100 * 10_u128.pow(digits);
                count <= u128::from(numerator) * u128::from(rows)
            }
        }
    }
}

impl FromStr for RowLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "'{text}' isn't a number of rows: write 10, or 0.1% for a share of the rows of the larger side"
            )
        };
        let Some(percent) = text.strip_suffix('%') else {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            let rows = text.parse().ok().filter(|_| is_number);
            return rows.map(RowLimit::Rows).ok_or_else(wrong);
        };
        let (whole, part) = percent.split_once('.').unwrap_or((percent, ""));
        let digits = format!("{whole}{part}");
        let is_number = !whole.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if part.len() > 9 {
            return Err(format!("'{text}' has too many digits: write at most 9 after the point"));
        }
        let is_number = is_number && !percent.ends_with('.');
        let numerator = digits.parse().ok().filter(|_| is_number).ok_or_else(wrong)?;
        let digits = part.len() as u32;
        match u128::from(numerator) > 100 * 10_u128.pow(digits) {
            true => Err(format!("'{text}' is more than all rows: write at most 100%")),
            false => Ok(RowLimit::Percent { numerator, digits }),
        }
    }
}

impl AllowedDifferences {
    /// Parses a limit for all rows, limits for kinds of rows, and `extra-columns`, with commas between them.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parsed = AllowedDifferences { text: text.to_owned(), ..Self::default() };
        for item in text.split(',') {
            let twice = || format!("'{item}' is there twice: write it once");
            let (limit, place) = match item.split_once('=') {
                Some((kind, limit)) => {
                    let at = KINDS.iter().position(|name| *name == kind);
                    let at = at.ok_or_else(|| {
                        format!("'{kind}' isn't a kind of difference: write added, removed or changed, as in changed=10")
                    })?;
                    (limit, &mut parsed.kinds[at])
                }
                None if item == EXTRA_COLUMNS => {
                    if std::mem::replace(&mut parsed.extra_columns, true) {
                        return Err(twice());
                    }
                    continue;
                }
                None => (item, &mut parsed.all),
            };
            if place.replace(limit.parse()?).is_some() {
                return Err(twice());
            }
        }
        Ok(parsed)
    }

    /// Whether a share of the rows is allowed.
    pub fn has_share(&self) -> bool {
        let limits = self.all.iter().chain(self.kinds.iter().flatten());
        limits.into_iter().any(|limit| matches!(limit, RowLimit::Percent { .. }))
    }

    /// Whether the differences are allowed.
    pub fn accept(&self, summary: &Summary) -> bool {
        let rows = summary.left_rows.max(summary.right_rows);
        let counts = [summary.added, summary.removed, summary.changed];
        let own = counts.iter().zip(self.kinds);
        let own_fit =
            own.clone().all(|(count, limit)| limit.is_none_or(|limit| limit.accepts(*count, rows)));
        let rest = own.filter(|(_, limit)| limit.is_none()).map(|(count, _)| count).sum();
        let rest_fits = self.all.unwrap_or(RowLimit::Rows(0)).accepts(rest, rows);
        let is_extra =
            summary.schema.iter().all(|column| column.left.is_none() || column.right.is_none());
        own_fit && rest_fits && (summary.schema.is_empty() || self.extra_columns && is_extra)
    }
}

/// As it was given.
impl fmt::Display for AllowedDifferences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use hashlane_diff::SchemaDifference;

    use super::*;

    #[test]
    fn limits_are_exact() {
        let summary = |added, removed, changed| Summary {
            left_rows: 1000,
            right_rows: 990,
            added,
            removed,
            changed,
            ..Summary::default()
        };
        for (text, counts, expected) in [
            ("0", (0, 0, 0), true),
            ("0", (0, 0, 1), false),
            ("3", (1, 1, 1), true),
            ("3", (1, 1, 2), false),
            ("0.3%", (1, 1, 1), true),
            ("0.3%", (1, 1, 2), false),
            ("0.299999999%", (1, 1, 1), false),
            ("100%", (10, 990, 0), true),
            ("changed=2", (0, 0, 2), true),
            ("changed=2", (1, 0, 2), false),
            ("changed=2,added=100%,removed=100%", (500, 700, 2), true),
            ("1,changed=5", (1, 0, 5), true),
            ("1,changed=5", (1, 1, 5), false),
            ("5,changed=1", (0, 0, 2), false),
        ] {
            let allowed = AllowedDifferences::parse(text).expect(text);
            let (added, removed, changed) = counts;
            assert_eq!(
                allowed.accept(&summary(added, removed, changed)),
                expected,
                "{text} {counts:?}"
            );
        }
        for text in [
            "",
            "-1",
            "1.5",
            "x",
            "%",
            "1.%",
            ".5%",
            "101%",
            "100.1%",
            "1,2",
            "moved=1",
            "changed=1,changed=2",
            "+1",
            "1e3",
        ] {
            AllowedDifferences::parse(text).expect_err(text);
        }
    }

    #[test]
    fn columns_of_one_side_may_be_allowed() {
        let column = |left, right| SchemaDifference { column: "x".to_owned(), left, right };
        let text = || Some(hashlane_diff::SideType::Database("text".to_owned()));
        let with = |schema| Summary { schema: vec![schema], ..Summary::default() };
        let allowed = AllowedDifferences::parse("5,extra-columns").expect("both");
        assert!(allowed.accept(&with(column(text(), None))));
        assert!(!allowed.accept(&with(column(text(), text()))));
        let without = AllowedDifferences::parse("5").expect("rows");
        assert!(!without.accept(&with(column(None, text()))));
    }
}
