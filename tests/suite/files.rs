//! The table functions over files, in every engine, over files that pyarrow writes.

use std::fmt::Write;

use libtest_mimic::{Failed, Trial};

use crate::agreement::Folder;
use crate::engine::{Engine, Session};
use crate::python::script;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for engine in Engine::all() {
        trials.push(engine.trial("digests of files", |engine| over_files(engine, digests)));
        trials.push(engine.trial("parquet_verify", |engine| over_files(engine, verify)));
        trials.push(engine.trial("parquet_fingerprint", |engine| over_files(engine, fingerprint)));
        trials.push(engine.trial("parquet_diff", |engine| over_files(engine, diff)));
        trials.push(engine.trial("files that can't be read", |engine| over_files(engine, refused)));
    }
    trials
}

/// The folder of the files, the session, and the values that `parquet_files.py` expects for `crc.parquet`.
struct Files {
    engine: Engine,
    folder: String,
    session: Box<dyn Session>,
    expected: serde_json::Value,
}

fn over_files(engine: Engine, test: fn(&mut Files) -> Result<(), Failed>) -> Result<(), Failed> {
    let folder = Folder::unique()?;
    let output = script("1.5.6", "files/parquet_files.py", &[folder.path().as_os_str()])?;
    let expected = serde_json::from_str(&output)?;
    let session = engine.open()?;
    test(&mut Files { engine, folder: folder.path().display().to_string(), session, expected })
}

impl Files {
    /// Rows with `|` between their cells. `DIR` in the SQL stands for the folder, and `name := true` for an
    /// argument that DataFusion takes by position.
    fn rows(&mut self, sql: &str) -> Result<Vec<String>, Failed> {
        let sql = self.written_out(sql);
        let table = self.session.run(&sql).map_err(|error| format!("{sql}: {error}"))?;
        let folder = format!("{}/", self.folder);
        Ok(table.rows.iter().map(|row| row.join("|").replace(&folder, "")).collect())
    }

    fn written_out(&self, sql: &str) -> String {
        let sql = sql.replace("DIR", &self.folder);
        if self.engine.is_duckdb() {
            return sql;
        }
        sql.replace("deep := ", "").replace("ordered := ", "")
    }

    fn assert(&mut self, sql: &str, expected: &[&str]) -> Result<(), Failed> {
        let rows = self.rows(sql)?;
        if rows == expected {
            return Ok(());
        }
        let mut text = format!("{sql}:\n");
        for row in rows {
            writeln!(text, "  {row}")?;
        }
        Err(format!("{text}where this was expected: {expected:#?}").into())
    }

    fn assert_refused(&mut self, sql: &str, words: &[&str]) -> Result<(), Failed> {
        let sql = self.written_out(sql);
        match self.session.run(&sql) {
            Ok(table) => Err(format!("{sql}: {} rows, and no error", table.rows.len()).into()),
            Err(error) if words.iter().all(|word| error.0.contains(word)) => Ok(()),
            Err(error) => Err(format!("{sql}: {error}\nlacks one of {words:?}").into()),
        }
    }
}

fn digests(files: &mut Files) -> Result<(), Failed> {
    let (size, digests) = (files.expected["size"].clone(), files.expected["digests"].clone());
    for (name, digest) in digests.as_object().expect("an object") {
        let text = |key: &str| digest[key].as_str().expect("a text").to_owned();
        let expected = format!("crc.parquet|{size}|{name}|{}|{}", text("hex"), text("base64"));
        files.assert(
            &format!("SELECT * FROM file_digests('DIR/crc.parquet', '{name}')"),
            &[&expected],
        )?;
    }
    // The system reports the length of this file as 0.
    if cfg!(target_os = "linux") {
        let content = std::fs::read_to_string("/proc/version")?;
        let (size, text) = (content.len(), content.replace('\'', "''"));
        files.assert(
            &format!(
                "SELECT size, hex = crc32_hex('{text}') FROM file_digests('/proc/version', 'crc32')"
            ),
            &[&format!("{size}|true")],
        )?;
    }
    // All digests from one read, in the requested order.
    files.assert(
        "SELECT algorithm FROM file_digests('DIR/crc.parquet', 'xxh3, BLAKE3,md5')",
        &["xxh3", "blake3", "md5"],
    )?;
    files.assert(
        "SELECT file, size FROM file_digests('DIR/[et]*.parquet', 'crc32') ORDER BY file",
        &["empty.parquet|0", "text.parquet|250"],
    )?;
    let hash = files.expected["imohash"].as_str().expect("a text").to_owned();
    let expected = format!("crc.parquet|{size}|{size}|{hash}");
    files.assert("SELECT * FROM imohash('DIR/crc.parquet')", &[&expected])
}

fn verify(files: &mut Files) -> Result<(), Failed> {
    // Every page of six column chunks has its checksum, dictionary pages too.
    files.assert(
        "SELECT count(*) FROM parquet_verify('DIR/crc.parquet', deep := true) WHERE ok IS NOT TRUE",
        &["0"],
    )?;
    files.assert(
        "SELECT count(*) >= 12 FROM parquet_verify('DIR/crc.parquet') \
         WHERE check_name = 'page_crc' AND ok",
        &["true"],
    )?;
    files.assert(
        "SELECT file, row_group, column_name, check_name, ok FROM parquet_verify('DIR/flipped.parquet') \
         WHERE NOT ok",
        &["flipped.parquet|1|word|page_crc|false"],
    )?;
    // Content without a checksum is not verified, but doesn't fail either, so `NOT ok` skips it.
    files.assert(
        "SELECT count(*) > 0, bool_or(NOT ok), bool_or(ok IS NOT TRUE) \
         FROM parquet_verify('DIR/plain.parquet') WHERE check_name = 'page_crc'",
        &["true|NULL|true"],
    )?;
    files.assert(
        "SELECT count(*) > 0, count(ok) FROM parquet_verify('DIR/plain.parquet') \
         WHERE check_name = 'page_crc'",
        &["true|0"],
    )?;
    files.assert(
        "SELECT check_name, ok FROM parquet_verify('DIR/text.parquet')",
        &["footer|false"],
    )?;
    files.assert(
        "SELECT DISTINCT file FROM parquet_verify('DIR/*.parquet') WHERE NOT ok ORDER BY file",
        &["empty.parquet", "flipped.parquet", "text.parquet"],
    )
}

fn fingerprint(files: &mut Files) -> Result<(), Failed> {
    let path = format!("{}/plain.parquet", files.folder);
    let table = match files.engine.is_duckdb() {
        true => format!("CREATE VIEW plain AS SELECT * FROM '{path}'"),
        false => format!("CREATE EXTERNAL TABLE plain STORED AS PARQUET LOCATION '{path}'"),
    };
    files.session.run(&table)?;
    // The aggregates or their list forms; rows.slt and the oracles of the row encoding test their values.
    let sql = match files.engine.has_aggregates() {
        true => {
            "SELECT fingerprint(id), fingerprint(word), fingerprint(price), \
             fingerprint(id, word, price) FROM plain"
        }
        false => {
            "SELECT list_fingerprint(list(id)), list_fingerprint(list(word)), \
             list_fingerprint(list(price)), list_fingerprint(list(row(id, word, price))) FROM plain"
        }
    };
    let expected = files.rows(sql)?.remove(0);
    let [id, word, price, row]: [&str; 4] =
        expected.split('|').collect::<Vec<_>>().try_into().expect("four columns");
    for file in ["plain", "crc"] {
        files.assert(
            &format!("SELECT column_name, row_count, fingerprint FROM parquet_fingerprint('DIR/{file}.parquet')"),
            &[
                &format!("id|5000|{id}"),
                &format!("word|5000|{word}"),
                &format!("price|5000|{price}"),
                &format!("NULL|5000|{row}"),
            ],
        )?;
    }
    files.assert(
        "SELECT a.column_name FROM parquet_fingerprint('DIR/plain.parquet') a \
         JOIN parquet_fingerprint('DIR/changed.parquet') b \
         ON coalesce(a.column_name, '*') = coalesce(b.column_name, '*') \
         WHERE a.fingerprint <> b.fingerprint ORDER BY a.column_name NULLS LAST",
        &["word", "NULL"],
    )?;
    files.assert(
        "SELECT count(DISTINCT fingerprint), min(substr(fingerprint, 1, 5)) \
         FROM (SELECT * FROM parquet_fingerprint('DIR/plain.parquet', ordered := true) UNION ALL \
               SELECT * FROM parquet_fingerprint('DIR/crc.parquet', ordered := true)) AS both_files",
        &["4|hl1o:"],
    )
}

fn diff(files: &mut Files) -> Result<(), Failed> {
    files.assert("SELECT * FROM parquet_diff('DIR/crc.parquet', 'DIR/plain.parquet')", &[])?;
    files.assert(
        "SELECT difference, column_name FROM parquet_diff('DIR/crc.parquet', 'DIR/changed.parquet')",
        &["column|word", "row_group|word"],
    )?;
    files.assert(
        "SELECT detail LIKE '%row group 1 of the first file%' \
         FROM parquet_diff('DIR/crc.parquet', 'DIR/changed.parquet') WHERE difference = 'row_group'",
        &["true"],
    )
}

fn refused(files: &mut Files) -> Result<(), Failed> {
    for function in ["parquet_verify", "parquet_fingerprint", "imohash"] {
        let missing = format!("SELECT * FROM {function}('DIR/missing.parquet')");
        files.assert_refused(&missing, &[function, "missing.parquet", "No such file"])?;
        files.assert_refused(&format!("SELECT * FROM {function}('DIR')"), &["is a directory"])?;
        let none = format!("SELECT * FROM {function}('DIR/*.orc')");
        files.assert_refused(&none, &[function, "*.orc: matches no file"])?;
        let null = format!("SELECT * FROM {function}(NULL)");
        files.assert_refused(&null, &[function, "path must be a string, not NULL"])?;
    }
    files.assert_refused(
        "SELECT * FROM parquet_verify('DIR/crc.parquet', deep := NULL)",
        &["parquet_verify: deep must be true or false, not NULL"],
    )?;
    files.assert_refused(
        "SELECT * FROM file_digests('DIR/crc.parquet', 'md6')",
        &["file_digests", "algorithms", "blake3", "'md6'"],
    )?;
    files.assert_refused(
        "SELECT * FROM parquet_fingerprint('DIR/text.parquet')",
        &["parquet_fingerprint", "text.parquet"],
    )?;
    files.assert_refused(
        "SELECT * FROM parquet_diff('DIR/crc.parquet', 'DIR/missing.parquet')",
        &["parquet_diff", "missing.parquet"],
    )?;
    // The session stays usable.
    files.assert("SELECT count(*) FROM imohash('DIR/crc.parquet')", &["1"])
}
