//! Logical plans as bytes, from a client to the scheduler.

use std::sync::Arc;

use ballista_core::serde::BallistaLogicalExtensionCodec;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, TableReference};
use datafusion::datasource::MemTable;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, Extension, LogicalPlan, ScalarUDF};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use hashlane_datafusion::file_tables::FileTable;

use super::functions::{decode_aggregate, decode_scalar, encode_aggregate, encode_scalar};
use super::memory::{decode_memory, encode_memory};
use super::patterns::Patterned;
use super::stamp::after_stamp;
use super::tables::{Table, encode_files, of_call};

/// Ballista's codec, with our functions and tables.
#[derive(Debug, Default)]
pub struct LogicalCodec {
    ballista: BallistaLogicalExtensionCodec,
}

impl LogicalExtensionCodec for LogicalCodec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[LogicalPlan],
        context: &TaskContext,
    ) -> Result<Extension> {
        self.ballista.try_decode(buf, inputs, context)
    }

    fn try_encode(&self, node: &Extension, buf: &mut Vec<u8>) -> Result<()> {
        self.ballista.try_encode(node, buf)
    }

    fn try_decode_table_provider(
        &self,
        buf: &[u8],
        name: &TableReference,
        schema: SchemaRef,
        context: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let Some(rest) = after_stamp(buf)? else {
            return self.ballista.try_decode_table_provider(buf, name, schema, context);
        };
        match Table::decode(rest)? {
            (Table::Call(call), _) => spread(call.call()?),
            (Table::Memory(counts), rest) => decode_memory(&counts, rest),
            (Table::Files(files), rest) => files.decode(rest),
            (Table::Patterned(patterns), rest) => Patterned::decode(&patterns, rest, context, self),
        }
    }

    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        provider: Arc<dyn TableProvider>,
        buf: &mut Vec<u8>,
    ) -> Result<()> {
        if let Some(table) = of_call(&provider) {
            return table.encode(&[], buf);
        }
        if let Some(table) = provider.downcast_ref::<MemTable>() {
            return encode_memory(table, buf);
        }
        if let Some(table) = provider.downcast_ref::<FileTable>() {
            return encode_files(table, buf);
        }
        match provider.downcast_ref::<Patterned>() {
            Some(table) => table.encode(name, self, buf),
            None => self.ballista.try_encode_table_provider(name, provider, buf),
        }
    }

    fn try_decode_file_format(
        &self,
        buf: &[u8],
        context: &TaskContext,
    ) -> Result<Arc<dyn FileFormatFactory>> {
        self.ballista.try_decode_file_format(buf, context)
    }

    fn try_encode_file_format(
        &self,
        buf: &mut Vec<u8>,
        format: Arc<dyn FileFormatFactory>,
    ) -> Result<()> {
        self.ballista.try_encode_file_format(buf, format)
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        match decode_scalar(name, buf)? {
            Some(function) => Ok(function),
            None => self.ballista.try_decode_udf(name, buf),
        }
    }

    fn try_encode_udf(&self, function: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        encode_scalar(function, buf);
        Ok(())
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        match decode_aggregate(name, buf)? {
            Some(function) => Ok(function),
            None => self.ballista.try_decode_udaf(name, buf),
        }
    }

    fn try_encode_udaf(&self, function: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        encode_aggregate(function, buf);
        Ok(())
    }
}

/// The table of a call in the scheduler, which splits plans: its files become tasks.
#[cfg(feature = "program")]
fn spread(call: hashlane_datafusion::TableCall) -> Result<Arc<dyn TableProvider>> {
    Ok(Arc::new(super::spread::Spread::new(call)))
}

/// The table of a call, in a process that splits no plans.
#[cfg(not(feature = "program"))]
fn spread(call: hashlane_datafusion::TableCall) -> Result<Arc<dyn TableProvider>> {
    Ok(Arc::new(call))
}
