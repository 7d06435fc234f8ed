//! The elements of lists as the columns of rows.

use std::borrow::Cow;

use hashlane_kernels::encoding::{Column, Values};

/// The columns of the elements: their fields if they are structs, else the elements themselves.
pub(crate) struct SpreadColumns<'a> {
    columns: Vec<Column<'a>>,
    /// The structs, if one may be NULL. The fields of a NULL struct are arbitrary and are not read.
    structs: Option<&'a Column<'a>>,
}

impl<'a> SpreadColumns<'a> {
    /// A row of fields for each struct, and a row of one value for each other element.
    pub(crate) fn of_fields(child: &'a Column<'a>) -> Self {
        match fields(child) {
            Some(columns) => SpreadColumns { columns, structs: Some(child) },
            None => Self::of_values(child),
        }
    }

    /// A row of one value for each element.
    pub(crate) fn of_values(child: &'a Column<'a>) -> Self {
        SpreadColumns { columns: vec![child.clone()], structs: None }
    }

    /// The columns. Don't read a row for which [`SpreadColumns::is_null`] is true.
    pub(crate) fn columns(&self) -> &[Column<'a>] {
        &self.columns
    }

    /// Whether an element is a struct that is NULL as a whole.
    #[inline(always)]
    pub(crate) fn is_null(&self, id: usize) -> bool {
        self.structs.is_some_and(|structs| is_null(structs, id))
    }
}

/// The fields of structs, borrowed where they lie; `None` if the values aren't structs.
fn fields<'a>(column: &'a Column<'a>) -> Option<Vec<Column<'a>>> {
    match column.values() {
        Values::Struct(fields) => Some(fields.clone()),
        Values::Indexed(keys, values) => {
            let behind_keys = |field: Column<'a>| {
                let keys = Cow::Borrowed(keys.as_ref());
                Column::new(column.len(), None, Values::Indexed(keys, Box::new(field)))
            };
            Some(fields(values)?.into_iter().map(behind_keys).collect())
        }
        _ => None,
    }
}

fn is_null(column: &Column<'_>, id: usize) -> bool {
    !column.is_valid(id)
        || match column.values() {
            Values::Indexed(keys, values) => is_null(values, keys[id]),
            _ => false,
        }
}
