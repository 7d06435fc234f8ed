//! Tables of CREATE EXTERNAL TABLE: DataFusion makes a folder a pattern such as `*.csv`.

use std::sync::Arc;

use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{Result, Statistics, TableReference, exec_err};
use datafusion::datasource::listing::{ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::{provider_as_source, source_as_provider};
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{
    Expr, LogicalPlan, LogicalPlanBuilder, TableProviderFilterPushDown, TableType,
};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::{AsLogicalPlan, LogicalExtensionCodec};
use datafusion_proto::protobuf::LogicalPlanNode;

use super::tables::Table;

/// A table of files with a pattern. DataFusion sends such a table without its pattern, so the receiver would read the
/// whole folder.
#[derive(Debug)]
pub struct Patterned(ListingTable);

impl Patterned {
    /// The table in a client.
    pub fn new(table: ListingTable) -> Self {
        Patterned(table)
    }

    /// Appends the table: the patterns, then DataFusion's bytes.
    pub fn encode(
        &self,
        name: &TableReference,
        codec: &dyn LogicalExtensionCodec,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        let pattern = |url: &ListingTableUrl| url.get_glob().as_ref().map(ToString::to_string);
        let patterns = self.0.table_paths().iter().map(pattern).collect();
        let source = provider_as_source(Arc::new(self.0.clone()));
        let plan = LogicalPlanBuilder::scan(name.clone(), source, None)?.build()?;
        let node = LogicalPlanNode::try_from_logical_plan(&plan, codec)?;
        let mut rest = Vec::new();
        node.try_encode(&mut rest)?;
        Table::Patterned(patterns).encode(&rest, buf)
    }

    /// The table in a scheduler.
    pub fn decode(
        patterns: &[Option<String>],
        rest: &[u8],
        context: &TaskContext,
        codec: &dyn LogicalExtensionCodec,
    ) -> Result<Arc<dyn TableProvider>> {
        let node = LogicalPlanNode::try_decode(rest)?;
        let LogicalPlan::TableScan(scan) = node.try_into_logical_plan(context, codec)? else {
            return exec_err!("a table in a plan is malformed: it is not a scan");
        };
        let provider = source_as_provider(&scan.source)?;
        let Some(table) = provider.downcast_ref::<ListingTable>() else {
            return exec_err!("a table in a plan is malformed: it has no files");
        };
        if table.table_paths().len() != patterns.len() {
            return exec_err!("a table in a plan is malformed: a path has no pattern");
        }
        let paths = table.table_paths().iter().zip(patterns);
        let paths = paths.map(|(url, pattern)| match pattern {
            Some(pattern) => url.clone().with_glob(pattern),
            None => Ok(url.clone()),
        });
        let config = ListingTableConfig::new_with_multi_paths(paths.collect::<Result<_>>()?)
            .with_listing_options(table.options().clone())
            .with_schema(Arc::new(of_files(table)));
        let cache = context.runtime_env().cache_manager.get_file_statistic_cache();
        Ok(Arc::new(ListingTable::try_new(config)?.with_cache(cache)))
    }
}

/// The columns in the files, without those from the names of their folders.
fn of_files(table: &ListingTable) -> Schema {
    let folders = &table.options().table_partition_cols;
    let schema = table.schema();
    let fields = schema.fields().iter();
    let fields = fields.filter(|field| folders.iter().all(|(name, _)| name != field.name()));
    Schema::new_with_metadata(fields.cloned().collect::<Vec<_>>(), schema.metadata().clone())
}

#[async_trait::async_trait]
impl TableProvider for Patterned {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    fn table_type(&self) -> TableType {
        self.0.table_type()
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        self.0.supports_filters_pushdown(filters)
    }

    fn statistics(&self) -> Option<Statistics> {
        self.0.statistics()
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.0.scan(state, projection, filters, limit).await
    }
}
