//! The DataFusion session that the SQL runs in.

use std::sync::Arc;

use datafusion::error::Result;
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};

use crate::sql::args::Sql;
use crate::sql::cluster::Cluster;
use crate::sql::counted::BytesRead;
use crate::sql::stores::Stores;
use crate::sql::url_tables;

/// A configuration that reads the values in Parquet files. If the least value of a float column is its greatest, DataFusion 55
/// takes the column for constant, but statistics leave NaN out (<https://github.com/apache/datafusion/pull/24804>).
pub fn exact() -> SessionConfig {
    SessionConfig::new().with_collect_statistics(false)
}

/// The runtime of a session, with files and object stores. Listings are not cached: DataFusion 55 distinguishes those of two
/// stores only by their folders.
pub fn runtime(stores: Arc<Stores>) -> RuntimeEnvBuilder {
    RuntimeEnvBuilder::new().with_object_store_registry(stores).with_object_list_cache_limit(0)
}

/// A session with every function of Hashlane, and with files and objects as tables. Queries run on `cluster`, if there is
/// one.
pub fn open(args: &Sql, cluster: Option<&Cluster>) -> Result<(SessionContext, Arc<Stores>)> {
    // For SHOW TABLES, SHOW FUNCTIONS and DESCRIBE.
    let mut config = exact().with_information_schema(true);
    if cluster.is_some() {
        config = config.with_target_partitions(args.partitions.into());
    } else if let Some(threads) = args.threads {
        config = config.with_target_partitions(threads.into());
    }
    let stores = Arc::new(Stores::new(BytesRead::default()));
    let runtime = runtime(Arc::clone(&stores)).build_arc()?;
    let mut context = SessionContext::new_with_config_rt(config, runtime);
    if let Some(cluster) = cluster {
        context = cluster.connect(context.state())?;
    }
    let mut context = url_tables::enable(context, Arc::clone(&stores));
    #[cfg(feature = "testing")]
    crate::sql::testing::register(&context);
    hashlane_datafusion::register_all(&mut context)?;
    hashlane_diff::register(&context);
    crate::sql::exact::enable(&context);
    Ok((context, stores))
}
