//! The dependency arrows between the crates of the workspace.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// The folders in `crates`, from the lowest floor up. A crate depends on crates of its own floor and of lower ones.
const FLOORS: &[&str] = &["core", "files", "engines", "tools"];

/// Crates that the crates in a folder must not depend on, even indirectly.
const BARRED: &[(&str, &[&str])] = &[
    ("core", &["datafusion", "libduckdb-sys"]),
    // A program that only needs hashes builds no C.
    ("core/kernels", &["arrow-array", "zstd-sys", "lzma-sys", "liblzma-sys", "lzzzz"]),
    ("core/codecs", &["arrow-array"]),
    ("core/catalog", &["arrow-array"]),
    ("files", &["datafusion", "libduckdb-sys"]),
    ("files/files", &["arrow-array"]),
    ("engines/datafusion", &["libduckdb-sys"]),
    // `arrow` and `arrow-cast` take longer to build than the rest of arrow.
    ("engines/duckdb", &["datafusion", "arrow", "arrow-cast"]),
    ("tools", &["libduckdb-sys"]),
];

/// Checks every crate, and reports all errors.
pub fn check() -> Result<(), String> {
    let metadata = metadata()?;
    let mut wrong = Vec::new();
    for package in members(&metadata) {
        let (name, folder) = (name(package), folder(package));
        let Some(floor) = floor(folder) else { continue };
        for to in workspace_dependencies(package) {
            let found = members(&metadata).find(|package| self::name(package) == to);
            if found.and_then(|package| self::floor(self::folder(package))) > Some(floor) {
                wrong.push(format!("{name} may not depend on {to}, which is on a higher floor"));
            }
        }
        let reached = reached(&metadata, name);
        for (below, barred) in BARRED {
            if folder.starts_with(below) {
                let found = barred.iter().filter(|barred| reached.contains(**barred));
                wrong.extend(found.map(|barred| format!("{name} reaches {barred}")));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap_or_default()
}

/// The folder of a package in `crates`, or an empty text.
fn folder(package: &Value) -> &str {
    let manifest = package["manifest_path"].as_str().unwrap_or_default();
    let within = manifest.rsplit_once("/crates/").map_or("", |(_, within)| within);
    within.trim_end_matches("/Cargo.toml")
}

fn floor(folder: &str) -> Option<usize> {
    let first = folder.split('/').next()?;
    FLOORS.iter().position(|floor| *floor == first)
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
    let output = command.args(arguments).current_dir(super::workspace()).output();
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
        .map(name)
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
