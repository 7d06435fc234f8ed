"""Writes tables as files: CSV dialects, newline-delimited JSON and Parquet, compressed in several parts."""

import bz2
import gzip
import io
import json
import lzma

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from tables.values import ABSENT, Number

COMPRESS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": lambda data: zstandard.ZstdCompressor().compress(data),
}
EXTENSIONS = {"csv": ["csv", "csv", "csv", "tsv"], "json": ["json", "json", "jsonl", "ndjson"], "parquet": ["parquet"]}


class Dialect:
    """How a CSV file is written."""

    def __init__(self, r, extension, quoted_empty=True):
        self.r = r
        self.delimiter = "\t" if extension == "tsv" else ","
        self.end = r.choice(["\n", "\n", "\r\n"])
        self.quotes = r.choice(["if needed", "if needed", "all", "some"])
        self.mark = r.random() < 0.15
        self.last_end = r.random() < 0.8
        self.quoted_empty = quoted_empty

    def tags(self):
        yield f"csv quotes {self.quotes}"
        if self.end == "\r\n":
            yield "csv CRLF"
        if self.mark:
            yield "csv BOM"
        if not self.last_end:
            yield "csv no last line end"

    def field(self, text):
        if text is None:
            quote = self.quoted_empty and self.quotes != "if needed" and self.r.random() < 0.5
            return '""' if quote else ""
        quote = self.quotes == "all" or self.quotes == "some" and self.r.random() < 0.5
        if quote or any(c in text for c in f'"\r\n{self.delimiter}'):
            return '"' + text.replace('"', '""') + '"'
        return text

    def line(self, fields):
        line = self.delimiter.join(map(self.field, fields))
        return line if line else '""'

    def file(self, names, rows):
        lines = [self.line(names), *(self.line([row.get(name) for name in names]) for row in rows)]
        text = self.end.join(lines) + (self.end if self.last_end else "")
        return (b"\xef\xbb\xbf" if self.mark else b"") + text.encode()


def json_text(r, cell):
    if isinstance(cell, Number):
        return str(cell)
    if isinstance(cell, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {json_text(r, value)}" for name, value in cell.items() if value is not ABSENT) + "}"
    if isinstance(cell, list):
        return "[" + ",".join(json_text(r, value) for value in cell) + "]"
    return json.dumps(cell, ensure_ascii=r.random() < 0.5)


def json_file(r, names, rows):
    """A NULL is null or absent, and fields stand in any order."""
    end = r.choice(["\n", "\n", "\r\n"])
    shuffle, drop = r.random() < 0.3, r.random() < 0.5
    lines = []
    for row in rows:
        fields = {name: row.get(name, ABSENT) for name in (r.sample(names, len(names)) if shuffle else names)}
        lines.append(json_text(r, {name: ABSENT if cell is None and drop else cell for name, cell in fields.items()}))
    return (end.join(lines) + (end if lines and r.random() < 0.8 else "")).encode()


def parquet_file(r, names, rows, types, store_schema):
    arrays = [pa.array([row.get(name) for row in rows], types[name]) for name in names]
    data = io.BytesIO()
    pq.write_table(
        pa.Table.from_arrays(arrays, names=names), data, row_group_size=r.choice([1, 7, 1000, 100_000]) if len(rows) < 500 else 1000,
        compression=r.choice(["none", "snappy", "zstd", "gzip", "lz4"]), data_page_version=r.choice(["1.0", "2.0"]),
        use_dictionary=r.random() < 0.5, write_page_checksum=r.random() < 0.3, data_page_size=r.choice([100, 10_000, 1 << 20]),
        store_schema=store_schema,
    )
    return data.getvalue()


def compressed(r, data, method):
    """The data as one compressed stream or as several, cut anywhere. Returns their number too."""
    parts = r.choice([1, 2, 2, 3, 9])
    cuts = sorted(r.randrange(len(data) + 1) for _ in range(parts - 1))
    pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])]
    return b"".join(map(COMPRESS[method], pieces)), parts


def decompressed(data, method):
    if method == "zst":
        return zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()
    return {"gz": gzip, "bz2": bz2, "xz": lzma}[method].decompress(data)
