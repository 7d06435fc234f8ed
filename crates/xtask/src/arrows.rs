//! The dependency arrows between the crates of the workspace, and between the files of a crate.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::circles;

/// The crates of the workspace that each crate may depend on.
const ARROWS: &[(&str, &[&str])] = &[
    ("hashlane-kernels", &[]),
    ("hashlane-codecs", &[]),
    ("hashlane-catalog", &["hashlane-codecs", "hashlane-kernels"]),
    ("hashlane-arrow", &["hashlane-catalog", "hashlane-kernels"]),
    (
        "hashlane-datafusion",
        &["hashlane-arrow", "hashlane-catalog", "hashlane-files", "hashlane-tables"],
    ),
    ("hashlane-diff", &["hashlane-datafusion", "hashlane-kernels"]),
    ("hashlane-files", &["hashlane-codecs", "hashlane-kernels"]),
    (
        "hashlane-parquet",
        &[
            "hashlane-arrow",
            "hashlane-catalog",
            "hashlane-codecs",
            "hashlane-files",
            "hashlane-kernels",
        ],
    ),
    ("hashlane-tables", &["hashlane-catalog", "hashlane-files", "hashlane-parquet"]),
    (
        "hashlane-duckdb",
        &[
            "hashlane-catalog",
            "hashlane-codecs",
            "hashlane-files",
            "hashlane-kernels",
            "hashlane-tables",
        ],
    ),
    (
        "hashlane",
        &[
            "hashlane-catalog",
            "hashlane-datafusion",
            "hashlane-diff",
            "hashlane-files",
            "hashlane-kernels",
            "hashlane-parquet",
            "hashlane-tables",
        ],
    ),
    (
        "hashlane-python",
        &[
            "hashlane-arrow",
            "hashlane-catalog",
            "hashlane",
            "hashlane-files",
            "hashlane-parquet",
            "hashlane-tables",
        ],
    ),
    ("hashlane-datafusion-python", &["hashlane-catalog", "hashlane-datafusion"]),
    ("hashlane-tests", &["hashlane", "hashlane-arrow", "hashlane-catalog", "hashlane-datafusion"]),
    ("xtask", &["hashlane-catalog"]),
];

/// Crates that each crate must not depend on, even indirectly: engines stay out of the crates below them.
const BARRED: &[(&str, &[&str])] = &[
    // A program that only needs hashes builds no C.
    (
        "hashlane-kernels",
        &[
            "arrow",
            "arrow-array",
            "datafusion",
            "libduckdb-sys",
            "zstd-sys",
            "lzma-sys",
            "liblzma-sys",
            "lzzzz",
        ],
    ),
    ("hashlane-codecs", &["arrow", "arrow-array", "datafusion", "libduckdb-sys"]),
    ("hashlane-catalog", &["arrow", "arrow-array", "datafusion", "libduckdb-sys"]),
    ("hashlane-arrow", &["datafusion", "libduckdb-sys"]),
    ("hashlane-datafusion", &["libduckdb-sys"]),
    ("hashlane-diff", &["libduckdb-sys"]),
    ("hashlane-files", &["arrow", "arrow-array", "datafusion", "libduckdb-sys"]),
    ("hashlane-parquet", &["datafusion", "libduckdb-sys"]),
    ("hashlane-tables", &["datafusion", "libduckdb-sys"]),
    ("hashlane-python", &["libduckdb-sys"]),
    ("hashlane-datafusion-python", &["libduckdb-sys"]),
    // `arrow` and `arrow-cast` take longer to build than the rest of arrow.
    ("hashlane-duckdb", &["datafusion", "arrow", "arrow-cast"]),
];

/// Checks every crate, and reports all errors.
pub fn check() -> Result<(), String> {
    let metadata = metadata()?;
    let mut wrong = Vec::new();
    for package in members(&metadata) {
        let name = package["name"].as_str().unwrap_or_default();
        match ARROWS.iter().find(|(from, _)| *from == name) {
            None => wrong.push(format!("{name} has no row in ARROWS")),
            Some((_, allowed)) => wrong.extend(
                workspace_dependencies(package)
                    .filter(|to| !allowed.contains(to))
                    .map(|to| format!("{name} may not depend on {to}")),
            ),
        }
    }
    for (from, barred) in BARRED {
        let reached = reached(&metadata, from);
        wrong.extend(
            barred.iter().filter(|b| reached.contains(**b)).map(|b| format!("{from} reaches {b}")),
        );
    }
    wrong.extend(circles::check(crate::workspace())?);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Reads the metadata for this machine's platform only, so the crates of other platforms need not be downloaded.
fn metadata() -> Result<Value, String> {
    let host = run("rustc", &["--print", "host-tuple"])?;
    let host = String::from_utf8_lossy(&host);
    let filter = ["--filter-platform", host.trim(), "--offline"];
    let text = run(env!("CARGO"), &[&["metadata", "--format-version", "1"], &filter[..]].concat())?;
    serde_json::from_slice(&text).map_err(|e| format!("cargo metadata: {e}"))
}

/// The output of a program.
fn run(program: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let command = &mut Command::new(program);
    let output = command.args(arguments).current_dir(crate::workspace()).output();
    let output = output.map_err(|e| format!("{program}: {e}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(metadata: &Value) -> impl Iterator<Item = &Value> {
    array(&metadata["packages"]).filter(|package| package["source"].is_null())
}

fn workspace_dependencies(package: &Value) -> impl Iterator<Item = &str> {
    array(&package["dependencies"])
        .filter(|dependency| dependency["source"].is_null() && !dependency["path"].is_null())
        // A test may use crates above its own.
        .filter(|dependency| dependency["kind"] != "dev")
        .filter_map(|dependency| dependency["name"].as_str())
}

/// The names of all packages that `from` depends on, directly or not.
fn reached<'a>(metadata: &'a Value, from: &str) -> BTreeSet<&'a str> {
    let name = |id: &Value| {
        array(&metadata["packages"])
            .find(|package| package["id"] == *id)
            .and_then(|package| package["name"].as_str())
            .unwrap_or_default()
    };
    let nodes: Vec<_> = array(&metadata["resolve"]["nodes"]).map(|n| (name(&n["id"]), n)).collect();
    let mut reached = BTreeSet::new();
    let mut ahead: Vec<&Value> =
        nodes.iter().filter(|(n, _)| *n == from).map(|(_, node)| *node).collect();
    while let Some(node) = ahead.pop() {
        for dependency in array(&node["deps"]) {
            let normal = array(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null());
            let to = name(&dependency["pkg"]);
            if normal && reached.insert(to) {
                ahead.extend(
                    nodes.iter().filter(|(_, n)| n["id"] == dependency["pkg"]).map(|n| n.1),
                );
            }
        }
    }
    reached
}
