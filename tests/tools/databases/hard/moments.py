"""Dates, times and points in time beyond what Python's datetime holds: days and microseconds as integers, and their texts."""

import re

DAY = 86_400_000_000


def days(year, month, day):
    """Days since 1970-01-01 of a date in the proleptic Gregorian calendar, whose year 0 is 1 BC."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


def civil(number):
    """The year, month and day of a number of days."""
    era, of_era = divmod(number + 719_468, 146_097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month = (5 * of_year + 2) // 153
    year = year_of_era + era * 400 + (month >= 10)
    return year, month + 3 if month < 10 else month - 9, of_year - (153 * month + 2) // 5 + 1


def moment(year, month, day, hour=0, minute=0, second=0, micro=0):
    """Microseconds since 1970-01-01."""
    return days(year, month, day) * DAY + clock(hour, minute, second, micro)


def clock(hour, minute=0, second=0, micro=0):
    return ((hour * 60 + minute) * 60 + second) * 1_000_000 + micro


def date_text(number, era=None):
    """A date in ISO 8601. `era` is how a database writes years before 1, such as ` BC`."""
    year, month, day = civil(number)
    if year <= 0 and era:
        return f"{1 - year:04}-{month:02}-{day:02}{era}"
    sign = "-" if year < 0 else ""
    return f"{sign}{abs(year):04}-{month:02}-{day:02}"


def time_text(number, digits=None):
    """A time, which may be negative or above 24 hours. Without `digits` the fraction has no zeros at its end."""
    sign, number = ("-", -number) if number < 0 else ("", number)
    seconds, micro = divmod(number, 1_000_000)
    fraction = f".{micro:06}"
    fraction = (fraction.rstrip("0").rstrip(".") if digits is None else fraction[: digits + 1] if digits else "")
    return f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}"


def moment_text(number, between=" ", era=None, digits=None):
    """A point in time. PostgreSQL writes ` BC` at the end, DuckDB ` (BC)` after the date."""
    day, rest = divmod(number, DAY)
    text = date_text(day, era)
    if text.endswith(" BC"):
        return f"{text.removesuffix(era)}{between}{time_text(rest, digits)}{era}"
    return f"{text}{between}{time_text(rest, digits)}"


def plain(text):
    """A printed date, time or point in time in one form: a blank between date and time, no zone, no zeros at the end."""
    found = re.fullmatch(r"[+]?(-?\d+-\d\d-\d\d)?[T ]?(-?\d+:\d\d:\d\d(?:\.\d+)?)?(?:Z|\+00(?::?00)?)?", text)
    if not found:
        return text
    parts = [found[1], found[2] and (found[2].rstrip("0").rstrip(".") if "." in found[2] else found[2])]
    return " ".join(part for part in parts if part)
