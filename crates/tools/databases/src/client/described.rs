//! A column as a database describes it.

use crate::column::ColumnType;
use crate::reading::NamedZone;

/// A column as a database describes it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DescribedColumn {
    /// Its name.
    pub name: String,
    /// Its type, or the database's name for a type without a canonical text.
    pub column_type: Result<ColumnType, String>,
    /// Another type that its values may have, if the other side has that type: ClickHouse has bytes in its text.
    pub alternative: Option<ColumnType>,
    /// Whether it is text in a character set some of whose characters may have no Unicode. Only MySQL and MariaDB have such columns.
    pub is_recoded: bool,
    /// The zone in which the database writes it into text, without an offset, if that isn't UTC. Only ClickHouse has such columns.
    pub zone: Option<NamedZone>,
}

impl DescribedColumn {
    /// A column that has one type.
    pub(crate) fn new(name: impl Into<String>, column_type: Result<ColumnType, String>) -> Self {
        DescribedColumn {
            name: name.into(),
            column_type,
            alternative: None,
            is_recoded: false,
            zone: None,
        }
    }

    /// A column that may have integers of 64 bits without a sign, if it has decimals that hold all of them.
    pub(crate) fn number(name: &str, column_type: Result<ColumnType, String>) -> Self {
        let holds_all =
            matches!(column_type, Ok(ColumnType::Decimal { precision: 20.., scale: 0 }));
        let alternative = holds_all.then_some(ColumnType::WideInteger);
        DescribedColumn { alternative, ..DescribedColumn::new(name, column_type) }
    }

    /// The same column with another type that its values may have.
    pub(crate) fn or(self, alternative: ColumnType) -> Self {
        DescribedColumn { alternative: Some(alternative), ..self }
    }
}
