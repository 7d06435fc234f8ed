//! A row computed in a query equals the row stored in a table. Engines pass constants, dictionaries and
//! shared lists instead of plain columns, above all inside lists and structs.

use libtest_mimic::{Failed, Trial};

use crate::engine::{Engine, Session, SqlError};

pub fn trials() -> Vec<Trial> {
    let engines = Engine::all().into_iter();
    engines.map(|engine| engine.trial("a computed row is the row that is kept", run)).collect()
}

/// Rows with NULLs, words that repeat, lists and structs.
const BASE: &str = "CREATE TABLE base AS SELECT i AS id, i % 7 AS k, \
    CASE WHEN i % 5 > 0 THEN i * 37 % 1000 END AS n, \
    CASE WHEN i % 11 > 0 THEN concat('a word of a dictionary, ', CAST(i % 13 AS VARCHAR)) END AS d, \
    CASE WHEN i % 6 = 0 THEN NULL WHEN i % 4 = 0 THEN [i] ELSE [i, NULL, i * i] END AS l, \
    CASE WHEN i % 6 <> 1 THEN struct_of END AS st \
    FROM (SELECT i, {struct} AS struct_of FROM range(0, 5000) AS r(i)) AS made";

/// Computed values in SQL that both engines understand.
const COMPUTED: [&str; 16] = [
    "['a constant of more than 12 bytes', d]",
    "[d, d, NULL]",
    "[[n], [1], NULL]",
    "[st, NULL, st]",
    "CASE WHEN k = 1 THEN st END",
    "CASE WHEN k < 3 THEN l ELSE [1, 2] END",
    "coalesce(l, [0])",
    "coalesce(d, 'a constant of more than 12 bytes')",
    "st['b']",
    "l[1]",
    "[1, 2, 3]",
    "array_slice(l, 1, 2)",
    "array_concat(l, [1, NULL])",
    "array_append(l, n)",
    "NULL",
    "'a constant of more than 12 bytes'",
];

const COMPUTED_IN_DUCKDB: [&str; 24] = [
    "{'a': 'a constant of more than 12 bytes', 'b': n, 'c': [1, 2]}",
    "{'a': d, 'b': NULL, 'c': {'d': 5, 'e': l}}",
    "{'a': 1}",
    "list_transform(l, lambda x: 1)",
    "list_transform(l, lambda x: {'a': x, 'b': 'const', 'c': n})",
    "list_transform(l, lambda x: [1, 2])",
    "list_transform(l, lambda x: st)",
    "list_transform([1, 2, 3], lambda x: {'a': 1, 'b': x, 'd': d})",
    "list_filter(l, lambda x: x IS NOT NULL)",
    "list_filter([st, st, NULL], lambda x: x IS NOT NULL)",
    "list_zip(l, [1, 2])::STRUCT(a BIGINT, b INT)[]",
    "flatten([[st], [st, NULL]])",
    "list_resize(l, 5)",
    "list_reverse(l)",
    "array_value(n, 1, NULL)",
    "array_value(st, st)",
    "array_value(array_value(n, n), array_value(1, 2))",
    "MAP {'a': n, 'b': 2}",
    "MAP([1, 2], [{'a': n}, {'a': 3}])",
    "map_from_entries([('k', {'a': 1, 'b': d})])",
    "[['red', 'blue'][1 + k % 2]::ENUM('red', 'blue'), 'red']",
    "[n::DECIMAL(9, 2), 1.50]",
    "struct_insert(st, z := 1)",
    "CASE WHEN k = 1 THEN {'a': 1, 'b': 'z', 'c': [1]} ELSE st END",
];

/// The sources of rows.
const SOURCES: [&str; 6] = [
    "base",
    "(SELECT * FROM base WHERE id % 3 = 1) AS base",
    "(SELECT * FROM base ORDER BY d, id LIMIT 2500) AS base",
    "(SELECT base.* FROM base JOIN dim ON base.k = dim.k) AS base",
    "(SELECT * FROM base WHERE id < 100 UNION ALL SELECT * FROM base WHERE id >= 4000) AS base",
    "(SELECT * FROM base WHERE id = 12) AS base",
];

/// Values from the side of a join that lacks rows, and from groups.
const JOINED: [(&str, &str); 6] = [
    ("dim.st", "base LEFT JOIN dim ON base.k = dim.k"),
    ("dim.words", "base LEFT JOIN dim ON base.k = dim.k"),
    ("[dim.st, dim.st]", "base LEFT JOIN dim ON base.k = dim.k"),
    ("base.st", "dim LEFT JOIN base ON base.id = dim.k * 1000"),
    ("base.l", "dim LEFT JOIN base ON base.id = dim.k * 1000"),
    ("[dim.name, base.d]", "base CROSS JOIN dim"),
];

fn run(engine: Engine) -> Result<(), Failed> {
    let mut session = engine.open()?;
    let structs = match engine.is_duckdb() {
        true => "{'a': i, 'b': CASE WHEN i % 2 = 0 THEN 'a word' END, 'c': [i % 3, 7]}",
        false => {
            "named_struct('a', i, 'b', CASE WHEN i % 2 = 0 THEN 'a word' END, 'c', [i % 3, 7])"
        }
    };
    session.run(&BASE.replace("{struct}", structs))?;
    session.run(&format!(
        "CREATE TABLE dim AS SELECT i AS k, concat('the dimension ', CAST(i AS VARCHAR)) AS name, \
         {structs} AS st, ['a', NULL, concat('a longer word, ', CAST(i AS VARCHAR))] AS words \
         FROM range(0, 7, 2) AS r(i)"
    ))?;
    let mut wrong = Vec::new();
    let more = if engine.is_duckdb() { &COMPUTED_IN_DUCKDB[..] } else { &[] };
    let more =
        more.iter().filter(|sql| engine != Engine::DuckDb("1.4.5") || !sql.contains("list_zip"));
    // DataFusion's own make_array returns one row for a column of untyped NULLs.
    let less = COMPUTED.iter().filter(|sql| engine.is_duckdb() || **sql != "NULL");
    for value in less.chain(more) {
        for source in SOURCES {
            wrong.extend(check(session.as_mut(), value, source, "base.id")?);
        }
    }
    for (value, source) in JOINED {
        wrong.extend(check(
            session.as_mut(),
            value,
            source,
            "coalesce(base.id, -1) * 10 + coalesce(dim.k, -1)",
        )?);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The differences between a value's rows in a query and in a table that stores the value.
fn check(
    session: &mut dyn Session,
    value: &str,
    source: &str,
    id: &str,
) -> Result<Option<String>, SqlError> {
    session
        .run(&format!("CREATE TABLE kept AS SELECT {id} AS id, {value} AS v FROM {source}"))
        .map_err(|e| SqlError(format!("{value} FROM {source}: {e}")))?;
    let mut wrong = None;
    for (computed, kept) in [
        (format!("row_bytes({value})"), "row_bytes(v)"),
        (format!("row_bytes(1, {value}, [{value}])"), "row_bytes(1, v, [v])"),
    ] {
        let order = "ORDER BY 1, 2";
        let computed = format!("SELECT {id} AS id, {computed} AS b FROM {source} {order}");
        let actual = session.run(&computed).map_err(|e| SqlError(format!("{computed}: {e}")))?;
        let expected = session.run(&format!("SELECT id, {kept} AS b FROM kept {order}"))?;
        if actual.rows != expected.rows || actual.rows.is_empty() {
            let mut pairs = actual.rows.iter().zip(&expected.rows);
            let different = pairs.find(|(actual, expected)| actual != expected);
            wrong = Some(format!("{computed}: {} rows, {different:?}", actual.rows.len()));
        }
    }
    session.run("DROP TABLE kept")?;
    Ok(wrong)
}
