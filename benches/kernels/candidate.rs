//! The candidates: hash functions of ours and of others, timed over columns.

use std::hint::black_box;
use std::time::Instant;

use crate::column::Column;

/// A hash function of ours or of a peer.
pub struct Candidate {
    /// The name of the function. Candidates with the same name must give the same answers.
    pub algorithm: &'static str,
    /// The name of its owner.
    pub who: &'static str,
    /// The instruction set it was told to use or compiled for; `-` if it detects the set itself.
    pub isa: &'static str,
    hasher: Box<dyn Hasher>,
}

/// A hash of a row.
pub trait Answer: Copy + 'static {
    /// The value before it is written.
    const BLANK: Self;
    /// The canonical bytes.
    fn bytes(self) -> Vec<u8>;
}

trait Hasher {
    fn hash(&mut self, column: &Column);
    fn answers(&self, column: &Column) -> Vec<Vec<u8>>;
}

/// A function with a buffer for its answers.
struct Into<T, F> {
    out: Vec<T>,
    hash: F,
}

impl<T: Answer, F: FnMut(&Column, &mut [T])> Hasher for Into<T, F> {
    fn hash(&mut self, column: &Column) {
        self.out.resize(column.len(), T::BLANK);
        (self.hash)(black_box(column), &mut self.out);
        black_box(&self.out);
    }

    /// The values written for NULL are ignored.
    fn answers(&self, column: &Column) -> Vec<Vec<u8>> {
        let valid = self.out.iter().enumerate().filter(|(row, _)| column.is_valid(*row));
        valid.map(|(_, answer)| answer.bytes()).collect()
    }
}

impl Candidate {
    /// A function that hashes a whole column.
    pub fn new<T: Answer>(
        algorithm: &'static str,
        who: &'static str,
        isa: &'static str,
        hash: impl FnMut(&Column, &mut [T]) + 'static,
    ) -> Self {
        Candidate { algorithm, who, isa, hasher: Box::new(Into { out: Vec::new(), hash }) }
    }

    /// A candidate from a function that hashes one string. It is called for each row in turn.
    pub fn per_row<T: Answer>(
        algorithm: &'static str,
        who: &'static str,
        isa: &'static str,
        hash: impl Fn(&[u8]) -> T + 'static,
    ) -> Self {
        Candidate::new(algorithm, who, isa, move |column, out| {
            let out = &mut out[..column.len()];
            column.each(|i, row| out[i] = hash(row));
        })
    }

    /// Hashes all columns.
    pub fn hash(&mut self, columns: &[Column]) {
        for column in columns {
            self.hasher.hash(column);
        }
    }

    /// Hashes a column; returns its time in nanoseconds.
    pub fn time(&mut self, column: &Column) -> f64 {
        let start = Instant::now();
        self.hasher.hash(column);
        start.elapsed().as_secs_f64() * 1e9
    }

    /// The hashes of all rows.
    pub fn answers(&mut self, columns: &[Column]) -> Vec<Vec<u8>> {
        let of = |column| {
            self.hasher.hash(column);
            self.hasher.answers(column)
        };
        columns.iter().flat_map(of).collect()
    }

    /// The name of its owner, and its instruction set.
    pub fn label(&self) -> String {
        match self.isa {
            "-" => self.who.to_owned(),
            isa => format!("{} {isa}", self.who),
        }
    }
}

impl Answer for u32 {
    const BLANK: Self = 0;

    fn bytes(self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }
}

impl Answer for u64 {
    const BLANK: Self = 0;

    fn bytes(self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }
}

impl<const N: usize> Answer for [u8; N] {
    const BLANK: Self = [0; N];

    fn bytes(self) -> Vec<u8> {
        self.to_vec()
    }
}
