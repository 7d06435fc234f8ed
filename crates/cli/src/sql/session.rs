//! The DataFusion session that the SQL runs in.

use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// A configuration that reads what Parquet files hold. From statistics DataFusion 55 concludes that a float column whose
/// least value is its greatest is constant, but statistics leave NaN out (<https://github.com/apache/datafusion/pull/24804>).
pub fn exact() -> SessionConfig {
    SessionConfig::new().with_collect_statistics(false)
}

/// A session with every function of Hashlane, and with files as tables.
pub fn open(threads: Option<u16>) -> Result<SessionContext> {
    // For SHOW TABLES, SHOW FUNCTIONS and DESCRIBE.
    let mut config = exact().with_information_schema(true);
    if let Some(threads) = threads {
        config = config.with_target_partitions(threads.into());
    }
    let mut context = SessionContext::new_with_config(config).enable_url_table();
    #[cfg(feature = "testing")]
    crate::sql::testing::register(&context);
    hashlane_datafusion::register_all(&mut context)?;
    hashlane_diff::register(&context);
    Ok(context)
}
