//! The SQL suite: the same tests on DataFusion and on every DuckDB.
//!
//! `cargo test --workspace --test sql` runs it. The names of the tests end in the engine, so a part
//! is `cargo test --workspace --test sql -- xxhash.slt` or `-- duckdb-2.0.1`.
//!
//! | module | holds |
//! |---|---|
//! | [`engine`] | the engines, and their results in one form |
//! | [`duckdb`] | DuckDB in a Python process |
//! | [`datafusion`] | DataFusion in this process |
//! | [`slt`] | the files of `tests/sql` |
//! | [`recipes`] | the recipes in `sql`, run by those files |
//! | [`calls`] | calls of every function, for the tests below |
//! | [`examples`] | the examples of the catalogue |
//! | [`contract`] | rules for every function |
//! | [`buckets`] | values that are bucketed by type |
//! | [`rows`] | rows of values: their vectors, their NULLs, their types |
//! | [`materialized`] | a row computed in a query equals the row stored in a table |
//! | [`spark`] | Spark's hash against another implementation |
//! | [`drift`] | engines register exactly what the catalogue says |
//! | [`shadow`] | the engine keeps every function it had |
//! | [`agreement`] | both engines over the same Parquet files |
//! | [`files`] | table functions over files that pyarrow writes |
//! | [`cancel`] | a dropped query of DataFusion ends |
//! | [`python`] | checks that are written in Python: other implementations, threads |

mod agreement;
mod buckets;
mod calls;
mod cancel;
mod contract;
mod datafusion;
mod drift;
mod duckdb;
mod engine;
mod examples;
mod files;
mod materialized;
mod python;
mod recipes;
mod rows;
mod shadow;
mod slt;
mod spark;

use libtest_mimic::Arguments;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = slt::trials();
    trials.extend(recipes::trials());
    trials.extend(examples::trials());
    trials.extend(contract::trials());
    trials.extend(rows::trials());
    trials.extend(buckets::trials());
    trials.extend(materialized::trials());
    trials.extend(spark::trials());
    trials.extend(drift::trials());
    trials.extend(shadow::trials());
    trials.extend(agreement::trials());
    trials.extend(files::trials());
    trials.extend(cancel::trials());
    trials.extend(python::trials());
    if std::env::var_os("HASHLANE_ALL_VERSIONS").is_none() {
        trials.retain(|trial| !is_left_to_all_versions(trial.name()));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Whether a trial needn't run for each change: all but the examples on old versions of DuckDB. `make test-all` runs it.
fn is_left_to_all_versions(name: &str) -> bool {
    let (old, _) = engine::DUCKDB_VERSIONS.split_at(engine::DUCKDB_VERSIONS.len() - 1);
    let is_old = old.iter().any(|version| name.ends_with(version));
    is_old && !name.starts_with("examples")
}
