//! Single kernels with Criterion, for work on one of them: `-- xxh3/words` times some.

use std::time::Duration;

use criterion::{Criterion, Throughput};

use crate::column::{Layout, SeedKind};
use crate::contest::all_columns;
use crate::data::Mode;

/// Times every candidate over Arrow's offsets, without seeds.
pub fn run() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
        .configure_from_args();
    for columns in all_columns(Mode::Hot, |terms| terms.contains(&Layout::Offsets.name())) {
        let unseeded = |seeds| matches!(seeds, SeedKind::None | SeedKind::Zero);
        for mut contest in columns.contests().filter(|contest| unseeded(contest.seeds)) {
            let [algorithm, set, ..] = contest.terms();
            let mut group = criterion.benchmark_group(format!("{algorithm}/{set}"));
            group.throughput(Throughput::Elements(columns.rows() as u64));
            // Only the candidates that the arguments name are called, and so checked.
            let mut is_checked = false;
            for i in 0..contest.candidates.len() {
                group.bench_function(contest.candidates[i].label(), |bencher| {
                    if !is_checked {
                        contest.check(&columns.chunks);
                        is_checked = true;
                    }
                    bencher.iter(|| contest.candidates[i].hash(&columns.chunks));
                });
            }
            group.finish();
        }
    }
    criterion.final_summary();
}
