//! Removes secrets from addresses: passwords, tokens and signatures.
//!
//! Every name that is printed, and every text that may contain one, goes through here.

use std::borrow::Cow;

use crate::address::{is_of_scheme, scheme};

/// The text that replaces a secret.
const CUT: &str = "***";

/// A parameter of an address is secret if its name contains one of these, in any case. Removing too much does little
/// harm. Examples: `X-Amz-Signature`, `X-Amz-Credential`, `X-Amz-Security-Token`, `X-Goog-Signature`, `AWSAccessKeyId`,
/// `GoogleAccessId`, `Key-Pair-Id`, `Policy`, Azure's `sig` and `code`, `s3_secret_access_key`, `access_token`,
/// `api_key`.
const SECRET: [&str; 13] = [
    "sig",
    "token",
    "secret",
    "credential",
    "passw",
    "pwd",
    "auth",
    "key",
    "accessid",
    "policy",
    "session",
    "jwt",
    "code",
];

/// A parameter without a name counts as a token from this length on.
const TOKEN: usize = 16;

/// In these schemes the part before `@` is a container: `abfss://container@account.dfs.core.windows.net/key`.
const CONTAINER_SCHEMES: [&str; 4] = ["abfs", "abfss", "wasb", "wasbs"];

/// Returns a file's name in a form that may be printed. An address loses its user and password, and the values of
/// parameters that sign or authorize the request. A path of this machine doesn't change.
///
/// ```
/// use hashlane_files::without_secrets;
///
/// let name = "https://user:password@host/a.parquet?X-Amz-Date=20260101&X-Amz-Signature=0123";
/// let shown = "https://***@host/a.parquet?X-Amz-Date=20260101&X-Amz-Signature=***";
/// assert_eq!(without_secrets(name), shown);
/// assert_eq!(without_secrets("lake/a.parquet"), "lake/a.parquet");
/// ```
pub fn without_secrets(name: &str) -> Cow<'_, str> {
    if scheme(name).is_none() {
        return Cow::Borrowed(name);
    }
    let mut shown = String::with_capacity(name.len());
    push_address(name, &mut shown);
    Cow::Owned(shown)
}

/// Removes the secrets of all addresses in a text. An address ends at a space, a quotation mark, an angle bracket or a
/// control character.
pub fn text_without_secrets(text: &str) -> Cow<'_, str> {
    const MARK: &str = "://";
    if !text.contains(MARK) {
        return Cow::Borrowed(text);
    }
    let ends = |sign: char| {
        sign.is_whitespace() || sign.is_control() || matches!(sign, '"' | '\'' | '`' | '<' | '>')
    };
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(mark) = rest.find(MARK) {
        let letters = rest[..mark].bytes().rev().take_while(|byte| is_of_scheme(*byte)).count();
        let start = mark - letters;
        let end = rest[mark..].find(ends).map_or(rest.len(), |len| mark + len);
        // Punctuation at the end belongs to the sentence and not to the address.
        let end = mark + rest[mark..end].trim_end_matches([':', ',', '.', ';', ')']).len();
        let end = end.max(mark + MARK.len());
        shown.push_str(&rest[..start]);
        if letters == 0 {
            shown.push_str(&rest[start..end]);
        } else {
            push_address(&rest[start..end], &mut shown);
        }
        rest = &rest[end..];
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// Removes the secrets of `name`, and of all addresses, from `text`.
pub(crate) fn about(name: &str, text: String) -> String {
    let shown = without_secrets(name);
    if shown == name { text } else { text.replace(name, &shown) }
}

/// Appends an address: `scheme://authority/path?parameters`.
fn push_address(address: &str, shown: &mut String) {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    shown.push_str(scheme);
    shown.push_str("://");
    let rest = match after_user(scheme, rest) {
        Some(rest) => {
            shown.push_str(CUT);
            shown.push('@');
            rest
        }
        None => rest,
    };
    let parameters = rest.find(['?', '#']).unwrap_or(rest.len());
    push_path(&rest[..parameters], shown);
    for (index, parameter) in rest[parameters..].split('&').enumerate() {
        if index > 0 {
            shown.push('&');
        }
        push_parameter(parameter, shown);
    }
}

/// Returns the part after the user and the password, or `None` if the address has none.
fn after_user<'a>(scheme: &str, rest: &'a str) -> Option<&'a str> {
    let authority = &rest[..rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len())];
    let is_container =
        || CONTAINER_SCHEMES.iter().any(|container| scheme.eq_ignore_ascii_case(container));
    if let Some(at) = authority.rfind('@') {
        let keep = is_container() && !authority[..at].contains(':');
        return (!keep).then(|| &rest[at + 1..]);
    }
    // A password that is followed by a slash, or by nothing, looks like a host with a port that is not a number.
    let (_, port) = authority.rsplit_once(':')?;
    if port.bytes().all(|byte| byte.is_ascii_digit()) || authority.ends_with(']') {
        return None;
    }
    Some(&rest[rest.rfind('@').map_or(authority.len(), |at| at + 1)..])
}

/// Appends a host and a path. The path may contain further addresses, as a proxy's does.
fn push_path(mut path: &str, shown: &mut String) {
    while let Some(mark) = path.find("://") {
        let (before, behind) = path.split_at(mark + "://".len());
        shown.push_str(before);
        let authority = &behind[..behind.find('/').unwrap_or(behind.len())];
        path = match authority.rfind('@') {
            Some(at) => {
                shown.push_str(CUT);
                &behind[at..]
            }
            None => behind,
        };
    }
    shown.push_str(path);
}

/// Appends the text between two `&`. Everything from a secret on is removed.
fn push_parameter(parameter: &str, shown: &mut String) {
    for part in parameter.split_inclusive(['?', '#', ';']) {
        let bare = part.trim_end_matches(['?', '#', ';']);
        match bare.split_once('=') {
            Some((name, _)) if is_secret(name) => {
                shown.push_str(name);
                shown.push('=');
                shown.push_str(CUT);
                return;
            }
            None if bare.len() >= TOKEN => {
                shown.push_str(CUT);
                return;
            }
            // A value may be an address itself.
            Some(_) | None => shown.push_str(&text_without_secrets(part)),
        }
    }
}

fn is_secret(name: &str) -> bool {
    let name = percent_decoded(name).to_ascii_lowercase();
    SECRET.iter().any(|word| name.contains(word))
}

/// Decodes the percent escapes of a name that give ASCII.
fn percent_decoded(name: &str) -> String {
    let mut parts = name.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                decoded.push(char::from(code));
                decoded.push_str(&part[2..]);
            }
            None => decoded.push_str(part),
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_passwords_and_signatures_are_cut_out() {
        for (name, shown) in [
            ("https://u:p@h/a", "https://***@h/a"),
            ("https://token@h/a", "https://***@h/a"),
            ("https://u:p@q@h:80/a@2", "https://***@h:80/a@2"),
            ("https://u:p/q@h/a", "https://***@h/a"),
            ("https://u:p#q@h/a", "https://***@h/a"),
            ("https://u:p/a", "https://***@/a"),
            ("s3://id:secret@bucket/key", "s3://***@bucket/key"),
            ("abfss://c@a.dfs.core.windows.net/k", "abfss://c@a.dfs.core.windows.net/k"),
            ("abfss://c:p@a.dfs.core.windows.net/k", "abfss://***@a.dfs.core.windows.net/k"),
            ("https://h:9000/a@b", "https://h:9000/a@b"),
            ("https://proxy/https://u:p@h/b", "https://proxy/https://***@h/b"),
            ("https://[::1]/a@b", "https://[::1]/a@b"),
            (
                "https://h/a?X-Amz-Credential=C%2F1&X-Amz-Expires=60&X-Amz-Security-Token=T&X-Amz-Signature=S",
                "https://h/a?X-Amz-Credential=***&X-Amz-Expires=60&X-Amz-Security-Token=***&X-Amz-Signature=***",
            ),
            ("https://h/a?x-amz-%73ignature=S", "https://h/a?x-amz-%73ignature=***"),
            (
                "https://h/a?GoogleAccessId=me&Expires=1&Signature=S",
                "https://h/a?GoogleAccessId=***&Expires=1&Signature=***",
            ),
            ("https://h/a?sv=1&sr=b&sig=S%3D", "https://h/a?sv=1&sr=b&sig=***"),
            ("https://h/a?0123456789abcdef", "https://h/a?***"),
            (
                "https://h/a?x=1;password=S;T&y=2#token=U",
                "https://h/a?x=1;password=***&y=2#token=***",
            ),
            ("https://h/a?from=https://u:p@h/b&y=2", "https://h/a?from=https://***@h/b&y=2"),
            ("s3://b/k?s3_secret_access_key=S", "s3://b/k?s3_secret_access_key=***"),
        ] {
            assert_eq!(without_secrets(name), shown);
            assert_eq!(without_secrets(shown), shown, "cutting twice changes nothing");
            let text = format!("error (at '{name}'): {name} is\n{name}");
            let expected = format!("error (at '{shown}'): {shown} is\n{shown}");
            assert_eq!(text_without_secrets(&text), expected);
        }
    }

    #[test]
    fn paths_and_other_texts_stay() {
        for text in
            ["", "a/b?sig=1", "user:password@host", "://x:y@z", "10 % of x: y@z", "é://u:p@h"]
        {
            assert_eq!(without_secrets(text), text);
        }
        for text in ["", "a: b", "no address: ://", "1 % is 100 %"] {
            assert_eq!(text_without_secrets(text), text);
        }
    }
}
