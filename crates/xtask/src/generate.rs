//! The files that come from the catalogue.

use std::fs;

/// Writes each generated file, or, to check, compares it with what would be written.
pub fn generate(check: bool) -> Result<(), String> {
    let files = [("sql/FUNCTIONS.md", hashlane_catalog::markdown())];
    for (name, text) in files {
        let path = crate::workspace().join(name);
        if check {
            let found = fs::read_to_string(&path).map_err(|e| format!("{name}: {e}"))?;
            if found != text {
                return Err(format!("{name} is not in step with the catalogue: run `make generate`"));
            }
        } else {
            fs::write(&path, text).map_err(|e| format!("{name}: {e}"))?;
        }
    }
    Ok(())
}
