//! What the transport makes of a store's answers before `object_store` reads them.
//!
//! `object_store` 0.13 takes any XML or HTML for a list, removes slashes from keys, and gives up on a list that is cut off.

use std::io;

use hyper::{Method, StatusCode, Uri};
use object_store::client::{HttpError, HttpErrorKind, HttpResponse};
use percent_encoding::percent_decode_str;
use quick_xml::escape::{escape, unescape};
use quick_xml::events::{BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::key::listable;

/// The errors with status 400 that are worth another try, as in the SDKs of AWS.
const TRANSIENT: [&str; 6] = [
    "BadDigest",
    "PriorRequestNotComplete",
    "RequestThrottled",
    "RequestTimeout",
    "Throttling",
    "ThrottlingException",
];

/// The errors that a store may send with status 200.
const FAILED: [&str; 3] = ["InternalError", "ServiceUnavailable", "SlowDown"];

/// The elements with a key or with a folder, below their parents: S3 and Google, then Azure.
const KEYS: [(&[u8], &[u8], ElementKind); 4] = [
    (b"Contents", b"Key", ElementKind::Object),
    (b"CommonPrefixes", b"Prefix", ElementKind::Folder),
    (b"Blob", b"Name", ElementKind::Object),
    (b"BlobPrefix", b"Name", ElementKind::Folder),
];

/// Whether a request lists objects.
pub(super) fn is_listing(method: &Method, uri: &Uri) -> bool {
    let mut parameters = uri.query().unwrap_or_default().split('&');
    *method == Method::GET && parameters.any(|one| matches!(one, "list-type=2" | "comp=list"))
}

/// Gives an error that is worth another try a status with which `object_store` tries again.
pub(super) async fn bad_request(answer: HttpResponse) -> Result<HttpResponse, HttpError> {
    let (mut parts, body) = answer.into_parts();
    let body = body.bytes().await?;
    if code(&body).is_some_and(|code| TRANSIENT.contains(&code)) {
        parts.status = StatusCode::REQUEST_TIMEOUT;
    }
    Ok(HttpResponse::from_parts(parts, body.into()))
}

fn code(body: &[u8]) -> Option<&str> {
    let (_, rest) = std::str::from_utf8(body).ok()?.split_once("<Code>")?;
    Some(rest.split_once("</Code>")?.0.trim())
}

/// Checks that a successful answer to a listing is a whole list, and replaces each key that no path can hold by its
/// stand-in. An answer that is cut off is an error with which `object_store` tries again.
pub(super) async fn listing(answer: HttpResponse) -> Result<HttpResponse, HttpError> {
    let (mut parts, body) = answer.into_parts();
    let body = body.bytes().await;
    let body = body.map_err(|error| HttpError::new(HttpErrorKind::Interrupted, error))?;
    match rewritten(&body) {
        Ok(list) => Ok(HttpResponse::from_parts(parts, list.into())),
        Err(ListingFault::Failed) => {
            parts.status = StatusCode::SERVICE_UNAVAILABLE;
            Ok(HttpResponse::from_parts(parts, body.into()))
        }
        Err(ListingFault::CutOff) => {
            let text = "the server's list of objects is cut off";
            Err(HttpError::new(HttpErrorKind::Interrupted, io::Error::other(text)))
        }
        Err(ListingFault::Wrong(text)) => {
            Err(HttpError::new(HttpErrorKind::Unknown, io::Error::other(text)))
        }
    }
}

/// What is wrong with an answer to a listing.
#[derive(Debug, PartialEq)]
enum ListingFault {
    /// The store has failed, and says so in a successful answer.
    Failed,
    CutOff,
    /// Another try would get the same.
    Wrong(String),
}

const NO_LIST: &str = "the server didn't answer with a list of objects, but with another page: check the endpoint in the \
                       environment, and whether a proxy or a login is in between";

const HALF: &str = "the server's list of objects is incomplete, and the server doesn't say where it continues: check whether \
                    it supports ListObjectsV2";

fn rewritten(body: &[u8]) -> Result<Vec<u8>, ListingFault> {
    let mut list = ListingAnswer { reader: Reader::from_reader(body), ..ListingAnswer::default() };
    let mut new = Writer::new(Vec::with_capacity(body.len()));
    loop {
        let event = match list.reader.read_event() {
            Ok(Event::Eof) if !list.open.is_empty() => return Err(ListingFault::CutOff),
            Ok(Event::Eof) => break,
            Ok(event) => event,
            Err(_) if list.is_list => return Err(ListingFault::CutOff),
            Err(_) => return Err(ListingFault::Wrong(NO_LIST.to_owned())),
        };
        if let Event::Start(start) = &event
            && let Some(kind) = list.kind(start)
        {
            let text = kind.listable(&list.key(start)?);
            for event in [
                Event::Start(BytesStart::new(String::from_utf8_lossy(start.name().as_ref()))),
                Event::Text(BytesText::from_escaped(text)),
                Event::End(start.to_end()),
            ] {
                write(&mut new, event)?;
            }
            continue;
        }
        list.enter(&event, body)?;
        write(&mut new, event)?;
    }
    match (list.is_list, list.is_truncated && !list.has_token) {
        (true, false) => Ok(new.into_inner()),
        (true, true) => Err(ListingFault::Wrong(HALF.to_owned())),
        (false, _) => Err(ListingFault::Wrong(NO_LIST.to_owned())),
    }
}

fn write(new: &mut Writer<Vec<u8>>, event: Event<'_>) -> Result<(), ListingFault> {
    new.write_event(event).map_err(|error| ListingFault::Wrong(error.to_string()))
}

/// What an element names.
#[derive(Clone, Copy, Debug)]
enum ElementKind {
    Object,
    Folder,
}

impl ElementKind {
    /// Returns the text with which `object_store` gets the path of a key, or of its stand-in.
    fn listable(self, key: &str) -> String {
        // `object_store` removes the slash at the end of a folder.
        let text = match (self, key.strip_suffix('/')) {
            (ElementKind::Folder, Some(folder)) => format!("{}/", listable(folder)),
            _ => listable(key).into_owned(),
        };
        // It would also remove spaces at the ends, if they weren't written as references.
        escape(text).replace(' ', "&#32;")
    }
}

/// An answer that is being read.
struct ListingAnswer<'a> {
    reader: Reader<&'a [u8]>,
    /// The names of the elements that are open.
    open: Vec<Vec<u8>>,
    /// Whether the outermost element is that of a list.
    is_list: bool,
    /// Whether the list continues.
    is_truncated: bool,
    /// Whether it says where.
    has_token: bool,
}

impl Default for ListingAnswer<'_> {
    fn default() -> Self {
        let reader = Reader::from_reader(&[][..]);
        let open = Vec::new();
        ListingAnswer { reader, open, is_list: false, is_truncated: false, has_token: false }
    }
}

impl ListingAnswer<'_> {
    /// Returns what an element names, if it has a key.
    fn kind(&self, start: &BytesStart<'_>) -> Option<ElementKind> {
        let (parent, name) = (self.open.last()?, start.local_name());
        let mut keys = KEYS.iter();
        let known = keys.find(|(above, known, _)| parent == above && name.as_ref() == *known);
        known.map(|(_, _, kind)| *kind)
    }

    /// Reads the text of an element and its end. Azure encodes some names, and marks those.
    fn key(&mut self, start: &BytesStart<'_>) -> Result<String, ListingFault> {
        let text = self.reader.read_text(start.name()).map_err(|_| ListingFault::CutOff)?;
        let malformed =
            || ListingFault::Wrong(format!("the server's list has a malformed key: {text}"));
        let key = unescape(&text).map_err(|_| malformed())?;
        match start.try_get_attribute("Encoded") {
            Ok(Some(encoded)) if *encoded.value == *b"true" => {
                let key = percent_decode_str(&key).decode_utf8().map_err(|_| malformed())?;
                Ok(key.into_owned())
            }
            _ => Ok(key.into_owned()),
        }
    }

    fn enter(&mut self, event: &Event<'_>, body: &[u8]) -> Result<(), ListingFault> {
        match event {
            Event::Start(start) => {
                if self.open.is_empty() {
                    self.root(start.local_name().as_ref(), body)?;
                }
                self.has_token |= start.local_name().as_ref() == b"NextContinuationToken";
                self.open.push(start.local_name().as_ref().to_vec());
            }
            Event::Empty(start) if self.open.is_empty() => {
                self.root(start.local_name().as_ref(), body)?;
            }
            Event::Text(text) if self.open.last().is_some_and(|name| name == b"IsTruncated") => {
                self.is_truncated = text.as_ref() == b"true";
            }
            Event::End(_) => drop(self.open.pop()),
            _ => {}
        }
        Ok(())
    }

    /// Checks the outermost element.
    fn root(&mut self, name: &[u8], body: &[u8]) -> Result<(), ListingFault> {
        match name {
            b"ListBucketResult" | b"EnumerationResults" => self.is_list = true,
            b"Error" if code(body).is_some_and(|code| FAILED.contains(&code)) => {
                return Err(ListingFault::Failed);
            }
            _ => return Err(ListingFault::Wrong(NO_LIST.to_owned())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s3(contents: &str) -> String {
        format!(
            "<?xml version=\"1.0\"?>\n<ListBucketResult xmlns=\"http://s3\">{contents}</ListBucketResult>"
        )
    }

    fn text(body: &str) -> Result<String, ListingFault> {
        rewritten(body.as_bytes()).map(|list| String::from_utf8(list).unwrap())
    }

    #[test]
    fn only_keys_that_no_path_can_hold_are_replaced() {
        for whole in [
            s3("<Contents><Key>a/b&amp;c</Key><ETag>&quot;1&quot;</ETag></Contents>"),
            s3("<Prefix>a//</Prefix><CommonPrefixes><Prefix>a</Prefix></CommonPrefixes>"),
            s3(""),
        ] {
            assert_eq!(text(&whole).unwrap(), whole);
        }
        let odd = s3("<Contents><Key>x//y&#x9;</Key></Contents><Contents><Key>z</Key></Contents>");
        let expected = odd.replace("x//y&#x9;", "x/\u{10FFFD}%00002fy%000009");
        assert_eq!(text(&odd).unwrap(), expected);
        let azure = |name| {
            format!("<EnumerationResults><Blobs><Blob>{name}</Blob></Blobs></EnumerationResults>")
        };
        let (encoded, plain) = ("<Name Encoded=\"true\">a%01b%25</Name>", "<Name>a%01b</Name>");
        assert_eq!(
            text(&azure(encoded)).unwrap(),
            azure("<Name>\u{10FFFD}a%000001b%000025</Name>")
        );
        assert_eq!(text(&azure(plain)).unwrap(), azure(plain));
    }

    #[test]
    fn what_is_no_whole_list_is_an_error() {
        let no_list = || Err(ListingFault::Wrong(NO_LIST.to_owned()));
        for page in
            ["", "{}", "<html>login</html>", "<!DOCTYPE html><html><br><p>x", "<Error/>", "a < b"]
        {
            assert_eq!(text(page), no_list(), "{page}");
        }
        let whole = s3("<Contents><Key>a</Key></Contents>");
        for end in whole.find("xmlns").unwrap() + 20..whole.len() {
            assert_eq!(text(&whole[..end]), Err(ListingFault::CutOff), "{}", &whole[..end]);
        }
        assert_eq!(text("<Error><Code>SlowDown</Code></Error>"), Err(ListingFault::Failed));
        assert_eq!(text("<Error><Code>NoSuchBucket</Code></Error>"), no_list());
    }

    #[test]
    fn a_list_without_its_rest_is_an_error() {
        let (more, token) =
            ("<IsTruncated>true</IsTruncated>", "<NextContinuationToken>t</NextContinuationToken>");
        text(&s3("<IsTruncated>false</IsTruncated>")).unwrap();
        text(&s3(&format!("{more}{token}"))).unwrap();
        text(&s3(&format!("{token}{more}"))).unwrap();
        assert_eq!(text(&s3(more)), Err(ListingFault::Wrong(HALF.to_owned())));
    }

    #[test]
    fn listings_are_told_from_other_requests() {
        let is = |uri: &str| is_listing(&Method::GET, &uri.parse().unwrap());
        assert!(is("http://h/b?delimiter=%2F&list-type=2&prefix=a%2F"));
        assert!(is("http://h/c?restype=container&comp=list"));
        assert!(!is("http://h/b/list-type=2?a"));
        assert!(!is_listing(&Method::HEAD, &"http://h/b?list-type=2".parse().unwrap()));
    }
}
