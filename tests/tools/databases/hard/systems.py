"""Every type of every system, by the system's name."""

import dataclasses
import functools

from hard import columns
from hard.columns import FOREVER, NAN, Type, blobs, booleans, chars, dates, decimals, floats, integers, labels, numeric, stamps
from hard.columns import texts, times, uuids
from hard.meaning import Decimal, Word
from hard.moments import clock, moment

SECOND, MILLI = 1_000_000, 1_000
YEAR_1, YEAR_9999 = (1, 1, 1), (9999, 12, 31)
LAST = (23, 59, 59, 999_999)


def postgresql():
    of = functools.partial
    stamp = of(stamps, "postgresql", low=moment(-4713, 11, 24), high=moment(294_276, 12, 31, *LAST), words=FOREVER)
    return [
        integers("postgresql", "smallint", 16), integers("postgresql", "int", 32), integers("postgresql", "bigint", 64),
        numeric("postgresql", "numeric"), decimals("postgresql", "numeric(9,2)", 9, 2, (NAN,)),
        decimals("postgresql", "numeric(60,5)", 60, 5, (NAN,)), decimals("postgresql", "numeric(38,10)", 38, 10, (NAN,)),
        decimals("postgresql", "numeric(6,-2)", 6, -2, (NAN,)), decimals("postgresql", "decimal(18,18)", 18, 18, (NAN,)),
        floats("postgresql", "real", True), floats("postgresql", "double precision"), booleans("postgresql", "boolean"),
        texts("postgresql", "text"), texts("postgresql", "varchar(40)", longest=40), chars("postgresql", "char(8)", 8),
        labels("postgresql", "label"), texts("postgresql", "citext", longest=50), decimals("postgresql", "numeric(3,5)", 3, 5),
        texts("postgresql", "short_text", longest=30), decimals("postgresql", "price", 12, 2, (NAN,)),
        blobs("postgresql", "bytea"), uuids("postgresql", "uuid"),
        dates("postgresql", "date", (-4713, 11, 24), (5_874_897, 12, 31), FOREVER),
        times("postgresql", "time", high=clock(24)), stamp("timestamp"), stamp("timestamptz"),
        stamps("postgresql", "timestamp(3)", moment(-43, 3, 15), moment(294_276, 12, 31, 23, 59, 59), FOREVER, MILLI),
    ]


ZERO = Word("0000-00-00")
PARTIAL = (ZERO, Word("2024-00-15"), Word("2024-01-00"), Word("0000-00-15"))
PARTIAL_MOMENTS = (Word("0000-00-00 00:00:00"), Word("2024-00-15 10:00:00"), Word("2024-01-00 00:00:00.500000"))


def mariadb():
    longest = clock(838, 59, 59, 999_999)
    utf8 = "character set utf8mb4"
    return [
        integers("mariadb", "tinyint", 8), integers("mariadb", "tinyint(1)", 8, kind="tinyint1"), integers("mariadb", "int", 32),
        integers("mariadb", "bigint", 64), integers("mariadb", "bigint unsigned", 64, False),
        integers("mariadb", "int(10) unsigned zerofill", 32, False),
        Type("mariadb", "year", "number", tuple(map(Decimal, (1901, 2155, 2024))), columns.between(1901, 2155, 0)),
        decimals("mariadb", "decimal(65,30)", 65, 30), decimals("mariadb", "decimal(65,0)", 65, 0),
        decimals("mariadb", "decimal(9,2)", 9, 2),
        floats("mariadb", "float", True, ()), floats("mariadb", "double", special=()),
        texts("mariadb", f"longtext {utf8}", columns.LONGER), texts("mariadb", f"varchar(40) {utf8}", longest=40),
        texts("mariadb", "varchar(60) character set latin1", longest=60, encoding="latin-1"), chars("mariadb", f"char(8) {utf8}", 8),
        labels("mariadb", f"enum('a','ünï','with blank') {utf8}"), blobs("mariadb", "longblob"), blobs("mariadb", "varbinary(300)", 300),
        blobs("mariadb", "binary(4)", 4, True), uuids("mariadb", "uuid"), dates("mariadb", "date", YEAR_1, YEAR_9999, PARTIAL),
        times("mariadb", "time(6)", -longest, longest), times("mariadb", "time", -clock(838, 59, 59), clock(838, 59, 59), SECOND),
        stamps("mariadb", "datetime(6)", moment(*YEAR_1), moment(*YEAR_9999, *LAST), PARTIAL_MOMENTS),
        stamps("mariadb", "timestamp(6) null", SECOND, moment(2038, 1, 19, 3, 14, 7, 999_999), PARTIAL_MOMENTS[:1]),
    ]


def clickhouse():
    def some(declared):
        return f"Nullable({declared})"

    low, high = moment(1900, 1, 1), moment(2299, 12, 31, *LAST)
    return [
        integers("clickhouse", some("Int8"), 8), integers("clickhouse", some("Int64"), 64),
        integers("clickhouse", some("UInt64"), 64, False),
        integers("clickhouse", some("Int128"), 128), integers("clickhouse", some("UInt256"), 256, False),
        decimals("clickhouse", some("Decimal(9,2)"), 9, 2), decimals("clickhouse", some("Decimal(76,20)"), 76, 20),
        decimals("clickhouse", some("Decimal(38,10)"), 38, 10), floats("clickhouse", some("Float32"), True),
        floats("clickhouse", some("Float64")), booleans("clickhouse", some("Bool")), texts("clickhouse", some("String"), ("a\0b",)),
        texts("clickhouse", "LowCardinality(Nullable(String))", longest=60), labels("clickhouse", some("Enum8('a','ünï','with blank')")),
        blobs("clickhouse", some("FixedString(4)"), 4, True), uuids("clickhouse", some("UUID")),
        dates("clickhouse", some("Date32"), (1900, 1, 1), (2299, 12, 31)), dates("clickhouse", some("Date"), (1970, 1, 1), (2149, 6, 6)),
        times("clickhouse", some("Time64(6)"), -clock(999, 59, 59, 999_999), clock(999, 59, 59, 999_999)),
        stamps("clickhouse", some("DateTime64(6,'UTC')"), low, high),
        stamps("clickhouse", some("DateTime64(6,'America/New_York')"), low, high),
        stamps("clickhouse", some("DateTime('UTC')"), 0, moment(2106, 2, 7, 6, 28, 15), step=SECOND),
    ]


def duckdb():
    # Beyond 2^63 - 1 microseconds there is infinity.
    stamp = functools.partial(stamps, "duckdb", low=moment(-290_307, 12, 22), high=(1 << 63) - 2, words=FOREVER)
    return [
        integers("duckdb", "tinyint", 8), integers("duckdb", "bigint", 64), integers("duckdb", "ubigint", 64, False),
        integers("duckdb", "hugeint", 128), integers("duckdb", "uhugeint", 128, False), decimals("duckdb", "decimal(38,10)", 38, 10),
        decimals("duckdb", "decimal(9,2)", 9, 2), decimals("duckdb", "decimal(38,0)", 38, 0), floats("duckdb", "float", True),
        floats("duckdb", "double"), booleans("duckdb", "boolean"), texts("duckdb", "varchar", ("a\0b",)),
        labels("duckdb", "enum('a','ünï','with blank')"), blobs("duckdb", "blob"), uuids("duckdb", "uuid"),
        dates("duckdb", "date", (-5_877_641, 6, 25), (5_881_580, 7, 10), FOREVER), times("duckdb", "time", high=clock(24)),
        stamp("timestamp"), stamp("timestamptz"), stamps("duckdb", "timestamp_s", moment(-43, 3, 15), moment(20_000, 1, 1), step=SECOND),
        stamps("duckdb", "timestamp_ms", moment(-43, 3, 15), moment(20_000, 1, 1), step=MILLI),
    ]


def sqlite():
    """Values that aren't of the declared type are texts of their own."""
    word, blob, system = "abc", b"\xfe\x01", "sqlite"

    def odd(of, *values):
        return dataclasses.replace(of, odd=values)

    whole = [odd(sqlite_number(integers(system, declared, 64)), word, "N/A", blob, "1x")
             for declared in ("INTEGER", "BIGINT UNSIGNED", "int8")]
    fractions = [odd(sqlite_number(decimals(system, declared, 15, 4)), word, "12,5", blob, "0x10")
                 for declared in ("DECIMAL(15,4)", "NUMERIC")]
    # NaN is stored as NULL.
    reals = [odd(floats(system, declared, False, columns.SPECIAL[1:]), word, blob, "1,5") for declared in ("REAL", "DOUBLE PRECISION")]
    text = [odd(texts(system, declared, ("a\0b",)), blob) for declared in ("TEXT", "TINYTEXT", "VARCHAR(20)", "CHARACTER VARYING(9)")]
    anything = (5, -1, 1 << 62, 0.1, 2.5e300, "abc", "5", "", " 5", blob, b"", "NULL", b"abc")
    return [
        *whole, *fractions, *reals, *text, odd(chars(system, "CHAR(8)", 8), blob), odd(booleans(system, "BOOLEAN"), "true", "yes", blob),
        odd(blobs(system, "BLOB"), "text", "6162", ""), odd(uuids(system, "UUID"), word, blob),
        odd(dates(system, "DATE", YEAR_1, YEAR_9999), "N/A", "2024-02-30", blob, "today"),
        odd(times(system, "TIME"), "25 o'clock", blob),
        odd(stamps(system, "DATETIME", moment(*YEAR_1), moment(*YEAR_9999, *LAST)), "now", "2024-13-01 00:00:00", blob),
        Type(system, "", "any", anything, columns.known(anything)),
    ]


def sqlite_number(of):
    """SQLite keeps integers of 64 bits and doubles: only numbers that one of them holds exactly."""
    def fits(value):
        return of.fits(value) and (value == int(value) or len(value.normalize().as_tuple().digits) <= 15)

    return dataclasses.replace(of, values=tuple(value for value in of.values if fits(value)), fits=fits)


def parquet():
    """The types of pyarrow. A string is read as the type of the database beside it."""
    file = "parquet"
    stamp = lambda declared, step: stamps(file, declared, -(1 << 62) // step * step, (1 << 62) // step * step, FOREVER, step)
    return [
        integers(file, "int8", 8), integers(file, "int32", 32), integers(file, "int64", 64), integers(file, "uint64", 64, False),
        decimals(file, "decimal128(9,2)", 9, 2), decimals(file, "decimal128(38,10)", 38, 10), decimals(file, "decimal256(76,20)", 76, 20),
        floats(file, "float32", True), floats(file, "float64"), booleans(file, "bool"),
        text_of(file, texts(file, "string", ("a\0b",))), text_of(file, texts(file, "large_string", longest=70)), blobs(file, "binary"),
        dates(file, "date32", (-5_877_641, 6, 25), (5_881_580, 7, 10), FOREVER), times(file, "time64(us)"),
        times(file, "time32(ms)", step=MILLI, high=clock(23, 59, 59, 999_000)),
        stamp("timestamp(us)", 1), stamp("timestamp(us,UTC)", 1), stamp("timestamp(ms)", MILLI),
        stamps(file, "timestamp(ns)", moment(1677, 9, 22), moment(2262, 4, 11)),
    ]


def text_of(system, of):
    return Type(system, of.declared, "text", of.values, of.fits, reads=True)


def csv():
    # An empty field is NULL.
    return [text_of("csv", texts("csv", "text", ("a\0b",))), text_of("csv", texts("csv", "text", longest=70))]


def json():
    return [text_of("json", texts("json", "string", ("a\0b",))), Type("json", "number", "double", columns.DOUBLES,
                                                                     floats("json", "number", special=()).fits),
            Type("json", "integer", "number", integers("json", "integer", 64).values, integers("json", "integer", 64).fits),
            booleans("json", "boolean")]


TYPES = {"postgresql": postgresql(), "mariadb": mariadb(), "clickhouse": clickhouse(), "duckdb": duckdb(), "sqlite": sqlite(),
         "parquet": parquet(), "csv": csv(), "json": json()}
