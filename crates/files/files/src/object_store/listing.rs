//! Lists the objects that match a pattern.

use futures::TryStreamExt;
use glob::{MatchOptions, Pattern};
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt};

#[cfg(feature = "cloud_stores")]
use super::address::ObjectAddress;
use super::failure;
use super::key::{is_folder_marker, listable_folder, listed_key, object_path};
use crate::FileError;

/// Patterns are those of shells: `*` and `?` stop at a slash, and `**` does not.
const SHELL: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// Returns the keys in `store` that match a key with wildcards (`*`, `?`, `[…]`, `**`), in order. A key without
/// wildcards is returned as it is, whether or not the object exists, and so is the key of an existing object. `name` is
/// the pattern's name in errors. Keys may be among them that `store` can't name: [`object_path`] returns an error for
/// these. Empty objects that only mark a folder are left out.
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
    if let Ok(literal) = object_path(key)
        && store.head(&literal).await.is_ok()
    {
        return Ok(vec![key.to_owned()]);
    }
    let keys = matching(store, key, name).await?;
    match keys.is_empty() {
        true => Err(FileError::new(name, "matches no object")),
        false => Ok(keys.into_iter().map(|(key, _)| key).collect()),
    }
}

/// Returns the objects that match a key with wildcards, or else those below the folder of this name, by key. There may be
/// none.
///
/// # Errors
/// Like [`expand`].
#[cfg(feature = "cloud_stores")]
pub(super) async fn listed(
    store: &dyn ObjectStore,
    address: &ObjectAddress<'_>,
    name: &str,
) -> Result<Vec<KeyedObject>, FileError> {
    if address.key().contains(['*', '?', '[']) {
        let objects = matching(store, address.key(), name).await?;
        return match objects.is_empty() {
            true => Err(FileError::new(name, "matches no object")),
            false => Ok(objects),
        };
    }
    let folder = address.folder()?;
    let fail = |error: object_store::Error| FileError::new(name, failure::line(&error));
    let objects = store.list(prefix(&folder)).try_collect().await.map_err(fail)?;
    Ok(keyed(objects))
}

/// A listed object, with its key.
pub(super) type KeyedObject = (String, ObjectMeta);

/// Returns objects with their keys, by key, without those that mark a folder.
fn keyed(objects: Vec<ObjectMeta>) -> Vec<KeyedObject> {
    let with_key = |object: ObjectMeta| (listed_key(&object.location).into_owned(), object);
    let mut keyed: Vec<_> = objects.into_iter().map(with_key).collect();
    keyed.retain(|(key, object)| !is_folder_marker(key, object.size));
    keyed.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    keyed
}

fn prefix(folder: &Path) -> Option<&Path> {
    Some(folder).filter(|folder| !folder.is_root())
}

async fn matching(
    store: &dyn ObjectStore,
    key: &str,
    name: &str,
) -> Result<Vec<KeyedObject>, FileError> {
    let fail = |error: object_store::Error| FileError::new(name, failure::line(&error));
    let pattern = Pattern::new(key)
        .map_err(|error| FileError::new(name, format!("is not a valid pattern: {error}")))?;
    let folder = literal_folder(key);
    let listed = object_path(folder).map_err(|why| FileError::new(name, why))?;
    // Don't list subfolders that the pattern can't match.
    let rest = key[folder.len()..].strip_prefix('/').unwrap_or(&key[folder.len()..]);
    let flat = !rest.contains('/') && !key.contains("**");
    let objects = match flat {
        true => store.list_with_delimiter(prefix(&listed)).await.map_err(fail)?.objects,
        false => store.list(prefix(&listed)).try_collect().await.map_err(fail)?,
    };
    let mut objects = keyed(objects);
    objects.retain(|(key, _)| pattern.matches_with(key, SHELL));
    Ok(objects)
}

/// Returns the folders before the first wildcard, as far as a path can hold them.
fn literal_folder(key: &str) -> &str {
    let wildcard = key.find(['*', '?', '[']).unwrap_or(key.len());
    listable_folder(&key[..wildcard])
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
        assert_eq!(literal_folder("a/b//c*"), "a/b");
        assert_eq!(literal_folder("/*"), "");
    }
}
