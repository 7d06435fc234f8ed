//! The format and the compression of COPY, by the name of its target.

use std::path::absolute;

use datafusion::sql::parser::{CopyToStatement, Statement};
use datafusion::sql::sqlparser::ast::Value;
use hashlane_files::{ObjectAddress, is_url, without_secrets};
use url::Url;

use crate::sql::external_tables::is_listed_by_name;
use crate::sql::failure::Failure;
use crate::sql::listing::{is_object, object_url};
use crate::sql::stores::Stores;

/// The endings of names, and the formats that they mean.
const FORMATS: [(&str, &str); 7] = [
    ("parquet", "PARQUET"),
    ("csv", "CSV"),
    ("tsv", "CSV"),
    ("json", "JSON"),
    ("jsonl", "JSON"),
    ("ndjson", "JSON"),
    ("arrow", "ARROW"),
];

/// The endings after these, and the compressions that they mean.
const COMPRESSIONS: [(&str, &str); 4] =
    [("gz", "gzip"), ("bz2", "bzip2"), ("xz", "xz"), ("zst", "zstd")];

/// Every ending, for errors.
const ENDINGS: &str = ".parquet, .arrow, .csv, .tsv, .json, .jsonl or .ndjson, the last five also with .gz, .bz2, .xz or .zst";

/// Gives a COPY the format, the compression and the delimiter that the name of its target means, and its target an address
/// that DataFusion takes as it is: in a path, it takes `*`, `?` and `[` for a pattern, and it decodes keys of objects. The
/// locations of external tables get such an address, too.
///
/// # Errors
/// Returns one line if the statement contradicts the name, or if neither gives a format.
pub fn resolve(statement: &mut Statement, stores: &Stores) -> Result<(), Failure> {
    match statement {
        Statement::CopyTo(copy) => {
            let name = Name::from_target(&copy.target);
            let text = |error| format!("COPY TO '{}': {error}", without_secrets(&copy.target));
            let target = address(&copy.target, stores).map_err(text)?;
            let resolved = apply(copy, &name);
            resolved
                .map_err(|error| format!("COPY TO '{}': {error}", without_secrets(&copy.target)))?;
            copy.target = target;
            Ok(())
        }
        Statement::CreateExternalTable(table) => {
            if is_listed_by_name(table) {
                return Ok(());
            }
            for location in table.locations.iter_mut().filter(|location| is_object(location)) {
                let url = address(location, stores);
                *location = url.map_err(|error| format!("LOCATION {error}"))?;
            }
            Ok(())
        }
        Statement::Explain(explain) => resolve(&mut explain.statement, stores),
        _ => Ok(()),
    }
}

/// What the name of a target says.
#[derive(Debug, Default, PartialEq)]
struct Name {
    format: Option<&'static str>,
    compression: Option<&'static str>,
    is_tsv: bool,
    /// DataFusion names the files in it.
    is_folder: bool,
}

impl Name {
    fn from_target(target: &str) -> Self {
        let path = target.trim_end_matches('/');
        let name = path.rsplit('/').next().unwrap_or_default().to_lowercase();
        let ending = |name: &str, of: &[(&str, &'static str)]| {
            let (stem, ending) = name.rsplit_once('.')?;
            let meaning = of.iter().find(|(known, _)| *known == ending)?.1;
            Some((stem.to_owned(), meaning))
        };
        let is_folder = target.ends_with('/') || !name.contains('.');
        let (name, compression) = match ending(&name, &COMPRESSIONS) {
            Some((stem, compression)) => (stem, Some(compression)),
            None => (name, None),
        };
        let format = ending(&name, &FORMATS).map(|(_, format)| format);
        Name { format, compression, is_tsv: name.ends_with(".tsv"), is_folder }
    }
}

fn apply(copy: &mut CopyToStatement, name: &Name) -> Result<(), String> {
    let format = format(copy.stored_as.as_deref(), name)?;
    copy.stored_as = Some(format.to_owned());
    if matches!(format, "PARQUET" | "ARROW") {
        return match name.compression {
            Some(_) => Err(format!(
                "{format} is compressed inside of the file: leave the ending out{}",
                if format == "PARQUET" {
                    ", or choose with OPTIONS (compression 'zstd(3)')"
                } else {
                    ""
                }
            )),
            None => Ok(()),
        };
    }
    compression(copy, name)?;
    if name.is_tsv { tabs(copy, name) } else { Ok(()) }
}

/// The format, by the name and by STORED AS.
fn format(stored_as: Option<&str>, name: &Name) -> Result<&'static str, String> {
    let Some(stored_as) = stored_as else {
        return name.format.ok_or_else(|| {
            format!("the name doesn't say the format. Add STORED AS PARQUET, CSV, JSON or ARROW, or use an ending: {ENDINGS}")
        });
    };
    let known = FORMATS.iter().find(|(ending, format)| {
        stored_as.eq_ignore_ascii_case(ending) || stored_as.eq_ignore_ascii_case(format)
    });
    let Some((_, stored)) = known else {
        return Err(format!(
            "STORED AS {stored_as} isn't supported: use PARQUET, CSV, JSON or ARROW"
        ));
    };
    match name.format {
        Some(format) if format != *stored => Err(format!(
            "the name says {format}, but STORED AS says {stored}: leave it out, or use another name"
        )),
        _ => Ok(stored),
    }
}

/// Sets the compression that the name says, or checks the one that the statement says.
fn compression(copy: &mut CopyToStatement, name: &Name) -> Result<(), String> {
    let said = option(copy, "compression").map(|said| {
        let said = said.to_lowercase();
        let known = COMPRESSIONS.iter().find(|(ending, codec)| said == *ending || said == *codec);
        known.map_or(said, |(_, codec)| (*codec).to_owned())
    });
    let none = "uncompressed";
    match (said, name.compression) {
        (None, None) => Ok(()),
        (None, Some(codec)) => {
            copy.options.push(("format.compression".to_owned(), text(codec)));
            Ok(())
        }
        (Some(said), Some(codec)) if said == codec => Ok(()),
        (Some(said), None) if name.format.is_none() || name.is_folder || said == none => Ok(()),
        (Some(said), codec) => Err(format!(
            "the name says {}, but OPTIONS says {said}: leave it out, or use another name",
            codec.unwrap_or(none)
        )),
    }
}

/// Sets the delimiter of `.tsv`.
fn tabs(copy: &mut CopyToStatement, name: &Name) -> Result<(), String> {
    if name.is_folder {
        return Err("the files of a folder are named .csv: name one file, or use .csv".to_owned());
    }
    match option(copy, "delimiter").as_deref() {
        None => {
            copy.options.push(("format.delimiter".to_owned(), text("\t")));
            Ok(())
        }
        Some("\t") => Ok(()),
        Some(_) => Err(".tsv has tabs, but OPTIONS has another delimiter: use .csv".to_owned()),
    }
}

/// The last value of an option.
fn option(copy: &CopyToStatement, name: &str) -> Option<String> {
    let is_it = |key: &str| {
        let key = key.to_lowercase();
        key.strip_prefix("format.").unwrap_or(&key) == name
    };
    let value = &copy.options.iter().rev().find(|(key, _)| is_it(key))?.1;
    Some(value.clone().into_string().unwrap_or_else(|| value.to_string()))
}

fn text(value: &str) -> Value {
    Value::SingleQuotedString(value.to_owned())
}

/// The target as a URL in which nothing has a meaning of its own.
fn address(target: &str, stores: &Stores) -> Result<String, String> {
    if is_object(target) {
        let parsed = ObjectAddress::parse(target).map_err(|error| error.to_string())?;
        let url = object_url(stores, target, &parsed).map_err(|error| error.to_string())?;
        return Ok(url.to_string());
    }
    if is_url(target) {
        return Ok(target.to_owned());
    }
    let path = absolute(target).map_err(|error| error.to_string())?;
    let url = match target.ends_with('/') {
        true => Url::from_directory_path(&path),
        false => Url::from_file_path(&path),
    };
    url.map(String::from).map_err(|()| "is not a path".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::sql::parser::DFParser;

    fn options(sql: &str) -> Result<(String, Vec<String>), String> {
        let mut statements = DFParser::parse_sql(sql).expect("it parses");
        let Some(Statement::CopyTo(mut copy)) = statements.pop_front() else { panic!("no COPY") };
        let name = Name::from_target(&copy.target);
        apply(&mut copy, &name)?;
        let options = copy.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
        Ok((copy.stored_as.unwrap_or_default(), options))
    }

    #[test]
    fn names_say_the_format() {
        for (target, format, expected) in [
            ("a.parquet", "PARQUET", &[][..]),
            ("a.CSV", "CSV", &[]),
            ("x.y/a.tsv", "CSV", &["format.delimiter='\t'"]),
            ("a.jsonl", "JSON", &[]),
            ("s3://b/a.ndjson.zst", "JSON", &["format.compression='zstd'"]),
            ("a.csv.gz", "CSV", &["format.compression='gzip'"]),
            ("a.tsv.bz2", "CSV", &["format.compression='bzip2'", "format.delimiter='\t'"]),
            ("a.csv.xz/", "CSV", &["format.compression='xz'"]),
        ] {
            let found = options(&format!("COPY t TO '{target}'")).expect(target);
            assert_eq!(
                found,
                (format.to_owned(), expected.iter().map(ToString::to_string).collect())
            );
        }
    }

    #[test]
    fn contradictions_are_refused() {
        for (rest, words) in [
            ("'a.parquet' STORED AS CSV", "the name says PARQUET, but STORED AS says CSV"),
            ("'a.csv.gz' STORED AS JSON", "the name says CSV"),
            (
                "'a.csv' OPTIONS (compression gzip)",
                "the name says uncompressed, but OPTIONS says gzip",
            ),
            ("'a.csv.zst' OPTIONS ('format.compression' 'GZIP')", "the name says zstd"),
            ("'a.csv.zst' OPTIONS (compression uncompressed)", "the name says zstd"),
            ("'a.tsv' OPTIONS ('format.delimiter' ';')", "another delimiter"),
            ("'a.tsv/'", "the files of a folder are named .csv"),
            ("'a.parquet.gz'", "PARQUET is compressed inside of the file"),
            ("'a.txt'", "the name doesn't say the format"),
            ("'a.gz'", "the name doesn't say the format"),
            ("'a'", ".parquet, .arrow, .csv, .tsv, .json, .jsonl or .ndjson"),
            ("'a.csv' STORED AS avro", "STORED AS AVRO isn't supported"),
        ] {
            let error = options(&format!("COPY t TO {rest}")).expect_err(rest);
            assert!(error.contains(words), "{rest}: {error}");
        }
    }

    #[test]
    fn what_the_name_leaves_open_is_free() {
        for rest in [
            "'a' STORED AS CSV OPTIONS (compression gzip)",
            "'a.csv/' OPTIONS (compression gzip)",
            "'a.txt' STORED AS CSV OPTIONS (delimiter ';')",
            "'a.csv' OPTIONS (delimiter ';')",
            "'a.csv.gz' OPTIONS (compression gz)",
            "'a.parquet' OPTIONS (compression 'zstd(3)')",
        ] {
            options(&format!("COPY t TO {rest}")).expect(rest);
        }
    }
}
