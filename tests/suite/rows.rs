//! Functions over rows of values: the rows that polars-hash has encoded and hashed, NULL as a value, and
//! the types that can't be in a row.

use hashlane_catalog::Function;
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::calls::{call, call_with};
use crate::contract::Checks;
use crate::engine::{Engine, Session, SqlError, root};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for engine in Engine::all() {
        trials.push(engine.trial("rows of Parquet are what polars-hash makes of them", vectors));
        trials.push(engine.trial("long values of rows", long_values));
        trials.push(engine.trial("NULL is a value of a row", nulls));
        trials.push(engine.trial("types without an encoding are refused in rows", types));
    }
    trials
}

/// The functions that read the row encoding; other engines' hashes of typed values do not.
fn over_rows() -> impl Iterator<Item = &'static Function> {
    hashlane_catalog::all().filter(|function| function.name.starts_with("row_"))
}

fn json() -> Result<Value, Failed> {
    let text = std::fs::read_to_string(root().join("tests/vectors/rows.json"))?;
    Ok(serde_json::from_str(&text)?)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The files' tables, without the columns that the engine reads as another type.
struct Files {
    session: Box<dyn Session>,
    engine: Engine,
    vectors: Value,
}

fn vectors(engine: Engine) -> Result<(), Failed> {
    let mut files = Files { session: engine.open()?, engine, vectors: json()? };
    let sets = files.vectors["sets"].as_array().cloned().unwrap_or_default();
    let (mut compared, mut wrong) = (0, Vec::new());
    for set in sets.iter().filter(|set| text(&set["file"]).ends_with(".parquet")) {
        let columns: Vec<&str> = list(&set["columns"]).iter().map(text).collect();
        if columns.iter().any(|column| files.differs(text(&set["file"]), column)) {
            continue;
        }
        let checked = if set["bytes"].is_array() { files.by_row(set) } else { files.at_once(set) };
        if let Err(message) = checked {
            wrong.push(format!("{}({}): {message}", text(&set["file"]), columns.join(", ")));
        }
        compared += 1;
    }
    match compared {
        0..100 => Err(format!("only {compared} sets were compared").into()),
        _ if wrong.is_empty() => Ok(()),
        _ => Err(wrong.join("\n").into()),
    }
}

impl Files {
    /// Whether the engine reads other values from a column than those in the file.
    fn differs(&self, file: &str, column: &str) -> bool {
        let described = list(&self.vectors["files"]).iter().find(|f| f["file"] == file);
        let columns = described.map(|file| list(&file["columns"])).unwrap_or_default();
        let column = columns.iter().find(|c| c["name"] == column);
        let differs = column.map(|column| list(&column["differs"])).unwrap_or_default();
        differs.iter().map(text).any(|name| {
            self.engine.to_string() == name || (name == "datafusion" && !self.engine.is_duckdb())
        })
    }

    /// A query over the rows of a set.
    fn run(
        &mut self,
        set: &Value,
        expressions: &str,
        rest: &str,
    ) -> Result<Vec<Vec<String>>, SqlError> {
        let path = root().join("tests/vectors/rows").join(text(&set["file"])).display().to_string();
        let table = match self.engine.is_duckdb() {
            true => format!("read_parquet('{path}')"),
            false => self.external(text(&set["file"]), &path)?,
        };
        Ok(self.session.run(&format!("SELECT {expressions} FROM {table} {rest}"))?.rows)
    }

    /// The table of a file, created if it doesn't exist yet.
    fn external(&mut self, file: &str, path: &str) -> Result<String, SqlError> {
        let name = file.replace(".parquet", "_rows");
        let sql = "CREATE EXTERNAL TABLE IF NOT EXISTS";
        self.session.run(&format!("{sql} {name} STORED AS PARQUET LOCATION '{path}'"))?;
        Ok(name)
    }

    /// Every row of a set, and every function.
    fn by_row(&mut self, set: &Value) -> Result<(), String> {
        let row = row(set);
        let mut calls = vec![
            (format!("row_bytes({row})"), &set["bytes"]),
            (format!("row_xxh3_hex({row})"), &set["xxh3"]),
            (format!("row_xxh128({row})"), &set["xxh128"]),
            (format!("row_blake3({row})"), &set["blake3"]),
        ];
        if set["sha256"].is_array() {
            calls.push((format!("row_digest('sha256', {row})"), &set["sha256"]));
        }
        for (call, expected) in calls {
            let rows = self.run(set, &call, "ORDER BY id").map_err(|e| e.to_string())?;
            let expected = list(expected);
            if rows.len() != expected.len() {
                return Err(format!("{call}: {} rows, not {}", rows.len(), expected.len()));
            }
            // Only the digests of long rows are stored.
            let mut pairs = rows.iter().zip(expected).filter(|(_, expected)| expected.is_string());
            if let Some((row, expected)) = pairs.find(|(row, expected)| row[0] != text(expected)) {
                return Err(format!("{call}: {} where {expected} was expected", row[0]));
            }
        }
        Ok(())
    }

    /// All rows of a set together.
    fn at_once(&mut self, set: &Value) -> Result<(), String> {
        let row = row(set);
        let expressions = format!(
            "bit_xor(row_xxh3({row})), bit_xor(xxh3(row_xxh128({row}))), bit_xor(xxh3(row_blake3({row})))"
        );
        let rows = self.run(set, &expressions, "").map_err(|e| e.to_string())?;
        let expected = ["xor_xxh3", "xor_xxh3_of_xxh128", "xor_xxh3_of_blake3"];
        let expected = expected.map(|key| text(&set[key]).to_owned());
        if rows == [expected.to_vec()] {
            Ok(())
        } else {
            Err(format!("{rows:?}, not {expected:?}"))
        }
    }
}

/// The columns of a set in SQL.
fn row(set: &Value) -> String {
    let names = list(&set["columns"]).iter().map(|name| format!("\"{}\"", text(name)));
    names.collect::<Vec<_>>().join(", ")
}

fn long_values(engine: Engine) -> Result<(), Failed> {
    let mut session = engine.open()?;
    for entry in list(&json()?["long"]) {
        let sql = text(&entry["sql"]);
        let call = format!("SELECT row_xxh3_hex({sql}), row_xxh128({sql}), row_blake3({sql})");
        let expected = ["xxh3", "xxh128", "blake3"].map(|key| text(&entry[key]).to_owned());
        let rows = session.run(&call)?.rows;
        if rows != [expected.to_vec()] {
            return Err(format!("{sql}: {rows:?}, not {expected:?}").into());
        }
    }
    Ok(())
}

fn nulls(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    for function in over_rows() {
        for count in [1, 3] {
            let of_column = call(function, "v", function.value_index() + count);
            let sql = format!("SELECT count({of_column}), count(DISTINCT {of_column}) FROM halves");
            checks.gives(&sql, &[&["3000", "2"]]);
        }
        // NULLs of all types are equal. The place of a NULL in the row matters.
        let null = |null: &str| call(function, null, function.value_index() + 1);
        let nulls = ["NULL", "CAST(NULL AS BIGINT)", "CAST(NULL AS DATE)"].map(null);
        for other in &nulls[1..] {
            checks.gives(&format!("SELECT {} = {other}", nulls[0]), &[&["true"]]);
        }
        let pair = |a: &str, b: &str| {
            call_with(function, "v", function.value_index(), &format!("{a}, {b}"))
        };
        let (first, second) = (pair("NULL", "1"), pair("1", "NULL"));
        checks.gives(&format!("SELECT {first} = {second}"), &[&["false"]]);
        let sql = format!("SELECT count({}) FROM halves WHERE i % 2 = 1", pair("v", "n"));
        checks.gives(&sql, &[&["1500"]]);
    }
    checks.end()
}

/// Expressions of types that rows reject, with the names that the error gives them.
fn refused(engine: Engine) -> &'static [(&'static str, &'static str)] {
    match engine {
        Engine::DuckDb(_) => &[
            ("INTERVAL '1' MONTH", "INTERVAL"),
            ("INTERVAL '1' DAY", "INTERVAL"),
            ("union_value(a := 1)", "UNION"),
            ("CAST('0101' AS BIT)", "BIT"),
            ("CAST('12:00:00+01' AS TIMETZ)", "TIME WITH TIME ZONE"),
            ("[INTERVAL '1' MONTH]", "INTERVAL"),
            ("{'a': 1, 'b': [union_value(a := 1)]}", "UNION"),
            ("MAP {'a': INTERVAL '1' MONTH}", "INTERVAL"),
            ("CAST(NULL AS INTERVAL)", "INTERVAL"),
        ],
        Engine::DataFusion | Engine::DataFusionUtf8 | Engine::Cluster => &[
            ("INTERVAL '1' MONTH", "INTERVAL"),
            ("[INTERVAL '1' MONTH]", "INTERVAL"),
            ("named_struct('a', 1, 'b', INTERVAL '1' MONTH)", "INTERVAL"),
            ("arrow_cast(NULL, 'Interval(DayTime)')", "INTERVAL"),
        ],
    }
}

fn types(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    for function in over_rows() {
        for (expression, given) in refused(engine) {
            let says = |place| {
                let name = function.name;
                format!("{name}: value {place} of the row is {given}, which a row can't hold")
            };
            let call = call_with(function, "v", function.value_index(), expression);
            checks.fails(&format!("SELECT {call}"), &[&says(1), "CAST it AS VARCHAR"]);
            let third = format!("v, i, {expression}");
            let call = call_with(function, "v", function.value_index(), &third);
            checks.fails(&format!("SELECT count({call}) FROM halves"), &[&says(3)]);
        }
    }
    checks.end()
}
