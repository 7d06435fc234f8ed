//! gzip files of flate2 and zlib-rs; raw Snappy of Google's tests and klauspost/compress's fuzzer.

use super::{bytes, check_verdict, folder, verdicts};
use crate::support::codec::{GZIP, SNAPPY};
use crate::support::zip;

#[test]
fn gzip() {
    let Some(folder) = folder() else { return };
    let verdicts = verdicts(&folder, "gzip/verdict_gzip.csv");
    for verdict in &verdicts {
        check_verdict(GZIP, verdict, &bytes(&folder, &verdict.entry));
    }
    assert!(!verdicts.is_empty());
}

#[test]
fn snappy() {
    let Some(folder) = folder() else { return };
    let verdicts = verdicts(&folder, "snappy/verdict_snappy.csv");
    let files = zip::files(&bytes(&folder, "snappy/xerial-FuzzDecode_raw.zip"));
    for verdict in &verdicts {
        match verdict.entry.split_once('!') {
            Some((_, name)) => {
                let (_, file) = files.iter().find(|(file, _)| file == name).expect(name);
                check_verdict(SNAPPY, verdict, file);
            }
            None => check_verdict(SNAPPY, verdict, &bytes(&folder, &verdict.entry)),
        }
    }
    assert!(!verdicts.is_empty());
    println!("{} inputs for Snappy", verdicts.len());
}
