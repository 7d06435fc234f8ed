//! The part of a long value that a report shows, and the part of two values that differs.

use hashlane_diff::ShownValue;

/// The most characters of a value, of the part that differs, and beside that part.
const MOST: usize = 160;
const BESIDE: usize = 40;

/// A part of a value. All of it is plain text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Excerpt {
    /// Whether it is NULL, or another word that isn't the value's text.
    pub is_word: bool,
    /// What both values have in common before the part that differs, or the value itself.
    pub before: String,
    /// The part that differs.
    pub marked: String,
    /// What both have in common after it.
    pub after: String,
}

impl Excerpt {
    fn word(word: &str) -> Self {
        Excerpt { is_word: true, before: word.to_owned(), ..Self::default() }
    }
}

/// The start of a value.
pub fn beginning(value: &ShownValue<'_>) -> Excerpt {
    word(value).unwrap_or_else(|| Excerpt {
        before: start(&value.to_string(), MOST),
        ..Excerpt::default()
    })
}

/// The starts of the values of a row, with their names.
pub fn entries<'a>(values: impl Iterator<Item = (&'a str, ShownValue<'a>)>) -> Excerpt {
    let entries =
        values.map(|(name, value)| format!("{name}={}", start(&value.to_string(), BESIDE)));
    let entries = entries.collect::<Vec<_>>().join(", ");
    Excerpt { before: start(&entries, 4 * MOST), ..Excerpt::default() }
}

fn word(value: &ShownValue<'_>) -> Option<Excerpt> {
    match value {
        ShownValue::Null => Some(Excerpt::word("NULL")),
        ShownValue::Text(text) if text.is_empty() => Some(Excerpt::word("empty")),
        _ => None,
    }
}

/// Two values around the part that differs: without the start and the end that they have in common, but for some characters.
pub fn differing(left: &ShownValue<'_>, right: &ShownValue<'_>) -> [Excerpt; 2] {
    if word(left).is_some() || word(right).is_some() {
        return [left, right].map(|value| {
            let whole = beginning(value);
            if whole.is_word {
                whole
            } else {
                Excerpt { marked: whole.before, ..Excerpt::default() }
            }
        });
    }
    let [left, right] = [left, right].map(ToString::to_string);
    let same = left.chars().zip(right.chars()).take_while(|(left, right)| left == right);
    let prefix = same.map(|(char, _)| char.len_utf8()).sum();
    let (left_rest, right_rest) = (&left[prefix..], &right[prefix..]);
    let same = left_rest.chars().rev().zip(right_rest.chars().rev());
    let same = same.take_while(|(left, right)| left == right);
    let suffix: usize = same.map(|(char, _)| char.len_utf8()).sum();
    let (before, after) =
        (end(&left[..prefix], BESIDE), start(&left[left.len() - suffix..], BESIDE));
    [left_rest, right_rest].map(|rest| Excerpt {
        is_word: false,
        before: before.clone(),
        marked: start(&rest[..rest.len() - suffix], MOST),
        after: after.clone(),
    })
}

/// The first characters, and `…` if there are more.
fn start(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The last characters, after `…` if there are more.
fn end(text: &str, most: usize) -> String {
    match text.char_indices().rev().nth(most) {
        Some((at, char)) => format!("…{}", &text[at + char.len_utf8()..]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_differs_is_marked() {
        let text = |text: &str| ShownValue::Text(text.to_owned().into());
        let long = "x".repeat(1000);
        for (left, right, expected) in [
            ("c7", "Carla", [["", "c7", ""], ["", "Carla", ""]]),
            ("1.5", "1.50", [["1.5", "", ""], ["1.5", "0", ""]]),
            ("aXa", "aYYa", [["a", "X", "a"], ["a", "YY", "a"]]),
            ("aa", "aaa", [["aa", "", ""], ["aa", "a", ""]]),
            ("äö", "äü", [["ä", "ö", ""], ["ä", "ü", ""]]),
            (
                &format!("{long}1{long}"),
                &format!("{long}2{long}"),
                [
                    [&*format!("…{}", "x".repeat(40)), "1", &*format!("{}…", "x".repeat(40))],
                    [&*format!("…{}", "x".repeat(40)), "2", &*format!("{}…", "x".repeat(40))],
                ],
            ),
        ] {
            let found = differing(&text(left), &text(right));
            let found = found.each_ref().map(|part| [&*part.before, &*part.marked, &*part.after]);
            assert_eq!(found, expected, "{left} {right}");
        }
        let [left, right] = differing(&ShownValue::Null, &text("x"));
        assert!(left.is_word && !right.is_word);
        assert_eq!([left.before, right.marked], ["NULL", "x"]);
        assert_eq!(beginning(&text(&long)).before, format!("{}…", "x".repeat(MOST)));
        assert!(beginning(&text("")).is_word);
    }
}
