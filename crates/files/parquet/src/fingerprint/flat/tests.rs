//! What this reader gives, beside what the parquet crate gives of the same chunks.

use std::io;
use std::sync::Arc;

use arrow::array::cast::AsArray;
use arrow::array::*;
use arrow::datatypes::{DataType, Schema};
use arrow::util::display::array_value_to_string;
use hashlane_files::{FileError, Source};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{FixedLenByteArray, FixedLenByteArrayType};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::fingerprint::file::ParquetFile;
use crate::fingerprint::scan::batches::ColumnBatches;

struct Memory(Vec<u8>);

impl Source for Memory {
    fn name(&self) -> &str {
        "memory"
    }

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        buffer.copy_from_slice(&self.0[offset as usize..][..buffer.len()]);
        Ok(())
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}

fn open(bytes: Vec<u8>) -> ParquetFile {
    let source: Arc<dyn Source> = Arc::new(Memory(bytes));
    ParquetFile::open(&source).unwrap()
}

/// The values of a column as texts, whatever holds them.
fn texts(arrays: &[ArrayRef]) -> Vec<String> {
    let text = |array: &ArrayRef, i: usize| match array.is_null(i) {
        true => "NULL".to_owned(),
        false => array_value_to_string(array, i).unwrap(),
    };
    // To show a time zone takes a table of them.
    let without_zone = |array: &ArrayRef| match array.data_type() {
        DataType::Timestamp(_, Some(_)) => {
            let array = array.as_primitive::<types::TimestampMillisecondType>().clone();
            Arc::new(array.with_timezone_opt(None::<&str>)) as ArrayRef
        }
        _ => array.clone(),
    };
    let arrays: Vec<_> = arrays.iter().map(without_zone).collect();
    arrays.iter().flat_map(|array| (0..array.len()).map(move |i| text(array, i))).collect()
}

/// How often batches came as what.
#[derive(Debug, Default, PartialEq)]
struct Came {
    dictionaries: usize,
    values: usize,
}

/// Reads every column with both, and compares.
fn check(what: &str, file: &ParquetFile) -> Came {
    let mut came = Came::default();
    for number in 0..file.metadata.num_row_groups() {
        for root in 0..file.content.fields().len() {
            let roots = [root];
            let batches = ColumnBatches::open(file, number, &roots).unwrap();
            let expected = batches.row_group().batches(&roots).unwrap();
            let expected: Vec<_> = expected.map(|b| b.unwrap().column(0).clone()).collect();
            let mut arrays = Vec::new();
            while let Some(batch) = batches.next().unwrap() {
                let array = batch.columns[0].clone();
                assert_eq!(batch.rows, array.len());
                match array.data_type() {
                    DataType::Dictionary(..) => came.dictionaries += 1,
                    _ => came.values += 1,
                }
                arrays.push(array);
            }
            let name = file.content.fields()[root].name();
            let [ours, theirs] = [arrays, expected].map(|arrays| texts(&arrays));
            assert!(ours == theirs, "{what}, {name}, row group {number}");
        }
    }
    came
}

/// Columns of every type that is read here, some of few values, with NULLs and without.
fn columns() -> RecordBatch {
    let len = 17_000i64;
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    for (values, every) in [("few", 7), ("many", i64::MAX)] {
        // A run of NULLs, then some here and there.
        let nulls = |i: i64| (i / 3000) % 3 == 1 || i % 11 == 5;
        for (nullable, is_null) in [("required", false), ("optional", true)] {
            let some =
                |i: i64| (!is_null || !nulls(i)).then(|| (i * 7919 % every) * 1_000_003 - 500);
            let longs: Int64Array = (0..len).map(some).collect();
            let ints: Int32Array = (0..len).map(|i| some(i).map(|it| it as i32)).collect();
            let days: Int32Array =
                (0..len).map(|i| some(i).map(|it| (it % 86_000) as i32)).collect();
            let mut add = |name: &str, array: ArrayRef| {
                columns.push((format!("{values} {nullable} {name}"), array));
            };
            add("uint", Arc::new(ints.unary::<_, types::UInt32Type>(|it| it as u32)));
            add("date", Arc::new(days.reinterpret_cast::<types::Date32Type>()));
            add("milliseconds", Arc::new(days.reinterpret_cast::<types::Time32MillisecondType>()));
            add("ulong", Arc::new(longs.unary::<_, types::UInt64Type>(|it| it as u64)));
            let time = longs.unary::<_, types::Int64Type>(|it| it.rem_euclid(86_400_000_000));
            add("micros", Arc::new(time.reinterpret_cast::<types::Time64MicrosecondType>()));
            add("nanos", Arc::new(time.reinterpret_cast::<types::Time64NanosecondType>()));
            let at = longs.reinterpret_cast::<types::TimestampMillisecondType>();
            add("ms", Arc::new(at.with_timezone("+00:00")));
            add("us", Arc::new(longs.reinterpret_cast::<types::TimestampMicrosecondType>()));
            add("ns", Arc::new(longs.reinterpret_cast::<types::TimestampNanosecondType>()));
            let floats = ints.unary::<_, types::Float32Type>(|it| it as f32 / 3.0);
            add("float", Arc::new(floats));
            add("double", Arc::new(longs.unary::<_, types::Float64Type>(|it| it as f64 / 3.0)));
            let small = ints.unary::<_, types::Decimal128Type>(|it| i128::from(it % 1_000_000));
            add("small", Arc::new(small.with_precision_and_scale(9, 2).unwrap()));
            let decimal = longs.unary::<_, types::Decimal128Type>(i128::from);
            add("decimal", Arc::new(decimal.with_precision_and_scale(18, 4).unwrap()));
            add("long", Arc::new(longs));
            add("int", Arc::new(ints));
        }
    }
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let required = |field: &Arc<arrow::datatypes::Field>| {
        field.as_ref().clone().with_nullable(field.name().contains("optional"))
    };
    let fields: Vec<_> = batch.schema().fields().iter().map(required).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), batch.columns().to_vec()).unwrap()
}

fn written(batch: &RecordBatch, properties: WriterPropertiesBuilder) -> Vec<u8> {
    let properties = properties.set_max_row_group_row_count(Some(15_000)).build();
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// Dictionaries, values, one after the other, and pages that end within batches.
#[test]
fn values_are_those_of_the_crate() {
    let batch = columns();
    let codecs =
        [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default())];
    for (i, version) in
        [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0].into_iter().enumerate()
    {
        for (j, codec) in codecs.into_iter().enumerate() {
            let properties = || {
                let plain = WriterProperties::builder().set_encoding(Encoding::PLAIN);
                plain.set_writer_version(version).set_compression(codec).set_write_batch_size(100)
            };
            let what = format!("{version:?}, {codec}");
            let came = check(&what, &open(written(&batch, properties())));
            assert!(came.dictionaries > 50 && came.values > 50, "{what}: {came:?}");
            let plain = properties().set_dictionary_enabled(false);
            let came = check(
                &what,
                &open(written(&batch, plain.set_data_page_row_count_limit(700 + i + j))),
            );
            assert_eq!(came.dictionaries, 0);
            // A dictionary that is full soon: the other values are plain.
            let mixed = properties().set_dictionary_page_size_limit(2000);
            check(&what, &open(written(&batch, mixed.set_data_page_row_count_limit(1000))));
        }
    }
}

/// Pages in an encoding that the footer does not name, from the first page on and behind a dictionary.
#[test]
fn what_the_footer_is_wrong_about_is_read_by_the_crate() {
    let batch = columns();
    for dictionary in [false, true] {
        let properties = WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_dictionary_enabled(dictionary)
            .set_dictionary_page_size_limit(60_000)
            .set_data_page_row_count_limit(1000)
            .set_write_batch_size(100);
        let mut file = open(written(&batch, properties));
        let named = |chunk: &ColumnChunkMetaData| {
            chunk.encodings().any(|e| e == Encoding::DELTA_BINARY_PACKED)
        };
        assert!(file.metadata.row_group(0).columns().iter().any(named));
        let wrong = |group: &RowGroupMetaData| {
            let columns = group.columns().iter().map(|chunk| {
                let known = [Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY];
                chunk.clone().into_builder().set_encodings(known.to_vec()).build().unwrap()
            });
            group.clone().into_builder().set_column_metadata(columns.collect()).build().unwrap()
        };
        let groups = file.metadata.row_groups().iter().map(wrong).collect();
        let metadata = file.metadata.as_ref().clone().into_builder().set_row_groups(groups).build();
        file.metadata = Arc::new(metadata);
        check("another encoding", &file);
        // All columns at once: those that were read here until then, and the others.
        let roots: Vec<usize> = (0..file.content.fields().len()).rev().collect();
        let batches = ColumnBatches::open(&file, 0, &roots).unwrap();
        let mut arrays = vec![Vec::new(); roots.len()];
        while let Some(batch) = batches.next().unwrap() {
            arrays.iter_mut().zip(batch.columns).for_each(|(arrays, array)| arrays.push(array));
        }
        for (root, arrays) in roots.iter().zip(&arrays) {
            let column = batch.column(*root).slice(0, 15_000);
            assert_eq!(texts(arrays).len(), 15_000);
            // Decimals and times look the same in all types that hold them.
            assert!(texts(arrays) == texts(&[column]), "{}", file.content.fields()[*root].name());
        }
    }
}

/// Decimals of bytes, of every length: which arrow-rs does not write.
#[test]
fn decimals_in_bytes() {
    for len in 1..=9usize {
        let digits = [2, 4, 6, 9, 11, 14, 16, 18, 20][len - 1];
        let schema = format!(
            "message m {{ REQUIRED FIXED_LEN_BYTE_ARRAY ({len}) d (DECIMAL ({digits}, 2)); \
             OPTIONAL FIXED_LEN_BYTE_ARRAY ({len}) e (DECIMAL ({digits}, 0)); }}"
        );
        for few in [true, false] {
            let bound = 10i128.pow(digits);
            let number = |i: i128| match i {
                0 => bound - 1,
                1 => 1 - bound,
                _ if few => (i % 5 - 2) * bound / 7,
                _ => i * 123_456_789_123_456_789 % bound * if i % 3 == 0 { -1 } else { 1 },
            };
            let value = |i| FixedLenByteArray::from(number(i).to_be_bytes()[16 - len..].to_vec());
            let properties = WriterProperties::builder()
                .set_compression(Compression::SNAPPY)
                .set_writer_version(WriterVersion::PARQUET_2_0)
                .set_encoding(Encoding::PLAIN);
            let schema = Arc::new(parse_message_type(&schema).unwrap());
            let mut writer =
                SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties.build()))
                    .unwrap();
            let mut group = writer.next_row_group().unwrap();
            let values: Vec<_> = (0..9000).map(value).collect();
            let levels: Vec<i16> = (0..9000).map(|i| i16::from(i % 5 > 0)).collect();
            let mut column = group.next_column().unwrap().unwrap();
            column.typed::<FixedLenByteArrayType>().write_batch(&values, None, None).unwrap();
            column.close().unwrap();
            let present = levels.iter().filter(|level| **level == 1).count();
            let mut column = group.next_column().unwrap().unwrap();
            let typed = column.typed::<FixedLenByteArrayType>();
            typed.write_batch(&values[..present], Some(&levels), None).unwrap();
            column.close().unwrap();
            group.close().unwrap();
            let file = open(writer.into_inner().unwrap());
            println!(
                "{len} {few} {:?} {:?}",
                file.content.read_as(0),
                file.metadata.row_group(0).column(0)
            );
            let came = check(&format!("{len} bytes"), &file);
            match len {
                // There are no more than a few.
                1 => assert_eq!(came.dictionaries, 4),
                2..9 => assert_eq!(came.dictionaries == 4, few, "{len} bytes: {came:?}"),
                _ => assert_eq!(came.dictionaries, 0),
            }
        }
    }
}
