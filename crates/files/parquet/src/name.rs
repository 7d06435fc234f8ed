//! Names of Parquet files.

/// The ends of the names, in any case.
const SUFFIXES: [&str; 3] = [".parquet", ".parq", ".pq"];

/// Whether a file is a Parquet file by its name or address: a damaged file may begin with anything.
///
/// ```
/// use hashlane_parquet::is_parquet;
///
/// assert!(is_parquet("lake/A.PARQUET") && is_parquet("a.pq") && is_parquet("https://host/a.parq?version=1"));
/// assert!(is_parquet("s3://bucket/a?.parquet"));
/// assert!(!is_parquet("a.parquet.csv") && !is_parquet("parquet"));
/// ```
pub fn is_parquet(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    // A web address may have a query. In the key of an object, `?` is a character like others.
    let path = match name.split_once("://") {
        Some(("http" | "https", rest)) => rest.split('?').next().unwrap_or(rest),
        _ => &name,
    };
    SUFFIXES.iter().any(|suffix| path.ends_with(suffix))
}
