//! The DataFusion session that the SQL runs in.

use std::sync::Arc;

use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use hashlane_datafusion::file_tables::{KnownColumns, TableReading, TextTypes};

use crate::failure::Failure;
use crate::sql::args::SqlCommandArgs;
use crate::sql::cluster::Cluster;
use crate::sql::counted::BytesRead;
use crate::sql::memory;
use crate::sql::stores::SessionStores;
use crate::sql::url_tables;

/// A configuration that reads the values in Parquet files. If the least value of a float column is its greatest, DataFusion 55
/// takes the column for constant, but statistics leave NaN out (<https://github.com/apache/datafusion/pull/24804>). And it
/// skips rows by an offset index without a check, so an index that lies gives a row with another row's values.
pub fn exact() -> SessionConfig {
    let mut config = SessionConfig::new().with_collect_statistics(false);
    let options = config.options_mut();
    options.execution.parquet.enable_page_index = false;
    // It takes a column for another one of its name, beside a field of a struct (<https://github.com/apache/datafusion/issues/25414>).
    options.optimizer.enable_leaf_expression_pushdown = false;
    config
}

/// The runtime of a session, with files and object stores. Listings are not cached: DataFusion 55 distinguishes those of two
/// stores only by their folders.
pub fn runtime(stores: Arc<SessionStores>) -> RuntimeEnvBuilder {
    RuntimeEnvBuilder::new().with_object_store_registry(stores).with_object_list_cache_limit(0)
}

/// A session with every function of Hashlane, and with files and objects as tables. Queries run on `cluster`, if there is
/// one.
///
/// # Errors
/// Returns an error if the cluster refuses the settings, or `--memory` can't be kept.
pub fn open(
    args: &SqlCommandArgs,
    cluster: Option<&Cluster>,
) -> Result<(SessionContext, Arc<SessionStores>), Failure> {
    // For SHOW TABLES, SHOW FUNCTIONS and DESCRIBE.
    let mut config = exact().with_information_schema(true);
    if let Some(cluster) = cluster {
        config = config.with_target_partitions(cluster.partitions.into());
    } else if let Some(threads) = args.threads {
        config = config.with_target_partitions(threads.into());
    }
    let stores = Arc::new(SessionStores::new(BytesRead::default()));
    let rows = args.infer_rows.and_then(|rows| usize::try_from(rows).ok());
    let delimiter = args.delimiter;
    let reading =
        TableReading { types: TextTypes::Read { rows }, compared: KnownColumns::All, delimiter };
    if cluster.is_some() && args.memory.is_some() {
        let text = "--memory limits this process, but executors run the query: remove it";
        return Err(text.to_owned().into());
    }
    let (config, runtime) = memory::limit(args.memory, config, runtime(Arc::clone(&stores)))?;
    let runtime = runtime.build_arc()?;
    let mut context = SessionContext::new_with_config_rt(config, runtime);
    if let Some(cluster) = cluster {
        context = cluster.client.connect(context.state())?;
    }
    let mut context = url_tables::enable(context, Arc::clone(&stores), reading);
    #[cfg(feature = "testing")]
    crate::sql::testing::register(&context);
    hashlane_datafusion::register_all(&mut context)?;
    let texts = TableReading { types: TextTypes::Text, compared: KnownColumns::All, delimiter };
    let files = url_tables::file_names(&context, Arc::clone(&stores), texts);
    hashlane_diff::register_with_files(&context, files);
    Ok((context, stores))
}
