//! What is wrong with a file beside its verdict.

/// What is wrong with a file beside its verdict: it is not as a list says, or not as in another lake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The path, as states have it.
    pub path: Box<str>,
    /// `unlisted`, `missing`, `mismatch`, `not_read`, `differs`, `moved`, `extra` or `unknown`.
    pub kind: &'static str,
    /// The figures.
    pub detail: String,
}

impl Problem {
    pub(crate) fn new(path: &str, kind: &'static str, detail: impl Into<String>) -> Self {
        Problem { path: path.into(), kind, detail: detail.into() }
    }
}
