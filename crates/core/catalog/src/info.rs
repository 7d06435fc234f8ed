//! Information about Hashlane in SQL.

use hashlane_codecs::{brotli, deflate::gzip, fsst, lz4, snappy, xz, zstd};
use hashlane_kernels::isa::Isa;

use crate::Cell;

/// The rows of `hashlane_functions()`: name, signature, returns, description, example. Functions whose names are
/// `left_out`, since the engine has another function of that name, have none.
pub fn function_rows(left_out: &[String]) -> Vec<Vec<Cell>> {
    let function = |function: &'static crate::Function| {
        let example = function.examples.first().map_or("", |example| example.sql);
        let returns = function.returns.to_string();
        [function.name, &function.signature(), &returns, function.description, example]
            .map(|text| Cell::Text(text.to_owned()))
            .to_vec()
    };
    let table = |table: &'static crate::TableFunction| {
        [table.name, &table.signature(), "TABLE", table.description, &table.example()]
            .map(|text| Cell::Text(text.to_owned()))
            .to_vec()
    };
    let registered = |name: &str| !left_out.iter().any(|left_out| left_out == name);
    let functions = crate::all().chain(crate::AGGREGATES).filter(|f| registered(f.name));
    let tables = crate::TABLE_FUNCTIONS.iter().filter(|f| registered(f.name));
    functions.map(function).chain(tables.map(table)).collect()
}

/// The instruction set in use, or the error if there is none.
fn instruction_set() -> String {
    Isa::selected().map_or_else(ToString::to_string, |isa| isa.to_string())
}

/// The rows of `hashlane_info()`: key and value. If names are `left_out`, since the engine has other functions of these
/// names, one row lists them.
pub fn info_rows(left_out: &[String]) -> Vec<Vec<Cell>> {
    let rows = [
        ("version", crate::VERSION.to_owned()),
        ("instruction_set", instruction_set()),
        ("zstd", zstd::version().to_owned()),
        ("lz4", format!("liblz4 {}, {}", lz4::block::version(), lz4::block::VERSION)),
        ("gzip", gzip::VERSION.to_owned()),
        ("snappy", snappy::VERSION.to_owned()),
        ("brotli", brotli::VERSION.to_owned()),
        ("xz", xz::VERSION.to_owned()),
        ("fsst", fsst::VERSION.to_owned()),
    ];
    let left_out = (!left_out.is_empty()).then(|| ("left_out", left_out.join(", ")));
    rows.into_iter()
        .chain(left_out)
        .map(|(key, value)| vec![Cell::Text(key.to_owned()), Cell::Text(value)])
        .collect()
}
