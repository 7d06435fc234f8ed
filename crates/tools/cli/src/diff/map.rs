//! Columns that have another name on the right side.

use datafusion::common::Column;
use datafusion::dataframe::DataFrame;
use datafusion::logical_expr::Expr;
use hashlane_files::parse_name;

use crate::failure::Failure;
use crate::sql::explain;

/// Pairs of names, the left one first.
#[derive(Clone, Debug, Default)]
pub struct NameMap(Vec<(String, String)>);

/// Parses pairs of names, as in `id=order_id,amount=total`.
pub fn parse_map(text: &str) -> Result<NameMap, String> {
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut rest = text;
    loop {
        let (left, after) = parse_name(rest, '=')?;
        let after = after.strip_prefix('=');
        let after = after.ok_or_else(|| {
            format!("'{left}' has no name on the right side: write {left}=NAME, as in id=order_id")
        })?;
        let (right, after) = parse_name(after, ',')?;
        if let Some((twice, _)) = pairs.iter().find(|(a, b)| *a == left || *b == right) {
            return Err(format!(
                "'{twice}={right}' and another pair have a name in common: write it once"
            ));
        }
        pairs.push((left, right));
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(NameMap(pairs)),
            None => return Err(format!("write a comma, not '{after}', after the name in quotes")),
        }
    }
}

impl NameMap {
    /// The name on the right side of a column of the left one, if it has another one there.
    pub fn right(&self, left: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == left).map(|(_, right)| right.as_str())
    }

    /// The name on the left side of a column of the right one.
    pub fn left<'a>(&'a self, right: &'a str) -> &'a str {
        self.0.iter().find(|(_, other)| other == right).map_or(right, |(left, _)| left)
    }

    /// Checks that the right side has the columns, and that none of them gets the name of another one.
    pub fn check<'a>(&self, names: impl Iterator<Item = &'a str> + Clone) -> Result<(), Failure> {
        for (left, right) in &self.0 {
            if !names.clone().any(|name| name == right) {
                let text = format!("--map {left}={right}: the right side has no column '{right}'");
                return Err(text.into());
            }
            if names.clone().any(|name| name == left && self.left(name) == name) && left != right {
                let text = format!(
                    "--map {left}={right}: the right side has a column '{left}' too: map it to another name"
                );
                return Err(text.into());
            }
        }
        Ok(())
    }

    /// The pairs, and those of the other columns whose names differ in upper and lower case alone.
    ///
    /// # Errors
    /// Returns an error if a side has two such columns.
    pub fn ignoring_case(mut self, sides: [&[String]; 2]) -> Result<Self, Failure> {
        let own = sides[0].iter().filter(|name| self.right(name).is_none());
        let others = sides[1].iter().filter(|name| !self.0.iter().any(|(_, right)| right == *name));
        let (own, others): (Vec<_>, Vec<_>) = (own.collect(), others.collect());
        let mut pairs = Vec::new();
        for name in others.iter().filter(|name| !own.contains(*name)) {
            let alike = |other: &&&String| other.to_lowercase() == name.to_lowercase();
            let found: Vec<_> = own.iter().filter(alike).collect();
            match found[..] {
                [] => {}
                [found] if others.iter().filter(alike).count() == 1 => {
                    pairs.push(((*found).clone(), (*name).clone()));
                }
                _ => {
                    let text = format!(
                        "--ignore-name-case: the column '{name}' of the right side could be paired in several ways: write \
                         --map NAME={name}"
                    );
                    return Err(text.into());
                }
            }
        }
        self.0.extend(pairs);
        Ok(self)
    }

    /// A table of the right side, with the names of the left one.
    pub fn renamed(&self, table: DataFrame) -> Result<DataFrame, Failure> {
        let schema = table.schema().clone();
        self.check(schema.fields().iter().map(|field| field.name().as_str()))?;
        if self.0.is_empty() {
            return Ok(table);
        }
        let columns = schema.iter().map(|(qualifier, field)| {
            let column = Expr::Column(Column::from((qualifier, field)));
            match self.left(field.name()) {
                name if name == field.name() => column,
                name => column.alias(name),
            }
        });
        table.select(columns.collect::<Vec<_>>()).map_err(|error| explain(error, &[]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_pairs() {
        let map = parse_map(r#"id=order_id,"a,b"="c=d""#).expect("pairs");
        assert_eq!([map.left("order_id"), map.left("c=d"), map.left("id")], ["id", "a,b", "id"]);
        for text in ["", "id", "id=", "=id", "a=b,", "a=b,a=c", "a=b,c=b"] {
            parse_map(text).expect_err(text);
        }
        let names = ["order_id", "c=d"];
        map.check(names.into_iter()).expect("both are there");
        map.check(["order_id", "id", "c=d"].into_iter()).expect_err("id would be there twice");
        map.check(["order_id"].into_iter()).expect_err("c=d is missing");
        let swapped = parse_map("a=b,b=a").expect("pairs");
        swapped.check(["a", "b"].into_iter()).expect("two names are swapped");
    }

    #[test]
    fn names_may_differ_in_case() {
        let names =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let map = parse_map("total=AMOUNT").expect("a pair");
        let (left, right) =
            (names(&["id", "Name", "total", "x"]), names(&["ID", "name", "AMOUNT", "x"]));
        let map = map.ignoring_case([&left, &right]).expect("one way");
        assert_eq!(
            ["ID", "name", "AMOUNT", "x"].map(|name| map.left(name)),
            ["id", "Name", "total", "x"]
        );
        for (left, right) in [(&["id", "Id"][..], &["ID"][..]), (&["id"], &["ID", "Id"])] {
            let sides = [names(left), names(right)];
            NameMap::default()
                .ignoring_case(sides.each_ref().map(Vec::as_slice))
                .expect_err("two ways");
        }
    }
}
