//! Dates, times and durations as text, for every value that a type can hold.
//!
//! The texts are those of ISO 8601. A year above 9999 or below 0 has a sign, and a fraction has 3, 6 or 9 digits.

use datafusion::arrow::array::timezone::Tz;
use datafusion::arrow::datatypes::TimestampSecondType;
use datafusion::arrow::temporal_conversions::{as_datetime, as_datetime_with_timezone};

/// The nanoseconds of a second.
pub(crate) const SECOND: i128 = 1_000_000_000;
const DAY_SECONDS: i64 = 86_400;
const DAY: i128 = DAY_SECONDS as i128 * SECOND;

/// The days since 1970-01-01 as a date of the Gregorian calendar.
pub(crate) fn date(days: i128) -> String {
    // The years start in March, so that a leap day is the last day of its year. 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + next;
    match year {
        0..=9999 => format!("{year:04}-{month:02}-{day:02}"),
        _ => format!("{year:+05}-{month:02}-{day:02}"),
    }
}

/// The nanoseconds since midnight as a time: `24:00:00` and `-00:00:01` too.
pub(crate) fn time(nanoseconds: i128) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let absolute = nanoseconds.unsigned_abs();
    let (seconds, fraction) = (absolute / SECOND as u128, absolute % SECOND as u128);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = format!("{sign}{hours:02}:{minutes:02}:{seconds:02}");
    text += &match fraction {
        0 => String::new(),
        _ if fraction % 1_000_000 == 0 => format!(".{:03}", fraction / 1_000_000),
        _ if fraction % 1000 == 0 => format!(".{:06}", fraction / 1000),
        _ => format!(".{fraction:09}"),
    };
    text
}

/// The nanoseconds since 1970-01-01T00:00:00 as a date and a time.
pub(crate) fn timestamp(nanoseconds: i128) -> String {
    format!("{}T{}", date(nanoseconds.div_euclid(DAY)), time(nanoseconds.rem_euclid(DAY)))
}

/// Nanoseconds as a duration, such as `PT1.5S`.
pub(crate) fn duration(nanoseconds: i128) -> String {
    if nanoseconds == 0 {
        return "P0D".to_owned();
    }
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let absolute = nanoseconds.unsigned_abs();
    let (seconds, fraction) = (absolute / SECOND as u128, absolute % SECOND as u128);
    let digits = format!("{seconds}.{fraction:09}");
    format!("{sign}PT{}S", digits.trim_end_matches('0').trim_end_matches('.'))
}

/// A time zone, in which instants are shown with their offset from UTC.
pub(crate) struct DisplayZone(Option<Tz>);

impl DisplayZone {
    /// The zone of this name or offset. Instants in an unknown one are shown in UTC.
    pub(crate) fn new(name: &str) -> Self {
        DisplayZone(name.parse().ok())
    }

    /// The nanoseconds since 1970-01-01T00:00:00Z as a date and a time of this zone, with its offset.
    pub(crate) fn timestamp(&self, nanoseconds: i128) -> String {
        let offset = self.offset(nanoseconds.div_euclid(SECOND)).unwrap_or(0);
        let local = timestamp(nanoseconds + i128::from(offset) * SECOND);
        let absolute = offset.unsigned_abs();
        let sign = if offset < 0 { '-' } else { '+' };
        let (hours, minutes, seconds) = (absolute / 3600, absolute / 60 % 60, absolute % 60);
        match seconds {
            0 if offset == 0 => format!("{local}Z"),
            0 => format!("{local}{sign}{hours:02}:{minutes:02}"),
            // Local mean time: without its seconds the text would be another instant.
            _ => format!("{local}{sign}{hours:02}:{minutes:02}:{seconds:02}"),
        }
    }

    /// The offset in seconds. `None` for instants beyond the years that time zones are known for: they are shown in UTC.
    fn offset(&self, seconds: i128) -> Option<i64> {
        let (zone, seconds) = (self.0?, i64::try_from(seconds).ok()?);
        for near in [seconds.checked_sub(DAY_SECONDS)?, seconds.checked_add(DAY_SECONDS)?] {
            as_datetime::<TimestampSecondType>(near)?;
        }
        let local = as_datetime_with_timezone::<TimestampSecondType>(seconds, zone)?;
        Some(local.naive_local().and_utc().timestamp() - seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_the_texts_of_python_and_of_postgresql() {
        // datetime.date.toordinal() - 719163
        for (days, text) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (-719_162, "0001-01-01"),
            (2_932_896, "9999-12-31"),
            (19_782, "2024-02-29"),
            (11_016, "2000-02-29"),
            (-25_508, "1900-03-01"),
            // PostgreSQL: date '5874897-12-31' - date '1970-01-01', and of '4714-11-24 BC'
            (2_145_042_905, "+5874897-12-31"),
            (-2_440_588, "-4713-11-24"),
        ] {
            assert_eq!(date(days), text);
        }
        // The day before 0001-01-01, a leap year before it, and the day after the last of four digits.
        for (days, text) in
            [(-719_163, "0000-12-31"), (-719_469, "0000-02-29"), (2_932_897, "+10000-01-01")]
        {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn times_may_be_beyond_a_day() {
        for (nanoseconds, text) in [
            (0, "00:00:00"),
            (86_400 * SECOND, "24:00:00"),
            (-SECOND, "-00:00:01"),
            (3_020_399 * SECOND, "838:59:59"),
            (500_000_000, "00:00:00.500"),
            (-1000, "-00:00:00.000001"),
            (86_399_999_999_999, "23:59:59.999999999"),
        ] {
            assert_eq!(time(nanoseconds), text);
        }
    }

    #[test]
    fn timestamps_have_any_year() {
        // PostgreSQL: extract(epoch from timestamp '294276-12-31 23:59:59.999999') * 1000000
        assert_eq!(timestamp(9_224_318_015_999_999_999 * 1000), "+294276-12-31T23:59:59.999999");
        // Python: datetime(1969, 12, 31, 23, 59, 59, 999999)
        assert_eq!(timestamp(-1000), "1969-12-31T23:59:59.999999");
    }

    #[test]
    fn durations_are_seconds() {
        for (nanoseconds, text) in [
            (0, "P0D"),
            (3600 * SECOND, "PT3600S"),
            (-1_500_000_000, "-PT1.5S"),
            (1, "PT0.000000001S"),
            (i128::from(i64::MIN) * SECOND, "-PT9223372036854775808S"),
        ] {
            assert_eq!(duration(nanoseconds), text);
        }
    }

    #[test]
    fn zones_have_offsets_and_unknown_zones_are_utc() {
        let at = |zone: &str, seconds: i128| DisplayZone::new(zone).timestamp(seconds * SECOND);
        // zoneinfo of Python: 2024-03-31T01:00:00Z is the start of summer time in Berlin.
        assert_eq!(at("Europe/Berlin", 1_711_846_799), "2024-03-31T01:59:59+01:00");
        assert_eq!(at("Europe/Berlin", 1_711_846_800), "2024-03-31T03:00:00+02:00");
        assert_eq!(at("Europe/Berlin", -2_840_140_800), "1880-01-01T00:53:28+00:53:28");
        assert_eq!(at("-03:30", 0), "1969-12-31T20:30:00-03:30");
        for utc in ["UTC", "+00:00", "Mars/Phobos", ""] {
            assert_eq!(at(utc, 0), "1970-01-01T00:00:00Z");
        }
        // 2^63 - 1 seconds, by Python's integers and the 400 years of the calendar.
        assert_eq!(at("Europe/Berlin", i64::MAX.into()), "+292277026596-12-04T15:30:07Z");
    }
}
