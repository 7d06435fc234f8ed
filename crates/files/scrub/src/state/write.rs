//! Rows as the bytes of a Parquet file.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, TimestampMicrosecondArray};
use hashlane_files::{FileError, InMemory};
use hashlane_parquet::add_crc::{WrongCrc, add_crc};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use super::{REPEATED, schema};
use super::{ROOT_KEY, RUN_KEY, ScrubState, VERSION, VERSION_KEY};
use crate::StateRow;

/// The number of rows that are converted at once.
const BATCH: usize = 1 << 14;

impl ScrubState {
    /// Returns the bytes of a Parquet file with a checksum for each page. `name` is for errors.
    ///
    /// # Errors
    /// Returns an error if memory runs out.
    pub fn encode(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let failed = |error: ParquetError| FileError::new(name, format!("can't be made: {error}"));
        let plain = self.parquet().map_err(failed)?;
        let plain = InMemory::new(name.to_owned(), plain, None);
        let mut whole = Vec::new();
        add_crc(&plain, &mut whole, WrongCrc::Refuse)
            .map_err(|error| FileError::new(name, format!("can't be made: {error}")))?;
        Ok(whole)
    }

    fn parquet(&self) -> Result<Vec<u8>, ParquetError> {
        let options = ArrowWriterOptions::new()
            .with_properties(self.properties())
            .with_skip_arrow_metadata(true);
        let mut writer = ArrowWriter::try_new_with_options(Vec::new(), schema(), options)?;
        let mut rows = self.rows.values();
        loop {
            let some: Vec<&StateRow> = rows.by_ref().take(BATCH).collect();
            if some.is_empty() {
                return writer.into_inner();
            }
            writer.write(&batch(&some)?)?;
        }
    }

    fn properties(&self) -> WriterProperties {
        let metadata = [
            (VERSION_KEY, VERSION.to_owned()),
            (ROOT_KEY, self.root.clone()),
            (RUN_KEY, self.run.to_string()),
        ];
        let metadata = metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value));
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(false)
            .set_key_value_metadata(Some(metadata.to_vec()));
        for column in REPEATED {
            properties = properties.set_column_dictionary_enabled(column.into(), true);
        }
        properties.build()
    }
}

fn batch(rows: &[&StateRow]) -> Result<RecordBatch, ParquetError> {
    let count = |value: fn(&StateRow) -> Option<i64>| -> ArrayRef {
        Arc::new(rows.iter().map(|row| value(row)).collect::<Int64Array>())
    };
    let time = |value: fn(&StateRow) -> Option<i64>| -> ArrayRef {
        let times = rows.iter().map(|row| value(row)).collect::<TimestampMicrosecondArray>();
        Arc::new(times.with_timezone("UTC"))
    };
    let text = |value: fn(&StateRow) -> Option<&str>| -> ArrayRef {
        Arc::new(rows.iter().map(|row| value(row)).collect::<arrow_array::StringArray>())
    };
    let columns = vec![
        text(|row| Some(&row.path)),
        count(|row| i64::try_from(row.bytes).ok()),
        time(|row| row.modified),
        text(|row| row.tag.as_deref()),
        hex(rows, |row| row.xxh128_hex()),
        text(|row| row.blake3.as_deref()),
        count(|row| row.rows.and_then(|rows| i64::try_from(rows).ok())),
        text(|row| row.fingerprint.as_deref()),
        hex(rows, |row| row.columns.map(|columns| format!("{columns:016x}"))),
        time(|row| Some(row.first_seen)),
        time(|row| row.last_read),
        time(|row| row.last_tried),
        hex(rows, |row| row.damaged.map(|digest| format!("{digest:032x}"))),
        time(|row| row.accepted),
        text(|row| Some(row.verdict.name())),
        text(|row| row.detail.as_deref()),
        text(|row| row.target.as_deref()),
        count(|row| i64::try_from(row.turn).ok()),
    ];
    Ok(RecordBatch::try_new(schema(), columns)?)
}

fn hex(rows: &[&StateRow], value: fn(&StateRow) -> Option<String>) -> ArrayRef {
    let mut builder = StringBuilder::new();
    rows.iter().for_each(|row| builder.append_option(value(row)));
    Arc::new(builder.finish())
}
