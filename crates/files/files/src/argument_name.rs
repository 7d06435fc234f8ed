//! Names of columns in arguments.

/// Parses a name up to `end`, and returns what follows it. A name in double quotes may contain `end`, and two quotes for one.
///
/// # Errors
/// Returns one line if the name is missing, or if a quote isn't closed.
///
/// ```
/// assert_eq!(hashlane_files::parse_name("\"a=b\"=1", '='), Ok(("a=b".to_owned(), "=1")));
/// ```
pub fn parse_name(text: &str, end: char) -> Result<(String, &str), String> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (name, rest) = text.split_at(text.find(end).unwrap_or(text.len()));
        return match name {
            "" => Err("a column has no name: remove the comma, or write the name".to_owned()),
            name => Ok((name.to_owned(), rest)),
        };
    };
    let mut from = 0;
    while let Some(quote) = quoted[from..].find('"').map(|at| from + at) {
        let rest = &quoted[quote + 1..];
        if !rest.starts_with('"') {
            return Ok((quoted[..quote].replace("\"\"", "\""), rest));
        }
        from = quote + 2;
    }
    Err(format!("the name {text} has no closing quote"))
}
