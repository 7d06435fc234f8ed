//! Names that are addresses (`s3://bucket/key`) rather than paths of this machine.

/// Whether `name` is an address (`s3://…`) rather than a path of this machine.
pub fn is_url(name: &str) -> bool {
    scheme(name).is_some()
}

/// Returns the part of a name before `://`, if it is a scheme and not part of a local path.
pub(crate) fn scheme(name: &str) -> Option<&str> {
    let (scheme, _) = name.split_once("://")?;
    let letters = scheme.bytes().all(is_of_scheme);
    (!scheme.is_empty() && letters).then_some(scheme)
}

/// Whether a scheme may contain this byte.
pub(crate) fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// Returns a name without its directories, on this machine or in an object store. The query of a web address is left
/// out, too: it may hold a signature.
///
/// ```
/// use hashlane_files::base_name;
///
/// assert_eq!(base_name("lake/a.parquet"), "a.parquet");
/// assert_eq!(base_name("https://host/a.parquet?X-Amz-Date=1/2"), "a.parquet");
/// assert_eq!(base_name("s3://bucket/a?b"), "a?b");
/// ```
pub fn base_name(name: &str) -> &str {
    let web = scheme(name)
        .is_some_and(|scheme| ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web)));
    let path = if web { name.split(['?', '#']).next().unwrap_or(name) } else { name };
    let separator = |sign: char| sign == '/' || (cfg!(windows) && sign == '\\');
    let base = path.rsplit(separator).next().unwrap_or(path);
    match path.split_once("://") {
        // The name is a host alone. Leave out the user.
        Some((_, host)) if host == base => base.rsplit('@').next().unwrap_or(base),
        _ => base,
    }
}

/// A path of Windows with the separator that every system reads. A verbatim path, `\\\\?\\…`, has no other separator than its own.
///
/// ```
/// use hashlane_files::with_slashes;
///
/// assert_eq!(with_slashes(r"C:\data\ä.txt"), "C:/data/ä.txt");
/// assert_eq!(with_slashes(r"\\server\share\x"), "//server/share/x");
/// assert_eq!(with_slashes(r"\\?\C:\x"), r"\\?\C:\x");
/// ```
pub fn with_slashes(path: &str) -> String {
    if path.starts_with(r"\\?\") { path.to_owned() } else { path.replace('\\', "/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_names() {
        for (name, base) in [
            ("a/b.parquet", "b.parquet"),
            ("b.parquet", "b.parquet"),
            ("a@b", "a@b"),
            ("https://user:password@host", "host"),
            ("https://user:password@host/", ""),
            ("https://user:password@host/a@2?b=c/d#e/f", "a@2"),
            ("s3://bucket/a?b#c", "a?b#c"),
        ] {
            assert_eq!(base_name(name), base, "{name}");
        }
    }

    #[test]
    fn paths_of_this_machine_have_no_scheme() {
        assert_eq!(scheme("a/b.parquet"), None);
        assert_eq!(scheme("./a b://c"), None);
        assert_eq!(scheme("s3://b/k"), Some("s3"));
    }
}
