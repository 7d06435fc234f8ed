//! A list of files, from CSV or Parquet.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use bytes::Bytes;
use hashlane_files::{FileError, Source};
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};

use crate::reading::read_all;

/// The files that a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileList {
    /// The name of the list, for messages.
    pub name: String,
    /// The files.
    pub files: Vec<FileListEntry>,
}

/// What a list says of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileListEntry {
    /// A path in the lake, or from the root of the file system, or a URL.
    pub path: String,
    /// Its length.
    pub bytes: Option<u64>,
    /// The number of its rows.
    pub rows: Option<u64>,
    /// XXH3-128 or BLAKE3 in hexadecimal.
    pub digest: Option<String>,
    /// What the list says of rows that the table has deleted and the file still has.
    pub deletes: Option<String>,
    /// What the file holds, if it isn't data.
    pub content: Option<String>,
}

/// The columns that a list may have.
const COLUMNS: [&str; 6] = ["path", "bytes", "rows", "digest", "deletes", "content"];

impl FileList {
    /// Reads a list: Parquet if it begins with `PAR1`, otherwise CSV with a header. It has a column `path` and may have
    /// `bytes`, `rows`, `digest`, `deletes` and `content`; other columns are ignored.
    ///
    /// # Errors
    /// Returns one line if the list can't be read, has no column `path`, or has a value that can't be one.
    pub fn read(source: &dyn Source) -> Result<Self, FileError> {
        let bytes = read_all(source)?;
        let files = match bytes.starts_with(b"PAR1") {
            true => from_parquet(bytes),
            false => from_csv(&bytes),
        };
        let files = files.map_err(|error| FileError::new(source.name(), error))?;
        Ok(FileList { name: source.name().to_owned(), files })
    }
}

fn from_csv(bytes: &[u8]) -> Result<Vec<FileListEntry>, String> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers().map_err(|error| format!("is not CSV: {error}"))?.clone();
    let places = places(header.iter())?;
    let mut files = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| format!("is not CSV: {error}"))?;
        let values = places.map(|place| place.and_then(|place| record.get(place)));
        files.push(file(values.map(|value| value.filter(|value| !value.is_empty())))?);
    }
    Ok(files)
}

/// The places of the columns among these names, whatever their case.
fn places<'a>(
    names: impl Iterator<Item = &'a str>,
) -> Result<[Option<usize>; COLUMNS.len()], String> {
    let mut places = [None; COLUMNS.len()];
    for (place, name) in names.enumerate() {
        let is_name = |column: &str| name.trim().eq_ignore_ascii_case(column);
        let Some(at) = COLUMNS.iter().position(|column| is_name(column)) else { continue };
        if places[at].replace(place).is_some() {
            return Err(format!("has two columns '{}': rename one of them", COLUMNS[at]));
        }
    }
    if places[0].is_none() { Err(NO_PATH.to_owned()) } else { Ok(places) }
}

const NO_PATH: &str = "has no column 'path': a list of files has the columns path and, for a check of them, bytes, rows and digest";

fn from_parquet(bytes: Vec<u8>) -> Result<Vec<FileListEntry>, String> {
    // The schema that an Arrow writer embeds may be damaged.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let bytes = Bytes::from(bytes);
    let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(bytes, options);
    let reader = reader.and_then(ParquetRecordBatchReaderBuilder::build);
    let mut files = Vec::new();
    for batch in reader.map_err(|error| format!("is not Parquet: {error}"))? {
        let batch = batch.map_err(|error| format!("can't be read: {error}"))?;
        let schema = batch.schema();
        let places = places(schema.fields().iter().map(|field| field.name().as_str()))?;
        for row in 0..batch.num_rows() {
            let mut values = [const { None }; COLUMNS.len()];
            for ((value, name), place) in values.iter_mut().zip(COLUMNS).zip(places) {
                if let Some(place) = place {
                    *value = text(batch.column(place), name, row)?;
                }
            }
            files.push(file(values.each_ref().map(Option::as_deref))?);
        }
    }
    Ok(files)
}

/// A value as text.
fn text(column: &ArrayRef, name: &str, row: usize) -> Result<Option<String>, String> {
    if !column.is_valid(row) {
        return Ok(None);
    }
    Ok(Some(match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_owned(),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row).to_owned(),
        DataType::Utf8View => column.as_string_view().value(row).to_owned(),
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).to_string(),
        // What pandas makes of integers with NULLs.
        DataType::Float64 => match column.as_primitive::<Float64Type>().value(row) {
            number if number.is_nan() => return Ok(None),
            number => number.to_string(),
        },
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Null => return Ok(None),
        // Only whether there are any matters, as in a deletion vector of Delta.
        other if name == "deletes" => other.to_string(),
        other => {
            return Err(format!(
                "has a column {name} of type {other}: cast it to VARCHAR or BIGINT"
            ));
        }
    }))
}

fn file(values: [Option<&str>; COLUMNS.len()]) -> Result<FileListEntry, String> {
    let [path, bytes, rows, digest, deletes, content] = values;
    let path = path.ok_or("has a row without a path")?;
    let number = |text: &str, what: &str| {
        text.parse()
            .map_err(|_| format!("has {what} of '{text}', which is not a number, for {path}"))
    };
    let is_hex = |text: &str| {
        matches!(text.len(), 32 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    if let Some(digest) = digest.filter(|digest| !is_hex(digest)) {
        return Err(format!(
            "has the digest '{digest}' for {path}: it is 32 digits of XXH3-128 or 64 of BLAKE3"
        ));
    }
    Ok(FileListEntry {
        path: path.to_owned(),
        bytes: bytes.map(|text| number(text, "bytes")).transpose()?,
        rows: rows.map(|text| number(text, "rows")).transpose()?,
        digest: digest.map(str::to_ascii_lowercase),
        deletes: deletes.filter(|text| !is_one_of(text, &["0", "false"])).map(str::to_owned),
        content: content.filter(|text| !is_one_of(text, DATA)).map(str::to_owned),
    })
}

/// What `content` says of data files: the number of Iceberg, and the words of DuckDB and pyiceberg.
const DATA: &[&str] = &["0", "data", "existing", "datafilecontent.data"];

fn is_one_of(text: &str, words: &[&str]) -> bool {
    text.is_empty() || words.iter().any(|word| text.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_deletes_and_data_are_written_in_several_ways() {
        let text = b"path,deletes,content\na,,\nb,0,DATA\nc,False,0\nd,true,1\n";
        let files = from_csv(text).expect("valid");
        assert!(files[..3].iter().all(|file| file.deletes.is_none() && file.content.is_none()));
        assert_eq!(
            files[3].deletes.as_deref().zip(files[3].content.as_deref()),
            Some(("true", "1"))
        );
    }

    #[test]
    fn csv_has_the_columns_in_any_order() {
        let files = from_csv(b"rows,path,other,bytes\n7,\"a,b\",x,\n,c,,12\n").expect("valid");
        let a = FileListEntry { path: "a,b".to_owned(), rows: Some(7), ..FileListEntry::default() };
        let c = FileListEntry { path: "c".to_owned(), bytes: Some(12), ..FileListEntry::default() };
        assert_eq!(files, [a, c]);
        assert_eq!(from_csv(b"file\na\n").expect_err("no path"), NO_PATH);
        let files = from_csv(b" Path ,DELETES\na,1\n").expect("valid");
        assert_eq!(files[0].deletes.as_deref(), Some("1"));
        assert!(from_csv(b"path,Path\na,b\n").expect_err("twice").contains("two columns 'path'"));
        assert!(from_csv(b"path,rows\na,-1\n").expect_err("rows").contains("is not a number"));
        assert!(from_csv(b"path,digest\na,12\n").expect_err("digest").contains("32 digits"));
    }
}
