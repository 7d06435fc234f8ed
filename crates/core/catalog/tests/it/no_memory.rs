//! Every function with an allocator that refuses: an error, and never an abort.
//!
//! An abort ends the process, so the calls run in another process, which names each call before it makes it.

use std::hash::{DefaultHasher, Hash, Hasher};

use hashlane_catalog::{
    AGGREGATES, AggregateState, ArgColumn, ArgKind, ArgValue, Call, CallError, Fold, Function,
    MinHash, PackedValues, PortableState, Results, RowSketch, SampledValues, Settings, ValueSource,
    Work, all, each_keyed_row,
};
use hashlane_kernels::blocks::Rows;
use hashlane_kernels::encoding::Integers;
use hashlane_kernels::encoding::{self, ValueClass, Values};

use crate::alloc::{within, without};
use crate::calls::signatures;
use crate::choices::{choices, row_for};
use crate::groups::result;
use crate::this_program::this_program;

/// So many rows that memory for each row is a large request.
const ROWS: usize = 1_100;

/// The number of the first function that the process calls.
const FIRST: &str = "HASHLANE_TEST_FIRST";

/// A call that can be repeated, and returns a hash of its results.
type Case<'a> = &'a (dyn Fn() -> Result<u64, CallError> + Sync);

/// Prints the next call: the last line is the one that aborted.
fn note(call: &str) {
    eprintln!("next: {call}");
}

/// Refuses the large requests of a call one after the other, and then all requests beyond a limit. After an error, the
/// thread's next call must be as good as the first.
///
/// Before a crate that ends the process without memory is called, a probe asks for what it takes. The probe finds that
/// memory is short, but not that a single request will fail. FSST's trains anew in each call.
fn refuse(name: &str, call: Case<'_>) {
    let expected = call().unwrap_or_else(|e| panic!("{name}: {e}"));
    let trains = name.ends_with("fsst_train")
        || name.ends_with("compress_bench")
        || name == "list_block_pack of columns";
    if !trains {
        refuse_one(name, call, expected);
    }
    let mut most = 0;
    while most < 16 << 20 {
        let place = format!("with {most} bytes");
        note(&format!("{name}, {place}"));
        // With the contexts of a thread that has made no call yet.
        let result = std::thread::scope(|scope| scope.spawn(|| within(most, call)).join());
        let result = result.unwrap_or_else(|_| panic!("{name}, {place}: a panic"));
        check(result, expected, &format!("{name}, {place}"));
        most = (2 * most).max(4 << 10);
    }
}

/// Checks that the result is the expected one, or that the error is out of memory.
fn check(result: Result<u64, CallError>, expected: u64, place: &str) {
    match result {
        Ok(result) => assert!(result == expected, "{place}: another result"),
        Err(error) => {
            let error = error.to_string();
            assert!(error.contains("not enough memory"), "{place}: {error}");
        }
    }
}

/// Refuses the large requests of a call one after the other.
fn refuse_one(name: &str, call: Case<'_>, expected: u64) {
    let mut n = 0;
    loop {
        let place = format!("without request {n}");
        note(&format!("{name}, {place}"));
        let (result, refused) = without(n, call);
        check(result, expected, &format!("{name}, {place}"));
        if !refused {
            break;
        }
        check(call(), expected, &format!("{name}, after one {place}"));
        // Each of the first requests, then only some: a call may make one for each row.
        n += 1 + n / 8;
    }
}

/// The rows of a call: a long one, and many short ones if the function accepts any bytes.
fn rows(function: &Function) -> Vec<Vec<u8>> {
    let long = row_for(function);
    let short = match function.work {
        Work::Compress => b"an order of the customer Wolf".to_vec(),
        _ if function.name.starts_with("row_bytes") => b"an order of the customer Wolf".to_vec(),
        _ => long.clone(),
    };
    std::iter::once(long).chain(std::iter::repeat_n(short, ROWS - 1)).collect()
}

/// A hash of a call's results.
fn called(
    function: &'static Function,
    rows: &[&[u8]],
    params: &[ArgColumn<'_>],
) -> Result<u64, CallError> {
    let blobs = Values::Bytes(ValueClass::Binary, Rows::Slices(rows));
    let columns = [encoding::Column::new(rows.len(), None, blobs.clone())];
    let elements = encoding::Column::new(rows.len(), None, blobs);
    let list = Values::List(encoding::Lists::Fixed(rows.len()), Box::new(elements));
    let list = encoding::Column::new(1, None, list);
    const NUMBERS: [i64; ROWS] = [34; ROWS];
    let numbers = Values::Integers(ValueClass::Integer, Integers::I64(&NUMBERS), 1);
    let numbers = [encoding::Column::new(rows.len(), None, numbers)];
    let signature = signatures(rows.len());
    let signatures = vec![signature; function.value_places(function.args.len()).len()];
    let source = match function.args[function.value_index()].kind {
        ArgKind::Signature => ValueSource::Row { columns: &signatures, len: rows.len() },
        ArgKind::Row | ArgKind::BytesOrInteger => {
            ValueSource::Row { columns: &columns, len: rows.len() }
        }
        ArgKind::WholeNumber => ValueSource::Row { columns: &numbers, len: rows.len() },
        _ if function.takes_list() => ValueSource::Lists { column: &list, len: 1 },
        _ => ValueSource::Rows(Rows::Slices(rows)),
    };
    let call = Call::new(function, source, params, None)?;
    let mut hasher = DefaultHasher::new();
    let results = call.collect(usize::MAX, None)?;
    add_results(function, &results, &mut hasher);
    Ok(hasher.finish())
}

/// Adds results to a hash, without an allocation.
fn add_results(function: &Function, results: &Results, to: &mut DefaultHasher) {
    match results {
        Results::Fixed(out) => (&out.bytes, &out.nulls).hash(to),
        Results::Strings(out) => (out.bytes(), out.ends(), out.nulls()).hash(to),
        Results::Lists(out) => {
            (out.ends(), out.nulls()).hash(to);
            // Measurements differ from one call to the next.
            if function.fold() != Some(Fold::Measurements) {
                add_results(function, out.values(), to);
            }
        }
        Results::Structs(fields) => {
            fields.iter().for_each(|field| add_results(function, field, to));
        }
    }
}

/// Calls a scalar function with constants, and with columns of parameters.
fn refuse_scalar(function: &'static Function) {
    let rows = rows(function);
    let rows: Vec<&[u8]> = rows.iter().map(Vec::as_slice).collect();
    let values: Vec<_> = function.params().map(|(_, arg)| choices(function, arg.kind)).collect();
    let constants: Vec<_> = values.iter().map(|values| ArgColumn::Constant(values[0])).collect();
    refuse(function.name, &|| called(function, &rows, &constants));
    let columns: Vec<_> =
        values.iter().map(|[first, second, _]| changing(*first, *second)).collect();
    let columns: Vec<_> = columns.iter().map(Changing::column).collect();
    if !columns.is_empty() && called(function, &rows, &columns).is_ok() {
        refuse(&format!("{} of columns", function.name), &|| called(function, &rows, &columns));
    }
}

/// A column whose first value differs from the rest.
enum Changing<'a> {
    Integers(Vec<i128>),
    Reals(Vec<f64>),
    Bytes(Vec<&'a [u8]>),
}

fn changing<'a>(first: ArgValue<'a>, second: ArgValue<'a>) -> Changing<'a> {
    match (first, second) {
        (ArgValue::Integer(first), ArgValue::Integer(second)) => {
            Changing::Integers([vec![second], vec![first; ROWS - 1]].concat())
        }
        (ArgValue::Real(first), ArgValue::Real(second)) => {
            Changing::Reals([vec![second], vec![first; ROWS - 1]].concat())
        }
        (ArgValue::Bytes(first), ArgValue::Bytes(second)) => {
            Changing::Bytes([vec![second], vec![first; ROWS - 1]].concat())
        }
        _ => panic!("values of one kind"),
    }
}

impl Changing<'_> {
    fn column(&self) -> ArgColumn<'_> {
        match self {
            Changing::Integers(values) => ArgColumn::Integers(Integers::I128(values)),
            Changing::Reals(values) => ArgColumn::Reals(values),
            Changing::Bytes(values) => ArgColumn::Bytes(Rows::Slices(values)),
        }
    }
}

fn hash(results: &[Vec<u8>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    results.hash(&mut hasher);
    hasher.finish()
}

/// Fills a state of an aggregate, copies it, adds the copy to it, and finishes it.
fn refuse_aggregate(function: &'static Function, fold: Fold) {
    let mut settings = Settings::defaults(function);
    for (_, arg) in function.params().filter(|(_, arg)| arg.default.is_none()) {
        settings.set(function, arg, &choices(function, arg.kind)[1]).expect("it is allowed");
    }
    let values: Vec<Vec<u8>> = (0..ROWS)
        .map(|i| format!("{i} is the order of customer {}", i * 7919 % 1_000).into_bytes())
        .collect();
    let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
    refuse(function.name, &|| match fold {
        Fold::Pack => {
            let mut packed = PackedValues::new(function, &settings)?;
            values.iter().try_for_each(|value| packed.add(&settings, Some(value)))?;
            packed.merge(&packed.try_clone()?)?;
            Ok(hash(&[result(&packed)?, packed.into_finished()?]))
        }
        Fold::Sketch => {
            let texts = Values::Bytes(ValueClass::String, Rows::Slices(&values));
            let columns = [encoding::Column::new(ROWS, None, texts)];
            let mut sketch = RowSketch::new(function, &settings)?;
            each_keyed_row(function, &columns, 0..ROWS, |_, row| sketch.add(&settings, row))?;
            Ok(hash(&[result(&doubled(sketch)?)?]))
        }
        Fold::MinHash => {
            let signature = doubled(of_values::<MinHash>(function, &settings, &values)?)?;
            Ok(hash(&[signature.to_bytes()?]))
        }
        // It measures times.
        Fold::Measurements => {
            let sampled = doubled(of_values::<SampledValues>(function, &settings, &values)?)?;
            sampled.finish(&mut Results::of(&function.returns, usize::MAX)).map(|()| 0)
        }
        _ => {
            let sampled = of_values::<SampledValues>(function, &settings, &values)?;
            Ok(hash(&[result(&doubled(sampled)?)?]))
        }
    });
}

fn of_values<A: AggregateState<Input = hashlane_catalog::GroupValues>>(
    function: &'static Function,
    settings: &Settings,
    values: &[&[u8]],
) -> Result<A, CallError> {
    let mut group = A::new(function, settings)?;
    values.iter().try_for_each(|value| group.add(settings, Some(value)))?;
    Ok(group)
}

/// A group with the rows of a copy, and those of its own bytes.
fn doubled<A: PortableState>(mut group: A) -> Result<A, CallError> {
    group.merge(&group.try_clone()?)?;
    group.merge_bytes(&group.to_bytes()?)?;
    Ok(group)
}

/// Not a test: the process that [`nothing_aborts`] starts. It calls every second function from a number on.
#[test]
#[ignore = "its process may abort"]
fn functions_from_first() {
    let first = std::env::var(FIRST).map_or(0, |first| first.parse().expect("a number"));
    for (number, function) in all().chain(AGGREGATES).enumerate().skip(first).step_by(2) {
        eprintln!("function {number}");
        match function.work {
            Work::Aggregate(
                fold @ (Fold::Pack
                | Fold::Dictionary
                | Fold::SymbolTable
                | Fold::Measurements
                | Fold::MinHash
                | Fold::Sketch),
            ) => refuse_aggregate(function, fold),
            Work::Aggregate(_) => {}
            _ => refuse_scalar(function),
        }
    }
}

#[test]
fn nothing_aborts() {
    let odd = std::thread::spawn(|| aborted(1));
    let failed = [aborted(0), odd.join().expect("the other half")].concat();
    assert!(failed.is_empty(), "{} functions:\n{}", failed.len(), failed.join("\n"));
}

/// Finds everything that aborts in one run: the next process continues after the function that aborted.
fn aborted(mut first: usize) -> Vec<String> {
    let mut failed = Vec::new();
    loop {
        let mut process = this_program();
        process.args(["--exact", "no_memory::functions_from_first", "--ignored", "--nocapture"]);
        process.env(FIRST, first.to_string()).env("RUST_BACKTRACE", "0");
        let output = process.output().expect("a process");
        if output.status.success() {
            return failed;
        }
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let last = |start| told.lines().rev().find_map(|line| line.strip_prefix(start));
        let number: usize = last("function ").and_then(|n| n.parse().ok()).expect("a function");
        let call = last("next: ").unwrap_or_default();
        let words = ["memory allocation of", "thread "];
        let why = told.lines().rev().find(|line| words.iter().any(|word| line.starts_with(word)));
        failed.push(format!("{call}: {}: {}", output.status, why.unwrap_or(&told)));
        first = number + 2;
    }
}
