//! Interleaved rounds: every candidate of a contest hashes all rows once a round, some chunks at a time.
//!
//! A machine that slows down for a while slows down every candidate, and the minimum of the rounds
//! ignores it. It is the sum of the minimum times of each chunk: on a shared machine, hardly any round is
//! undisturbed for the time that all chunks take.

use crate::column::Shape;
use crate::contest::{Columns, Contest, all_columns};
use crate::data::Mode;
use crate::ours::OURS;

impl Mode {
    /// Odd, so that one of them is the median. Streaming rounds take so long that few suffice.
    fn rounds(self) -> usize {
        match self {
            Mode::Streaming => 5,
            Mode::Hot => 101,
            Mode::Batches => 51,
        }
    }
}

/// The chunks that a candidate hashes before it is the next one's turn. On a shared machine, other guests disturb for seconds or
/// minutes, and so the candidates alike.
const TURN: usize = 16;

/// The number of chunks that are compared before they are timed.
const CHECKED: usize = 4;

/// A ratio below this is reported as a loss.
const EVEN: f64 = 0.97;

/// The columns of a record that are computed here; `benches/kernels/record.py` adds the others.
const HEADER: &str = "data_set,mean_bytes,algorithm,who,instruction_set,layout,seed,shape,\
                      min_ns_per_row,median_ns_per_row";

/// The contests to run. Each term names an algorithm, a data set, a layout, a kind of seeds or a shape, or
/// several of them with commas between.
pub struct Filter(Vec<String>);

impl Filter {
    /// The filter of these terms; without terms, all contests.
    pub fn new(terms: impl Iterator<Item = String>) -> Self {
        Filter(terms.collect())
    }

    /// Whether the filter accepts a contest of these terms.
    pub fn takes(&self, terms: &[&str]) -> bool {
        self.0.iter().all(|wanted| wanted.split(',').any(|wanted| terms.contains(&wanted)))
    }

    /// Whether the filter may accept a contest with columns of these terms.
    pub fn may_take(&self, terms: &[&str]) -> bool {
        let is_elsewhere = |wanted: &str| {
            !crate::data::DATA_SETS.iter().any(|set| set.name == wanted)
                && !crate::column::LAYOUTS.iter().any(|layout| layout.name() == wanted)
                && !Shape::all(Mode::Batches).iter().any(|shape| shape.name() == wanted)
        };
        let may = |wanted: &str| is_elsewhere(wanted) || terms.contains(&wanted);
        self.0.iter().all(|wanted| wanted.split(',').any(may))
    }
}

/// Runs the contests that the filter accepts, writes the record to stdout and a summary to stderr.
pub fn run(mode: Mode, filter: &Filter) {
    println!("{HEADER}");
    for columns in all_columns(mode, |terms| filter.may_take(terms)) {
        for mut contest in columns.contests().filter(|contest| filter.takes(&contest.terms())) {
            contest.check(&columns.chunks[..CHECKED.min(columns.chunks.len())]);
            let times = time(mode, &mut contest, &columns);
            report(&contest, &columns, &times);
        }
    }
}

/// The nanoseconds per row of a candidate.
struct Time {
    min: f64,
    median: f64,
}

fn time(mode: Mode, contest: &mut Contest, columns: &Columns) -> Vec<Time> {
    let (count, turns) = (contest.candidates.len(), columns.chunks.len().div_ceil(TURN));
    // Nanoseconds by candidate, round and chunk.
    let mut times = vec![vec![vec![0.0; columns.chunks.len()]; mode.rounds()]; count];
    for (round, turn) in
        (0..mode.rounds()).flat_map(|round| (0..turns).map(move |turn| (round, turn)))
    {
        // Rotates the order, so that every candidate comes first at times, and last at others.
        for i in (0..count).map(|i| (i + round + turn) % count) {
            // In another place than the other candidates, which leave in the cache what they have read.
            let first = (turn + i * turns / count) % turns * TURN;
            let (candidate, times) = (&mut contest.candidates[i], &mut times[i][round][first..]);
            for (time, chunk) in times.iter_mut().zip(&columns.chunks[first..]).take(TURN) {
                *time = candidate.time(chunk);
            }
        }
    }
    times.iter().map(|rounds| Time::of(rounds, columns.rows() as f64)).collect()
}

impl Time {
    fn of(rounds: &[Vec<f64>], rows: f64) -> Time {
        let least = |chunk| rounds.iter().map(|times| times[chunk]).fold(f64::INFINITY, f64::min);
        let min: f64 = (0..rounds[0].len()).map(least).sum();
        let mut whole: Vec<f64> = rounds.iter().map(|times| times.iter().sum()).collect();
        whole.sort_by(f64::total_cmp);
        Time { min: min / rows, median: whole[whole.len() / 2] / rows }
    }
}

fn report(contest: &Contest, columns: &Columns, times: &[Time]) {
    let [_, set, layout, seed, shape] = contest.terms();
    for (candidate, time) in contest.candidates.iter().zip(times) {
        println!(
            "{set},{:.1},{},{},{},{layout},{seed},{shape},{:.3},{:.3}",
            columns.mean, candidate.algorithm, candidate.who, candidate.isa, time.min, time.median,
        );
    }
    summarise(contest, times);
}

/// Prints ours on the best instruction set beside the fastest peer, and the functions for the same purpose.
fn summarise(contest: &Contest, times: &[Time]) {
    let [algorithm, ..] = contest.terms();
    let (mut ours, mut lesser, mut peers, mut others) =
        (None, Vec::new(), Vec::new(), String::new());
    for (candidate, time) in contest.candidates.iter().zip(times) {
        if candidate.who == OURS {
            lesser.extend(ours.replace((candidate.label(), time.min)));
        } else if candidate.algorithm == algorithm {
            peers.push((candidate.label(), time.min));
        } else {
            others += &format!("  {} {:.2}", candidate.label(), time.min);
        }
    }
    let best = peers.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let (Some((us, ours)), Some((peer, theirs))) = (ours, best) else { return };
    eprintln!(
        "{:<36}{ours:>10.2} {us:<16}{theirs:>10.2} {peer:<22}{:>5.2} x{others}",
        contest.terms().join("/"),
        theirs / ours,
    );
    for (whose, theirs) in lesser.into_iter().chain([(peer, theirs)]) {
        if theirs / ours < EVEN {
            eprintln!("    LOSES to {whose}: {:.2} x", theirs / ours);
        }
    }
}
