//! Loading the extension changes no function that an engine already had.

use std::collections::BTreeSet;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};

use crate::datafusion::DataFusion;
use crate::duckdb::DuckDb;
use crate::engine::{DUCKDB_VERSIONS, Engine, Session, StringType, extension, prepared};

pub fn trials() -> Vec<Trial> {
    let mut trials: Vec<_> = DUCKDB_VERSIONS
        .into_iter()
        .map(|version| {
            let test = move |_| duckdb_keeps_its_functions(version);
            Engine::DuckDb(version).trial("no function is shadowed", test)
        })
        .collect();
    let datafusion = Engine::DataFusion;
    trials.push(datafusion.trial("no function is shadowed", |_| datafusion_keeps_its_functions()));
    trials.push(datafusion.trial("digest gives what the built-in gave", |_| digest_is_superset()));
    trials
}

/// Name, kind, parameters and result; for macros also their text.
const FUNCTIONS: &str = "SELECT function_name, function_type, parameter_types, return_type, \
    varargs, macro_definition FROM duckdb_functions() ORDER BY ALL";

fn duckdb_keeps_its_functions(version: &'static str) -> Result<(), Failed> {
    let mut session = DuckDb::open_bare(version)?;
    let before = session.run(FUNCTIONS)?.rows;
    let path = prepared(extension())?.canonicalize()?.display().to_string().replace('\'', "''");
    session.run(&format!("LOAD '{path}'"))?;
    let mut after = session.run(FUNCTIONS)?.rows;
    if before.len() < 1000 || after.len() <= before.len() {
        return Err(format!("{} functions before, {} after", before.len(), after.len()).into());
    }
    for row in &before {
        let place = after.iter().position(|other| other == row);
        after.remove(place.ok_or_else(|| format!("{row:?} is gone"))?);
    }
    // If DuckDB has a function with the same name, our overload would take some of its calls.
    let names: BTreeSet<_> = before.iter().map(|row| &row[0]).collect();
    match after.iter().find(|row| names.contains(&row[0])) {
        Some(row) => Err(format!("{row:?} has a name that DuckDB uses").into()),
        None => Ok(()),
    }
}

fn datafusion_keeps_its_functions() -> Result<(), Failed> {
    let mut context = datafusion::prelude::SessionContext::new();
    let before = context.state();
    hashlane_datafusion::register_all(&mut context)?;
    let after = context.state();
    let scalars = before.scalar_functions();
    let changed: Vec<_> = scalars
        .iter()
        .filter(|(name, udf)| {
            !after.scalar_functions().get(*name).is_some_and(|now| Arc::ptr_eq(udf, now))
        })
        .map(|(name, _)| name.as_str())
        .collect();
    if changed != ["digest"] {
        return Err(format!("replaced are {changed:?}, not digest alone").into());
    }
    for (name, udaf) in before.aggregate_functions() {
        if !after.aggregate_functions().get(name).is_some_and(|now| Arc::ptr_eq(udaf, now)) {
            return Err(format!("the aggregate {name} is another").into());
        }
    }
    for (name, udwf) in before.window_functions() {
        if !after.window_functions().get(name).is_some_and(|now| Arc::ptr_eq(udwf, now)) {
            return Err(format!("the window function {name} is another").into());
        }
    }
    let tables = before.table_functions();
    match tables.keys().find(|name| !after.table_functions().contains_key(*name)) {
        Some(name) => Err(format!("the table function {name} is gone").into()),
        None => Ok(()),
    }
}

const BUILT_IN: [&str; 8] =
    ["md5", "sha224", "sha256", "sha384", "sha512", "blake2s", "blake2b", "blake3"];

const TYPES: [&str; 8] = [
    "Utf8",
    "LargeUtf8",
    "Utf8View",
    "Binary",
    "LargeBinary",
    "BinaryView",
    "Dictionary(Int32, Utf8)",
    "Dictionary(UInt8, Utf8View)",
];

fn digest_is_superset() -> Result<(), Failed> {
    let mut built_in = DataFusion::open_bare();
    let mut ours = DataFusion::open(StringType::View)?;
    for session in [&mut built_in, &mut ours] {
        session.run("CREATE TABLE t(id BIGINT, s VARCHAR)")?;
        session.run(
            "INSERT INTO t VALUES (1, ''), (2, 'a'), (3, NULL), (4, 'hello, world'), \
             (5, 'hello, worlds'), (6, 'Grüße'), (7, repeat('hashlane10', 10000))",
        )?;
    }
    let mut queries = vec!["SELECT digest(NULL, 'md5')".to_owned()];
    for algorithm in BUILT_IN {
        queries.push(format!("SELECT digest('hashlane', '{algorithm}')"));
        for data_type in TYPES {
            let call = format!("digest(arrow_cast(s, '{data_type}'), '{algorithm}')");
            queries.push(format!("SELECT id, {call}, arrow_typeof({call}) FROM t ORDER BY id"));
        }
        queries.push(format!("SELECT digest(s, '{}') FROM t", algorithm.to_uppercase()));
    }
    let mut compared = 0;
    for query in queries {
        // We may accept calls that the built-in rejects: ours is a superset.
        if let Ok(expected) = built_in.run(&query) {
            let actual = ours.run(&query)?;
            compared += 1;
            if actual != expected {
                return Err(format!("{query}\n{expected:?}\nbecame\n{actual:?}").into());
            }
        }
    }
    match compared {
        0..64 => Err(format!("the built-in took only {compared} of the calls").into()),
        _ => Ok(()),
    }
}
