//! Finds the libraries of ADBC's drivers.

use std::env;
use std::process::Command;

use adbc_core::options::AdbcVersion;
use adbc_driver_manager::ManagedDriver;

use crate::error::TableError;

/// Where a driver's library may be.
pub(crate) struct DriverLibrary {
    /// The environment variable with its path.
    pub variable: &'static str,
    /// Its name in ADBC's search paths.
    pub name: &'static str,
    /// Its function that ADBC calls first.
    pub entry_point: Option<&'static [u8]>,
    /// The Python package that has it.
    pub python_package: Option<&'static str>,
    /// What to do if it is missing.
    pub advice: &'static str,
}

impl DriverLibrary {
    /// Loads the driver: from the path in the environment variable, from ADBC's search paths, or from the Python package.
    pub(crate) fn load(&self) -> Result<ManagedDriver, TableError> {
        let from_file = |path: &str, source: &str| {
            let driver = ManagedDriver::load_dynamic_from_filename(
                path,
                self.entry_point,
                AdbcVersion::V110,
            );
            driver.map_err(|error| {
                TableError::new(format!("{source}'{path}' can't be loaded: {}", error.message))
            })
        };
        if let Some(path) = env::var_os(self.variable) {
            let names = format!("{} names a library: ", self.variable);
            return from_file(&path.to_string_lossy(), &names);
        }
        let version = AdbcVersion::V110;
        if let Ok(driver) =
            ManagedDriver::load_dynamic_from_name(self.name, self.entry_point, version)
        {
            return Ok(driver);
        }
        let asked = match self.python_package.map(path_in_package) {
            Some(Ok(path)) => return from_file(&path, ""),
            Some(Err(asked)) => asked,
            None => String::new(),
        };
        Err(TableError::new(format!(
            "{}, or name its library in {}{asked}",
            self.advice, self.variable
        )))
    }
}

/// The path of the library in a Python package, or which Pythons don't have the package. Nothing is imported from the current
/// folder.
fn path_in_package(package: &str) -> Result<String, String> {
    let script = format!(
        "import sys; print(sys.executable, flush=True); sys.path = [p for p in sys.path if p]; import {package} as driver; \
         print(driver._driver_path())"
    );
    let mut asked = Vec::new();
    for python in ["python3", "python"] {
        let Ok(output) = Command::new(python).args(["-c", &script]).output() else { continue };
        let text = String::from_utf8_lossy(&output.stdout);
        match (text.trim().split_once('\n'), output.status.success()) {
            (Some((_, path)), true) => return Ok(path.trim().to_owned()),
            (None, _) if !text.trim().is_empty() => asked.push(text.trim().to_owned()),
            _ => asked.push(python.to_owned()),
        }
    }
    asked.dedup();
    Err(match asked.is_empty() {
        true => " (PATH has neither python3 nor python)".to_owned(),
        false => format!(" (these Pythons don't have the package: {})", asked.join(", ")),
    })
}
