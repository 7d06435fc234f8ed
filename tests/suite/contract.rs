//! Rules for every function, checked on every row of the catalogue. `rows` has the rules for rows of values.

use hashlane_catalog::{Arg, ArgKind, Function, OnNull, TypeClass};
use libtest_mimic::{Failed, Trial};

use crate::calls::{arguments, arities, call, call_with, input};
use crate::engine::{Engine, Session, SqlError};

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for engine in Engine::all() {
        trials.push(engine.trial("NULL in any argument gives NULL", nulls));
        trials.push(engine.trial("no rows in, no rows out", no_rows));
        trials.push(engine.trial("other types are refused", types));
        trials.push(engine.trial("values that are not allowed are refused", values));
        trials.push(engine.trial("a constant and a column give the same", constants));
    }
    trials
}

/// The failed checks of a session.
pub struct Checks {
    pub session: Box<dyn Session>,
    wrong: Vec<String>,
}

impl Checks {
    pub fn new(engine: Engine) -> Result<Self, SqlError> {
        let mut session = engine.open()?;
        // Values in every second row, and the same values in all rows: a call that doesn't check for NULL
        // reads the value in a NULL's slot.
        session.run("CREATE TABLE halves(i BIGINT, v VARCHAR, n BIGINT, b BYTEA)")?;
        session.run(
            "INSERT INTO halves SELECT i, CASE WHEN i % 2 = 0 THEN 'a value of more than 12 bytes' \
             END, CASE WHEN i % 2 = 0 THEN 5 END, CASE WHEN i % 2 = 0 THEN unhex('00ff') END \
             FROM range(0, 3000) AS r(i)",
        )?;
        Ok(Checks { session, wrong: Vec::new() })
    }

    /// Checks that the statement returns these rows.
    pub fn gives(&mut self, sql: &str, rows: &[&[&str]]) {
        match self.session.run(sql) {
            Ok(table) if table.rows == rows => {}
            Ok(table) => self.wrong.push(format!("{sql}: {:?}, not {rows:?}", table.rows)),
            Err(error) => self.wrong.push(format!("{sql}: {error}")),
        }
    }

    /// Checks that the statement fails with an error that contains all these parts, and the session survives.
    pub fn fails(&mut self, sql: &str, parts: &[&str]) {
        match self.session.run(sql) {
            Ok(table) => self.wrong.push(format!("{sql}: {:?}, not an error", table.rows)),
            Err(SqlError(error)) => {
                if let Some(part) = parts.iter().find(|part| !error.contains(**part)) {
                    self.wrong.push(format!("{sql}: no {part:?} in {error}"));
                }
            }
        }
        // The check value of CRC-32.
        self.gives("SELECT crc32('123456789')", &[&["3421780262"]]);
    }

    pub fn end(self) -> Result<(), Failed> {
        if self.wrong.is_empty() { Ok(()) } else { Err(self.wrong.join("\n").into()) }
    }
}

/// Each function with all its arguments, and the place of one of them. `tests/sql/lists.slt` tests functions over lists, and
/// `tests/sql/signatures.slt` those over signatures.
fn places() -> impl Iterator<Item = (&'static Function, usize, &'static Arg)> {
    let is_over_values = |function: &&Function| {
        !function.takes_list() && function.args[function.value_index()].kind != ArgKind::Signature
    };
    let functions = hashlane_catalog::all().filter(is_over_values);
    functions.flat_map(|function| {
        function.args.iter().enumerate().map(move |(i, arg)| (function, i, arg))
    })
}

/// The type that an argument has in SQL.
fn sql_type(kind: ArgKind) -> &'static str {
    match kind {
        // The type of the elements.
        ArgKind::ListOfRows | ArgKind::ListOfValues | ArgKind::ListOfBytes => "VARCHAR",
        ArgKind::Bytes
        | ArgKind::Row
        | ArgKind::Value
        | ArgKind::Bucketed
        | ArgKind::BytesOrInteger
        | ArgKind::KafkaClient
        | ArgKind::Text
        | ArgKind::Key16
        | ArgKind::Key32
        | ArgKind::Key
        | ArgKind::Context
        | ArgKind::Namespace
        | ArgKind::ShingleUnit
        | ArgKind::Fingerprint
        | ArgKind::Algorithm
        | ArgKind::MacAlgorithm
        | ArgKind::Checksum
        | ArgKind::Codec
        | ArgKind::Format
        | ArgKind::PackCodec => "VARCHAR",
        ArgKind::Signature => "UINTEGER[]",
        ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes => "BYTEA",
        ArgKind::SymbolTable | ArgKind::Sketch => "BYTEA",
        ArgKind::Seed32
        | ArgKind::Seed64
        | ArgKind::SignedSeed32
        | ArgKind::SignedSeed64
        | ArgKind::WholeNumber
        | ArgKind::Level(..)
        | ArgKind::MaxBytes
        | ArgKind::Length(..)
        | ArgKind::Buckets
        | ArgKind::Index
        | ArgKind::Count(..)
        | ArgKind::Samples(..) => "BIGINT",
        ArgKind::Fraction => "DOUBLE",
    }
}

fn nulls(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    // In a row NULL is a value, with few exceptions: see `rows`.
    let is_value = |function: &Function, arg: &Arg| {
        arg.kind == ArgKind::Row && function.nulls == OnNull::Value
    };
    for (function, place, arg) in places().filter(|(function, _, arg)| !is_value(function, arg)) {
        let null = format!("CAST(NULL AS {})", sql_type(arg.kind));
        for null in ["NULL", &null] {
            let of_value = call_with(function, "'a value'", place, null);
            let of_value = format!("SELECT {of_value}");
            let of_column = call_with(function, &input(function, "v"), place, null);
            let of_column = format!("SELECT count(*), count({of_column}) FROM halves");
            if arg.kind.refuses_null() {
                let says = format!("{}: argument {} is NULL", function.name, arg.name);
                checks.fails(&of_value, &[&says]);
                checks.fails(&of_column, &[&says]);
            } else {
                checks.gives(&of_value, &[&["NULL"]]);
                checks.gives(&of_column, &[&["3000", "0"]]);
            }
        }
        let column = match sql_type(arg.kind) {
            "BIGINT" => "n",
            "DOUBLE" => "CAST(n AS DOUBLE)",
            "BYTEA" => "b",
            _ => "v",
        };
        let call = call_with(function, &input(function, "v"), place, column);
        let sql = format!("SELECT count(*), count({call}) FROM halves WHERE i % 2 = 1");
        checks.gives(&sql, &[&["1500", "0"]]);
    }
    checks.end()
}

fn no_rows(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    checks.session.run("CREATE TABLE nothing(v VARCHAR, b BYTEA)")?;
    for function in hashlane_catalog::all() {
        for count in arities(function) {
            let takes_blob = function.args[function.value_index()].kind.accepts(TypeClass::Blob);
            for column in if takes_blob { &["v", "b"][..] } else { &["v"][..] } {
                let call = call(function, column, count);
                checks.gives(&format!("SELECT {call} FROM nothing"), &[]);
                checks.gives(&format!("SELECT count({call}) FROM halves WHERE i < 0"), &[&["0"]]);
            }
        }
    }
    checks.end()
}

/// Expressions of types that no value has, with their names in DuckDB and, if they differ, in DataFusion.
const NOT_BYTES: [(&str, &str, &str); 10] = [
    ("CAST(42 AS INT)", "INTEGER", ""),
    ("CAST(42 AS BIGINT)", "BIGINT", ""),
    ("CAST(1 AS UBIGINT)", "UBIGINT", ""),
    ("CAST(0.5 AS DOUBLE)", "DOUBLE", ""),
    ("CAST(0.5 AS DECIMAL(9, 2))", "DECIMAL", "DECIMAL(9, 2)"),
    ("true", "BOOLEAN", ""),
    ("DATE '2026-01-01'", "DATE", ""),
    ("TIMESTAMP '2026-01-01 00:00:00'", "TIMESTAMP", ""),
    ("INTERVAL '1' MONTH", "INTERVAL", ""),
    ("['a']", "LIST", "VARCHAR[]"),
];

/// The same for arguments that must be numbers.
const NOT_NUMBERS: [(&str, &str, &str); 5] = [
    ("'5'", "VARCHAR", ""),
    ("unhex('05')", "BLOB", ""),
    ("CAST(5 AS DOUBLE)", "DOUBLE", ""),
    ("true", "BOOLEAN", ""),
    ("DATE '2026-01-01'", "DATE", ""),
];

fn types(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    // A row accepts nearly all types, see `rows`; a bucketed value accepts many, see `buckets`.
    let typed = [ArgKind::Row, ArgKind::Bucketed];
    for (function, place, arg) in places().filter(|(_, _, arg)| !typed.contains(&arg.kind)) {
        let takes_number = ["BIGINT", "DOUBLE"].contains(&sql_type(arg.kind));
        let refused = if takes_number { &NOT_NUMBERS[..] } else { &NOT_BYTES[..] };
        for (expression, duckdb, datafusion) in refused {
            let class = match *duckdb {
                "INTEGER" | "BIGINT" | "UBIGINT" => TypeClass::Integer,
                "DOUBLE" | "DECIMAL" => TypeClass::Real,
                _ => TypeClass::Other,
            };
            if arg.kind.accepts(class) {
                continue;
            }
            let same = engine.is_duckdb() || datafusion.is_empty();
            let given = if same { duckdb } else { datafusion };
            let call = call_with(function, "'a value'", place, expression);
            let says = format!("{}: argument {} is {given}", function.name, arg.name);
            let takes = format!("it takes {}", arg.kind.type_names());
            let mut parts = vec![says.as_str(), takes.as_str()];
            let cast = format!("CAST({} AS VARCHAR)", arg.name);
            if arg.kind == ArgKind::Bytes {
                parts.push(&cast);
            }
            checks.fails(&format!("SELECT {call}"), &parts);
        }
        if arg.kind.accepts(TypeClass::Blob) && !arg.kind.accepts(TypeClass::Text) {
            let call = call_with(function, "'a value'", place, "'a text'");
            checks.fails(&format!("SELECT {call}"), &[function.name, arg.name, "it takes BLOB"]);
        }
        // Text is not a number, and none of these is bytes.
        if !takes_number && !arg.kind.accepts(TypeClass::Blob) {
            let call = call_with(function, "'a value'", place, "unhex('61')");
            checks.fails(&format!("SELECT {call}"), &[function.name, arg.name, "it takes VARCHAR"]);
        }
    }
    checks.end()
}

/// A value that is invalid for an argument.
struct Refused {
    /// The value in SQL.
    sql: String,
    /// The value in the error.
    given: String,
    /// The allowed values, as the error lists them.
    allowed: String,
}

fn refused(kind: ArgKind) -> Vec<Refused> {
    let numbers = |given: &[i128], low: i128, high: i128| {
        let refused = |given: &i128| Refused {
            sql: given.to_string(),
            given: given.to_string(),
            allowed: format!("{low} to {high}"),
        };
        given.iter().map(refused).collect()
    };
    let u32_max = i128::from(u32::MAX);
    match kind {
        ArgKind::Seed32 => numbers(&[-1, u32_max + 1], 0, u32_max),
        ArgKind::Seed64 => numbers(&[-1], 0, u64::MAX.into()),
        ArgKind::SignedSeed32 => {
            let (low, high) = (i128::from(i32::MIN), i128::from(i32::MAX));
            numbers(&[low - 1, high + 1], low, high)
        }
        ArgKind::SignedSeed64 => {
            let (low, high) = (i128::from(i64::MIN), i128::from(i64::MAX));
            numbers(&[high + 1], low, high)
        }
        ArgKind::Level(low, high) => numbers(&[-8, 23, 99, 1 << 40], low.into(), high.into()),
        ArgKind::Length(low, high) => numbers(&[0, -1, 65_537, 1 << 40], low.into(), high.into()),
        ArgKind::MaxBytes => numbers(&[-1], 0, i64::MAX.into()),
        ArgKind::Buckets => {
            let most = i128::from(i32::MAX);
            numbers(&[0, -1, most + 1, 1 << 40], 1, most)
        }
        ArgKind::Key16 => [0, 15, 17, 32].map(|len| refused_key(len, 16)).into(),
        ArgKind::Key32 => [0, 31, 33, 64].map(|len| refused_key(len, 32)).into(),
        ArgKind::Algorithm | ArgKind::MacAlgorithm => {
            let refused = |name| refused_name(name, "md5, sha1, sha224, sha256");
            ["nosuch", "sha.256", "", "sha256 "].map(refused).into()
        }
        ArgKind::Checksum => {
            let refused = |name| refused_name(name, "CRC32, CRC32C, CRC64NVME");
            ["nosuch", "sha224", "", "CRC32 "].map(refused).into()
        }
        ArgKind::KafkaClient => {
            let refused = |name| refused_name(name, "java, librdkafka, kafkajs, sarama");
            ["nosuch", "Java", "", "java "].map(refused).into()
        }
        ArgKind::Codec => {
            let refused = |name| refused_name(name, "zstd, gzip, zlib, snappy, brotli, xz, lz4");
            ["nosuch", "ZST", "", "zstd ", "zstd(3", "zstd 3"].map(refused).into()
        }
        ArgKind::Format => {
            let refused = |name| refused_name(name, "auto, zstd, gzip, zlib, snappy, brotli");
            ["nosuch", "auto ", "", "zstd(3"].map(refused).into()
        }
        ArgKind::Count(low, high, _) => numbers(&[0, -1, 4097], low.into(), high.into()),
        ArgKind::ShingleUnit => {
            let refused = |name| refused_name(name, "words, characters");
            ["word", "Words", "", "characters "].map(refused).into()
        }
        ArgKind::Namespace => {
            let allowed = "'dns', 'url', 'oid', 'x500' or a UUID";
            let refused = |name: &str| Refused {
                sql: format!("'{name}'"),
                given: format!("'{name}'"),
                allowed: allowed.to_owned(),
            };
            ["", "dns ", "886313e13b8a53729b900c9aee199e5d"].map(refused).into()
        }
        ArgKind::Index => numbers(&[0, -1], 1, i64::MAX.into()),
        ArgKind::Fraction => ["-1", "2", "1.5"].map(refused_fraction).into(),
        // Only arguments of aggregates have these errors.
        ArgKind::PackCodec | ArgKind::Samples(..) => Vec::new(),
        // `dictionaries.slt`, `fingerprints.slt` and `sketches.slt` in `tests/sql` test these.
        ArgKind::Dictionary | ArgKind::DictionaryOrMaxBytes | ArgKind::SymbolTable => Vec::new(),
        ArgKind::Fingerprint | ArgKind::Sketch => Vec::new(),
        ArgKind::Bytes
        | ArgKind::Text
        | ArgKind::Row
        | ArgKind::Value
        | ArgKind::Bucketed
        | ArgKind::WholeNumber
        | ArgKind::BytesOrInteger
        | ArgKind::Signature
        | ArgKind::Key
        | ArgKind::Context => Vec::new(),
        ArgKind::ListOfRows | ArgKind::ListOfValues | ArgKind::ListOfBytes => Vec::new(),
    }
}

fn refused_fraction(given: &str) -> Refused {
    Refused { sql: given.to_owned(), given: given.to_owned(), allowed: "0 to 1".to_owned() }
}

fn refused_key(len: usize, allowed: usize) -> Refused {
    Refused {
        sql: format!("'{}'", "k".repeat(len)),
        given: format!("a key of {len} bytes"),
        allowed: format!("a key of exactly {allowed} bytes"),
    }
}

/// A name that is not in the list with this beginning.
fn refused_name(name: &str, list: &str) -> Refused {
    let (sql, given) = (format!("'{name}'"), format!("'{name}'"));
    Refused { sql, given, allowed: format!("one of {list}") }
}

fn values(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    for (function, place, arg) in places() {
        for Refused { sql, given, allowed } in refused(arg.kind) {
            let says = format!(
                "{}: argument {} is {given}; allowed is {allowed}",
                function.name, arg.name
            );
            let call = call_with(function, "'a value'", place, &sql);
            checks.fails(&format!("SELECT {call}"), &[&says]);
            let call = call_with(function, &input(function, "v"), place, &sql);
            checks.fails(&format!("SELECT count({call}) FROM halves"), &[&says]);
            // In one row of a column; the other rows are valid.
            let good = arguments(function, "v").swap_remove(place);
            let mixed = format!("CASE WHEN i = 2998 THEN {sql} ELSE {good} END");
            let call = call_with(function, &input(function, "v"), place, &mixed);
            checks.fails(&format!("SELECT count({call}) FROM halves"), &[&says]);
            // If a row's value is NULL, its arguments aren't checked.
            let mixed = format!("CASE WHEN i = 2999 THEN {sql} ELSE {good} END");
            let call = call_with(function, &input(function, "v"), place, &mixed);
            let sql = format!("SELECT count({call}) FROM halves");
            // But NULL is a value of a row, so these arguments are checked.
            if function.nulls == OnNull::Value {
                checks.fails(&sql, &[&says]);
            } else {
                checks.gives(&sql, &[&["1500"]]);
            }
        }
    }
    checks.end()
}

/// A constant, a column and a column of one value are three ways to give the same argument.
fn constants(engine: Engine) -> Result<(), Failed> {
    let mut checks = Checks::new(engine)?;
    for (function, place, _) in places().filter(|(_, _, arg)| !arg.kind.is_value()) {
        let value = input(function, "v");
        let constant = arguments(function, "v").swap_remove(place);
        // An expression that the planner can't fold.
        let column = format!("CASE WHEN i >= 0 THEN {constant} END");
        let by_constant = call_with(function, &value, place, &constant);
        let by_column = call_with(function, &value, place, &column);
        let sql = format!("SELECT count(*) FROM halves WHERE {by_constant} = {by_column}");
        let rows = if function.nulls == OnNull::Value { "3000" } else { "1500" };
        checks.gives(&sql, &[&[rows]]);
    }
    checks.end()
}
