//! The reader of thrift, and what is made of it: page headers, and shapes. The input is a structure.
//!
//! A header that is read is as long as it says: what stands behind it does not count, and less is an error.
#![no_main]

use hashlane_fuzz::alloc::within;
use hashlane_parquet::page::PageHeader;
use hashlane_parquet::thrift::{
    FieldForm, StructShape, ThriftError, ThriftKind, ThriftReader, check_shape,
};
use libfuzzer_sys::fuzz_target;

static INNER: StructShape = StructShape {
    fields: &[
        (1, "inner.number", FieldForm::Value(ThriftKind::I32)),
        (2, "inner.inner", FieldForm::Struct(&LEAF)),
    ],
};
static LEAF: StructShape =
    StructShape { fields: &[(1, "leaf.text", FieldForm::Value(ThriftKind::Binary))] };
static SHAPE: StructShape = StructShape {
    fields: &[
        (1, "outer.number", FieldForm::Value(ThriftKind::I64)),
        (2, "outer.numbers", FieldForm::Values(ThriftKind::I32)),
        (3, "outer.inner", FieldForm::Struct(&INNER)),
        (4, "outer.inners", FieldForm::Structs(&INNER, 100)),
        (5, "outer.truth", FieldForm::Value(ThriftKind::Bool)),
        (6, "outer.list", FieldForm::Value(ThriftKind::List)),
    ],
};

/// Passes over a structure.
fn skip(bytes: &[u8]) -> Result<usize, ThriftError> {
    let (mut reader, mut last) = (ThriftReader::new(bytes), 0);
    while let Some(field) = reader.field(&mut last)? {
        reader.skip(field)?;
    }
    Ok(reader.position())
}

fuzz_target!(|data: &[u8]| {
    let most = 8 * data.len() + 1024;
    let skipped = within(most, || skip(data));
    let mut reader = ThriftReader::new(data);
    let shaped = within(most, || check_shape(&mut reader, &SHAPE));
    if shaped.is_ok() {
        assert_eq!(skipped, Ok(reader.position()), "two ways to pass over a structure");
    }
    if let Ok(header) = within(most, || PageHeader::read(data)) {
        assert_eq!(skipped, Ok(header.len), "a header that is no structure");
        assert_eq!(PageHeader::read(&data[..header.len]).as_ref(), Ok(&header));
        let less = PageHeader::read(&data[..header.len - 1]);
        assert!(less.is_err(), "{less:?}");
    }
});
