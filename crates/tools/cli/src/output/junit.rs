//! Results in JUnit's XML, which build servers show.

/// A case of a suite.
pub struct JunitCase {
    /// Its class, by which build servers group cases.
    pub class: String,
    /// Its name.
    pub name: String,
    /// What is wrong. `None` if nothing is.
    pub failure: Option<String>,
}

/// A suite of cases. The type of a failure is the class of its case.
pub fn junit_xml(suite: &str, cases: &[JunitCase]) -> String {
    let failures = cases.iter().filter(|case| case.failure.is_some()).count();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\
         <testsuite name=\"{suite}\" tests=\"{}\" failures=\"{failures}\">\n",
        cases.len(),
    );
    for case in cases {
        let (class, name) = (escaped(&case.class), escaped(&case.name));
        xml += &format!("<testcase classname=\"{class}\" name=\"{name}\"");
        xml += &match &case.failure {
            Some(detail) => {
                let detail = escaped(detail);
                format!("><failure type=\"{class}\" message=\"{detail}\"/></testcase>\n")
            }
            None => "/>\n".to_owned(),
        };
    }
    xml + "</testsuite>\n</testsuites>\n"
}

/// Escapes what XML reserves, and replaces what it can't hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push_str(&format!("&#{};", character as u32)),
            '\0'..=' ' if character != ' ' => escaped.push('\u{fffd}'),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}
