//! The zones in which ClickHouse writes timestamps into text, without an offset.

use jiff::Timestamp;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

/// A time zone of the IANA database, in the version that the program has, so that machines agree.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NamedZone(TimeZone);

impl NamedZone {
    /// The zone of a name, or `None` if there is none.
    ///
    /// ```
    /// use hashlane_databases::NamedZone;
    /// assert!(NamedZone::named("America/New_York").is_some());
    /// assert!(NamedZone::named("Fixed/UTC+03:00:00").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        TimeZoneDatabase::bundled().get(name).ok().map(NamedZone)
    }

    /// The offset from UTC of a local time, both in microseconds. `None` if clocks showed the time twice or never.
    pub(super) fn offset(&self, local: i128) -> Option<i128> {
        let local = Timestamp::from_microsecond(i64::try_from(local).ok()?).ok()?;
        match self.0.to_ambiguous_timestamp(Offset::UTC.to_datetime(local)).offset() {
            AmbiguousOffset::Unambiguous { offset } => {
                Some(i128::from(offset.seconds()) * 1_000_000)
            }
            AmbiguousOffset::Gap { .. } | AmbiguousOffset::Fold { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_an_hour_twice_and_another_never() {
        let zone = NamedZone::named("America/New_York").expect("a zone");
        let hour = |text: &str| {
            let local: Timestamp = format!("{text}:00Z").parse().expect(text);
            zone.offset(local.as_microsecond().into()).map(|offset| offset / 3_600_000_000)
        };
        for (local, expected) in [
            ("2024-01-01T12:00", Some(-5)),
            ("2024-07-01T12:00", Some(-4)),
            ("2024-03-10T02:30", None),
            ("2024-11-03T01:30", None),
            ("2024-11-03T02:00", Some(-5)),
            ("2262-04-11T20:00", Some(-4)),
        ] {
            assert_eq!(hour(local), expected, "{local}");
        }
    }
}
