//! The settings of a user that change the text of results, or cut them without an error.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::client::clickhouse::failed;
use crate::error::TableError;

/// Settings with the values that our statements need. Each is sent only if the user's value is another one, since some users may
/// not change any.
const NEEDED: &[(&str, &str)] = &[
    // Only some rows of the result.
    ("limit", "0"),
    ("offset", "0"),
    ("additional_result_filter", ""),
    ("partial_result_on_first_cancel", "0"),
    ("skip_unavailable_shards", "0"),
    // Rows that aren't of the table, or are of the past.
    ("extremes", "0"),
    ("use_query_cache", "0"),
    // The format of results.
    ("output_format_tsv_crlf_end_of_line", "0"),
    ("format_tsv_null_representation", "\\N"),
    // Texts of values.
    ("output_format_decimal_trailing_zeros", "0"),
    // Results of functions.
    ("aggregate_functions_null_for_empty", "0"),
    ("cast_keep_nullable", "0"),
    ("transform_null_in", "0"),
];

/// The statement for the settings that matter. Its result is one row, whose last field has the end of the line.
pub(super) fn statement() -> String {
    let names: Vec<_> = NEEDED.iter().map(|(name, _)| format!("'{name}'")).collect();
    format!(
        "SELECT arrayStringConcat(groupArray(concat(name, '=', value)), '\\n'), '' FROM system.settings WHERE name IN ({}) OR name LIKE \
         '%overflow_mode%'",
        names.join(",")
    )
}

/// The settings to add to the address of requests.
///
/// # Errors
/// Returns an error if a statement of the user may stop early.
pub(super) fn corrections(found: &[(String, String)]) -> Result<String, TableError> {
    let mut added = String::new();
    for (name, value) in found {
        if name.contains("overflow_mode") && ["break", "any"].contains(&value.as_str()) {
            return Err(failed(&format!(
                "the user's setting {name} lets a statement stop early without an error: set it to 'throw'"
            )));
        }
        let needed = NEEDED.iter().find(|(needed, _)| needed == name);
        if let Some((_, needed)) = needed.filter(|(_, needed)| needed != value) {
            added.push_str(&format!("&{name}={}", utf8_percent_encode(needed, NON_ALPHANUMERIC)));
        }
    }
    Ok(added)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_other_values_are_sent() {
        let found = |pairs: &[(&str, &str)]| -> Vec<_> {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let ours = found(&[("limit", "0"), ("extremes", "0"), ("read_overflow_mode", "throw")]);
        assert_eq!(corrections(&ours).as_deref(), Ok(""));
        let others = found(&[("limit", "5"), ("format_tsv_null_representation", "NULL")]);
        assert_eq!(
            corrections(&others).as_deref(),
            Ok("&limit=0&format_tsv_null_representation=%5CN")
        );
        for mode in ["break", "any"] {
            corrections(&found(&[("group_by_overflow_mode", mode)])).expect_err("it cuts results");
        }
    }
}
