//! Errors of a store, as one line without the name of the object.

use std::error::Error as _;
use std::io;

use object_store::Error;

use crate::FileError;

/// The most characters of a server's answer in an error.
const MAX_CHARS: usize = 300;

/// The object is not the one that was opened.
pub(super) fn changed() -> io::Error {
    io::Error::other(CHANGED)
}

pub(super) const CHANGED: &str = "changed while it was read: try again";

/// What an answer without a tag means: every object of a store has one.
#[cfg(feature = "cloud_stores")]
pub(super) const NO_TAG: &str = "the server's answer has no ETag, so it isn't that of an object: check the endpoint in the \
                                 environment, and whether a proxy or a login is in between";

/// Converts the error of a read.
pub(super) fn io(error: &Error) -> io::Error {
    let kind = match error {
        Error::NotFound { source, .. } if !names_bucket(&source.to_string()) => {
            io::ErrorKind::NotFound
        }
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            io::ErrorKind::PermissionDenied
        }
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, line(error))
}

/// Describes an error to the user.
pub(super) fn line(error: &Error) -> String {
    if let Some(known) = error.source().and_then(|source| source.downcast_ref::<FileError>()) {
        return known.message();
    }
    if let Some(known) = code(&error.to_string()).and_then(|code| known(&code)) {
        return known;
    }
    match error {
        Error::NotFound { source, .. } if names_bucket(&source.to_string()) => NO_BUCKET.to_owned(),
        Error::NotFound { .. } => "no such object".to_owned(),
        Error::Precondition { .. } | Error::NotModified { .. } => CHANGED.to_owned(),
        Error::PermissionDenied { source, .. } => refused(DENIED, &source.to_string()),
        Error::Unauthenticated { source, .. } => refused(UNKNOWN, &source.to_string()),
        Error::Generic { source, .. } => generic(source.as_ref()),
        other => one_line(&other.to_string()),
    }
}

/// Describes why a store has no client. No request has been made yet.
#[cfg(feature = "cloud_stores")]
pub(super) fn settings(error: &Error) -> String {
    let why = match error {
        // The innermost cause alone would not name the missing file.
        Error::Generic { source, .. } => source.to_string(),
        other => other.to_string(),
    };
    one_line(&format!("the address or a setting in the environment is wrong: {why}"))
}

const NO_BUCKET: &str = "the bucket or container does not exist";
const DENIED: &str = "access is denied";
const UNKNOWN: &str = "the credentials are missing or not valid";

/// Errors whose cause isn't what their status says: their codes, the cause, and what to do.
const CAUSES: [(&str, &str, &str); 8] = [
    ("InvalidObjectState", ARCHIVED, RESTORE),
    ("BlobArchived", ARCHIVED, RESTORE),
    ("BlobBeingRehydrated", "the object is archived and is being restored", "try again later"),
    ("RequestTimeTooSkewed", "the clock of this machine is wrong", "set it"),
    ("ExpiredToken", EXPIRED, "renew them"),
    ("TokenRefreshRequired", EXPIRED, "renew them"),
    ("ExpiredTokenException", EXPIRED, "renew them"),
    ("UserProjectMissing", "the bucket's requester pays", "name a project that pays"),
];

const ARCHIVED: &str = "the object is archived";
const RESTORE: &str = "restore it, or move it out of the archive, before you read it";
const EXPIRED: &str = "the credentials have expired";

fn known(code: &str) -> Option<String> {
    let (_, cause, advice) = CAUSES.iter().find(|(known, _, _)| *known == code)?;
    Some(format!("{cause} ({code}): {advice}"))
}

/// Whether an error says that a store refused a request. If it was a HEAD request, it doesn't say why.
pub(super) fn is_refusal(error: &Error) -> bool {
    match error {
        Error::NotFound { .. }
        | Error::PermissionDenied { .. }
        | Error::Unauthenticated { .. }
        | Error::AlreadyExists { .. } => true,
        Error::Generic { source, .. } => source.to_string().contains("status code: 400 "),
        _ => false,
    }
}

fn names_bucket(answer: &str) -> bool {
    ["NoSuchBucket", "ContainerNotFound", "bucket does not exist"]
        .iter()
        .any(|code| answer.contains(code))
}

fn refused(what: &str, answer: &str) -> String {
    match code(answer) {
        Some(code) => format!("{what} ({code}): check the credentials in the environment"),
        None => format!("{what}: check the credentials in the environment"),
    }
}

/// Returns the code in the XML with which S3 and Azure answer.
fn code(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    Some(one_line(code))
}

/// Explains the answer to a listing. `object_store` distinguishes such answers for objects only.
fn listing(cause: &str) -> Option<String> {
    let (_, answer) = cause.split_once("non-2xx status code: ")?;
    match answer.get(..3)? {
        "401" => Some(refused(UNKNOWN, answer)),
        "403" => Some(refused(DENIED, answer)),
        "404" if names_bucket(answer) => Some(NO_BUCKET.to_owned()),
        _ => None,
    }
}

/// Returns the innermost cause. A store wraps it in texts about the request.
fn generic(source: &(dyn std::error::Error + 'static)) -> String {
    let whole = source.to_string();
    if whole.contains("non-partial response") {
        return "the server does not send ranges of a file, which reading needs".to_owned();
    }
    let mut cause = source;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    let cause = cause.to_string();
    if whole.contains("list request")
        && let Some(meaning) = listing(&cause)
    {
        return meaning;
    }
    if let Some(why) = unknown_host(&cause) {
        let why = one_line(why);
        return format!(
            "the host name is unknown ({why}): check the address, and the endpoint in the environment"
        );
    }
    let cause = one_line(&cause);
    match whole.split_once(", after ").and_then(|(_, rest)| rest.split_once(" retries")) {
        Some((retries, _)) => format!(
            "the server failed, and so did {retries} retries: {cause} (HASHLANE_RETRY_SECONDS \
             sets how long to try)"
        ),
        None => cause,
    }
}

/// The start of the standard library's error if a host has no address, on Unix.
const LOOKUP: &str = "failed to lookup address information: ";

/// What resolvers say if they got no answer: glibc and macOS, musl.
const TEMPORARY: [&str; 2] = ["Temporary failure", "Try again"];

/// Returns the resolver's reason if a text says that a host name doesn't exist, and not that no resolver answered.
pub(super) fn unknown_host(text: &str) -> Option<&str> {
    let why = text.strip_prefix(LOOKUP)?;
    (!TEMPORARY.iter().any(|start| why.starts_with(start))).then_some(why)
}

fn one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{} …", &words[..end]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_of_many_lines_is_one() {
        let source = "Server returned non-2xx status code: 403 Forbidden: <?xml?>\n<Error>\n  \
                      <Code>InvalidAccessKeyId</Code>\n</Error>";
        let error = Error::PermissionDenied { path: "a".into(), source: source.into() };
        let expected =
            "access is denied (InvalidAccessKeyId): check the credentials in the environment";
        assert_eq!(line(&error), expected);
    }

    #[test]
    fn a_listing_is_refused_as_an_object_is() {
        let failed = |answer: &str| {
            let source = format!(
                "Error performing list request: Server returned non-2xx status code: {answer}"
            );
            line(&Error::Generic { store: "S3", source: source.into() })
        };
        for (answer, expected) in [
            ("401 Unauthorized: ", "the credentials are missing or not valid: check the"),
            ("403 Forbidden: <Code>A</Code>", "access is denied (A): check the credentials in"),
            ("404 Not Found: <Code>NoSuchBucket</Code>", "the bucket or container does not exist"),
            ("404 Not Found: ", "Error performing list request: Server returned non-2xx"),
        ] {
            assert!(failed(answer).starts_with(expected), "{}", failed(answer));
        }
    }

    #[test]
    fn the_cause_is_named_whatever_the_status() {
        let denied = |code: &str| {
            let source = format!("403 Forbidden: <Error><Code>{code}</Code></Error>");
            line(&Error::PermissionDenied { path: "a".into(), source: source.into() })
        };
        assert_eq!(
            denied("InvalidObjectState"),
            "the object is archived (InvalidObjectState): restore it, or move it out of the archive, before you read it"
        );
        assert!(denied("RequestTimeTooSkewed").starts_with("the clock of this machine is wrong ("));
        assert!(denied("AccessDenied").starts_with("access is denied (AccessDenied): check"));
    }

    #[test]
    fn a_long_answer_is_cut() {
        let error = Error::Generic { store: "S3", source: "ä\n".repeat(1000).into() };
        assert_eq!(line(&error).chars().count(), MAX_CHARS + 2);
    }
}
