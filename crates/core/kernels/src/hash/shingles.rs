//! Shingles: all sequences of neighbouring words or characters of a text, which a sketch takes as
//! its elements.

use std::borrow::Cow;
use std::collections::TryReserveError;

/// The unit of a shingle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShingleUnit {
    /// Words: what lies between white space as Unicode defines it.
    #[default]
    Words,
    /// Characters: Unicode scalar values.
    Characters,
}

impl ShingleUnit {
    /// The names of all units, with the units.
    pub const ALL: [(&'static str, ShingleUnit); 2] =
        [("words", ShingleUnit::Words), ("characters", ShingleUnit::Characters)];

    /// The unit called `name`; `None` if no unit has this name.
    pub fn find(name: &str) -> Option<ShingleUnit> {
        Self::ALL.iter().find(|(other, _)| *other == name).map(|(_, unit)| *unit)
    }

    /// A text as [`ShingleUnit::shingles`] reads it: words with one space between two, characters as they
    /// are.
    ///
    /// # Errors
    /// Returns an error if memory for the words can't be allocated.
    pub fn prepared(self, text: &str) -> Result<Cow<'_, str>, TryReserveError> {
        if self == ShingleUnit::Characters {
            return Ok(text.into());
        }
        let mut words = String::new();
        words.try_reserve_exact(text.len())?;
        for word in text.split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        Ok(words.into())
    }

    /// Every sequence of `len` units of a [prepared](ShingleUnit::prepared) text, in order and with
    /// repetitions. A text with fewer units has none.
    ///
    /// ```
    /// use hashlane_kernels::hash::shingles::ShingleUnit;
    ///
    /// let text = ShingleUnit::Words.prepared("to be  or not")?;
    /// let shingles: Vec<_> = ShingleUnit::Words.shingles(&text, 2).collect();
    /// assert_eq!(shingles, ["to be", "be or", "or not"]);
    /// # Ok::<(), std::collections::TryReserveError>(())
    /// ```
    pub fn shingles(self, text: &str, len: usize) -> impl Iterator<Item = &str> {
        let (bytes, gap) = (text.as_bytes(), usize::from(self == ShingleUnit::Words));
        let is_start = move |at: &usize| gap == 0 || *at == 0 || bytes[at - 1] == b' ';
        let starts = move || text.char_indices().map(|(at, _)| at).filter(is_start);
        // A unit ends before the gap that precedes the next one.
        let ends = starts().map(move |at| at.saturating_sub(gap)).chain([text.len()]);
        starts().zip(ends.skip(len)).map(|(start, end)| &text[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(unit: ShingleUnit, text: &str, len: usize) -> Vec<String> {
        let text = unit.prepared(text).expect("there is memory");
        unit.shingles(&text, len).map(str::to_owned).collect()
    }

    #[test]
    fn words_are_separated_by_any_white_space() {
        let text = "\u{2003}a\tbb \n c\u{a0}d ";
        assert_eq!(all(ShingleUnit::Words, text, 1), ["a", "bb", "c", "d"]);
        assert_eq!(all(ShingleUnit::Words, text, 3), ["a bb c", "bb c d"]);
        assert_eq!(all(ShingleUnit::Words, text, 4), ["a bb c d"]);
    }

    #[test]
    fn characters_have_any_number_of_bytes() {
        assert_eq!(all(ShingleUnit::Characters, "aé𝄞 b", 2), ["aé", "é𝄞", "𝄞 ", " b"]);
        assert_eq!(all(ShingleUnit::Characters, "aaa", 2), ["aa", "aa"]);
    }

    #[test]
    fn a_text_of_fewer_units_has_no_shingles() {
        for (text, len) in [("", 1), (" ", 1), ("a b", 3)] {
            assert!(all(ShingleUnit::Words, text, len).is_empty(), "{text:?}");
        }
        for (text, len) in [("", 1), ("ab", 3)] {
            assert!(all(ShingleUnit::Characters, text, len).is_empty(), "{text:?}");
        }
    }
}
