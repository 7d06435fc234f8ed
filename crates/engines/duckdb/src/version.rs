//! The version of the host.

/// A released version of DuckDB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostVersion {
    major: u32,
    minor: u32,
    patch: u32,
}

impl HostVersion {
    /// The first version whose C API opens files and reads settings for extensions.
    pub const FILES_AND_SETTINGS: HostVersion = HostVersion::new(1, 5, 6);

    /// The first version that passes the states of an extension's aggregate as documented.
    pub const SAFE_AGGREGATES: HostVersion = HostVersion::new(2, 0, 0);

    /// The version `major.minor.patch`.
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        HostVersion { major, minor, patch }
    }

    /// Parses `1.5.6` or `v1.5.6`, and nothing else.
    ///
    /// A build from a branch has a version such as `v1.5.6-dev123`, and may come before or after the release of that
    /// number. Its version counts as unknown, and everything that depends on a version stays off.
    pub fn parse(text: &str) -> Option<Self> {
        let mut numbers = text.strip_prefix('v').unwrap_or(text).split('.').map(number);
        let version = HostVersion {
            major: numbers.next()??,
            minor: numbers.next()??,
            patch: numbers.next()??,
        };
        numbers.next().is_none().then_some(version)
    }
}

/// Parses decimal digits; unlike `str::parse`, it rejects a sign.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_parsed() {
        assert_eq!(HostVersion::parse("v1.4.5"), Some(HostVersion::new(1, 4, 5)));
        assert_eq!(HostVersion::parse("1.5.6"), Some(HostVersion::new(1, 5, 6)));
        assert_eq!(HostVersion::parse("v2.0.0"), Some(HostVersion::new(2, 0, 0)));
        assert_eq!(HostVersion::parse("v1.10.0"), Some(HostVersion::new(1, 10, 0)));
    }

    #[test]
    fn everything_else_is_unknown() {
        let unknown = [
            "",
            "v",
            "1.5",
            "v1.5.6.1",
            "v1.5.6-dev1",
            "1.5.6-rc1",
            "v1.5.6 ",
            " v1.5.6",
            "vv1.5.6",
            "V1.5.6",
            "v1.5.+6",
            "v1.-5.6",
            "v1..6",
            "v1.5.",
            ".5.6",
            "v1.5.6\n",
            "v1.5.４",
            "v1.5.99999999999",
            "fe0d2b9b8c",
            "v0.0.1-dev6214",
        ];
        for text in unknown {
            assert_eq!(HostVersion::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn versions_are_ordered_by_their_numbers() {
        let parse = |text| HostVersion::parse(text).unwrap();
        assert!(parse("1.5.10") > parse("1.5.6") && parse("1.10.0") > parse("1.9.9"));
        assert!(parse("2.0.0") >= HostVersion::FILES_AND_SETTINGS);
        assert!(parse("1.5.5") < HostVersion::FILES_AND_SETTINGS);
    }
}
