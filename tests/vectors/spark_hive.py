"""Makes spark_hive.json: hashes of typed rows by Spark, and by the Hive that comes with Spark.

    python3 -m venv venv && venv/bin/pip install pyspark==4.0.1
    venv/bin/python spark_hive.py            # writes spark_hive.json; needs Java 17
    venv/bin/python spark_hive.py --check    # fails where the file differs from what would be written

It stands apart from generate.py, whose check runs everywhere, since PySpark is large and needs Java: where
either is missing, this says so and checks nothing.
"""

import datetime
import json
import pathlib
import shutil
import struct
import sys
from decimal import Context, Decimal

from engine_hive import Hive, nanosecond_rows
from engine_tables import has, tables

FILE = pathlib.Path(__file__).resolve().parent / "spark_hive.json"

# How a value is brought to Spark: the type that Python hands over, and what SQL makes of it.
CARRIED = {
    "date": ("int", "date_from_unix_date({})"),
    "timestamp": ("bigint", "timestamp_micros({})"),
    "interval": ("interval day to second", "{}"),
}


def carried_type(kind):
    if isinstance(kind, str):
        return CARRIED.get(kind, (kind,))[0]
    if kind[0] == "array":
        return f"array<{carried_type(kind[1])}>"
    return "struct<" + ", ".join(f"f{i}: {carried_type(field)}" for i, field in enumerate(kind[1:])) + ">"


def to_python(kind, value):
    if value is None:
        return None
    if isinstance(kind, list) and kind[0] == "array":
        return [to_python(kind[1], element) for element in value]
    if isinstance(kind, list):
        return tuple(to_python(*field) for field in zip(kind[1:], value))
    if kind.startswith("decimal"):
        return Decimal(value).scaleb(-int(kind[:-1].split(",")[1]), Context(prec=60))
    if kind in ("float", "double"):
        return struct.unpack(">f" if kind == "float" else ">d", bytes.fromhex(value))[0]
    if kind == "binary":
        return bytes.fromhex(value)
    if kind == "interval":
        return datetime.timedelta(microseconds=value)
    return value


def to_sql(kind, expression, depth=0):
    if isinstance(kind, str):
        return CARRIED.get(kind, ("", "{}"))[1].format(expression)
    if kind[0] == "array":
        name = f"x{depth}"
        return f"transform({expression}, {name} -> {to_sql(kind[1], name, depth + 1)})"
    fields = (f"'f{i}', {to_sql(field, f'{expression}.f{i}', depth)}" for i, field in enumerate(kind[1:]))
    return f"if({expression} is null, null, named_struct({', '.join(fields)}))"


def spark_hashes(spark, kinds, rows):
    schema = ", ".join(f"c{i} {carried_type(kind)}" for i, kind in enumerate(kinds))
    data = [tuple(to_python(*value) for value in zip(kinds, row)) for row in rows]
    args = ", ".join(to_sql(kind, f"c{i}") for i, kind in enumerate(kinds))
    frame = spark.createDataFrame(data, schema).selectExpr(f"hash({args})", f"xxhash64({args})")
    hashes = frame.collect()
    return {"spark_hash": [row[0] for row in hashes], "spark_xxhash64": [row[1] for row in hashes]}


def make(spark):
    hive = Hive(spark._jvm, spark.sparkContext._gateway)
    for name, kinds, rows in tables():
        table = {"name": name, "types": kinds, "rows": rows}
        if not has("map", kinds):
            table |= spark_hashes(spark, kinds, rows)
        if not has("interval", kinds):
            table["hive_hash"] = [hive.hash(kinds, row) for row in rows]
        yield table
    rows = nanosecond_rows()
    hashes = [hive.hash(["timestamp_ns"], row) for row in rows]
    yield {"name": "nanoseconds", "types": ["timestamp_ns"], "rows": rows, "hive_hash": hashes}


def render(spark):
    hive = Hive(spark._jvm, None).version()
    head = {"about": "hashes of typed rows by other engines", "from": {"pyspark": spark.version, "hive": hive}}
    lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    tables = ",\n".join("  " + json.dumps(table, ensure_ascii=False, separators=(",", ":")) for table in make(spark))
    return "{\n" + ",\n".join([*lines, f' "tables": [\n{tables}\n ]']) + "\n}\n"


def session():
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "1")
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return print("spark_hive.json is not checked: PySpark is missing")
    if not shutil.which("java"):
        return print("spark_hive.json is not checked: Java is missing")
    text = render(session())
    if not check:
        FILE.write_text(text, encoding="utf-8", newline="\n")
    elif not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
        sys.exit("spark_hive.json is not what spark_hive.py makes")


if __name__ == "__main__":
    main()
