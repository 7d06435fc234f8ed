//! The algorithm of `row_digest`: one for all rows or one per row.

use std::sync::Arc;

use arrow::array::{ArrayRef, Int32Array, NullArray, StringArray, StringViewArray};
use hashlane_kernels::hash::algorithm::ALGORITHMS;

use crate::support::inputs::{Cells, Params};
use crate::support::oracle::{expected, hex, unhex};
use crate::support::{Given, call, column, error, find, same, scalar};

const ROWS: usize = 300;

/// A column of numbers with the bytes of its rows. Some numbers are NULL, which is a value.
fn numbers() -> (Given, Vec<Vec<u8>>) {
    let cells = (0..ROWS as i32).map(|i| (i % 5 != 2).then_some(i % 100));
    let row = |cell| match cell {
        Some(n) => unhex(&format!("0d010301{n:02x}")),
        None => unhex("0d0100"),
    };
    let bytes = cells.clone().map(row).collect();
    (column(Arc::new(cells.collect::<Int32Array>()) as ArrayRef), bytes)
}

/// The digests of `rows`, computed by `digest` over bytes.
fn digests(rows: &[Vec<u8>], names: &[Option<&'static str>]) -> Cells {
    let digest = |(row, name): (&Vec<u8>, &Option<&'static str>)| {
        let params = Params { algorithm: (*name)?, ..Params::nth(0) };
        Some(expected(find("digest"), row, &params))
    };
    rows.iter().zip(names.iter().cycle()).map(digest).collect()
}

fn in_hex(cells: &[Option<Vec<u8>>]) -> Cells {
    cells.iter().map(|cell| cell.as_ref().map(|bytes| hex(bytes).into_bytes())).collect()
}

#[test]
fn an_algorithm_for_each_row_or_none() {
    let (values, rows) = numbers();
    let mut names: Vec<Option<&str>> = ALGORITHMS.iter().map(|a| Some(a.name)).collect();
    names.extend([None, Some("md5"), None]);
    let all: Vec<Option<&str>> = names.iter().copied().cycle().take(ROWS).collect();
    let expected = digests(&rows, &names);
    let texts: [ArrayRef; 2] =
        [Arc::new(StringArray::from(all.clone())), Arc::new(StringViewArray::from(all))];
    for names in texts {
        let args = [column(names), values.clone()];
        same("row_digest", &call(find("row_digest"), &args).expect("no error"), &expected);
        let result = call(find("row_digest_hex"), &args).expect("no error");
        same("row_digest_hex", &result, &in_hex(&expected));
    }
}

#[test]
fn one_algorithm_for_all_rows() {
    let (values, rows) = numbers();
    for algorithm in ALGORITHMS {
        let name = scalar(Arc::new(StringArray::from(vec![algorithm.name])) as ArrayRef);
        let expected = digests(&rows, &[Some(algorithm.name)]);
        let result = call(find("row_digest"), &[name, values.clone()]);
        same(algorithm.name, &result.expect("no error"), &expected);
    }
}

#[test]
fn no_algorithm_at_all() {
    let (values, _) = numbers();
    let none: [Given; 3] = [
        scalar(Arc::new(NullArray::new(1)) as ArrayRef),
        scalar(Arc::new(StringArray::from(vec![None::<&str>])) as ArrayRef),
        column(Arc::new(StringArray::from(vec![None::<&str>; ROWS])) as ArrayRef),
    ];
    for name in none {
        let result = call(find("row_digest"), &[name, values.clone()]).expect("no error");
        same("row_digest", &result, &vec![None; ROWS]);
    }
}

#[test]
fn an_algorithm_that_there_is_not() {
    let (values, _) = numbers();
    let mut names = vec!["md5"; ROWS];
    names[259] = "md6";
    let column_of_names = column(Arc::new(StringArray::from(names)) as ArrayRef);
    let constant = scalar(Arc::new(StringArray::from(vec!["md6"])) as ArrayRef);
    for name in [column_of_names, constant] {
        let message = error(find("row_digest"), &[name, values.clone()]);
        let start = "row_digest: argument algorithm is 'md6'; allowed is one of md5, ";
        assert!(message.starts_with(start), "{message}");
    }
}
