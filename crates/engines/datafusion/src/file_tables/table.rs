//! A table of exactly these files.

use std::collections::HashMap;
use std::sync::Arc;

use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{DFSchema, Result, Statistics};
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::file_format::parquet::ParquetFormatFactory;
use datafusion::datasource::file_format::{FileFormat, FileFormatFactory};
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::listing::helpers::{expr_applicable_for_cols, filter_partitioned_file};
use datafusion::datasource::physical_plan::{FileGroup, FileScanConfigBuilder};
use datafusion::datasource::table_schema::TableSchema;
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::empty::EmptyExec;
use datafusion::physical_plan::{ExecutionPlan, Partitioning};

use super::decoded::StoreDecoding;
use super::kind::DataFormat;

/// A table of exactly these files, in this order. DataFusion's `ListingTable` lists a folder again in each query, and
/// leaves out files whose names or folders it doesn't expect.
#[derive(Clone, Debug)]
pub struct FileTable {
    store: ObjectStoreUrl,
    files: Vec<PartitionedFile>,
    schema: TableSchema,
    format: DataFormat,
}

impl FileTable {
    /// The table of `files` in a store. Each file has the columns of the schema's files, and a value for each of its
    /// partition columns.
    pub fn new(
        store: ObjectStoreUrl,
        files: Vec<PartitionedFile>,
        schema: TableSchema,
        format: DataFormat,
    ) -> Self {
        FileTable { store, files, schema, format }
    }

    /// The store of the files.
    pub fn store(&self) -> &ObjectStoreUrl {
        &self.store
    }

    /// The files, with their values of the partition columns.
    pub fn files(&self) -> &[PartitionedFile] {
        &self.files
    }

    /// The columns of the files, and those of their folders' names.
    pub fn columns(&self) -> &TableSchema {
        &self.schema
    }

    /// The format of the files.
    pub fn format(&self) -> DataFormat {
        self.format
    }

    /// The same columns without files.
    pub fn without_files(&self) -> Self {
        FileTable { files: Vec::new(), ..self.clone() }
    }

    /// The same files with other types of columns.
    pub(super) fn with_file_schema(self, schema: Schema) -> Self {
        let partitions = self.schema.table_partition_cols().clone();
        let schema = TableSchema::builder(Arc::new(schema));
        FileTable { schema: schema.with_table_partition_cols(partitions).build(), ..self }
    }

    fn reader(&self, state: &dyn Session) -> Result<Arc<dyn FileFormat>> {
        Ok(match self.format {
            // With the options of the session.
            DataFormat::Parquet => ParquetFormatFactory::new().create(state, &HashMap::new())?,
            DataFormat::Csv { delimiter, is_one_stream } => Arc::new(
                CsvFormat::default()
                    .with_has_header(true)
                    .with_delimiter(delimiter)
                    .with_newlines_in_values(is_one_stream),
            ),
            DataFormat::Json => Arc::new(JsonFormat::default()),
        })
    }

    fn is_of_folders(&self, filter: &Expr) -> bool {
        let columns = self.schema.table_partition_cols();
        let names: Vec<&str> = columns.iter().map(|field| field.name().as_str()).collect();
        !names.is_empty() && expr_applicable_for_cols(&names, filter)
    }

    /// The files whose folders' names meet all filters that need nothing else.
    fn matching(&self, filters: &[Expr]) -> Result<Vec<PartitionedFile>> {
        let filters = filters.iter().filter(|filter| self.is_of_folders(filter));
        // A condition that is NULL selects no file.
        let filters: Vec<Expr> = filters.cloned().map(|f| Expr::IsTrue(Box::new(f))).collect();
        let columns = Schema::new(self.schema.table_partition_cols().clone());
        let columns = DFSchema::try_from(columns)?;
        let files = self.files.iter().cloned();
        files.filter_map(|f| filter_partitioned_file(f, &filters, &columns).transpose()).collect()
    }
}

#[async_trait::async_trait]
impl TableProvider for FileTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.schema.table_schema())
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        let supported = |filter: &&Expr| match self.is_of_folders(filter) {
            true => TableProviderFilterPushDown::Exact,
            false => TableProviderFilterPushDown::Inexact,
        };
        Ok(filters.iter().map(supported).collect())
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let files = self.matching(filters)?;
        let format = self.reader(state)?;
        let schema = self.schema();
        if files.is_empty() {
            let projected = match projection {
                Some(columns) => Arc::new(schema.project(columns)?),
                None => schema,
            };
            return Ok(Arc::new(EmptyExec::new(projected)));
        }
        let groups = FileGroup::new(files).split_files(state.config().target_partitions());
        // DataFusion cuts a large file into parts that are read side by side, unless the scan declares its partitions. A decoded
        // file has no parts.
        let is_decoded = StoreDecoding::of_store(self.store.as_str()).is_some();
        let partitions = is_decoded.then_some(Partitioning::UnknownPartitioning(groups.len()));
        let source = format.file_source(self.schema.clone());
        let scan = FileScanConfigBuilder::new(self.store.clone(), source)
            .with_file_groups(groups)
            .with_output_partitioning(partitions)
            .with_statistics(Statistics::new_unknown(&schema))
            .with_projection_indices(projection.cloned())?
            .with_limit(limit.filter(|_| filters.iter().all(|f| self.is_of_folders(f))))
            .build();
        format.create_physical_plan(state, scan).await
    }
}
