//! The objects that a pattern means.

use futures::TryStreamExt;
use glob::{MatchOptions, Pattern};
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};

use super::failure;
use crate::FileError;

/// As a shell reads patterns: `*` and `?` stop at a slash, and `**` does not.
const SHELL: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// The keys in `store` that a key with wildcards (`*`, `?`, `[…]`, `**`) means, in order. A key
/// without wildcards is itself, whether or not there is such an object; so is one that exists.
/// `name` is what errors call it.
///
/// What is listed lies below the folders that the pattern names before its first wildcard.
///
/// # Errors
/// One line, if the pattern is malformed, means no object, or the store can't be asked.
pub async fn expand(
    store: &dyn ObjectStore,
    key: &str,
    name: &str,
) -> Result<Vec<String>, FileError> {
    if !key.contains(['*', '?', '[']) {
        return Ok(vec![key.to_owned()]);
    }
    let fail = |error: object_store::Error| FileError::new(name, failure::line(&error));
    if let Ok(literal) = Path::parse(key)
        && store.head(&literal).await.is_ok()
    {
        return Ok(vec![key.to_owned()]);
    }
    let pattern = Pattern::new(key)
        .map_err(|error| FileError::new(name, format!("is no pattern: {error}")))?;
    let folder = literal_folder(key);
    let prefix = Path::parse(folder).map_err(|error| fail(error.into()))?;
    let prefix = Some(&prefix).filter(|prefix| !prefix.as_ref().is_empty());
    // Subfolders that the pattern can't match are not listed.
    let flat = !key[folder.len()..].trim_start_matches('/').contains('/') && !key.contains("**");
    let objects = match flat {
        true => store.list_with_delimiter(prefix).await.map_err(fail)?.objects,
        false => store.list(prefix).try_collect::<Vec<ObjectMeta>>().await.map_err(fail)?,
    };
    let keys = objects.into_iter().map(|object| object.location.to_string());
    let mut keys: Vec<String> = keys.filter(|key| pattern.matches_with(key, SHELL)).collect();
    keys.sort_unstable();
    match keys.is_empty() {
        true => Err(FileError::new(name, "matches no object")),
        false => Ok(keys),
    }
}

/// The folders before the first wildcard.
fn literal_folder(key: &str) -> &str {
    let wildcard = key.find(['*', '?', '[']).unwrap_or(key.len());
    key[..wildcard].rfind('/').map_or("", |slash| &key[..slash])
}

#[cfg(test)]
mod tests {
    use super::literal_folder;

    #[test]
    fn the_folder_ends_before_the_first_wildcard() {
        assert_eq!(literal_folder("a/b/c*.parquet"), "a/b");
        assert_eq!(literal_folder("a/**/c"), "a");
        assert_eq!(literal_folder("x?/b"), "");
        assert_eq!(literal_folder("a/[bc]/d"), "a");
    }
}
