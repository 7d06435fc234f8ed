//! Instruction counts: every candidate hashes one chunk between two system calls, which an emulator's plugin sees.
//!
//! `benches/kernels/count.py` runs this for 64-bit ARM, for which there is no machine to take times on.

use std::os::unix::process::parent_id;

use crate::column::{Layout, SeedKind, Shape};
use crate::contest::all_columns;
use crate::data::Mode;
use crate::rounds::Filter;

/// Writes a line for each candidate that the filter accepts, in the order in which the plugin counts them.
pub fn run(filter: &Filter) {
    println!("data_set,mean_bytes,algorithm,who,instruction_set,layout,rows");
    let layout = Layout::Offsets.name();
    for columns in all_columns(Mode::Hot, |terms| filter.may_take(terms) && terms.contains(&layout))
    {
        if columns.shape != Shape::Whole {
            continue;
        }
        let unseeded = |seeds| matches!(seeds, SeedKind::None | SeedKind::Zero);
        for mut contest in columns.contests().filter(|contest| unseeded(contest.seeds)) {
            let terms = contest.terms();
            if !filter.takes(&terms) {
                continue;
            }
            let chunk = &columns.chunks[..1];
            // Detection of the instruction set and the growth of buffers are not counted.
            contest.check(chunk);
            for candidate in &mut contest.candidates {
                let _ = parent_id();
                candidate.hash(chunk);
                let _ = parent_id();
                println!(
                    "{},{:.1},{},{},{},{layout},{}",
                    terms[1],
                    columns.mean,
                    candidate.algorithm,
                    candidate.who,
                    candidate.isa,
                    chunk[0].len(),
                );
            }
        }
    }
}
