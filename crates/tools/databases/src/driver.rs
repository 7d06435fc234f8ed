//! Finds the library of ADBC's driver for PostgreSQL.

use std::env;
use std::process::Command;

use adbc_core::options::AdbcVersion;
use adbc_driver_manager::ManagedDriver;

use crate::error::Error;

/// The environment variable with the library's path.
const VARIABLE: &str = "HASHLANE_ADBC_POSTGRESQL";
const PACKAGE: &str = "adbc_driver_postgresql";

/// Prints the path of the library in the Python package. Nothing is imported from the current folder.
const SCRIPT: &str = "import sys; sys.path = [p for p in sys.path if p]; import adbc_driver_postgresql as driver; \
                      print(driver._driver_path())";

/// Loads the driver: from the path in the environment variable, from ADBC's search paths, or from the Python package.
pub(crate) fn postgresql() -> Result<ManagedDriver, Error> {
    if let Some(path) = env::var_os(VARIABLE) {
        let driver = ManagedDriver::load_dynamic_from_filename(&path, None, AdbcVersion::V110);
        return driver.map_err(|error| {
            let path = path.display();
            Error::new(format!(
                "{VARIABLE} names '{path}', which can't be loaded: {}",
                error.message
            ))
        });
    }
    if let Ok(driver) = ManagedDriver::load_dynamic_from_name(PACKAGE, None, AdbcVersion::V110) {
        return Ok(driver);
    }
    let path = python_package().ok_or_else(|| {
        Error::new(format!(
            "ADBC's driver for PostgreSQL is missing: run `pip install adbc-driver-postgresql`, or name its library in \
             {VARIABLE}"
        ))
    })?;
    let driver = ManagedDriver::load_dynamic_from_filename(&path, None, AdbcVersion::V110);
    driver.map_err(|error| Error::new(format!("'{path}' can't be loaded: {}", error.message)))
}

fn python_package() -> Option<String> {
    ["python3", "python"].iter().find_map(|python| {
        let output = Command::new(python).args(["-c", SCRIPT]).output().ok()?;
        let path = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| path.trim().to_owned()).filter(|path| !path.is_empty())
    })
}
