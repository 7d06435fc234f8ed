//! Why a footer can't be read.

use std::fmt;

/// The reason why metadata are not parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnreadableMetadata {
    /// They are damaged, with a description.
    Damaged(String),
    /// They are in a variant of the format that parquet-mr wrote in 2018.
    Variant,
    /// They describe encrypted columns.
    Encrypted,
}

/// The text follows the name of a file.
impl fmt::Display for UnreadableMetadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreadableMetadata::Damaged(detail) => write!(f, "has a damaged footer: {detail}"),
            UnreadableMetadata::Variant => f.write_str(
                "uses a variant of the format from 2018: write it again with a newer writer",
            ),
            UnreadableMetadata::Encrypted => f.write_str("has encrypted columns: decrypt it first"),
        }
    }
}
