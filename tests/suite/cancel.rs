//! A DataFusion query that is dropped while it runs ends. `tests/engines/cancel.py` tests the same for
//! DuckDB.

use std::time::{Duration, Instant};

use datafusion::prelude::SessionContext;
use libtest_mimic::{Failed, Trial};
use tokio::runtime::Builder;

use crate::engine::SqlError;

/// Far more than stopping takes, and far less than the queries take.
const DEADLINE: Duration = Duration::from_secs(10);

const CALLS: [&str; 5] = [
    "xxh3(v)",
    "blake3(v)",
    "zstd_compress(v, 3)",
    "zstd_decompress(zstd_compress(v, 1))",
    "row_blake3(v, i)",
];

pub fn trials() -> Vec<Trial> {
    let ends = |call: &'static str| {
        Trial::test(format!("a dropped query ends: {call}, datafusion"), move || ends(call))
    };
    let mut trials: Vec<_> = CALLS.into_iter().map(ends).collect();
    trials.push(Trial::test("a dropped query ends: file_digests, datafusion", || {
        let file = Hole::new()?;
        ends_query(format!("SELECT * FROM file_digests('{}', 'sha512, sha256')", file.0.display()))
    }));
    trials
}

/// A file of 64 GiB that takes no space on disk.
struct Hole(std::path::PathBuf);

impl Hole {
    fn new() -> std::io::Result<Self> {
        let path = std::env::temp_dir().join(format!("hashlane-hole-{}", std::process::id()));
        std::fs::File::create(&path)?.set_len(64 << 30)?;
        Ok(Hole(path))
    }
}

impl Drop for Hole {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn ends(call: &str) -> Result<(), Failed> {
    ends_query(format!(
        "SELECT count({call}) FROM \
         (SELECT i, repeat(CAST(i AS VARCHAR), 20) AS v FROM range(0, 100000000000) AS r(i)) AS t"
    ))
}

fn ends_query(sql: String) -> Result<(), Failed> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let query = runtime.spawn(async move {
        let mut context = SessionContext::new();
        hashlane_datafusion::register_all(&mut context)?;
        context.sql(&sql).await?.collect().await
    });
    std::thread::sleep(Duration::from_millis(300));
    if query.is_finished() {
        let result = runtime.block_on(query)?;
        return Err(SqlError(format!("it ran to its end: {:?}", result.err())).into());
    }
    let start = Instant::now();
    query.abort();
    // Waits for the threads, which a function can keep busy for the rest of its batch.
    runtime.shutdown_timeout(2 * DEADLINE);
    let took = start.elapsed();
    match took < DEADLINE {
        true => Ok(()),
        false => Err(SqlError(format!("it went on for {took:?}")).into()),
    }
}
