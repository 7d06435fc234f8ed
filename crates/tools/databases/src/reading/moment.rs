//! Dates, times and timestamps.

use hashlane_kernels::sketch::{Refusal, canonical};

use super::zone::NamedZone;

const DAY: i128 = 86_400_000_000;

/// Appends the days since 1970-01-01. False if the text isn't a date. A time must be midnight.
pub(super) fn append_date(text: &str, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    if let Some(infinite) = infinity(text) {
        return canonical::push(out, infinite).map(|()| true);
    }
    match microseconds(text, None).filter(|moment| moment.rem_euclid(DAY) == 0) {
        Some(moment) => append(moment.div_euclid(DAY), out),
        None => Ok(false),
    }
}

/// Appends the microseconds since 1970-01-01 00:00:00 UTC. False if the text isn't a timestamp. A text without an offset is in the zone.
pub(super) fn append_timestamp(
    text: &str,
    zone: Option<&NamedZone>,
    out: &mut Vec<u8>,
) -> Result<bool, Refusal> {
    if let Some(infinite) = infinity(text) {
        return canonical::push(out, infinite).map(|()| true);
    }
    match microseconds(text, zone) {
        Some(moment) => append(moment, out),
        None => Ok(false),
    }
}

/// Appends the microseconds since midnight, which may be below 0 or above 24 hours. False if the text isn't a time.
pub(super) fn append_time(text: &str, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    // pandas writes a time as days and a time.
    let (days, clock) = match text.split_once(" days ") {
        Some((days, clock)) => match days.parse::<i32>() {
            Ok(days) => (i128::from(days), clock),
            Err(_) => return Ok(false),
        },
        None => (0, text),
    };
    let (is_negative, unsigned) = match clock.strip_prefix(['-', '+']) {
        Some(rest) => (clock.starts_with('-'), rest),
        None => (false, clock),
    };
    match clock_of(unsigned, 3) {
        Some((time, "")) => append(days * DAY + if is_negative { -time } else { time }, out),
        _ => Ok(false),
    }
}

fn append(number: i128, out: &mut Vec<u8>) -> Result<bool, Refusal> {
    canonical::append_integer((number < 0, number.unsigned_abs()), out).map(|()| true)
}

fn infinity(text: &str) -> Option<&'static [u8]> {
    match text.to_ascii_lowercase().as_str() {
        "infinity" => Some(b"infinity"),
        "-infinity" => Some(b"-infinity"),
        _ => None,
    }
}

/// The microseconds of `2024-02-29`, `20240229`, `2024-02-29T12:00`, `2024-02-29 12:00:00.5+01:00`, `0044-03-15 BC`.
fn microseconds(text: &str, zone: Option<&NamedZone>) -> Option<i128> {
    // PostgreSQL writes BC at the end, and DuckDB (BC) after the date.
    let stripped = text.replacen(" (BC)", "", 1);
    let (text, is_before_christ) = match text.strip_suffix(" BC") {
        Some(rest) => (rest, true),
        None => (stripped.as_str(), stripped.len() < text.len()),
    };
    let (year, month, day, rest) = date_of(text)?;
    let year = if is_before_christ { 1 - year } else { year };
    let days = i128::from(days_from_civil(year, month, day)?);
    let Some(clock) = rest.strip_prefix(['T', 't', ' ']) else {
        return rest.is_empty().then(|| utc(days * DAY, "", zone))?;
    };
    let (time, rest) = clock_of(clock, 2)?;
    if time > DAY {
        return None;
    }
    utc(days * DAY + time, rest, zone)
}

/// The microseconds in UTC of local ones, with the offset of a text, or that of the zone if the text has none.
fn utc(local: i128, text: &str, zone: Option<&NamedZone>) -> Option<i128> {
    let offset = match zone {
        Some(zone) if text.is_empty() => zone.offset(local)?,
        _ => offset(text)?,
    };
    Some(local - offset)
}

/// The year, month and day at the start of a text, and what follows. A year of more than four digits may have a `+`.
fn date_of(text: &str) -> Option<(i64, i64, i64, &str)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    let number = |text: &str| text.parse::<i64>().ok();
    let sign = if text.starts_with('-') { -1 } else { 1 };
    if digits == 8 && !unsigned[8..].starts_with('-') {
        return Some((
            sign * number(&unsigned[..4])?,
            number(&unsigned[4..6])?,
            number(&unsigned[6..8])?,
            &unsigned[8..],
        ));
    }
    let rest = unsigned[digits..].strip_prefix('-')?;
    let (month, rest) = two_digits(rest)?;
    let (day, rest) = two_digits(rest.strip_prefix('-')?)?;
    (4..=9).contains(&digits).then_some(())?;
    Some((sign * number(&unsigned[..digits])?, month, day, rest))
}

fn two_digits(text: &str) -> Option<(i64, &str)> {
    let (digits, rest) = text.split_at_checked(2)?;
    let is_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| Some((digits.parse().ok()?, rest)))?
}

/// The microseconds of `12:00`, `12:00:00` or `12:00:00.5` at the start of a text, and what follows. Hours have at most so many digits.
fn clock_of(text: &str, most_digits: usize) -> Option<(i128, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (1..=most_digits).contains(&digits).then_some(())?;
    let hours: i64 = text[..digits].parse().ok()?;
    let (minutes, rest) = two_digits(text[digits..].strip_prefix(':')?)?;
    let (seconds, rest) = match rest.strip_prefix(':') {
        Some(rest) => two_digits(rest)?,
        None => (0, rest),
    };
    if minutes > 59 || seconds > 59 {
        return None;
    }
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => fraction_of(rest)?,
        None => (0, rest),
    };
    let whole = i128::from(hours * 3600 + minutes * 60 + seconds);
    Some((whole * 1_000_000 + fraction, rest))
}

/// The microseconds of the digits after a point. Digits beyond the sixth must be 0.
fn fraction_of(text: &str) -> Option<(i128, &str)> {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(count);
    let (kept, dropped) = digits.split_at(count.min(6));
    if count == 0 || dropped.bytes().any(|digit| digit != b'0') {
        return None;
    }
    Some((format!("{kept:0<6}").parse().ok()?, rest))
}

/// The microseconds of an offset from UTC: none, `Z`, ` UTC`, `+01`, `+0100`, `+01:00`, `-00:25:21`.
fn offset(text: &str) -> Option<i128> {
    let zone = text.strip_prefix(' ').unwrap_or(text);
    if matches!(zone, "Z" | "z" | "UTC") || text.is_empty() {
        return Some(0);
    }
    let digits = zone.strip_prefix(['-', '+'])?;
    let (hours, rest) = two_digits(digits)?;
    let (minutes, rest) = match rest.strip_prefix(':').unwrap_or(rest) {
        "" => (0, ""),
        more => two_digits(more)?,
    };
    let (seconds, rest) = match rest.strip_prefix(':') {
        Some(more) => two_digits(more)?,
        None => (0, rest),
    };
    let size = i128::from(hours * 3600 + minutes * 60 + seconds) * 1_000_000;
    let is_offset = rest.is_empty() && hours <= 18 && minutes <= 59 && seconds <= 59;
    is_offset.then_some(if zone.starts_with('-') { -size } else { size })
}

/// The days from 1970-01-01 to a day of the proleptic Gregorian calendar, by Howard Hinnant's `days_from_civil`. `None` if the month
/// has no such day.
pub(crate) fn days_from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&day) {
        return None;
    }
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    Some(era * 146_097 + day_of_era - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        append: fn(&str, &mut Vec<u8>) -> Result<bool, Refusal>,
        texts: &[(&str, Option<&str>)],
    ) {
        for (text, expected) in texts {
            let mut out = Vec::new();
            let is_read = append(text, &mut out).expect("memory");
            let read = is_read.then(|| String::from_utf8(out).expect("digits"));
            assert_eq!(read.as_deref(), *expected, "{text}");
        }
    }

    #[test]
    fn days() {
        check(
            append_date,
            &[
                ("1970-01-01", Some("0")),
                ("2024-02-29", Some("19782")),
                ("20240229", Some("19782")),
                ("2024-02-29 00:00:00", Some("19782")),
                ("0001-01-01", Some("-719162")),
                ("0001-12-31 BC", Some("-719163")),
                ("0001-12-31 (BC)", Some("-719163")),
                ("0001-12-31 (BC) 00:00:00", Some("-719163")),
                ("9999-12-31", Some("2932896")),
                ("5874897-12-31", Some("2145042905")),
                ("infinity", Some("infinity")),
                ("2024-02-29 12:00:00", None),
                ("2023-02-29", None),
                ("2024-00-15", None),
                ("0000-00-00", None),
                ("2024-2-29", None),
                ("29.02.2024", None),
                ("", None),
                ("é024-02-29", None),
            ],
        );
    }

    #[test]
    fn times() {
        check(
            append_time,
            &[
                ("00:00", Some("0")),
                ("24:00:00", Some("86400000000")),
                ("838:59:59", Some("3020399000000")),
                ("-12:00:00.5", Some("-43200500000")),
                ("0 days 12:34:56", Some("45296000000")),
                ("-1 days 23:00:00", Some("-3600000000")),
                ("12:34:56.1234560", Some("45296123456")),
                ("12:34:56.1234561", None),
                ("12:60:00", None),
                ("12", None),
                ("12:34:56 ", None),
            ],
        );
    }

    #[test]
    fn timestamps() {
        check(
            |text, out| append_timestamp(text, None, out),
            &[
                ("1970-01-01", Some("0")),
                ("2024-02-29T12:00:00.5Z", Some("1709208000500000")),
                ("2024-02-29 12:00:00+02:00", Some("1709200800000000")),
                ("2024-02-29 12:00:00.000000000 UTC", Some("1709208000000000")),
                ("294276-12-31 23:59:59.999999", Some("9224318015999999999")),
                ("1969-12-31 23:59:59.999999", Some("-1")),
                ("1900-01-01 00:00:00-00:25:21", Some("-2208987279000000")),
                ("2024-02-29 24:00:00", Some("1709251200000000")),
                ("2024-02-29 25:00:00", None),
                ("0000-00-00 00:00:00", None),
                ("2024-02-29 12:00:00 CET", None),
                ("1709208000", None),
            ],
        );
    }

    #[test]
    fn local_times_of_a_zone() {
        check(
            |text, out| append_timestamp(text, NamedZone::named("Asia/Tokyo").as_ref(), out),
            &[
                ("1970-01-01 09:00:00", Some("0")),
                ("1970-01-02", Some("54000000000")),
                ("1970-01-01 09:00:00Z", Some("32400000000")),
                ("1970-01-01 09:00:00+01:00", Some("28800000000")),
            ],
        );
    }
}
