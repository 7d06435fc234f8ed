//! Small tables in the memory of a client, which travel with the plan.

use std::sync::Arc;

use datafusion::arrow::ipc::reader::StreamReader;
use datafusion::arrow::ipc::writer::StreamWriter;
use datafusion::catalog::TableProvider;
use datafusion::common::{Result, exec_datafusion_err, exec_err};
use datafusion::datasource::MemTable;

use super::tables::Table;

/// Appends the rows of a table.
///
/// # Errors
/// Returns an error if the table is being written to.
pub fn encode_memory(table: &MemTable, buf: &mut Vec<u8>) -> Result<()> {
    let (mut counts, mut rest) = (Vec::new(), Vec::new());
    let mut writer = StreamWriter::try_new(&mut rest, &table.schema())?;
    for partition in &table.batches {
        let Ok(batches) = partition.try_read() else {
            return exec_err!("a table is being written to: try again");
        };
        counts.push(batches.len());
        for batch in batches.iter() {
            writer.write(batch)?;
        }
    }
    writer.finish()?;
    drop(writer);
    Table::Memory(counts).encode(&rest, buf)
}

/// The table with the rows in `rest`, in as many partitions as it had.
pub fn decode_memory(counts: &[usize], rest: &[u8]) -> Result<Arc<dyn TableProvider>> {
    let mut batches = StreamReader::try_new(rest, None)?;
    let schema = batches.schema();
    let missing = || exec_datafusion_err!("a table in a plan is malformed: it has too few rows");
    let mut partitions = Vec::new();
    for &count in counts {
        let partition = (0..count).map(|_| Ok(batches.next().ok_or_else(missing)??));
        partitions.push(partition.collect::<Result<Vec<_>>>()?);
    }
    Ok(Arc::new(MemTable::try_new(schema, partitions)?))
}
