//! Lists the objects that match a pattern.

use futures::TryStreamExt;
use glob::{MatchOptions, Pattern};
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};

use super::failure;
use crate::FileError;

/// Patterns are those of shells: `*` and `?` stop at a slash, and `**` does not.
const SHELL: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// Returns the keys in `store` that match a key with wildcards (`*`, `?`, `[…]`, `**`), in order. A key without
/// wildcards is returned as it is, whether or not the object exists, and so is the key of an existing object. `name` is
/// the pattern's name in errors.
///
/// Only folders below the part before the first wildcard are listed.
///
/// # Errors
/// Returns one line if the pattern is malformed or matches no object, or if the store doesn't answer.
pub async fn expand(
    store: &dyn ObjectStore,
    key: &str,
    name: &str,
) -> Result<Vec<String>, FileError> {
    if !key.contains(['*', '?', '[']) {
        return Ok(vec![key.to_owned()]);
    }
    if let Ok(literal) = Path::parse(key)
        && store.head(&literal).await.is_ok()
    {
        return Ok(vec![key.to_owned()]);
    }
    let keys = matching(store, key, name).await?;
    match keys.is_empty() {
        true => Err(FileError::new(name, "matches no object")),
        false => Ok(keys.into_iter().map(|object| object.location.to_string()).collect()),
    }
}

/// Returns the objects that match a key with wildcards, or else those below the folder of this name, in order. There may
/// be none.
///
/// # Errors
/// Returns one line if the pattern is malformed or matches no object, or if the store doesn't answer.
#[cfg(feature = "cloud_stores")]
pub(super) async fn listed(
    store: &dyn ObjectStore,
    key: &str,
    name: &str,
) -> Result<Vec<ObjectMeta>, FileError> {
    let fail = |error: object_store::Error| FileError::new(name, failure::line(&error));
    if key.contains(['*', '?', '[']) {
        let objects = matching(store, key, name).await?;
        return match objects.is_empty() {
            true => Err(FileError::new(name, "matches no object")),
            false => Ok(objects),
        };
    }
    let prefix = Path::parse(key).map_err(|error| fail(error.into()))?;
    let prefix = Some(&prefix).filter(|prefix| !prefix.as_ref().is_empty());
    let mut objects = store.list(prefix).try_collect::<Vec<ObjectMeta>>().await.map_err(fail)?;
    objects.sort_unstable_by(|a, b| a.location.cmp(&b.location));
    Ok(objects)
}

async fn matching(
    store: &dyn ObjectStore,
    key: &str,
    name: &str,
) -> Result<Vec<ObjectMeta>, FileError> {
    let fail = |error: object_store::Error| FileError::new(name, failure::line(&error));
    let pattern = Pattern::new(key)
        .map_err(|error| FileError::new(name, format!("is not a valid pattern: {error}")))?;
    let folder = literal_folder(key);
    let prefix = Path::parse(folder).map_err(|error| fail(error.into()))?;
    let prefix = Some(&prefix).filter(|prefix| !prefix.as_ref().is_empty());
    // Don't list subfolders that the pattern can't match.
    let flat = !key[folder.len()..].trim_start_matches('/').contains('/') && !key.contains("**");
    let objects = match flat {
        true => store.list_with_delimiter(prefix).await.map_err(fail)?.objects,
        false => store.list(prefix).try_collect::<Vec<ObjectMeta>>().await.map_err(fail)?,
    };
    let is_match = |object: &ObjectMeta| pattern.matches_with(object.location.as_ref(), SHELL);
    let mut objects: Vec<_> = objects.into_iter().filter(is_match).collect();
    objects.sort_unstable_by(|a, b| a.location.cmp(&b.location));
    Ok(objects)
}

/// Returns the folders before the first wildcard.
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
