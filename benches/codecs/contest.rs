//! A contest: all candidates that do one job over one column.

use std::rc::Rc;

use crate::candidate::{Candidate, OURS};
use crate::data::{Column, DataSet};

/// The rounds that a contest has. Odd, so that one of them is the median.
pub const ROUNDS: usize = 15;

/// Checks whether an answer is right for a row.
pub type IsAnswer = Box<dyn Fn(usize, &[u8]) -> bool>;

/// Accepts the row itself.
pub fn is_row(column: &Rc<Column>) -> IsAnswer {
    let column = Rc::clone(column);
    Box::new(move |i, answer| answer == column.row(i))
}

/// Accepts an answer if another implementation's decompressor turns it into the row.
pub fn holds_row(
    column: &Rc<Column>,
    decompress: impl Fn(&[u8]) -> Option<Vec<u8>> + 'static,
) -> IsAnswer {
    let column = Rc::clone(column);
    Box::new(move |i, answer| decompress(answer).is_some_and(|content| content == column.row(i)))
}

/// The target for our candidate, by the least of the rounds.
pub enum Bar {
    /// At least this many times as fast as a peer.
    Faster(&'static str, f64),
    /// At most this many times the time of a peer.
    Within(&'static str, f64),
    /// At most this many nanoseconds a row.
    Nanoseconds(f64),
}

/// A contest.
pub struct Contest {
    /// The SQL function.
    pub function: &'static str,
    /// The other parameters: a level, a dictionary.
    pub options: &'static str,
    /// The data set.
    pub set: &'static str,
    /// The mean length of an input row in bytes.
    pub mean_bytes: f64,
    /// The number of rows in a round.
    pub rows: usize,
    /// Whether each round uses its own rows, which have not been touched recently.
    pub fresh: bool,
    /// The candidates, ours first.
    pub candidates: Vec<Candidate>,
    /// The check of the answers.
    pub is_answer: IsAnswer,
    /// The target for ours.
    pub bar: Option<Bar>,
}

impl Contest {
    /// A contest over all rows of a column, without a bar.
    pub fn new(
        function: &'static str,
        options: &'static str,
        set: &DataSet,
        column: &Column,
        candidates: Vec<Candidate>,
        is_answer: IsAnswer,
    ) -> Self {
        let mean_bytes = column.rows().map(<[u8]>::len).sum::<usize>() as f64 / set.rows as f64;
        let (set, rows) = (set.name, column.len());
        let (fresh, bar) = (false, None);
        Contest { function, options, set, mean_bytes, rows, fresh, candidates, is_answer, bar }
    }

    /// The contest with a bar, if there is one.
    pub fn with_bar(self, bar: Option<Bar>) -> Self {
        Contest { bar, ..self }
    }

    /// The terms that a filter matches.
    pub fn terms(&self) -> [&'static str; 3] {
        [self.function, self.options, self.set]
    }

    /// Checks the answers of every candidate for rows 0 to `rows`. Returns the mean length of each one's answers.
    ///
    /// # Panics
    /// Panics if an answer is wrong: its time would be meaningless.
    pub fn check(&mut self, rows: usize) -> Vec<f64> {
        let terms = self.terms().join("/");
        assert_eq!(self.candidates[0].who, OURS, "{terms}: ours come first");
        let mut lengths = Vec::new();
        for candidate in &mut self.candidates {
            let who = candidate.who;
            let answers = candidate.answers(0..rows);
            assert_eq!(answers.ends.len(), rows, "{terms}: {who} has not answered for all rows");
            for (i, answer) in answers.rows().enumerate() {
                assert!((self.is_answer)(i, answer), "{terms}: row {i} of {who} is wrong");
            }
            lengths.push(answers.bytes.len() as f64 / rows as f64);
        }
        lengths
    }
}

impl Bar {
    /// The peer that the bar names, or ours if it names none.
    pub fn who(&self) -> &'static str {
        match self {
            Bar::Faster(who, _) | Bar::Within(who, _) => who,
            Bar::Nanoseconds(_) => OURS,
        }
    }

    /// The text of the bar for a record.
    pub fn text(&self) -> String {
        match self {
            Bar::Faster(_, times) => format!("at least {times} x"),
            Bar::Within(_, times) => format!("at least {:.2} x", 1.0 / times),
            Bar::Nanoseconds(most) => format!("at most {most} ns"),
        }
    }

    /// Whether `ours` and `theirs`, the time of [`Bar::who`], meet the bar.
    pub fn is_held(&self, ours: f64, theirs: f64) -> bool {
        match self {
            Bar::Faster(_, times) => theirs >= ours * times,
            Bar::Within(_, times) => ours <= theirs * times,
            Bar::Nanoseconds(most) => ours <= *most,
        }
    }
}
