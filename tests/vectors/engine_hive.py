"""Rows as Hive's objects, and the hash by which Hive chooses a row's bucket."""

from engine_tables import MICROSECONDS


class Hive:
    """Hive's classes in the JVM of Spark, which comes with them."""

    def __init__(self, jvm, gateway):
        self.jvm, self.gateway = jvm, gateway
        self.inspectors = jvm.org.apache.hadoop.hive.serde2.objectinspector
        self.primitives = self.inspectors.primitive.PrimitiveObjectInspectorFactory
        self.types = jvm.org.apache.hadoop.hive.serde2.typeinfo.TypeInfoFactory

    def version(self):
        return self.jvm.org.apache.hive.common.util.HiveVersionInfo.getVersion()

    def hash(self, kinds, row):
        values = [self.value(kind, value) for kind, value in zip(kinds, row)]
        inspectors = [self.inspector(kind) for kind in kinds]
        values = self.array(self.jvm.java.lang.Object, values)
        inspectors = self.array(self.inspectors.ObjectInspector, inspectors)
        return self.inspectors.ObjectInspectorUtils.getBucketHashCode(values, inspectors)

    def array(self, of, values):
        array = self.gateway.new_array(of, len(values))
        for i, value in enumerate(values):
            array[i] = value
        return array

    def list(self, values):
        array = self.jvm.java.util.ArrayList()
        for value in values:
            array.add(value)
        return array

    def inspector(self, kind):
        factory = self.inspectors.ObjectInspectorFactory
        if isinstance(kind, list) and kind[0] == "array":
            return factory.getStandardListObjectInspector(self.inspector(kind[1]))
        if isinstance(kind, list) and kind[0] == "map":
            return factory.getStandardMapObjectInspector(*map(self.inspector, kind[1:]))
        if isinstance(kind, list):
            names = self.list(f"f{i}" for i in range(len(kind) - 1))
            fields = self.list(self.inspector(field) for field in kind[1:])
            return factory.getStandardStructObjectInspector(names, fields)
        name = "timestamp" if kind.startswith("timestamp") else kind
        info = self.jvm.org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils.getTypeInfoFromTypeString(name)
        return self.primitives.getPrimitiveWritableObjectInspector(info)

    def value(self, kind, value):
        if value is None:
            return None
        if isinstance(kind, list) and kind[0] == "map":
            entries = self.jvm.java.util.LinkedHashMap()
            for key, element in value:
                entries.put(self.value(kind[1], key), self.value(kind[2], element))
            return entries
        if isinstance(kind, list):
            kinds = kind[1:] if kind[0] == "struct" else kind[1:] * len(value)
            return self.list(self.value(kind, value) for kind, value in zip(kinds, value))
        io, serde = self.jvm.org.apache.hadoop.io, self.jvm.org.apache.hadoop.hive.serde2.io
        if kind.startswith("decimal"):
            return self.decimal(int(value), int(kind[:-1].split(",")[1]))
        make = {
            "boolean": io.BooleanWritable,
            "tinyint": serde.ByteWritable,
            "smallint": serde.ShortWritable,
            "int": io.IntWritable,
            "bigint": io.LongWritable,
            "float": lambda bits: io.FloatWritable(self.jvm.java.lang.Float.intBitsToFloat(signed(bits))),
            "double": lambda bits: serde.DoubleWritable(self.jvm.java.lang.Double.longBitsToDouble(signed(bits))),
            "string": io.Text,
            "binary": lambda digits: io.BytesWritable(bytes.fromhex(digits)),
            "date": serde.DateWritable,
            "timestamp": lambda count: self.timestamp(1000 * count),
            "timestamp_ns": self.timestamp,
        }
        return make[kind](value)

    def decimal(self, unscaled, scale):
        big = self.jvm.org.apache.hadoop.hive.common.type.HiveDecimal
        digits = str(abs(unscaled)).rjust(scale + 1, "0")
        whole, rest = digits[: len(digits) - scale], digits[len(digits) - scale :]
        text = ("-" if unscaled < 0 else "") + whole + ("." + rest if scale else "")
        return self.jvm.org.apache.hadoop.hive.serde2.io.HiveDecimalWritable(big.create(text))

    def timestamp(self, nanoseconds):
        seconds, rest = divmod(nanoseconds, 10**9)
        timestamp = self.jvm.java.sql.Timestamp(seconds * 1000)
        timestamp.setNanos(rest)
        return self.jvm.org.apache.hadoop.hive.serde2.io.TimestampWritable(timestamp)


def signed(bits):
    """A number from hex digits of its two's complement."""
    return int.from_bytes(bytes.fromhex(bits), "big", signed=True)


def nanosecond_rows():
    """Points in time that Spark can't represent."""
    counts = [1, -1, 999, 1_577_836_800_123_456_789, -1_000_000_001, -999_999_999, 2**63 - 1, -(2**63)]
    return [[count] for count in counts + [count * 1000 for count in MICROSECONDS if abs(count) < 2**50]]
