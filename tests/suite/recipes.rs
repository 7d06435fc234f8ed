//! The recipes of `sql/`, each tested by the file of `tests/sql/recipes` that has its name.
//!
//! In such a file, `RECIPE` is the whole recipe, and `RECIPE 2` its second statement, alone or in a
//! larger one. So nothing is written twice, and the tests run exactly what users copy.
//!
//! Files whose names begin with `lake/` are in a folder for one test.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};

use crate::agreement::Folder;
use crate::datafusion::in_dialect;
use crate::engine::{Session, SqlError, Table, root};

pub fn trials() -> Vec<Trial> {
    vec![Trial::test("every statement of every recipe is tested", every_statement_is_tested)]
}

/// The statements of a recipe.
pub struct Recipe(Vec<String>);

impl Recipe {
    /// The recipe that a file of `tests/sql` tests, if any.
    pub fn tested_by(test: &Path) -> Result<Option<Self>, SqlError> {
        match test.strip_prefix(tests()) {
            Ok(name) => Self::read(&recipes().join(name).with_extension("sql")).map(Some),
            Err(_) => Ok(None),
        }
    }

    fn read(file: &Path) -> Result<Self, SqlError> {
        let text = fs::read_to_string(file)
            .map_err(|error| SqlError(format!("{}: {error}", file.display())))?;
        // Only the suite's own SQL is translated to DataFusion's dialect: users can't translate theirs.
        if !of_duckdb(file) && in_dialect(&text) != text {
            return Err(SqlError(format!("{} is in DuckDB's dialect", file.display())));
        }
        Ok(Recipe(statements(&text)))
    }

    /// Runs a test's statement, or the whole recipe, whose result is that of its last statement.
    pub fn run(&self, session: &mut dyn Session, sql: &str) -> Result<Table, SqlError> {
        if sql.trim() != "RECIPE" {
            return session.run(&self.written_out(sql)?);
        }
        let mut result = Table::default();
        for statement in &self.0 {
            result = session.run(statement)?;
        }
        Ok(result)
    }

    /// A test's statement with the recipe's inserted for `RECIPE 1`.
    fn written_out(&self, sql: &str) -> Result<String, SqlError> {
        let Some((before, rest)) = sql.split_once("RECIPE ") else { return Ok(sql.to_owned()) };
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match index.and_then(|index| self.0.get(index)) {
            Some(statement) => Ok(format!("{before}\n{statement}\n{after}")),
            None => Err(SqlError(format!("the recipe has no statement '{number}'"))),
        }
    }
}

/// A session in which `lake/` at the beginning of a string is a new folder, initially empty.
pub struct WithLake {
    session: Box<dyn Session>,
    folder: Folder,
}

impl WithLake {
    /// Gives a session its folder.
    pub fn new(session: Box<dyn Session>) -> Result<Self, SqlError> {
        let folder = Folder::unique().map_err(|failed| SqlError(format!("{failed:?}")))?;
        Ok(WithLake { session, folder })
    }
}

impl Session for WithLake {
    fn run(&mut self, sql: &str) -> Result<Table, SqlError> {
        let lake = format!("{}/", self.folder.path().display());
        let mut table = self.session.run(&sql.replace("'lake/", &format!("'{lake}")))?;
        for cell in table.rows.iter_mut().flatten() {
            *cell = cell.replace(&lake, "lake/");
        }
        Ok(table)
    }
}

/// The statements of a file. One ends with a line that ends in a semicolon.
fn statements(text: &str) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let code = code.collect::<Vec<_>>().join("\n") + "\n";
    let statements = code.split(";\n").map(str::trim).filter(|statement| !statement.is_empty());
    statements.map(str::to_owned).collect()
}

fn every_statement_is_tested() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for file in files()? {
        let test = tests().join(file.strip_prefix(recipes())?).with_extension("slt");
        let Ok(text) = fs::read_to_string(&test) else {
            wrong.push(format!("{} has no {}", file.display(), test.display()));
            continue;
        };
        let whole = text.lines().any(|line| line == "RECIPE");
        for number in 1..=Recipe::read(&file)?.0.len() {
            if !whole && !text.contains(&format!("RECIPE {number}")) {
                wrong.push(format!("{} has no RECIPE {number}", test.display()));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Every recipe: the files in the folders of `sql`, except the demo, which `make demo` runs, the macros of other
/// dialects, which `tests/engines/dialects.py` tests, and the lists of tables' files, which `tests/files/scrub_tables.py` tests on real tables.
fn files() -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for folder in fs::read_dir(recipes())? {
        let folder = folder?.path();
        let tested_elsewhere =
            ["demo", "dialects", "file_lists"].iter().any(|name| folder.ends_with(name));
        if folder.is_dir() && !tested_elsewhere {
            for file in fs::read_dir(folder)? {
                files.push(file?.path());
            }
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sql"));
    files.sort();
    Ok(files)
}

/// Whether a recipe or a test is only for DuckDB, by its name.
pub fn of_duckdb(file: &Path) -> bool {
    file.file_stem().is_some_and(|stem| Path::new(stem).extension() == Some("duckdb".as_ref()))
}

fn recipes() -> PathBuf {
    root().join("sql")
}

fn tests() -> PathBuf {
    root().join("tests/sql/recipes")
}
