//! `spark_xxhash64` and the `xxhash64` of datafusion-spark, another implementation of Spark's function, in one query.
//! datafusion-spark has no `hash`: the kernels' tests compare ours with Spark's own values.

use libtest_mimic::{Failed, Trial};

use crate::datafusion::DataFusion;
use crate::engine::{Session, StringType};

/// Values of `i`, a number from 0 to 9,999, of each type that both accept. DECIMAL of more than 18 digits is left
/// out: datafusion-spark 55.2 hashes 16 bytes. Spark hashes as few bytes as hold the number, and so does ours, which
/// other tests compare with Spark.
const VALUES: &[&str] = &[
    "i % 2 = 0",
    "CAST(i % 128 AS TINYINT)",
    "CAST(-i AS SMALLINT)",
    "CAST(i - 5000 AS INT)",
    "i * 922337203685477 - 4611686018427387904",
    "CAST(i AS FLOAT) / -7",
    "CAST(i AS DOUBLE) / 7",
    "CAST(0 AS DOUBLE) * (5000 - i)",
    "CAST('NaN' AS DOUBLE)",
    "CAST(i - 5000 AS DECIMAL(7, 2))",
    "CAST(i * 92233720368547 AS DECIMAL(18, 0))",
    "arrow_cast(i - 5000, 'Date32')",
    "arrow_cast(i * 86399999999 - 400000000000000, 'Timestamp(Microsecond, None)')",
    "repeat('ab€', i % 40)",
    "arrow_cast(CAST(i AS VARCHAR), 'LargeUtf8')",
    "arrow_cast(CAST(i % 10 AS VARCHAR), 'Dictionary(Int32, Utf8)')",
    "arrow_cast(repeat('x', i % 70), 'Binary')",
    "[i, NULL, i % 3]",
    "CASE WHEN i % 3 = 0 THEN [CAST(i AS VARCHAR), ''] END",
];

/// A struct that is not NULL: datafusion-spark 55.2 hashes the fields of a NULL struct, but Spark doesn't.
const STRUCT: &str = "{'a': CAST(i AS INT), 'b': CAST(i AS VARCHAR)}";

pub fn trials() -> Vec<Trial> {
    [StringType::View, StringType::Utf8]
        .map(|strings| {
            let name = format!("spark_xxhash64 is datafusion-spark's xxhash64::{strings:?}");
            Trial::test(name, move || equal(strings))
        })
        .into()
}

fn equal(strings: StringType) -> Result<(), Failed> {
    let mut session = DataFusion::open(strings)?;
    let xxhash64 = datafusion_spark::function::hash::xxhash64();
    session.context().register_udf((*xxhash64).clone());
    let mut rows = vec![STRUCT.to_owned(), format!("i, {STRUCT}, 'z'")];
    for value in VALUES {
        // By itself, with NULL in some rows, and after and before another column.
        let nullable = format!("CASE WHEN i % 5 <> 1 THEN {value} END");
        rows.extend([
            (*value).to_owned(),
            nullable.clone(),
            format!("i, {nullable}, {value}, 'z'"),
        ]);
    }
    for row in rows {
        let sql = format!(
            "SELECT count(*) FROM range(0, 10000) AS r(i) WHERE xxhash64({row}) = spark_xxhash64({row})"
        );
        let table = session.run(&sql)?;
        if table.rows != [["10000"]] {
            return Err(format!("{row}: {:?} of 10000 rows are equal", table.rows).into());
        }
    }
    Ok(())
}
