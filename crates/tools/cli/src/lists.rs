//! Lists of columns and the delimiter of CSV, as arguments.

use hashlane_files::parse_name;

/// Column names with commas between them. A name in double quotes may contain commas, and two quotes for one.
#[derive(Clone, Debug)]
pub struct NameList(pub Vec<String>);

/// Parses column names.
pub fn parse_names(text: &str) -> Result<NameList, String> {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        let (name, after) = parse_name(rest, ',')?;
        names.push(name);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None if after.is_empty() => return Ok(NameList(names)),
            None => return Err(format!("write a comma, not '{after}', after the name in quotes")),
        }
    }
}

/// Parses the delimiter of a CSV file.
pub fn parse_delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" | b"tab" | b"TAB" => Ok(b'\t'),
        // A shell makes `t` of an unquoted `\t`.
        &[byte] if !byte.is_ascii_alphanumeric() && !b"\"\r\n\0".contains(&byte) => Ok(byte),
        _ => Err("write one ASCII character that isn't a letter, a digit or a quote, as in ';', '|' or '\\t'".to_owned()),
    }
}

/// The first comma outside of parentheses.
pub fn end_of_type(text: &str) -> usize {
    let mut depth = 0;
    let comma = text.char_indices().find(|&(_, char)| {
        depth += i32::from(char == '(') - i32::from(char == ')');
        char == ',' && depth <= 0
    });
    comma.map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_one_character() {
        for (text, expected) in
            [(";", b';'), ("\\t", b'\t'), ("\t", b'\t'), ("tab", b'\t'), (" ", b' ')]
        {
            assert_eq!(parse_delimiter(text), Ok(expected), "{text}");
        }
        for text in ["", "t", "1", "\"", "\n", ";;", "§"] {
            parse_delimiter(text).expect_err(text);
        }
    }

    #[test]
    fn names_may_contain_commas() {
        for (text, expected) in [
            ("id", &["id"][..]),
            ("region,id", &["region", "id"]),
            (r#""a,b",id"#, &["a,b", "id"]),
            (r#"id,"a ""b"", c""#, &["id", r#"a "b", c"#]),
            (r#"5",x"#, &[r#"5""#, "x"]),
            (r#""""#, &[""]),
        ] {
            assert_eq!(parse_names(text).expect(text).0, expected, "{text}");
        }
        for text in ["", "a,,b", "a,", r#""a"#, r#""a"b"#, r#""a"""#] {
            parse_names(text).expect_err(text);
        }
    }
}
