//! The candidates: functions of ours and of others, timed over the rows of a column.

use std::ops::Range;
use std::rc::Rc;
use std::time::Instant;

use crate::data::Column;

/// The name of our own candidates.
pub const OURS: &str = "hashlane";

/// The answers for some rows, one after the other, as in a column of bytes.
#[derive(Default)]
pub struct Answers {
    /// The bytes of all answers.
    pub bytes: Vec<u8>,
    /// The end of each answer in `bytes`.
    pub ends: Vec<u64>,
}

impl Answers {
    /// The answers in order.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[*start as usize..*end as usize])
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// Appends the answers for a range of rows.
type Run = dyn FnMut(Range<usize>, &mut Answers);

/// A function of ours or of a peer.
pub struct Candidate {
    /// The name of its owner.
    pub who: &'static str,
    run: Box<Run>,
    answers: Answers,
}

impl Candidate {
    /// A function that takes a range of rows.
    pub fn new(who: &'static str, run: impl FnMut(Range<usize>, &mut Answers) + 'static) -> Self {
        Candidate { who, run: Box::new(run), answers: Answers::default() }
    }

    /// A candidate from a function that appends the answer for one row. It is called for each row in turn.
    pub fn per_row(
        who: &'static str,
        column: &Rc<Column>,
        mut append: impl FnMut(&[u8], &mut Vec<u8>) + 'static,
    ) -> Self {
        let column = Rc::clone(column);
        Candidate::new(who, move |rows, answers| {
            for i in rows {
                append(column.row(i), &mut answers.bytes);
                answers.ends.push(answers.bytes.len() as u64);
            }
        })
    }

    /// A candidate from a function that returns the answer for one row, which a UDF then copies to its column.
    pub fn allocating(
        who: &'static str,
        column: &Rc<Column>,
        mut answer: impl FnMut(&[u8]) -> Vec<u8> + 'static,
    ) -> Self {
        Candidate::per_row(who, column, move |row, out| out.extend_from_slice(&answer(row)))
    }

    /// The answers for `rows`. Reuses the memory of the last ones.
    pub fn answers(&mut self, rows: Range<usize>) -> &Answers {
        self.answers.clear();
        (self.run)(std::hint::black_box(rows), &mut self.answers);
        std::hint::black_box(&self.answers)
    }

    /// The time for `rows` in nanoseconds.
    pub fn time(&mut self, rows: Range<usize>) -> f64 {
        let start = Instant::now();
        self.answers(rows);
        start.elapsed().as_secs_f64() * 1e9
    }
}
