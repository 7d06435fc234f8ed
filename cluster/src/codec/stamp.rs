//! The version in a plan. Versions of Hashlane may differ in a function's results, so each runs only its own plans.

use std::hint::black_box;

use datafusion::common::{Result, exec_err};

const START: &str = "hashlane-plan/";

/// The start of each of our parts of a plan.
static STAMP: &str = concat!("hashlane-plan/", env!("CARGO_PKG_VERSION"), "\n");

/// Starts a part of a plan.
pub fn write_stamp(buf: &mut Vec<u8>) {
    buf.extend_from_slice(black_box(STAMP).as_bytes());
}

/// The bytes after the stamp of a part of a plan, or `None` if the part is not ours.
///
/// # Errors
/// Returns one line that names both versions if the plan comes from another version.
pub fn after_stamp(buf: &[u8]) -> Result<Option<&[u8]>> {
    match parts(buf) {
        Some((None, rest)) => Ok(Some(rest)),
        Some((Some(why), _)) => exec_err!("{why}"),
        None => Ok(None),
    }
}

/// Why a part of a plan can't be run, if it has another version, and the bytes after its stamp; `None` if it is not ours.
pub fn parts(buf: &[u8]) -> Option<(Option<String>, &[u8])> {
    let rest = buf.strip_prefix(START.as_bytes())?;
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let theirs = String::from_utf8_lossy(&rest[..end]);
    let ours = black_box(STAMP).trim_start_matches(START).trim_end();
    let why = (theirs != ours).then(|| {
        format!(
            "the plan comes from hashlane {theirs}, and this process runs hashlane {ours}: run one version on the client, the scheduler and all executors"
        )
    });
    Some((why, &rest[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_of_another_version_is_refused() {
        let mut buf = Vec::new();
        write_stamp(&mut buf);
        buf.extend_from_slice(b"rest");
        assert_eq!(after_stamp(&buf).unwrap(), Some(&b"rest"[..]));
        assert_eq!(after_stamp(b"anything").unwrap(), None);
        let error = after_stamp(b"hashlane-plan/9.8.7\nrest").unwrap_err().strip_backtrace();
        assert!(error.contains("comes from hashlane 9.8.7"), "{error}");
        assert!(error.contains(env!("CARGO_PKG_VERSION")), "{error}");
    }
}
