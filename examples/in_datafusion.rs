//! Hashlane in DataFusion, in SQL and with DataFrames.
//!
//! ```sh
//! cargo run --package hashlane-datafusion --example in_datafusion
//! ```

use datafusion::error::Result;
use datafusion::prelude::*;
use hashlane_datafusion::expr_fn;

#[tokio::main]
async fn main() -> Result<()> {
    let mut ctx = SessionContext::new();
    hashlane_datafusion::register_all(&mut ctx)?;
    ctx.sql("CREATE TABLE events(id BIGINT, body VARCHAR) AS VALUES (1, 'one'), (2, NULL)").await?;

    let sql = "SELECT id, xxh3(body), blake3_hex(body), zstd_compress(body, 19) FROM events";
    ctx.sql(sql).await?.show().await?;

    let events = ctx.table("events").await?;
    let digests = vec![
        col("id"),
        expr_fn::xxh3_with_seed(col("body"), lit(42_u64)).alias("seeded"),
        expr_fn::hexdigest(col("body"), lit("sha3_256")),
    ];
    events.select(digests)?.show().await
}
