//! Each engine registers exactly what the catalogue says.

use std::collections::BTreeSet;

use hashlane_catalog::{AGGREGATES, Cell, Fold, Function, ResultType, TABLE_FUNCTIONS, TableRows};
use libtest_mimic::{Failed, Trial};

use crate::calls::call;
use crate::datafusion::DataFusion;
use crate::duckdb::DuckDb;
use crate::engine::{Engine, Session, SqlError, StringType, Type, extension};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for engine in Engine::all() {
        trials.push(engine.trial("registered functions", registered));
        trials.push(engine.trial("arity and result type", arity_and_type));
        trials.push(engine.trial("hashlane_functions and hashlane_info", table_functions));
    }
    let documented = Engine::DataFusion.trial("documentation", |_| documentation());
    trials.push(documented);
    trials
}

/// Each function under each of its names.
fn names() -> impl Iterator<Item = (&'static str, &'static Function)> {
    let under_names = |function: &'static Function| {
        let names = std::iter::once(function.name).chain(function.aliases.iter().copied());
        names.map(move |name| (name, function))
    };
    hashlane_catalog::all().flat_map(under_names)
}

/// Fails with the entries that only one side has.
fn assert_same(actual: &BTreeSet<String>, expected: &BTreeSet<String>) -> Result<(), Failed> {
    let missing: Vec<_> = expected.difference(actual).collect();
    let extra: Vec<_> = actual.difference(expected).collect();
    if missing.is_empty() && extra.is_empty() {
        return Ok(());
    }
    Err(format!("not registered: {missing:?}\nnot in the catalogue: {extra:?}").into())
}

fn registered(engine: Engine) -> Result<(), Failed> {
    match engine {
        Engine::DuckDb(version) => registered_in_duckdb(version),
        Engine::DataFusion => registered_in_datafusion(StringType::View),
        Engine::DataFusionUtf8 | Engine::Cluster => registered_in_datafusion(StringType::Utf8),
    }
}

fn registered_in_duckdb(version: &str) -> Result<(), Failed> {
    let listed = |session: &mut DuckDb| -> Result<BTreeSet<String>, SqlError> {
        let sql = "SELECT function_name, function_type, len(parameter_types), \
                   COALESCE(return_type, 'rows'), COALESCE(varargs, '') FROM duckdb_functions()";
        Ok(session.run(sql)?.rows.into_iter().map(|row| row.join(" ")).collect())
    };
    let before = listed(&mut DuckDb::open_bare(version)?)?;
    let after = listed(&mut DuckDb::open(version, &extension())?)?;
    let registered = after.difference(&before).cloned().collect();
    match extension().ends_with("hashlane_v2.duckdb_extension") {
        // Its overloads are others: aggregates are variadic, and some have types.
        true => assert_same(&names_and_results(&registered), &names_and_results(&overloads())),
        false => assert_same(&registered, &overloads()),
    }
}

/// The overloads without their parameters.
fn names_and_results(overloads: &BTreeSet<String>) -> BTreeSet<String> {
    let words = overloads.iter().map(|overload| overload.split(' ').collect::<Vec<_>>());
    words.map(|words| format!("{} {} {}", words[0], words[1], words[3])).collect()
}

/// The overloads that the catalogue's functions have in DuckDB: name, kind, number of parameters, result and type of further values.
fn overloads() -> BTreeSet<String> {
    let mut expected = BTreeSet::new();
    for (name, function) in names() {
        let returns = function.returns.to_string();
        // A row takes more values after its first.
        let varargs = if function.takes_row() { "ANY" } else { "(empty)" };
        let declared = function.args.len();
        if function.takes_row() {
            let without_values = *function.arity().start() - 1;
            expected.insert(format!("{name} scalar {without_values} {returns} (empty)"));
        }
        for arity in *function.arity().start()..=declared {
            expected.insert(format!("{name} scalar {arity} {returns} {varargs}"));
        }
    }
    for function in AGGREGATES {
        let (name, returns) = (function.name, function.returns.to_string());
        // DuckDB's C API has no variadic aggregates.
        let fewest = *function.arity().start() - usize::from(function.takes_row());
        for arity in fewest..=64.min(*function.arity().end()) {
            expected.insert(format!("{name} aggregate {arity} {returns} (empty)"));
        }
    }
    expected.extend(
        TABLE_FUNCTIONS
            .iter()
            .map(|table| format!("{} table {} rows (empty)", table.name, table.parameters.len())),
    );
    expected
}

fn registered_in_datafusion(strings: StringType) -> Result<(), Failed> {
    let listed = |session: &DataFusion| -> BTreeSet<String> {
        let state = session.context().state();
        let scalars = state.scalar_functions().iter();
        // We also register each built-in that we replace.
        let scalars = scalars.map(|(name, udf)| format!("{name} {:?}", udf.inner()));
        let tables = state.table_functions().keys().map(|name| format!("{name} table"));
        let aggregates = state.aggregate_functions().keys().map(|name| format!("{name} aggregate"));
        let windows = state.window_functions().keys().map(|name| format!("{name} window"));
        scalars.chain(tables).chain(aggregates).chain(windows).collect()
    };
    let before = listed(&DataFusion::open_bare());
    let after = listed(&DataFusion::open(strings)?);
    let word = |entry: &String| entry.split(' ').next().unwrap_or_default().to_owned();
    let added: BTreeSet<String> = after.difference(&before).map(word).collect();
    let tables = TABLE_FUNCTIONS.iter().map(|table| table.name);
    let aggregates = AGGREGATES.iter().map(|function| function.name);
    let expected = names().map(|(name, _)| name).chain(tables).chain(aggregates);
    let expected = expected.map(str::to_owned).collect();
    assert_same(&added, &expected)?;
    let listed = hashlane_datafusion::all_functions();
    let listed = listed.iter().map(|udf| udf.name().to_owned()).collect();
    assert_same(&listed, &hashlane_catalog::all().map(|f| f.name.to_owned()).collect())
}

/// Calls with every number of arguments: the allowed ones return the result's type, others fail.
fn arity_and_type(engine: Engine) -> Result<(), Failed> {
    let mut session = engine.open()?;
    let mut wrong = Vec::new();
    for (name, function) in names() {
        // A key can't be NULL.
        let is_key = function.fold() == Some(Fold::Sketch);
        let value = if is_key { "CAST('a' AS VARCHAR)" } else { "CAST(NULL AS VARCHAR)" };
        for count in 0..=function.args.len() + 1 {
            let call = call(function, value, count);
            let call = call.replacen(function.name, name, 1);
            let result = type_name(engine, session.as_mut(), &call);
            let expected = function.arity().contains(&count).then(|| type_in(engine, function));
            if result.as_deref().ok() != expected.as_deref() {
                wrong.push(format!("{call}: {result:?} where {expected:?} was expected"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn type_name(engine: Engine, session: &mut dyn Session, call: &str) -> Result<String, SqlError> {
    let function = if engine.is_duckdb() { "typeof" } else { "arrow_typeof" };
    // The value too: DuckDB rejects a row without values only with the first rows.
    let table = session.run(&format!("SELECT {function}({call}), {call}"))?;
    Ok(table.rows[0][0].clone())
}

fn type_in(engine: Engine, function: &Function) -> String {
    let returns = function.returns;
    if engine.is_duckdb() { returns.to_string() } else { arrow_type(&returns) }
}

/// The type as arrow_typeof names it.
fn arrow_type(returns: &ResultType) -> String {
    let name = match returns {
        ResultType::UInteger => "UInt32",
        ResultType::UBigint => "UInt64",
        ResultType::Integer => "Int32",
        ResultType::Bigint => "Int64",
        ResultType::Boolean => "Boolean",
        ResultType::Double => "Float64",
        ResultType::Blob => "Binary",
        ResultType::Uuid | ResultType::Varchar => "Utf8",
        ResultType::List(element) => {
            let non_null = if element.is_nullable_in_lists() { "" } else { "non-null " };
            return format!("List({non_null}{})", arrow_type(element));
        }
        ResultType::Struct(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| {
                    let non_null = if field.is_nullable { "" } else { "non-null " };
                    format!("\"{}\": {non_null}{}", field.name, arrow_type(&field.returns))
                })
                .collect();
            return format!("Struct({})", fields.join(", "));
        }
    };
    name.to_owned()
}

fn table_functions(engine: Engine) -> Result<(), Failed> {
    let mut session = engine.open()?;
    for table in TABLE_FUNCTIONS {
        let TableRows::Listed(rows) = table.rows else { continue };
        let text = |cell| match cell {
            Cell::Text(text) => text,
            other => format!("{other:?}"),
        };
        let rows: Vec<Vec<String>> =
            rows(&[]).into_iter().map(|row| row.into_iter().map(text).collect()).collect();
        let columns = table.columns.iter().map(|column| column.name).collect::<Vec<_>>().join(", ");
        let result = session.run(&format!("SELECT {columns} FROM {}()", table.name))?;
        if result.types != vec![Type::Text; table.columns.len()] {
            return Err(format!("{}: columns of {:?}", table.name, result.types).into());
        }
        let mut pairs = result.rows.iter().zip(&rows);
        let different = pairs.find(|(actual, expected)| actual != expected);
        if different.is_some() || result.rows.len() != rows.len() {
            let (actual, expected) = (result.rows.len(), rows.len());
            let text = format!("{}: {actual} rows, not {expected}; {different:?}", table.name);
            return Err(text.into());
        }
        let all = session.run(&format!("SELECT * FROM {}()", table.name))?;
        if all != result {
            return Err(format!("{} has more columns than {columns}", table.name).into());
        }
    }
    Ok(())
}

fn documentation() -> Result<(), Failed> {
    let scalars = hashlane_datafusion::all_functions();
    let scalars = scalars.iter().map(|udf| (udf.name(), udf.documentation()));
    let aggregates = hashlane_datafusion::all_aggregates();
    let aggregates = aggregates.iter().map(|udaf| (udaf.name(), udaf.documentation()));
    for (name, documentation) in scalars.chain(aggregates) {
        let function = hashlane_catalog::find(name).ok_or("not in the catalogue")?;
        let documentation = documentation.ok_or_else(|| format!("{name} has none"))?;
        let examples = documentation.sql_example.as_deref().unwrap_or_default();
        if !documentation.description.contains(function.description)
            || documentation.syntax_example != function.signature()
            || !examples.contains(function.examples[0].sql)
        {
            return Err(format!("{name}: {documentation:?}").into());
        }
    }
    Ok(())
}
