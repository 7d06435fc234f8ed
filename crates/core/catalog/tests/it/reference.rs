//! The texts that are generated from the catalogue.

use std::collections::HashSet;

use hashlane_catalog::{
    AGGREGATES, Cell, TABLE_FUNCTIONS, TableRows, all, find, function_rows, info_rows, markdown,
};

/// The part of the reference under a heading.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let mark = format!("\n## {heading}\n");
    assert_eq!(text.matches(&mark).count(), 1, "sections called {heading}");
    let (_, after) = text.split_once(&mark).expect("it was counted");
    after.split("\n## ").next().expect("a first part")
}

#[test]
fn the_reference_has_a_section_for_every_function() {
    let text = markdown();
    for function in all().chain(AGGREGATES) {
        let section = section(&text, function.name);
        let returns = function.returns.to_string();
        assert!(section.contains(&format!("`{}` → {returns}", function.signature())), "{section}");
        assert!(section.contains(function.description), "{section}");
        assert!(section.contains(&format!("Equal to {}.", function.equals)), "{section}");
        for arg in function.args {
            let default = arg.default.map_or(String::new(), |default| default.to_string());
            let row = format!("| {} | {} | {default} |", arg.name, arg.kind.describe());
            assert!(section.contains(&row), "{row}\n{section}");
        }
        for example in function.examples {
            let sql = example.sql.replace('|', "\\|");
            let row = format!("| `{sql}` | `{}` | {} |", example.result, example.source);
            assert!(section.contains(&row), "{row}\n{section}");
        }
    }
    for table in TABLE_FUNCTIONS {
        let section = section(&text, table.name);
        assert!(section.contains(table.description), "{section}");
        assert!(
            table.columns.iter().all(|column| section.contains(&format!("| {} |", column.name))),
            "{section}"
        );
    }
}

#[test]
fn the_overview_links_to_every_section() {
    let text = markdown();
    let overview = text.split("\n## ").next().expect("a first part");
    let functions = all().chain(AGGREGATES);
    let names = functions.map(|f| f.name).chain(TABLE_FUNCTIONS.iter().map(|t| t.name));
    for name in names {
        assert_eq!(overview.matches(&format!("](#{name})")).count(), 1, "{name}");
    }
}

#[test]
fn no_cell_breaks_its_table() {
    for line in markdown().lines().filter(|line| line.starts_with('|')) {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 4, "{line}");
        assert!(line.ends_with('|'), "{line}");
    }
}

#[test]
fn signatures_show_what_may_be_left_out() {
    for (name, signature) in [
        ("xxh3", "xxh3(v[, seed])"),
        ("crc32", "crc32(v)"),
        ("blake3", "blake3(v[, length])"),
        ("blake3_derive_key", "blake3_derive_key(context, v)"),
        ("digest", "digest(v, algorithm)"),
        ("row_xxh3", "row_xxh3(any…)"),
        ("row_digest", "row_digest(algorithm, any…)"),
        ("zstd_compress", "zstd_compress(v[, level[, dictionary]])"),
        ("zstd_decompress", "zstd_decompress(b[, dictionary[, max_bytes]])"),
        ("lz4_decompress", "lz4_decompress(b[, max_bytes])"),
        ("compress", "compress(v, codec)"),
        ("block_get", "block_get(pack, i[, max_bytes])"),
        ("zstd_train_dict", "zstd_train_dict(v[, max_bytes[, max_samples]])"),
        ("block_pack", "block_pack(v[, codec[, chunk_bytes]])"),
    ] {
        let function = find(name).expect(name);
        assert_eq!(function.signature(), signature);
        assert_eq!(format!("{function:?}"), signature);
    }
}

#[test]
fn hashlane_functions_has_a_row_for_every_function() {
    let rows = function_rows(&[]);
    assert_eq!(rows.len(), all().count() + AGGREGATES.len() + TABLE_FUNCTIONS.len());
    for (row, function) in rows.iter().zip(all().chain(AGGREGATES)) {
        let expected = [
            function.name,
            &function.signature(),
            &function.returns.to_string(),
            function.description,
            function.examples[0].sql,
        ];
        assert_eq!(row, &expected.map(|text| Cell::Text(text.to_owned())));
    }
}

#[test]
fn table_functions_fill_their_columns() {
    let mut names = HashSet::new();
    for table in TABLE_FUNCTIONS {
        assert!(names.insert(table.name) && !table.description.is_empty(), "{}", table.name);
        let TableRows::Listed(rows) = table.rows else { continue };
        let rows = rows(&[]);
        assert!(!rows.is_empty(), "{}", table.name);
        for row in rows {
            assert_eq!(row.len(), table.columns.len(), "{}", table.name);
            let empty =
                |cell: &Cell| matches!(cell, Cell::Null) || *cell == Cell::Text(String::new());
            assert!(!row.iter().any(empty), "{}: {row:?}", table.name);
        }
    }
}

#[test]
fn names_that_are_left_out_are_listed() {
    let left_out = ["imohash".to_owned(), "xxh3".to_owned()];
    let all = function_rows(&[]);
    let is_left_out =
        |row: &&Vec<Cell>| left_out.iter().any(|name| row[0] == Cell::Text(name.clone()));
    assert_eq!(all.iter().filter(is_left_out).count(), 2);
    let others: Vec<_> = all.iter().filter(|row| !is_left_out(row)).cloned().collect();
    assert_eq!(function_rows(&left_out), others);
    let row = ["left_out", "imohash, xxh3"].map(|text| Cell::Text(text.to_owned())).to_vec();
    assert_eq!(info_rows(&left_out).last(), Some(&row));
    assert!(!info_rows(&[]).iter().any(|row| row[0] == Cell::Text("left_out".to_owned())));
}

#[test]
fn hashlane_info_says_the_version() {
    let rows = info_rows(&[]);
    let version =
        rows.iter().find(|row| row[0] == Cell::Text("version".to_owned())).expect("a version");
    assert_eq!(version[1], Cell::Text(env!("CARGO_PKG_VERSION").to_owned()));
    let keys: HashSet<_> = rows.iter().map(|row| format!("{:?}", row[0])).collect();
    assert_eq!(keys.len(), rows.len());
}
