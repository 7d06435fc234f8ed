//! The SQL suite: the same tests on DataFusion and on every DuckDB.
//!
//! `cargo test --workspace --test sql` runs it. The names of the tests end in the engine, so a part
//! is `cargo test --workspace --test sql -- xxhash.slt` or `-- duckdb-2.0.0`.
//!
//! | module | holds |
//! |---|---|
//! | [`engine`] | the engines, and the rows that come out of each in one form |
//! | [`duckdb`] | DuckDB in a Python process of its own |
//! | [`datafusion`] | DataFusion in this process |
//! | [`slt`] | the files of `tests/sql` |
//! | [`recipes`] | what people copy from `sql`, in those files |
//! | [`calls`] | calls of every function, for the tests below |
//! | [`examples`] | the examples of the catalogue |
//! | [`contract`] | what holds for every function |
//! | [`buckets`] | a value that is bucketed by its type |
//! | [`rows`] | rows of values: their vectors, their NULLs, their types |
//! | [`materialized`] | a row computed in a query is the row that a table keeps |
//! | [`spark`] | Spark's hash as another implementation of it computes it |
//! | [`drift`] | what is registered is what the catalogue says |
//! | [`shadow`] | what the engine had before it still has |
//! | [`agreement`] | both engines over the same Parquet files |
//! | [`files`] | table functions over files that pyarrow has written |
//! | [`cancel`] | a query of DataFusion that is dropped ends |
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
    libtest_mimic::run(&arguments, trials).exit();
}
