//! DuckDB's footer, which turns a shared library into an extension.
//!
//! The last 534 bytes of an extension are a WebAssembly custom section: a prologue, eight fields of
//! 32 bytes padded with NUL, and a signature of 256 bytes, zero if the extension is unsigned.

use std::path::Path;
use std::{fs, io};

const PROLOGUE: &[u8; 22] = b"\x00\x93\x04\x10duckdb_signature\x80\x04";
const FIELD: usize = 32;
const SIGNATURE: usize = 256;

/// The oldest C API that the extension works with.
const MINIMUM_API: &str = "v1.2.0";

/// What stands before the version of DuckDB, and a line's end, in a library that can be packed as `hashlane_v2`.
const MARKER: &[u8] = b"hashlane_v2 for DuckDB ";

/// Writes `library` with a footer to `extension`, for this platform or the named one. An extension whose name begins with
/// `hashlane_v2` is on the C API v2, for the version of DuckDB that the library was built for.
pub fn pack(library: &Path, extension: &Path, platform: Option<&str>) -> Result<(), String> {
    let platform = match platform {
        Some(platform) => platform,
        None => this_platform()?,
    };
    let error = |path: &Path, e: io::Error| format!("{}: {e}", path.display());
    let mut bytes = fs::read(library).map_err(|e| error(library, e))?;
    let name = extension.file_name().unwrap_or_default().to_string_lossy();
    let is_v2 = name.starts_with("hashlane_v2");
    let api = match is_v2 {
        true => ("C_STRUCT_UNSTABLE", version_of_v2(&bytes)?),
        false => ("C_STRUCT", MINIMUM_API.to_owned()),
    };
    bytes.extend(footer(api, concat!("v", env!("CARGO_PKG_VERSION")), platform)?);
    if let Some(folder) = extension.parent() {
        fs::create_dir_all(folder).map_err(|e| error(folder, e))?;
    }
    // Write under another name first: changing a file that a process has loaded kills that process with
    // SIGBUS.
    let unfinished = extension.with_extension("unfinished");
    fs::write(&unfinished, bytes).map_err(|e| error(&unfinished, e))?;
    fs::rename(&unfinished, extension).map_err(|e| error(extension, e))
}

/// The version of DuckDB whose C API v2 a library was built for.
fn version_of_v2(library: &[u8]) -> Result<String, String> {
    let start = library.windows(MARKER.len()).position(|bytes| bytes == MARKER);
    let text = start.map(|start| &library[start + MARKER.len()..]);
    let line = text.and_then(|text| text.split(|byte| *byte == b'\n').next());
    let version = line.and_then(|line| std::str::from_utf8(line).ok());
    let version = version.ok_or("the library doesn't say for which DuckDB it was built")?;
    Ok(format!("v{version}"))
}

/// `api` is the kind of the C API, and the version of it that the extension needs, or of DuckDB if the API is unstable.
fn footer(api: (&str, String), version: &str, platform: &str) -> Result<Vec<u8>, String> {
    let mut footer = PROLOGUE.to_vec();
    for text in ["", "", "", api.0, version, &api.1, platform, "4"] {
        let mut field = [0; FIELD];
        let place = field.get_mut(..text.len()).ok_or(format!("{text} has over {FIELD} bytes"))?;
        place.copy_from_slice(text.as_bytes());
        footer.extend(field);
    }
    footer.extend([0; SIGNATURE]);
    Ok(footer)
}

/// DuckDB's name for the platform that this program, and therefore the library, was built for.
fn this_platform() -> Result<&'static str, String> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Ok("linux_amd64"),
        ("linux", "aarch64") => Ok("linux_arm64"),
        ("macos", "x86_64") => Ok("osx_amd64"),
        ("macos", "aarch64") => Ok("osx_arm64"),
        ("windows", "x86_64") => Ok("windows_amd64"),
        ("windows", "aarch64") => Ok("windows_arm64"),
        (os, arch) => Err(format!("DuckDB has no name for {os} on {arch}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_footer_has_its_fields_in_their_places() {
        let api = || ("C_STRUCT", MINIMUM_API.to_owned());
        let footer = footer(api(), "v1.0.0", "linux_amd64").unwrap();
        assert_eq!(footer.len(), 22 + 8 * 32 + 256);
        let field = |i: usize| {
            let field = &footer[22 + i * 32..][..32];
            std::str::from_utf8(field).unwrap().trim_end_matches('\0').to_owned()
        };
        assert_eq!((field(3), field(5)), ("C_STRUCT".to_owned(), "v1.2.0".to_owned()));
        assert_eq!((field(6), field(7)), ("linux_amd64".to_owned(), "4".to_owned()));
        assert!(super::footer(api(), "v", &"x".repeat(33)).is_err());
    }

    #[test]
    fn the_version_stands_in_the_library() {
        let library = b"\0\x7fhashlane_v2 for DuckDB 2.0.1\nhashlane_v2 for DuckDB";
        assert_eq!(version_of_v2(library), Ok("v2.0.1".to_owned()));
        assert!(version_of_v2(b"hashlane").is_err());
    }
}
