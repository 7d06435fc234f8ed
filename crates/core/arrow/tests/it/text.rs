//! The one function of a text's characters, `java_hash`: every layout of text, and no BLOB.

use std::sync::Arc;

use arrow::array::{ArrayRef, BinaryArray};
use hashlane_catalog::TypeClass;

use crate::support::arrays::layouts;
use crate::support::inputs::{Cells, Params, ragged, text};
use crate::support::oracle::expected;
use crate::support::{call, column, error, find, same, scalar};

#[test]
fn every_layout_of_a_text() {
    let function = find("java_hash");
    let cells = ragged(text);
    let hash = |cell: &Option<Vec<u8>>| {
        cell.as_ref().map(|cell| expected(function, cell, &Params::nth(0)))
    };
    let results: Cells = cells.iter().map(hash).collect();
    let mut checked = 0;
    for (layout, array) in layouts(&cells) {
        if hashlane_arrow::type_class(array.data_type()) == TypeClass::Text {
            let result = call(function, &[column(array)]);
            same(&layout, &result.unwrap_or_else(|e| panic!("{layout}: {e}")), &results);
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked} layouts");
}

#[test]
fn a_blob_is_refused() {
    let blob: ArrayRef = Arc::new(BinaryArray::from(vec![&b"a"[..]]));
    for given in [column(blob.clone()), scalar(blob)] {
        let message = error(find("java_hash"), &[given]);
        assert_eq!(message, "java_hash: argument v is BLOB; it takes VARCHAR");
    }
}
