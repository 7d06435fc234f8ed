//! Interleaved rounds: every candidate of a contest processes all rows once a round.
//!
//! As in benches/kernels, a machine that slows down for a while slows down every candidate, and the least
//! of the rounds ignores it. It is the sum of the least times of each chunk.

use crate::contest::{Contest, ROUNDS};
use crate::{formats, fsst, lz4, pack, zstd};

/// The number of chunks in a round.
const CHUNKS: usize = 8;

/// The columns of a record that are computed here; `benches/machine.py` adds the others.
const HEADER: &str = "function,options,data_set,mean_bytes,who,mean_answer_bytes,\
                      min_ns_per_row,median_ns_per_row,times_ours,bar,held";

/// Runs the contests that the terms select, writes the record to stdout and a summary to stderr.
///
/// Each term names a function, a data set or options, or several of them with commas between.
pub fn run(wanted: Vec<String>) -> Result<(), String> {
    println!("{HEADER}");
    let takes = |terms: [&str; 3]| {
        wanted.iter().all(|wanted| wanted.split(',').any(|wanted| terms.contains(&wanted)))
    };
    let mut count = 0;
    for family in [zstd::contests, lz4::contests, formats::contests, fsst::contests] {
        for mut contest in family().into_iter().filter(|contest| takes(contest.terms())) {
            race(&mut contest);
            count += 1;
        }
    }
    for plan in pack::plans().filter(|plan| takes(plan.terms())) {
        race(&mut plan.contest());
        count += 1;
    }
    if count == 0 {
        return Err("the filter leaves nothing; benches/README.md has the names".to_owned());
    }
    Ok(())
}

fn race(contest: &mut Contest) {
    let rows = if contest.fresh { ROUNDS * contest.rows } else { contest.rows };
    let lengths = contest.check(rows);
    let times = time(contest);
    report(contest, &lengths, &times);
}

/// The nanoseconds per row of a candidate.
struct Time {
    min: f64,
    median: f64,
}

fn time(contest: &mut Contest) -> Vec<Time> {
    let count = contest.candidates.len();
    // Nanoseconds by candidate, round and chunk.
    let mut times = vec![Vec::with_capacity(ROUNDS); count];
    for round in 0..ROUNDS {
        let start = if contest.fresh { round * contest.rows } else { 0 };
        let chunk = contest.rows / CHUNKS;
        // Rotates the order, so that every candidate comes first at times, and last at others.
        for i in (0..count).map(|i| (i + round) % count) {
            let chunks = (0..CHUNKS).map(|number| start + number * chunk);
            let time = |start| contest.candidates[i].time(start..start + chunk);
            times[i].push(chunks.map(time).collect());
        }
    }
    let rows = (contest.rows / CHUNKS * CHUNKS) as f64;
    times.iter().map(|rounds| Time::of(rounds, rows)).collect()
}

impl Time {
    fn of(rounds: &[Vec<f64>], rows: f64) -> Time {
        let least = |chunk| rounds.iter().map(|times| times[chunk]).fold(f64::INFINITY, f64::min);
        let min: f64 = (0..CHUNKS).map(least).sum();
        let mut whole: Vec<f64> = rounds.iter().map(|times| times.iter().sum()).collect();
        whole.sort_by(f64::total_cmp);
        Time { min: min / rows, median: whole[whole.len() / 2] / rows }
    }
}

fn report(contest: &Contest, lengths: &[f64], times: &[Time]) {
    let [function, options, set] = contest.terms();
    let ours = times[0].min;
    for ((candidate, length), time) in contest.candidates.iter().zip(lengths).zip(times) {
        let who = candidate.who;
        let ratio = time.min / ours;
        let bar = contest.bar.as_ref().filter(|bar| bar.who() == who);
        let held =
            bar.map_or("", |bar| if bar.is_held(ours, time.min) { "held" } else { "MISSED" });
        let bar = bar.map_or(String::new(), |bar| bar.text());
        println!(
            "{function},{options},{set},{:.1},{who},{length:.1},{:.1},{:.1},{ratio:.2},{bar},{held}",
            contest.mean_bytes, time.min, time.median,
        );
        let terms = contest.terms().join("/");
        let min = time.min;
        eprintln!("{terms:<50}{who:<34}{min:>10.0} ns {ratio:>7.2} x  {bar:<18} {held}");
    }
}
