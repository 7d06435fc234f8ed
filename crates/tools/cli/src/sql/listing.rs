//! The files that a name stands for: a file, a folder, a pattern, or objects of a store.

use std::fs::{self, Metadata};
use std::path::Path as LocalPath;

use datafusion::catalog::Session;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::object_store::path::Path;
use datafusion::object_store::{self, ObjectMeta, ObjectStore, ObjectStoreExt};
use futures::{StreamExt, TryStreamExt, stream};
use hashlane_datafusion::file_tables::{StoredFile, StoredFiles};
use hashlane_files::{
    CancellationToken, FileError, FileSystem, LocalFiles, ObjectAddress, expand, is_folder_marker,
    is_url, listed_key, object_path, walk, with_slashes,
};
use url::Position;

use crate::sql::stores::SessionStores;

/// How many objects are asked for at a time.
const CONCURRENCY: usize = 32;

/// Lists the files of a name, in order. Of a folder, these are all files below it whose names, and those of their folders,
/// don't start with a dot or an underscore, as in Spark. Returns `None` if no local file has the name.
///
/// # Errors
/// Returns an error that holds a [`FileError`] if the object doesn't exist, or a folder or a store can't be read.
pub async fn listing(
    state: &dyn Session,
    stores: &SessionStores,
    name: &str,
) -> Result<Option<StoredFiles>> {
    match is_object(name) {
        true => objects(state, stores, name).await.map(Some),
        false => local(state, name).await,
    }
}

/// Finds files and objects by their whole names: none is a folder or a pattern. `list` is their table's name.
///
/// # Errors
/// Returns an error that names a file if it doesn't exist, or is in another store than the first one.
pub async fn named(
    state: &dyn Session,
    stores: &SessionStores,
    list: &str,
    names: &[String],
) -> Result<StoredFiles> {
    let found = names.iter().map(|name| file(state, stores, name.clone()));
    let found: Vec<_> = stream::iter(found).buffered(CONCURRENCY).try_collect().await?;
    let store = found.first().map_or_else(ObjectStoreUrl::local_filesystem, |(s, _)| s.clone());
    if let Some((_, file)) = found.iter().find(|(other, _)| *other != store) {
        let text = "is in another store than the first file of its list: a table has one";
        return Err(external(FileError::new(&file.name, text)));
    }
    let files = found.into_iter().map(|(_, file)| file).collect();
    Ok(StoredFiles { name: list.to_owned(), store, files })
}

async fn file(
    state: &dyn Session,
    stores: &SessionStores,
    name: String,
) -> Result<(ObjectStoreUrl, StoredFile)> {
    if !is_object(&name) {
        let store = ObjectStoreUrl::local_filesystem();
        let client = state.runtime_env().object_store(&store)?;
        return Ok((store, found(client.as_ref(), name).await?));
    }
    let (address, store) = address(stores, &name)?;
    let client = state.runtime_env().object_store(&store)?;
    match object(client.as_ref(), &address).await? {
        Some(object) => Ok((store, StoredFile { name, object })),
        None => Err(external(FileError::new(&name, "no such object"))),
    }
}

/// The address of an object, and its store.
fn address<'a>(
    stores: &SessionStores,
    name: &'a str,
) -> Result<(ObjectAddress<'a>, ObjectStoreUrl)> {
    let address = ObjectAddress::parse(name).map_err(external)?;
    let root = stores.url(name, &address).map_err(external)?;
    Ok((address, ObjectStoreUrl::parse(&root[..Position::BeforePath])?))
}

async fn local(state: &dyn Session, name: &str) -> Result<Option<StoredFiles>> {
    let path = name.strip_prefix("file://").unwrap_or(name);
    let is_pattern = path.contains(['*', '?', '[']) && !LocalPath::new(path).exists();
    let Some(names) = (match is_pattern {
        true => match LocalFiles.expand(path, &CancellationToken::new()) {
            // A name without a file may be a table's: the engine reports it if it isn't.
            Err(error) if error.is_not_found() => None,
            names => Some(names.map_err(external)?),
        },
        false if LocalPath::new(path).is_dir() => Some(below(path)?),
        false => LocalPath::new(path).exists().then(|| vec![path.to_owned()]),
    }) else {
        return Ok(None);
    };
    let store = ObjectStoreUrl::local_filesystem();
    let client = state.runtime_env().object_store(&store)?;
    let found = names.into_iter().map(|name| found(client.as_ref(), name));
    let files = stream::iter(found).buffered(CONCURRENCY).try_collect().await?;
    Ok(Some(StoredFiles { name: name.to_owned(), store, files }))
}

/// A file of this machine.
async fn found(store: &dyn ObjectStore, name: String) -> Result<StoredFile> {
    let failed = |error: std::io::Error| external(FileError::new(&name, error.to_string()));
    // A pipe such as /dev/fd/63 has metadata, but no path.
    let metadata = fs::metadata(&name).map_err(failed)?;
    if !metadata.is_file() {
        let text = match metadata.is_dir() {
            true => "is a folder: list its files",
            false => "is a pipe or a device: save it to a file first",
        };
        return Err(external(FileError::new(&name, text)));
    }
    let path = fs::canonicalize(&name).map_err(failed)?;
    let key = Path::from_absolute_path(&path)
        .map_err(|error| external(FileError::new(&name, error.to_string())))?;
    let object = store.head(&key).await?;
    Ok(StoredFile { name, object })
}

/// The names of the files below a folder, sorted.
fn below(folder: &str) -> Result<Vec<String>> {
    let folder = folder.trim_end_matches('/');
    let root = LocalPath::new(if folder.is_empty() { "/" } else { folder });
    let is_kept =
        |path: &LocalPath| path.file_name().is_none_or(|name| is_shown(&name.to_string_lossy()));
    let mut names = Vec::new();
    for entry in walk(root, is_kept) {
        let entry = entry.map_err(|(_, error)| external(error))?;
        if entry.metadata.as_ref().is_some_and(Metadata::is_file) {
            let name = entry.path.into_os_string().into_string().map_err(|name| {
                external(FileError::new(&name.to_string_lossy(), "has a name that is not UTF-8"))
            })?;
            names.push(if cfg!(windows) { with_slashes(&name) } else { name });
        }
    }
    names.sort_unstable();
    match names.is_empty() {
        true => Err(external(FileError::new(folder, "has no files below it"))),
        false => Ok(names),
    }
}

/// Whether a file below a folder belongs to its table. The others are what writers leave: `_SUCCESS`, `.part-0.crc`.
fn is_shown(path: &str) -> bool {
    let is_hidden =
        |part: &str| part.starts_with('.') || part.starts_with('_') && !part.contains('=');
    !path.split('/').any(is_hidden)
}

/// The objects of an address: one, those of a folder, or those that match a pattern.
async fn objects(state: &dyn Session, stores: &SessionStores, name: &str) -> Result<StoredFiles> {
    let (address, store) = address(stores, name)?;
    let key = address.key();
    let is_pattern = key.contains(['*', '?', '[']);
    if address.is_web() && is_pattern {
        let text = "is a pattern, but a web server doesn't list its files: name each";
        return Err(external(FileError::new(name, text)));
    }
    let client = state.runtime_env().object_store(&store)?;
    let objects = match object(client.as_ref(), &address).await? {
        Some(object) => vec![object],
        None if address.is_web() => return Err(external(FileError::new(name, "no such object"))),
        None if is_pattern => matching(client.as_ref(), key, name).await?,
        None => below_key(client.as_ref(), &address, name).await?,
    };
    let file =
        |object: ObjectMeta| StoredFile { name: listed_key(&object.location).into(), object };
    Ok(StoredFiles { name: name.to_owned(), store, files: objects.into_iter().map(file).collect() })
}

/// The object of this address, even if its key looks like a pattern. A key that ends with a slash means a folder.
async fn object(
    store: &dyn ObjectStore,
    address: &ObjectAddress<'_>,
) -> Result<Option<ObjectMeta>> {
    let key = address.key();
    if !address.is_web() && (key.is_empty() || key.ends_with('/')) {
        return Ok(None);
    }
    let location = match address.location() {
        // What a pattern matches may have another form.
        Err(_) if key.contains(['*', '?', '[']) => return Ok(None),
        location => location.map_err(external)?,
    };
    match store.head(&location).await {
        Ok(object) => Ok(Some(object)),
        Err(object_store::Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn matching(store: &dyn ObjectStore, key: &str, name: &str) -> Result<Vec<ObjectMeta>> {
    let keys = expand(store, key, name).await.map_err(external)?;
    let object = |key: String| async move {
        let location = object_path(&key).map_err(|why| refused(name, &key, &why))?;
        Ok::<_, DataFusionError>(store.head(&location).await?)
    };
    stream::iter(keys).map(object).buffered(CONCURRENCY).try_collect().await
}

async fn below_key(
    store: &dyn ObjectStore,
    address: &ObjectAddress<'_>,
    name: &str,
) -> Result<Vec<ObjectMeta>> {
    let folder = address.folder().map_err(external)?;
    let prefix = Some(&folder).filter(|folder| !folder.is_root());
    let start = prefix.map_or(0, |folder| folder.as_ref().len() + 1);
    let mut objects: Vec<ObjectMeta> = store.list(prefix).try_collect().await?;
    objects.retain(|object| {
        let key = listed_key(&object.location);
        key.get(start..).is_some_and(is_shown) && !is_folder_marker(&key, object.size)
    });
    for object in &objects {
        let key = listed_key(&object.location);
        object_path(&key).map_err(|why| refused(name, &key, &why))?;
    }
    objects.sort_by(|one, other| one.location.cmp(&other.location));
    match objects.is_empty() {
        true => Err(external(FileError::new(name, "no such object, and none below it"))),
        false => Ok(objects),
    }
}

/// An object that belongs to a table and can't be read.
fn refused(name: &str, key: &str, why: &str) -> DataFusionError {
    external(FileError::new(name, format!("the object '{key}' {why}")))
}

/// A [`FileError`] as an error of the engine.
pub fn external(error: FileError) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// Whether a name is the address of an object rather than of a file on this machine.
fn is_object(name: &str) -> bool {
    is_url(name) && !name.starts_with("file://")
}
