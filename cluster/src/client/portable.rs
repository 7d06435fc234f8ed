//! What can be sent to a cluster, and what can't.

use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::catalog::TableProvider;
use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{DFSchema, Result, TableReference, plan_err};
use datafusion::datasource::cte_worktable::CteWorkTable;
use datafusion::datasource::empty::EmptyTable;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::json::JsonFormat;
use datafusion::datasource::listing::ListingTable;
use datafusion::datasource::{MemTable, ViewTable, provider_as_source, source_as_provider};
use datafusion::functions_table::generate_series::GenerateSeriesTable;
use datafusion::logical_expr::{
    EmptyRelation, FetchType, Limit, LogicalPlan, LogicalPlanBuilder, SkipType, TableScan, ident,
};
use hashlane_catalog::{Cell, TableRows};
use hashlane_datafusion::TableCall;
use hashlane_datafusion::file_tables::{FileTable, StoreDecoding};
use hashlane_files::is_url;

use crate::codec::{Patterned, encode_files, encode_memory};

/// Schemes of addresses that every process of a cluster can read.
const SCHEMES: [&str; 9] = ["file", "s3", "s3a", "gs", "az", "abfs", "abfss", "http", "https"];

/// The most bytes of a table in memory that a plan carries: gRPC messages have at most 16 MiB.
const MEMORY_BYTES: usize = 8 << 20;

/// The most rows of a LIMIT that a plan can carry.
const MOST_ROWS: usize = u32::MAX as usize;

/// Returns a plan that can be sent and has the same rows.
///
/// # Errors
/// Returns one line that names the table if one is known to this process alone.
pub fn portable(plan: LogicalPlan) -> Result<LogicalPlan> {
    let plan = plan.transform_up_with_subqueries(|node| match node {
        LogicalPlan::TableScan(scan) => table(scan),
        LogicalPlan::EmptyRelation(EmptyRelation { produce_one_row: false, schema }) => {
            Ok(Transformed::yes(no_rows(&schema)?))
        }
        LogicalPlan::RecursiveQuery(query) => plan_err!(
            "WITH RECURSIVE {} can't be run on a cluster: run it on one machine",
            query.name
        ),
        LogicalPlan::Limit(limit) if !is_portable(&limit)? => plan_err!(
            "OFFSET without LIMIT can't be run on a cluster within a query: add a LIMIT, of at most {MOST_ROWS} rows with the OFFSET"
        ),
        node => Ok(Transformed::no(node)),
    })?;
    Ok(plan.data)
}

/// Whether a limit can be sent unchanged. DataFusion 55 sends 32 bits of a number of rows, and another number without LIMIT.
pub fn is_portable(limit: &Limit) -> Result<bool> {
    Ok(match (limit.get_skip_type()?, limit.get_fetch_type()?) {
        (SkipType::Literal(0), FetchType::Literal(None)) => true,
        (SkipType::Literal(skip), FetchType::Literal(Some(fetch))) => {
            skip.checked_add(fetch).is_some_and(|rows| rows <= MOST_ROWS)
        }
        _ => false,
    })
}

/// A table without rows. DataFusion 55 sends such a relation without its columns.
fn no_rows(columns: &DFSchema) -> Result<LogicalPlan> {
    let (mut fields, mut names) = (Vec::new(), Vec::new());
    for (number, (relation, field)) in columns.iter().enumerate() {
        let name = format!("c{number}");
        names.push(ident(&name).alias_qualified(relation.cloned(), field.name()));
        fields.push(field.as_ref().clone().with_name(name));
    }
    let table = Arc::new(MemTable::try_new(Arc::new(Schema::new(fields)), vec![Vec::new()])?);
    LogicalPlanBuilder::scan("no_rows", provider_as_source(table), None)?.project(names)?.build()
}

/// Whether a plan has tables, and all of them are series of numbers (`range`, `generate_series`). Ballista can't send
/// these, and there is nothing to read.
pub fn is_generated(plan: &LogicalPlan) -> Result<bool> {
    let (mut series, mut others) = (0, 0);
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            match source_as_provider(&scan.source)?.is::<GenerateSeriesTable>() {
                true => series += 1,
                false => others += 1,
            }
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(series > 0 && others == 0)
}

fn table(scan: TableScan) -> Result<Transformed<LogicalPlan>> {
    let name = &scan.table_name;
    let provider = source_as_provider(&scan.source)?;
    if let Some(files) = provider.downcast_ref::<FileTable>() {
        check_scheme(files.store().as_str())?;
        let mut bytes = Vec::new();
        encode_files(files, &mut bytes)?;
        if bytes.len() > MEMORY_BYTES {
            return plan_err!(
                "table {name} has too many files to be sent with a query ({}): use a pattern that matches fewer",
                files.files().len()
            );
        }
    } else if let Some(files) = provider.downcast_ref::<ListingTable>() {
        check_listing(name, files)?;
        if files.table_paths().iter().any(|url| url.get_glob().is_some()) {
            // DataFusion leaves the pattern out of a plan, and a plan without it reads the whole folder.
            let source = provider_as_source(Arc::new(Patterned::new(files.clone())));
            return Ok(Transformed::yes(LogicalPlan::TableScan(TableScan { source, ..scan })));
        }
    } else if let Some(call) = provider.downcast_ref::<TableCall>() {
        check_call(call)?;
    } else if let Some(table) = provider.downcast_ref::<MemTable>() {
        let mut bytes = Vec::new();
        encode_memory(table, &mut bytes)?;
        if bytes.len() > MEMORY_BYTES {
            return plan_err!(
                "table {name} is in the memory of this process, and too large to be sent with a query ({} of at most {MEMORY_BYTES} bytes): write it to a file that all machines can read (COPY {name} TO …), and name the file",
                bytes.len()
            );
        }
    } else if !is_known(provider.as_ref()) {
        return plan_err!(
            "{name} runs in one process, and can't be sent to a cluster: run it on one machine"
        );
    }
    Ok(Transformed::no(LogicalPlan::TableScan(scan)))
}

/// Whether Ballista can send a table.
fn is_known(provider: &dyn TableProvider) -> bool {
    provider.is::<ViewTable>() || provider.is::<EmptyTable>() || provider.is::<CteWorkTable>()
}

/// Checks a table of CREATE EXTERNAL TABLE. DataFusion 55.2 leaves compression and the form of JSON out of plans
/// (<https://github.com/apache/datafusion/issues/24180>).
fn check_listing(name: &TableReference, table: &ListingTable) -> Result<()> {
    for url in table.table_paths() {
        check_scheme(url.as_str())?;
    }
    let format = &table.options().format;
    let compression = format.compression_type().unwrap_or(FileCompressionType::UNCOMPRESSED);
    let json = format.downcast_ref::<JsonFormat>();
    if compression.is_compressed() || json.is_some_and(|json| !json.options().newline_delimited) {
        return plan_err!(
            "the OPTIONS of table {name} can't be sent to a cluster: a file's name says how it is compressed (.csv.gz), and JSON is newline-delimited"
        );
    }
    Ok(())
}

fn check_scheme(url: &str) -> Result<()> {
    let url = StoreDecoding::of_store(url).map_or(url, |(_, files)| files);
    let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
    if SCHEMES.contains(&scheme) {
        return Ok(());
    }
    plan_err!(
        "an address with a query (?…) can't be sent to a cluster, whose logs would show its signature: use a bucket with credentials on every machine"
    )
}

/// Checks that the paths in a call are absolute. Executors use them as written, and have other working folders.
fn check_call(call: &TableCall) -> Result<()> {
    let name = call.function().name;
    let paths = match call.function().rows {
        TableRows::Files(table) => table.paths(),
        TableRows::Listed(_) => 0,
    };
    for argument in call.arguments().iter().take(paths) {
        if let Cell::Text(path) = argument
            && !is_url(path)
            && !Path::new(path).is_absolute()
        {
            return plan_err!(
                "{name}: '{path}' is a path from the working folder, which executors don't share: write it from the root"
            );
        }
    }
    Ok(())
}
