//! Table functions stop once their rows are no longer wanted. The tests count the reads after that.

use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hashlane_catalog::{Cell, ParameterKind, TABLE_FUNCTIONS, TableRows};
use hashlane_files::{CancellableSource, CancellationToken, FileError, FileSystem, Source};
use hashlane_parquet::table_functions::FileCall;
use hashlane_parquet::verify::{VerifyOptions, verify};
use hashlane_parquet::{diff, fingerprint};
use parquet::basic::{Compression, Repetition, Type};
use parquet::file::properties::WriterVersion;

use crate::support::options;
use crate::written::crafted::{ALL, column, data, file, page, varint};
use crate::written::{Memory, arrow_rs};

const THREADS: usize = 4;

/// A file of several row groups, and the number of its reads.
#[derive(Clone)]
struct Counted {
    bytes: Arc<Vec<u8>>,
    reads: Arc<AtomicUsize>,
    /// The number of reads after which `token` is cancelled.
    cancels_at: usize,
    token: CancellationToken,
}

impl Counted {
    fn new(cancels_at: usize) -> Self {
        let rows = arrow_rs::rows(6_000);
        let codec = Compression::SNAPPY;
        let bytes = arrow_rs::file(&rows, codec, WriterVersion::PARQUET_1_0, true, false);
        let (reads, token) = Default::default();
        Counted { bytes: Arc::new(bytes), reads, cancels_at, token }
    }

    fn reads(&self) -> usize {
        self.reads.load(Ordering::Relaxed)
    }
}

impl Source for Counted {
    fn name(&self) -> &str {
        "counted.parquet"
    }

    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_exact_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        if self.reads.fetch_add(1, Ordering::Relaxed) + 1 == self.cancels_at {
            self.token.cancel();
        }
        Memory(&self.bytes[..]).read_exact_at(offset, buffer)
    }

    fn is_local(&self) -> bool {
        true
    }

    fn unchanged(&self) -> Result<(), FileError> {
        Ok(())
    }
}

impl FileSystem for Counted {
    fn expand(&self, _: &str, _: &CancellationToken) -> Result<Vec<String>, FileError> {
        Ok(vec!["one".to_owned(), "two".to_owned()])
    }

    fn open(&self, _: &str) -> Result<Box<dyn Source>, FileError> {
        Ok(Box::new(self.clone()))
    }
}

/// Every table function over files, with each switch off and on.
fn calls() -> Vec<(String, FileCall)> {
    let mut calls = Vec::new();
    for function in TABLE_FUNCTIONS {
        let TableRows::Files(table) = function.rows else { continue };
        for switch in [false, true] {
            let argument = |parameter: &hashlane_catalog::Parameter| match parameter.kind {
                ParameterKind::Switch => Cell::Truth(switch),
                ParameterKind::Text if parameter.name == "algorithms" => {
                    Cell::Text("sha256, blake3, xxh3".to_owned())
                }
                ParameterKind::Text => Cell::Text("one".to_owned()),
            };
            let arguments: Vec<_> = function.parameters.iter().map(argument).collect();
            let call = FileCall::new(function, table, &arguments).expect("fine arguments");
            calls.push((format!("{} {switch}", function.name), call));
        }
    }
    assert!(calls.len() >= 10);
    calls
}

/// Runs a call, and returns its rows and its result.
fn run(
    call: &FileCall,
    files: &Counted,
    mut wanted: impl FnMut(usize) -> bool,
) -> (usize, Result<(), String>) {
    let mut rows = 0;
    let threads = NonZero::new(THREADS).expect("some threads");
    let result = call.for_each_row(files, threads, &files.token, &mut |_| {
        rows += 1;
        if wanted(rows) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (rows, result)
}

#[test]
fn a_cancelled_call_reads_no_more() {
    for (name, call) in calls() {
        let all = Counted::new(usize::MAX);
        let (rows, result) = run(&call, &all, |_| true);
        assert_eq!(result, Ok(()), "{name}");
        assert_eq!(rows == 0, name.starts_with("parquet_diff"), "{name}");
        // In the middle, and before the second of two files.
        for at in [1, all.reads() / 4, all.reads() / 2] {
            let files = Counted::new(at.max(1));
            let (_, result) = run(&call, &files, |_| true);
            let error = result.expect_err(&name);
            assert!(error.ends_with("the query was cancelled"), "{name}: {error}");
            // Other threads may have started reads.
            assert!(files.reads() < at.max(1) + THREADS, "{name}: {} of {at}", files.reads());
        }
    }
}

/// Stops like LIMIT.
#[test]
fn a_call_whose_rows_are_not_wanted_reads_no_more() {
    for (name, call) in calls() {
        let all = Counted::new(usize::MAX);
        let (rows, _) = run(&call, &all, |_| true);
        let files = Counted::new(usize::MAX);
        let mut reads = 0;
        let (given, result) = run(&call, &files, |_| {
            reads = files.reads();
            false
        });
        assert_eq!((given, result), (rows.min(1), Ok(())), "{name}");
        if rows > 0 {
            assert!(files.token.is_cancelled(), "{name}");
            let half = all.reads() / 2;
            assert!(files.reads() <= half, "{name}: {} of {}", files.reads(), all.reads());
        }
    }
}

/// Two billion values of a dictionary in a few bytes: minutes of work without a read.
fn billions() -> Memory {
    let mut run = vec![1];
    varint((ALL as u64) << 1, &mut run);
    run.push(0);
    let dictionary = page(2, 4, &[1, 0], &7u32.to_le_bytes());
    let pages = [dictionary, data(ALL, 8, &run)].concat();
    file(column(Type::INT32, Repetition::REQUIRED), Compression::UNCOMPRESSED, ALL, ALL, &pages)
}

#[test]
fn work_without_reads_can_be_cancelled() {
    let cancelled_soon = |work: &(dyn Fn(Arc<dyn Source>) -> Result<(), FileError> + Sync)| {
        let token = CancellationToken::new();
        let source: Arc<dyn Source> =
            Arc::new(CancellableSource::new(Box::new(billions()), token.clone()));
        std::thread::scope(|scope| {
            let work = scope.spawn(|| work(source));
            // At any time: before, in or between the pages.
            std::thread::sleep(std::time::Duration::from_millis(200));
            assert!(!work.is_finished(), "the work is too short for this test");
            token.cancel();
            work.join().expect("no panic").expect_err("it was cancelled").to_string()
        })
    };
    let of_fingerprint = cancelled_soon(&|file| fingerprint(&file, &options(false, 2)).map(drop));
    let of_diff = cancelled_soon(&|file| diff(&file, &file, &options(false, 2)).map(drop));
    let of_verify = cancelled_soon(&|file| {
        let options = VerifyOptions { deep: true, ..VerifyOptions::default() };
        verify(file.as_ref(), &options, &mut |_| ControlFlow::Continue(()))
    });
    for error in [of_fingerprint, of_diff, of_verify] {
        assert!(error.ends_with("the query was cancelled"), "{error}");
    }
}
