//! The files of `tests/sql`, each on every engine.
//!
//! A letter of `query` is a column's type: `I` a number, `T` text, `X` bytes, `B` a boolean, `?`
//! any. Labels for `onlyif` and `skipif` are `duckdb`, `datafusion`, an engine's full name such as
//! `duckdb-1.4.5` or `datafusion-utf8`, `planning` for those that reject types and constants
//! before they read a row, and `aggregates` for those that have our aggregates.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use sqllogictest::{ColumnType, DB, DBOutput, Runner};

use crate::engine::{Engine, Session, SqlError, Type, root};
use crate::recipes::{self, Recipe, WithLake};

pub fn trials() -> Vec<Trial> {
    let folder = root().join("tests/sql");
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let mut trials = Vec::new();
    for file in files {
        let name = file.strip_prefix(&folder).expect("it was found there").display().to_string();
        for engine in Engine::all().into_iter().filter(|engine| takes(*engine, &name)) {
            let file = file.clone();
            trials.push(engine.trial(&name, move |engine| run(engine, &file)));
        }
    }
    trials
}

/// Whether a file is for an engine. Files in `duckdb/` and `datafusion/` are for that engine, `.duckdb.slt` for DuckDB.
fn takes(engine: Engine, name: &str) -> bool {
    match name.split('/').next() {
        Some("duckdb") => engine.is_duckdb(),
        Some("datafusion") => !engine.is_duckdb(),
        _ => engine.is_duckdb() || !recipes::of_duckdb(name.as_ref()),
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    for path in entries.map(|entry| entry.expect("the folder can be read").path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "slt") {
            files.push(path);
        }
    }
}

fn run(engine: Engine, file: &Path) -> Result<(), Failed> {
    let mut runner = Runner::new(|| async move { Connection::open(engine, file) });
    runner.with_column_validator(|actual, expected| {
        let fits = |(actual, expected): (&Letter, &Letter)| {
            expected.0 == Type::Other || actual.0 == expected.0
        };
        actual.len() == expected.len() && actual.iter().zip(expected).all(fits)
    });
    for label in labels(engine) {
        runner.add_label(&label);
    }
    runner.run_file(file).map_err(|e| Failed::from(e.display(false).to_string()))
}

fn labels(engine: Engine) -> Vec<String> {
    let family = if engine.is_duckdb() { "duckdb" } else { "datafusion" };
    let mut labels = vec![family.to_owned()];
    if engine.to_string() != family {
        labels.push(engine.to_string());
    }
    // Ballista disables views.
    if engine == Engine::Cluster {
        labels.push(Engine::DataFusionUtf8.to_string());
    }
    // If an extension took part in DuckDB's planning, users would lose subqueries.
    if !engine.is_duckdb() {
        labels.push("planning".to_owned());
    }
    if engine.has_aggregates() {
        labels.push("aggregates".to_owned());
    }
    labels
}

struct Connection {
    session: Box<dyn Session>,
    recipe: Option<Recipe>,
}

impl Connection {
    fn open(engine: Engine, file: &Path) -> Result<Self, SqlError> {
        let recipe = Recipe::tested_by(file)?;
        let session: Box<dyn Session> = match recipe {
            Some(_) => Box::new(WithLake::new(engine.open()?)?),
            None => engine.open()?,
        };
        Ok(Connection { session, recipe })
    }
}

impl DB for Connection {
    type Error = SqlError;
    type ColumnType = Letter;

    fn run(&mut self, sql: &str) -> Result<DBOutput<Letter>, SqlError> {
        let table = match &self.recipe {
            Some(recipe) => recipe.run(self.session.as_mut(), sql)?,
            None => self.session.run(sql)?,
        };
        let types = table.types.into_iter().map(Letter).collect();
        Ok(DBOutput::Rows { types, rows: table.rows })
    }
}

/// A column's type as one letter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Letter(Type);

impl ColumnType for Letter {
    fn from_char(letter: char) -> Option<Self> {
        Some(Letter(match letter {
            'I' => Type::Integer,
            'T' => Type::Text,
            'X' => Type::Bytes,
            'B' => Type::Boolean,
            '?' => Type::Other,
            _ => return None,
        }))
    }

    fn to_char(&self) -> char {
        match self.0 {
            Type::Integer => 'I',
            Type::Text => 'T',
            Type::Bytes => 'X',
            Type::Boolean => 'B',
            Type::Other => '?',
        }
    }
}
