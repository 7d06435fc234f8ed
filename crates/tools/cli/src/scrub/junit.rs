//! Findings in JUnit's XML, which build servers show.

use hashlane_scrub::FileFinding;

/// Returns a suite with a case for each finding. Wrong ones are failures.
pub fn xml(findings: &[FileFinding<'_>]) -> String {
    let failures = findings.iter().filter(|finding| finding.is_wrong()).count();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\
         <testsuite name=\"hashlane scrub\" tests=\"{}\" failures=\"{failures}\">\n",
        findings.len(),
    );
    for finding in findings {
        let (path, verdict) = (escaped(finding.path), finding.verdict);
        xml += &format!("<testcase classname=\"{verdict}\" name=\"{path}\"");
        xml += &match finding.is_wrong() {
            true => {
                let detail = escaped(finding.detail.unwrap_or_default());
                format!("><failure type=\"{verdict}\" message=\"{detail}\"/></testcase>\n")
            }
            false => "/>\n".to_owned(),
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
