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

/// Writes `library` with a footer to `extension`, for this platform or the named one.
pub fn pack(library: &Path, extension: &Path, platform: Option<&str>) -> Result<(), String> {
    let platform = match platform {
        Some(platform) => platform,
        None => this_platform()?,
    };
    let error = |path: &Path, e: io::Error| format!("{}: {e}", path.display());
    let mut bytes = fs::read(library).map_err(|e| error(library, e))?;
    bytes.extend(footer(concat!("v", env!("CARGO_PKG_VERSION")), platform)?);
    if let Some(folder) = extension.parent() {
        fs::create_dir_all(folder).map_err(|e| error(folder, e))?;
    }
    // Write under another name first: changing a file that a process has loaded kills that process with
    // SIGBUS.
    let unfinished = extension.with_extension("unfinished");
    fs::write(&unfinished, bytes).map_err(|e| error(&unfinished, e))?;
    fs::rename(&unfinished, extension).map_err(|e| error(extension, e))
}

fn footer(version: &str, platform: &str) -> Result<Vec<u8>, String> {
    let mut footer = PROLOGUE.to_vec();
    for text in ["", "", "", "C_STRUCT", version, MINIMUM_API, platform, "4"] {
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
        let footer = footer("v1.0.0", "linux_amd64").unwrap();
        assert_eq!(footer.len(), 22 + 8 * 32 + 256);
        let field = |i: usize| {
            let field = &footer[22 + i * 32..][..32];
            std::str::from_utf8(field).unwrap().trim_end_matches('\0').to_owned()
        };
        assert_eq!((field(3), field(5)), ("C_STRUCT".to_owned(), "v1.2.0".to_owned()));
        assert_eq!((field(6), field(7)), ("linux_amd64".to_owned(), "4".to_owned()));
        assert!(super::footer("v", &"x".repeat(33)).is_err());
    }
}
