//! Parses addresses such as `s3://bucket/key`.

use object_store::path::Path;

use super::key::{folder_path, object_path};
use super::web;
use crate::FileError;
use crate::address::scheme;

/// The address of an object, or of the objects in a folder or of a pattern: `s3://bucket/key`.
///
/// ```
/// use hashlane_files::ObjectAddress;
///
/// let address = ObjectAddress::parse("s3://bucket/lake/*.parquet")?;
/// assert_eq!((address.root(), address.key()), ("s3://bucket", "lake/*.parquet"));
/// # Ok::<(), hashlane_files::FileError>(())
/// ```
#[derive(Debug, PartialEq)]
pub struct ObjectAddress<'a> {
    pub(super) service: StoreService,
    /// The part before the key: `s3://bucket`.
    pub(super) root: String,
    /// The rest, as the user wrote it.
    pub(super) key: &'a str,
    name: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StoreService {
    Amazon,
    Google,
    Azure,
    Web,
}

const SCHEMES: [(&str, StoreService); 8] = [
    ("s3", StoreService::Amazon),
    ("s3a", StoreService::Amazon),
    ("gs", StoreService::Google),
    ("az", StoreService::Azure),
    ("abfs", StoreService::Azure),
    ("abfss", StoreService::Azure),
    ("http", StoreService::Web),
    ("https", StoreService::Web),
];

impl<'a> ObjectAddress<'a> {
    /// Parses a name. As in the official tools, a key consists of the bytes after the bucket, and nothing is decoded.
    /// The query of a web address (a signature, for example) is part of every request.
    ///
    /// # Errors
    /// Returns an error if no client knows the scheme, or the address names no bucket.
    pub fn parse(name: &'a str) -> Result<Self, FileError> {
        let scheme = scheme(name).unwrap_or_default();
        let service = SCHEMES.iter().find(|(known, _)| scheme.eq_ignore_ascii_case(known));
        let Some(&(scheme, service)) = service else {
            return Err(FileError::new(
                name,
                "has an unsupported scheme; supported are s3://, gs://, az://, abfss://, \
                 https://, http://",
            ));
        };
        let rest = &name[scheme.len() + "://".len()..];
        let (authority, key) = rest.split_once('/').unwrap_or((rest, ""));
        if authority.is_empty() {
            return Err(FileError::new(name, "names no bucket"));
        }
        let mut root = format!("{scheme}://{authority}");
        let (key, query) = match service {
            StoreService::Web => key.split_once('?').map_or((key, None), |(key, q)| (key, Some(q))),
            _ => (key, None),
        };
        if let Some(query) = query {
            root.push_str("/?");
            root.push_str(query);
        }
        Ok(ObjectAddress { service, root, key, name })
    }

    /// The address as it was written.
    pub(super) fn name(&self) -> &'a str {
        self.name
    }

    /// The part before the key: `s3://bucket`. For a web address, with its query.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The part after the bucket, as written.
    pub fn key(&self) -> &'a str {
        self.key
    }

    /// Whether this is a web server, which doesn't list its files.
    pub fn is_web(&self) -> bool {
        self.service == StoreService::Web
    }

    /// Returns the path of the folder that this address means in its store, with or without a slash at its end.
    ///
    /// # Errors
    /// Like [`location`](Self::location).
    pub fn folder(&self) -> Result<Path, FileError> {
        folder_path(self.key).map_err(|why| FileError::new(self.name, why))
    }

    /// Returns the path with which a client requests exactly this key.
    ///
    /// # Errors
    /// Returns an error if no path has this key, such as `a//b`.
    pub fn location(&self) -> Result<Path, FileError> {
        let path = match self.service {
            StoreService::Web => web::location(self.key),
            _ => object_path(self.key),
        };
        path.map_err(|why| FileError::new(self.name, why))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &str) -> (StoreService, String, String) {
        let address = ObjectAddress::parse(name).unwrap();
        (address.service, address.root.clone(), address.location().unwrap().to_string())
    }

    #[test]
    fn keys_are_literal_in_stores_and_decoded_on_the_web() {
        let s3 = (StoreService::Amazon, "s3://b".to_owned(), "a b/c%20d?e#f".to_owned());
        assert_eq!(parts("s3://b/a b/c%20d?e#f"), s3);
        let web = (StoreService::Web, "https://h:1/?sig=x/y".to_owned(), "a b/c".to_owned());
        assert_eq!(parts("https://h:1/a%20b/c?sig=x/y"), web);
        let azure =
            (StoreService::Azure, "abfss://c@account.dfs.core.windows.net".to_owned(), "k".into());
        assert_eq!(parts("abfss://c@account.dfs.core.windows.net/k"), azure);
    }

    #[test]
    fn no_key_is_taken_for_another() {
        for key in ["/x", "x/", "/", "a//b", "a/../b", "./a", "t\tab"] {
            for scheme in ["s3", "gs", "az"] {
                let name = format!("{scheme}://b/{key}");
                let error =
                    ObjectAddress::parse(&name).unwrap().location().unwrap_err().to_string();
                assert!(error.contains("because its key "), "{error}");
            }
        }
    }

    #[test]
    fn what_is_no_address_is_an_error() {
        for name in ["ftp://a/b", "s3:///key", "memory://x", "://"] {
            assert!(ObjectAddress::parse(name).is_err(), "{name}");
        }
    }
}
