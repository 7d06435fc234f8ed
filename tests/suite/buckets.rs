//! `iceberg_hash` and `iceberg_partition` over values of types other than text and bytes.
//! `tests/sql/values/engines.slt` has their values; this covers layouts, the types of one engine, and rejections.

use libtest_mimic::{Failed, Trial};

use crate::contract::Checks;
use crate::engine::Engine;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for engine in Engine::all() {
        trials.push(engine.trial("buckets of values that an engine has alone", of_one_engine));
        trials.push(engine.trial("buckets of columns and of NULL", columns));
        trials.push(engine.trial("types that Iceberg does not bucket by are refused", refused));
    }
    trials
}

/// The hashes are those of the specification's appendix B, as unsigned numbers.
fn of_one_engine(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    let values: &[(&str, &str)] = match engine.is_duckdb() {
        true => &[
            ("CAST('f79c3e09-677c-4bbd-a479-3f349cb785e7' AS UUID)", "1488055340"),
            ("CAST('2017-11-16 22:31:08' AS TIMESTAMP_S)", "99539207"),
            ("CAST('2017-11-16 22:31:08' AS TIMESTAMP_MS)", "99539207"),
            ("CAST('2017-11-16T14:31:08-08:00' AS TIMESTAMPTZ)", "99539207"),
            ("CAST('2017-11-16 22:31:08.000001' AS TIMESTAMP_NS)", "940286838"),
            // Nanoseconds are rounded down.
            ("CAST('2017-11-16 22:31:08.000001999' AS TIMESTAMP_NS)", "940286838"),
            ("CAST('iceberg' AS ENUM('hashlane', 'iceberg'))", "1210000089"),
        ],
        false => &[
            ("arrow_cast(34, 'Dictionary(Int8, Int16)')", "2017239379"),
            ("arrow_cast('2017-11-16T22:31:08', 'Timestamp(Second, None)')", "99539207"),
            ("arrow_cast('2017-11-16T22:31:08', 'Timestamp(ms, None)')", "99539207"),
            ("arrow_cast('2017-11-16T22:31:08', 'Timestamp(us, Some(\"UTC\"))')", "99539207"),
            ("arrow_cast('2017-11-16T22:31:08.000001999', 'Timestamp(ns, None)')", "940286838"),
            ("arrow_cast('22:31:08', 'Time32(Second)')", "1484720659"),
            ("arrow_cast('iceberg', 'Dictionary(Int32, Utf8)')", "1210000089"),
        ],
    };
    for (value, hash) in values {
        checks.gives(&format!("SELECT iceberg_partition({value}, 2147483647)"), &[&[hash]]);
        // The bucket among 2^31 - 1 is the hash without its sign bit.
        checks.gives(
            &format!(
                "SELECT (CAST(iceberg_hash({value}) AS BIGINT) + 4294967296) % 2147483648 AS unsigned"
            ),
            &[&[hash]],
        );
        let column = format!("CASE WHEN i % 2 = 0 THEN {value} END");
        checks.gives(
            &format!(
                "SELECT count(*), count(b), count(DISTINCT b), min(b) FROM \
                 (SELECT iceberg_partition({column}, 2147483647) AS b FROM halves)"
            ),
            &[&["3000", "1500", "1", hash]],
        );
    }
    checks.end()
}

fn columns(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    // A column can be widened and keeps its buckets; a DECIMAL column can also get more digits.
    checks.gives(
        "SELECT count(*) FROM halves WHERE iceberg_partition(CAST(i AS INTEGER), 1000) = \
         iceberg_partition(i, 1000) AND iceberg_partition(CAST(i AS DECIMAL(9, 2)), 1000) = \
         iceberg_partition(CAST(i AS DECIMAL(30, 2)), 1000)",
        &[&["3000"]],
    );
    // NULL in the value, in the number of buckets, and in both; from columns and as constants.
    checks.gives(
        "SELECT count(iceberg_partition(n, 16)), count(iceberg_partition(i, n)), \
         count(iceberg_partition(n, n)), count(iceberg_partition(7, n)), \
         count(iceberg_partition(i, CAST(NULL AS BIGINT))), \
         count(iceberg_partition(CAST(NULL AS DATE), i + 1)) FROM halves",
        &[&["1500", "1500", "1500", "1500", "0", "0"]],
    );
    checks.gives("SELECT iceberg_partition(n, 16) FROM halves WHERE i < 0", &[]);
    checks.fails(
        "SELECT count(iceberg_partition(i, i)) FROM halves",
        &["iceberg_partition: argument n is 0; allowed is 1 to 2147483647"],
    );
    checks.end()
}

fn refused(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    let by_iceberg = [
        ("true", "BOOLEAN"),
        ("CAST(0.5 AS DOUBLE)", "a number in floating point"),
        ("CAST(0.5 AS REAL)", "a number in floating point"),
        ("CAST(1 AS UINTEGER)", "UINTEGER"),
        ("['a']", "a list, struct or map"),
    ];
    for (value, name) in by_iceberg {
        // DataFusion has another name for it.
        let value = match engine.is_duckdb() {
            true => value.to_owned(),
            false => value.replace("CAST(1 AS UINTEGER)", "arrow_cast(1, 'UInt32')"),
        };
        let says =
            format!("iceberg_partition: argument v is {name}, which Iceberg does not bucket by");
        checks.fails(&format!("SELECT iceberg_partition({value}, 16)"), &[&says]);
        let column = format!("CASE WHEN i > 5 THEN {value} END");
        checks
            .fails(&format!("SELECT count(iceberg_partition({column}, 16)) FROM halves"), &[&says]);
    }
    checks.fails(
        "SELECT iceberg_partition(INTERVAL '1' MONTH, 16)",
        &["iceberg_partition: argument v is ", "it takes VARCHAR, BLOB, TINYINT to BIGINT"],
    );
    checks.end()
}
