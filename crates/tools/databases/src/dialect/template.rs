//! Texts with names in braces.

/// Fills a template: `{name}` becomes the value of the name. Values are not filled again, so that they may have braces.
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let (mut filled, mut rest) = (String::with_capacity(template.len()), template);
    while let Some(start) = rest.find('{') {
        let after = &rest[start + 1..];
        let value = after.find('}').and_then(|end| {
            let value = values.iter().find(|(name, _)| *name == &after[..end])?;
            Some((value.1, end))
        });
        match value {
            Some((value, end)) => {
                filled.push_str(&rest[..start]);
                filled.push_str(value);
                rest = &after[end + 1..];
            }
            None => {
                filled.push_str(&rest[..=start]);
                rest = after;
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_filled_again() {
        assert_eq!(fill("f({c},{d}) {e", &[("c", "{d}"), ("d", "2")]), "f({d},2) {e");
    }
}
