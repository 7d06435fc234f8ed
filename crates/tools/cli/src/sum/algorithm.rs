//! The names of algorithms on the command line.

use hashlane_files::digest::{ALGORITHMS, Algorithm};

/// Returns the algorithm with that name, or an error that lists all.
pub fn algorithm(name: &str) -> Result<&'static Algorithm, String> {
    Algorithm::find(name).ok_or_else(|| {
        let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
        format!("unknown algorithm; use one of {}", names.join(", "))
    })
}
