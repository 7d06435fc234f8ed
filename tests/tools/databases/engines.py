"""The databases of the tests: how each is started, its types, and its literals."""

import contextlib
import datetime
import decimal
import sqlite3
import struct
import tempfile
import uuid

import servers

# The type of a column in each database, by the name of the type in `hashlane sketch`. A missing one doesn't exist there.
TYPES = {
    "postgresql": {"integer": "bigint", "hugeint": "numeric(20,0)", "boolean": "boolean", "float": "double precision", "real": "real",
                   "text": "text", "char": "char(8)", "enum": "label", "bytes": "bytea", "uuid": "uuid", "date": "date", "time": "time(6)",
                   "timestamp": "timestamp(6)", "timestamptz": "timestamptz(6)"},
    "duckdb": {"integer": "bigint", "hugeint": "hugeint", "boolean": "boolean", "float": "double", "real": "float",
               "text": "varchar", "char": "char(8)", "enum": "enum('a','ünï','with blank')", "bytes": "blob", "uuid": "uuid", "date": "date",
               "time": "time", "timestamp": "timestamp", "timestamptz": "timestamptz"},
    "clickhouse": {"integer": "Nullable(Int64)", "hugeint": "Nullable(UInt64)", "boolean": "Nullable(Bool)", "float": "Nullable(Float64)",
                   "real": "Nullable(Float32)", "text": "Nullable(String)", "char": "Nullable(FixedString(8))",
                   "enum": "Nullable(Enum8('a','ünï','with blank'))", "bytes": "Nullable(String)", "uuid": "Nullable(UUID)",
                   "date": "Nullable(Date32)", "time": "Nullable(Time64(6))", "timestamp": "Nullable(DateTime64(6,'UTC'))",
                   "timestamptz": "Nullable(DateTime64(6,'America/New_York'))"},
    "spark": {"integer": "bigint", "hugeint": "decimal(20,0)", "boolean": "boolean", "float": "double", "real": "float",
              "text": "string", "char": "char(8)", "enum": "string", "bytes": "binary", "uuid": "string", "date": "date",
              "timestamp": "timestamp_ntz", "timestamptz": "timestamp"},
    "mariadb": {"integer": "bigint", "hugeint": "bigint unsigned", "boolean": "boolean", "float": "double", "real": "float",
                "text": "longtext character set utf8mb4", "char": "char(8)", "enum": "enum('a','ünï','with blank')",
                "bytes": "longblob", "uuid": "uuid", "date": "date", "time": "time(6)", "timestamp": "datetime(6)",
                "timestamptz": "timestamp(6) null"},
    "sqlite": {"integer": "INTEGER", "boolean": "BOOLEAN", "float": "REAL", "text": "TEXT", "char": "CHAR(8)", "bytes": "BLOB",
               "uuid": "UUID", "date": "DATE", "time": "TIME", "timestamp": "DATETIME"},
}
TEXTS = {"postgresql": "'{}'::{}", "duckdb": "'{}'::{}"}


def column_type(engine, name):
    """The type of a column, or None if the database has none."""
    if name.startswith("decimal"):
        return f"Nullable({name.capitalize()})" if engine == "clickhouse" else name
    return TYPES[engine].get(name)


def holds(engine, name, value):
    """Whether the database can store a value."""
    if engine == "mariadb" and isinstance(value, float):
        return value == value and abs(value) != float("inf")
    if engine == "mariadb" and name == "timestamptz":
        return 1970 <= value.year < 2038 and value.timestamp() >= 1
    if engine == "sqlite" and isinstance(value, (float, decimal.Decimal)):
        # It stores NaN as NULL, and decimals as doubles, which it prints with an exponent outside of this range.
        is_plain = value == 0 or 1e-4 <= abs(value) < 1e15
        return value == value and (isinstance(value, float) or is_plain and len(value.as_tuple().digits) <= 15)
    return True


def literal(engine, name, value):
    if value is None:
        return "NULL"
    match value:
        case bool():
            return str(value).lower()
        case int() | decimal.Decimal():
            text = format(value, "f") if isinstance(value, decimal.Decimal) else str(value)
            return {"clickhouse": f"'{text}'", "spark": f"cast('{text}' as {column_type(engine, name)})"}.get(engine, text)
        case float():
            bits = int.from_bytes(struct.pack("<d", value), "little")
            return {"clickhouse": f"reinterpretAsFloat64(toUInt64({bits}))", "spark": f"{TYPES[engine][name]}('{value!r}')",
                    "mariadb": f"{value!r}" if "e" in repr(value) else f"{value!r}e0"}.get(engine, f"'{value!r}'::{TYPES[engine][name]}")
        case bytes():
            return {"postgresql": rf"'\x{value.hex()}'::bytea", "duckdb": f"unhex('{value.hex()}')", "clickhouse": f"unhex('{value.hex()}')",
                    "spark": f"X'{value.hex()}'", "mariadb": f"X'{value.hex()}'"}[engine]
        case str():
            return quoted(engine, value)
        case uuid.UUID():
            return f"'{str(value).upper()}'"
        case datetime.datetime():
            return moment(engine, name, value)
        case datetime.date():
            return f"toDate32('{value}')" if engine == "clickhouse" else f"date '{value}'"
        case datetime.time():
            return f"'{value}'::Time64(6)" if engine == "clickhouse" else f"'{value}'"
    raise TypeError(value)


def moment(engine, name, value):
    """Points in time with an offset that isn't the session's, where the database takes one."""
    text = value.replace(tzinfo=None).isoformat(" ", "microseconds")
    if name == "timestamp":
        kind = "timestamp_ntz" if engine == "spark" else "timestamp"
        return f"toDateTime64('{text}',6,'UTC')" if engine == "clickhouse" else f"{kind} '{text}'"
    match engine:
        case "clickhouse":
            return f"toDateTime64('{text}',6,'UTC')"
        case "mariadb":
            return f"'{text}'"
        case "spark":
            return f"timestamp '{text} UTC'"
    if value.year in (1, 9999):
        return f"timestamptz '{text}+00'"
    zone = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
    return f"timestamptz '{value.astimezone(zone).isoformat(' ', 'microseconds')}'"


def quoted(engine, text):
    if engine in ("clickhouse", "spark", "mariadb"):
        text = text.replace("\\", "\\\\").replace("'", "\\'")
    else:
        text = text.replace("'", "''")
    return f"'{text}'"


class Engine:
    """A running database: `run` a statement, `query` rows, and `address` tables for `hashlane diff`."""

    def __init__(self, name, run, query, address=None):
        self.name, self.run, self.query, self.address = name, run, query, address

    def create(self, table, columns, rows):
        """Makes a table of these columns, each a name and a type of `hashlane sketch`. The first is the key."""
        declared = ", ".join(f"{self.quote(name)} {column_type(self.name, kind)}" for name, kind in columns)
        end = {"clickhouse": " ENGINE = Memory", "spark": " USING parquet"}.get(self.name, "")
        self.run(f"CREATE TABLE {self.quote(table)} ({declared}){end};")
        if rows:
            lines = [", ".join(literal(self.name, kind, value) for (_, kind), value in zip(columns, row)) for row in rows]
            values = ",\n".join(f"({line})" for line in lines)
            self.run(f"INSERT INTO {self.quote(table)} VALUES {values};")

    def quote(self, name):
        match self.name:
            case "mariadb" | "spark":
                return "`" + name.replace("`", "``") + "`"
            case "clickhouse":
                return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
        return '"' + name.replace('"', '""') + '"'


@contextlib.contextmanager
def postgresql():
    with servers.postgresql() as server:
        server.run("CREATE TYPE label AS ENUM ('a', 'ünï', 'with blank')")
        engine = Engine("postgresql", server.run, server.query, f"{server.url}?table={{}}".format)
        engine.url = server.url
        yield engine


@contextlib.contextmanager
def mariadb():
    with servers.mariadb() as server:
        address = f"mariadb://root@localhost/test?socket={server.socket}&table={{}}".format
        yield Engine("mariadb", server.run, server.query, address)


@contextlib.contextmanager
def duckdb():
    import duckdb as package

    connection = package.connect()
    connection.execute("SET TimeZone = 'America/New_York'")
    yield Engine("duckdb", connection.execute, lambda sql: connection.execute(sql).fetchall())


@contextlib.contextmanager
def duckdb_file():
    """A file of DuckDB 1.5, whose library the program loads. Each statement opens it, since one process can have it open."""
    import duckdb as package

    with tempfile.TemporaryDirectory(prefix="hashlane-duckdb-") as folder:
        def run(sql):
            with package.connect(f"{folder}/tables.duckdb", config={"storage_compatibility_version": "v1.2.0"}) as connection:
                return connection.execute(sql).fetchall()

        engine = Engine("duckdb", run, run, f"duckdb:{folder}/tables.duckdb?table={{}}".format)
        engine.path = f"{folder}/tables.duckdb"
        yield engine


class Sqlite(Engine):
    """A file of SQLite, whose values are inserted as SQLite's documentation says to store them."""

    def create(self, table, columns, rows):
        declared = ", ".join(f"{self.quote(name)} {column_type('sqlite', kind)}" for name, kind in columns)
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            connection.execute(f"CREATE TABLE {self.quote(table)} ({declared})")
            marks = ",".join("?" * len(columns))
            stored = [[self.stored(value) for value in row] for row in rows]
            connection.executemany(f"INSERT INTO {self.quote(table)} VALUES ({marks})", stored)
            connection.commit()

    @staticmethod
    def stored(value):
        match value:
            case decimal.Decimal():
                return format(value, "f")
            case datetime.datetime():
                return value.isoformat(" ", "microseconds")
            case datetime.date() | datetime.time():
                return value.isoformat()
            case uuid.UUID():
                return str(value)
        return value


@contextlib.contextmanager
def sqlite():
    with tempfile.TemporaryDirectory(prefix="hashlane-sqlite-") as folder:
        path = f"{folder}/tables.db"

        def run(sql):
            with contextlib.closing(sqlite3.connect(path)) as connection:
                rows = connection.execute(sql).fetchall()
                connection.commit()
                return rows

        engine = Sqlite("sqlite", run, run, f"sqlite:{path}?table={{}}".format)
        engine.path = path
        yield engine


@contextlib.contextmanager
def clickhouse():
    from chdb import session

    with tempfile.TemporaryDirectory(prefix="hashlane-clickhouse-") as folder:
        chdb = session.Session(folder)
        chdb.query("SET session_timezone = 'America/New_York'")
        for setting in ("enable_time_time64_type = 1", "allow_suspicious_low_cardinality_types = 1"):
            chdb.query(f"SET {setting}")
        with servers.clickhouse(lambda sql, form: chdb.query(sql, form).bytes()) as url:
            engine = Engine("clickhouse", lambda sql: chdb.query(sql.rstrip(";")),
                            lambda sql: [line.split("\t") for line in str(chdb.query(sql, "TabSeparated")).splitlines()],
                            f"{url}?table={{}}".format)
            engine.bytes = lambda sql, form: chdb.query(sql, form).bytes()
            yield engine
        chdb.close()


@contextlib.contextmanager
def spark():
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory(prefix="hashlane-spark-") as folder:
        builder = SparkSession.builder.master("local[1]").config("spark.sql.warehouse.dir", f"{folder}/warehouse")
        for name, value in {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "1", "spark.log.level": "ERROR",
                            "spark.sql.session.timeZone": "America/New_York",
                            "spark.driver.extraJavaOptions": f"-Dderby.system.home={folder}"}.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        yield Engine("spark", lambda sql: session.sql(sql.rstrip(";")), lambda sql: session.sql(sql).collect())
        session.stop()


# What has addresses that `hashlane diff` reads.
ADDRESSED = {"postgresql": postgresql, "mariadb": mariadb, "clickhouse": clickhouse, "duckdb": duckdb_file, "sqlite": sqlite}
ALL = {"postgresql": postgresql, "duckdb": duckdb, "clickhouse": clickhouse, "spark": spark, "mariadb": mariadb}
