//! `s3://bucket/key` taken apart.

use object_store::path::Path;

use crate::FileError;
use crate::address::scheme;

/// Where an object lies.
#[derive(Debug, PartialEq)]
pub(super) struct Address<'a> {
    pub(super) service: Service,
    /// What comes before the key: `s3://bucket`.
    pub(super) root: String,
    /// The rest, as the person wrote it.
    pub(super) key: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Service {
    Amazon,
    Google,
    Azure,
    Web,
}

const SCHEMES: [(&str, Service); 8] = [
    ("s3", Service::Amazon),
    ("s3a", Service::Amazon),
    ("gs", Service::Google),
    ("az", Service::Azure),
    ("abfs", Service::Azure),
    ("abfss", Service::Azure),
    ("http", Service::Web),
    ("https", Service::Web),
];

impl<'a> Address<'a> {
    /// Takes a name apart. A key is what the official tools take it for: bytes after the bucket, with
    /// nothing decoded. In a web address it is decoded, and a query (a signature, say) goes along
    /// with every request.
    pub(super) fn parse(name: &'a str) -> Result<Self, FileError> {
        let scheme = scheme(name).unwrap_or_default();
        let service = SCHEMES.iter().find(|(known, _)| scheme.eq_ignore_ascii_case(known));
        let Some(&(scheme, service)) = service else {
            return Err(FileError::new(
                name,
                "is in no store that can be read: s3://, gs://, az://, abfss://, https://, http://",
            ));
        };
        let rest = &name[scheme.len() + "://".len()..];
        let (authority, key) = rest.split_once('/').unwrap_or((rest, ""));
        if authority.is_empty() {
            return Err(FileError::new(name, "names no bucket"));
        }
        let mut root = format!("{scheme}://{authority}");
        let (key, query) = match service {
            Service::Web => key.split_once('?').map_or((key, None), |(key, q)| (key, Some(q))),
            _ => (key, None),
        };
        if let Some(query) = query {
            root.push_str("/?");
            root.push_str(query);
        }
        Ok(Address { service, root, key })
    }

    /// The key as the store has it.
    pub(super) fn location(&self) -> Result<Path, object_store::path::Error> {
        match self.service {
            Service::Web => Path::from_url_path(self.key),
            _ => Path::parse(self.key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &str) -> (Service, String, String) {
        let address = Address::parse(name).unwrap();
        (address.service, address.root.clone(), address.location().unwrap().to_string())
    }

    #[test]
    fn keys_are_literal_in_stores_and_decoded_on_the_web() {
        let s3 = (Service::Amazon, "s3://b".to_owned(), "a b/c%20d?e#f".to_owned());
        assert_eq!(parts("s3://b/a b/c%20d?e#f"), s3);
        let web = (Service::Web, "https://h:1/?sig=x/y".to_owned(), "a b/c".to_owned());
        assert_eq!(parts("https://h:1/a%20b/c?sig=x/y"), web);
        let azure =
            (Service::Azure, "abfss://c@account.dfs.core.windows.net".to_owned(), "k".into());
        assert_eq!(parts("abfss://c@account.dfs.core.windows.net/k"), azure);
    }

    #[test]
    fn what_is_no_address_is_an_error() {
        for name in ["ftp://a/b", "s3:///key", "memory://x", "://"] {
            assert!(Address::parse(name).is_err(), "{name}");
        }
    }
}
