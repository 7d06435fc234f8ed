//! Finds the libraries of ADBC's drivers.

use std::env;
use std::process::Command;

use adbc_core::options::AdbcVersion;
use adbc_driver_manager::ManagedDriver;

use crate::error::Error;

/// Where a driver's library may be.
pub(crate) struct Library {
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

impl Library {
    /// Loads the driver: from the path in the environment variable, from ADBC's search paths, or from the Python package.
    pub(crate) fn load(&self) -> Result<ManagedDriver, Error> {
        let from_file = |path: &str, source: &str| {
            let driver = ManagedDriver::load_dynamic_from_filename(
                path,
                self.entry_point,
                AdbcVersion::V110,
            );
            driver.map_err(|error| {
                Error::new(format!("{source}'{path}' can't be loaded: {}", error.message))
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
        match self.python_package.and_then(path_in_package) {
            Some(path) => from_file(&path, ""),
            None => Err(Error::new(format!(
                "{}, or name its library in {}",
                self.advice, self.variable
            ))),
        }
    }
}

/// The path of the library in a Python package. Nothing is imported from the current folder.
fn path_in_package(package: &str) -> Option<String> {
    let script = format!(
        "import sys; sys.path = [p for p in sys.path if p]; import {package} as driver; print(driver._driver_path())"
    );
    ["python3", "python"].iter().find_map(|python| {
        let output = Command::new(python).args(["-c", &script]).output().ok()?;
        let path = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| path.trim().to_owned()).filter(|path| !path.is_empty())
    })
}
