//! The names of algorithms on the command line.

use hashlane_files::digest::{ALGORITHMS, FileAlgorithm};

/// Returns the algorithm with that name, or an error that lists all.
pub fn algorithm(name: &str) -> Result<&'static FileAlgorithm, String> {
    FileAlgorithm::find(name).ok_or_else(|| {
        let names: Vec<_> = ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
        let distance = |other: &&&str| strsim::damerau_levenshtein(name, other);
        let similar = names.iter().min_by_key(distance).filter(|other| distance(other) <= 2);
        let all = names.join(", ");
        match similar {
            Some(name) => format!("unknown algorithm: did you mean {name}? There are {all}"),
            None => format!("unknown algorithm; use one of {all}"),
        }
    })
}
