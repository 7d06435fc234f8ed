//! Errors of a store, as one line without the name of the object.

use std::io;

use object_store::Error;

/// More of a server's answer than this helps nobody.
const MAX_CHARS: usize = 300;

/// The object is not the one that was opened.
pub(super) fn changed() -> io::Error {
    io::Error::other(CHANGED)
}

const CHANGED: &str = "changed while it was read: try again";

/// The error of a read.
pub(super) fn io(error: &Error) -> io::Error {
    let kind = match error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            io::ErrorKind::PermissionDenied
        }
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, line(error))
}

/// What to tell a person.
pub(super) fn line(error: &Error) -> String {
    match error {
        Error::NotFound { source, .. } if names_bucket(&source.to_string()) => {
            "the bucket or container does not exist".to_owned()
        }
        Error::NotFound { .. } => "no such object".to_owned(),
        Error::Precondition { .. } | Error::NotModified { .. } => CHANGED.to_owned(),
        Error::PermissionDenied { source, .. } => refused("access is denied", source.as_ref()),
        Error::Unauthenticated { source, .. } => {
            refused("the credentials are missing or not valid", source.as_ref())
        }
        Error::Generic { source, .. } => generic(source.as_ref()),
        other => one_line(&other.to_string()),
    }
}

fn names_bucket(answer: &str) -> bool {
    ["NoSuchBucket", "ContainerNotFound", "bucket does not exist"]
        .iter()
        .any(|code| answer.contains(code))
}

fn refused(what: &str, source: &(dyn std::error::Error + 'static)) -> String {
    match code(&source.to_string()) {
        Some(code) => format!("{what} ({code}): check the credentials in the environment"),
        None => format!("{what}: check the credentials in the environment"),
    }
}

/// The code in the XML that S3 and Azure answer with.
fn code(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    Some(one_line(code))
}

/// A store's own words wrap what happened in which request was made; the last cause says it.
fn generic(source: &(dyn std::error::Error + 'static)) -> String {
    let whole = source.to_string();
    if whole.contains("non-partial response") {
        return "the server does not send ranges of a file, which reading needs".to_owned();
    }
    let mut cause = source;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    let cause = one_line(&cause.to_string());
    match whole.split_once(", after ").and_then(|(_, rest)| rest.split_once(" retries")) {
        Some((retries, _)) => format!(
            "the server failed, and {retries} further tries did: {cause} (HASHLANE_RETRY_SECONDS \
             sets how long to try)"
        ),
        None => cause,
    }
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
    fn a_long_answer_is_cut() {
        let error = Error::Generic { store: "S3", source: "ä\n".repeat(1000).into() };
        assert_eq!(line(&error).chars().count(), MAX_CHARS + 2);
    }
}
