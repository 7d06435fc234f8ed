//! Prints the fingerprints of Parquet files: `fingerprint THREADS FILE…`.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

use hashlane_files::{FileSystem, LocalFiles, Source};
use hashlane_parquet::{FingerprintOptions, fingerprint};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let threads: NonZero<usize> = args.next().ok_or("fingerprint THREADS FILE…")?.parse()?;
    let options = FingerprintOptions { ordered: std::env::var_os("ORDERED").is_some(), threads };
    for path in args {
        let started = Instant::now();
        let source: Arc<dyn Source> = Arc::from(LocalFiles.open(&path)?);
        for column in fingerprint(&source, &options)? {
            println!("{}  {}", column.fingerprint, column.column.as_deref().unwrap_or("*"));
        }
        eprintln!("{path}: {:.1} ms", started.elapsed().as_secs_f64() * 1e3);
    }
    Ok(())
}
