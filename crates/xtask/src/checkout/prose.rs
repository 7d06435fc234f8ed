//! Phrases that readers stumble over.
//!
//! Error messages, help texts, comments and documentation say the same in plainer words: "X is not a Y" or "X lacks a Y" for
//! the first two phrases below, "should give X but gave Y" for the third. A check keeps them from coming back.

use std::fs;
use std::process::Command;

/// The phrases, word by word. An empty word is any in lower case.
const PHRASES: &[&[&str]] = &[
    &["is", "no", ""],
    &["are", "no", ""],
    &["came", "out"],
    &["has", "no", "place"],
    &["has", "not"],
    &["have", "not"],
    &[concat!("who", "ever")],
    &["for", "ever"],
    &["where", "there", "is", "none"],
];

/// Returns an error with the place of each phrase in sources and documentation.
pub fn check() -> Result<(), String> {
    let mut git = Command::new("git");
    git.args(["ls-files", "crates/*.rs", "cluster/*.rs", "*.md"]).current_dir(super::workspace());
    let listed = git.output().map_err(|e| format!("git: {e}"))?;
    if !listed.status.success() {
        return Err(String::from_utf8_lossy(&listed.stderr).into_owned());
    }
    let left_out = |name: &str| {
        name.contains("/tests/") || name.ends_with("tests.rs") || name == "CHANGELOG.md"
    };
    let mut found = String::new();
    for name in String::from_utf8_lossy(&listed.stdout).lines().filter(|name| !left_out(name)) {
        let text = fs::read_to_string(super::workspace().join(name));
        for (number, line) in (1..).zip(text.map_err(|e| format!("{name}: {e}"))?.lines()) {
            let words: Vec<&str> = line.split(' ').collect();
            let is_start = |at: usize| PHRASES.iter().any(|phrase| begins(&words[at..], phrase));
            if (0..words.len()).any(is_start) {
                found += &format!("\n{name}:{number}: {}", line.trim());
            }
        }
    }
    if found.is_empty() { Ok(()) } else { Err(format!("write this in plainer words:{found}")) }
}

/// Whether `words` begin with a phrase. Punctuation around it doesn't count.
fn begins(words: &[&str], phrase: &[&str]) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric() && c != '_';
    words.len() >= phrase.len()
        && phrase.iter().zip(words).enumerate().all(|(place, (&wanted, &word))| {
            let word = if place == 0 { word.trim_start_matches(is_mark) } else { word };
            let is_last = place + 1 == phrase.len();
            match if is_last { word.trim_end_matches(is_mark) } else { word } {
                "longer" => false,
                word if wanted.is_empty() => word.starts_with(|c: char| c.is_ascii_lowercase()),
                word => word == wanted,
            }
        })
}
