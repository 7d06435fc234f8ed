//! The reference of the functions, `sql/FUNCTIONS.md`.

use std::fmt::Write;

use crate::function::Function;
use crate::{AGGREGATES, TABLE_FUNCTIONS, TableFunction};

const INTRODUCTION: &str = "\
# Functions

<!-- Generated from the catalogue by `make generate`. Edit crates/core/catalog/src/functions. -->

The same call gives the same bytes in DuckDB and in DataFusion, on every machine, in every release.

- A byte hash takes VARCHAR or BLOB; an ENUM, a dictionary, JSON and a UUID are their text. Any other
  type is refused.
- NULL in any argument gives NULL, but in rows, aggregates and lists.
- `any…` stands for the values of a row, of any types, one or more. In a row NULL is a value, so the
  result is not NULL. The functions `row_…` and the aggregates read the bytes that docs/row-encoding.md
  describes: the value counts, not the width or the unit that it is stored in.
- A function `list_…` gives for the elements of a list what the aggregate of its name gives for rows (`list_digest`:
  `digest_agg`). An element that is a struct is a row of its fields in `list_fingerprint` and `list_hash_agg`, and a row of
  NULLs if it is NULL as a whole; any other element is a row of one value. To have a struct s as one value, make a list of
  `row(s)`. A list that is NULL has no elements; NULL in the other arguments is refused. The engine holds the list in
  memory. DuckDB writes `list(…)` or `array_agg(…)`, DataFusion `array_agg(…)`.
- A struct is one value of a row: `row_xxh3(s)` and `row_xxh3(s.a, s.b)` differ. DuckDB passes `fingerprint(t)`, where t is a
  table, as a struct, so `fingerprint` and `hash_agg` refuse a struct that is the only value. Write `fingerprint(*COLUMNS(*))`
  (DataFusion: `fingerprint(*)`), `fingerprint(s.a, s.b)`, or for s as one value `list_fingerprint(array_agg(row(s)))`.
- A hash h of 64 bits as a signed number of the same bits, where no function ends in `_signed`:
  `CASE WHEN h <= 9223372036854775807 THEN CAST(h AS BIGINT) ELSE -1 - CAST(18446744073709551615 - h AS BIGINT) END`.
- Hashes of up to 64 bits are unsigned integers, unless another engine gives them a sign; longer ones
  are bytes in canonical (big-endian) order. The `_hex` forms are what `xxhsum`, `b3sum` and
  `sha256sum` print.
- Seeds, levels, keys, lengths and algorithms may be columns. A seed is not a key: against an
  attacker use `siphash24`, `blake3_keyed` or `hmac`.
- Names of algorithms may be written in either case, and with `-`, `_` and `/` or without: 'SHA-512/256'.
- A value that is not allowed is an error, which says what is allowed. The `try_` forms give NULL for
  input that is corrupt, too long or made with another dictionary, and for nothing else.
- The values of a pack are counted from 1. A whole number in the place of a dictionary is max_bytes.
- `unhex('…')` in the examples is DuckDB's; in DataFusion write `decode('…', 'hex')`.
- A table function takes a path or a pattern such as 'orders/**/*.parquet'. Optional arguments are given by name in
  DuckDB, `parquet_verify('a.parquet', deep := true)`, and by position in DataFusion,
  `parquet_verify('a.parquet', true)`.
";

/// The reference in Markdown.
pub fn markdown() -> String {
    let mut text = INTRODUCTION.to_owned();
    text += "\n| function | returns | |\n|---|---|---|\n";
    for function in crate::all().chain(AGGREGATES) {
        let (signature, returns) = (function.signature(), function.returns);
        let anchor = function.name;
        writeln!(text, "| [`{signature}`](#{anchor}) | {returns} | {} |", function.description)
            .expect("a String takes all");
    }
    for table in TABLE_FUNCTIONS {
        let (signature, anchor) = (table.signature(), table.name);
        writeln!(text, "| [`{signature}`](#{anchor}) | table | {} |", table.description)
            .expect("a String takes all");
    }
    for function in crate::all().chain(AGGREGATES) {
        section(&mut text, function);
    }
    for table in TABLE_FUNCTIONS {
        table_section(&mut text, table);
    }
    text
}

fn section(text: &mut String, function: &Function) {
    write!(
        text,
        "\n## {}\n\n`{}` → {}\n\n{}. Equal to {}.\n\n| argument | takes | default |\n|---|---|---|\n",
        function.name,
        function.signature(),
        function.returns,
        function.description,
        function.equals,
    )
    .expect("a String takes all");
    for arg in function.args {
        let default = arg.default.map_or(String::new(), |value| value.to_string());
        let takes = arg.kind.describe();
        writeln!(text, "| {} | {takes} | {default} |", arg.name).expect("a String takes all");
    }
    text.push_str("\n| example | result | source |\n|---|---|---|\n");
    for example in function.examples {
        // A bar ends a cell, even in code.
        let (sql, result) = (example.sql.replace('|', "\\|"), example.result);
        let source = example.source;
        writeln!(text, "| `{sql}` | `{result}` | {source} |").expect("a String takes all");
    }
}

fn table_section(text: &mut String, table: &TableFunction) {
    let (name, signature, description) = (table.name, table.signature(), table.description);
    write!(text, "\n## {name}\n\n`{signature}` → table\n\n{description}.\n")
        .expect("a String takes all");
    text.push_str("\n| column | type | |\n|---|---|---|\n");
    for column in table.columns {
        writeln!(text, "| {} | {} | |", column.name, column.kind.sql_name())
            .expect("a String takes all");
    }
    writeln!(text, "\n`SELECT * FROM {}`", table.example()).expect("a String takes all");
}
