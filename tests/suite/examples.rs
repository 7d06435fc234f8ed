//! Every example of the catalogue, on every engine.

use hashlane_catalog::{AGGREGATES, Function, ResultType};
use libtest_mimic::{Failed, Trial};

use crate::engine::{Engine, Session, Type};

pub fn trials() -> Vec<Trial> {
    let engines = Engine::all().into_iter();
    engines.map(|engine| engine.trial("examples of the catalogue", run)).collect()
}

fn run(engine: Engine) -> Result<(), Failed> {
    let mut session = engine.open()?;
    let mut wrong = Vec::new();
    let aggregates = if engine.has_aggregates() { AGGREGATES } else { &[] };
    for function in hashlane_catalog::all().chain(aggregates) {
        if function.examples.is_empty() {
            wrong.push(format!("{} has no example", function.name));
        }
        wrong.extend(check(session.as_mut(), function));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The problems with a function's examples.
fn check(session: &mut dyn Session, function: &Function) -> Vec<String> {
    let mut wrong = Vec::new();
    for example in function.examples {
        let table = match session.run(&format!("SELECT {}", example.sql)) {
            Ok(table) => table,
            Err(error) => {
                wrong.push(format!("{}: {error}", example.sql));
                continue;
            }
        };
        if table.rows != [[example.result]] {
            let (sql, result) = (example.sql, example.result);
            wrong.push(format!("{sql}: {:?} where {result} was expected", table.rows));
        }
        // An example may contain more than the call.
        let is_call = example.sql.starts_with(&format!("{}(", function.name));
        let is_whole = !example.sql.contains(") > ");
        if is_call && is_whole && table.types != [result_type(function)] {
            wrong.push(format!("{}: a column of {:?}", example.sql, table.types));
        }
    }
    wrong
}

fn result_type(function: &Function) -> Type {
    match function.returns {
        ResultType::UInteger | ResultType::UBigint | ResultType::Integer | ResultType::Bigint => {
            Type::Integer
        }
        ResultType::Boolean => Type::Boolean,
        ResultType::Blob => Type::Bytes,
        ResultType::Varchar | ResultType::Uuid => Type::Text,
        ResultType::Double | ResultType::List(_) | ResultType::Struct(_) => Type::Other,
    }
}
