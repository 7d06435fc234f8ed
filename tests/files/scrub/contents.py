"""Random files of a lake: Parquet with and without page checksums, CSV, others, and names of every kind."""

import hashlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path

import blake3
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "vectors"))
import row_encoding

KINDS = {"checked": 30, "plain": 25, "csv": 20, "other": 20, "empty": 2}
ENDINGS = {"checked": [".parquet", ".parq", ".pq"], "plain": [".parquet"], "csv": [".csv"], "other": [".bin", "", ".json.zst"]}
# Names that programs get wrong: spaces, quotes, patterns, line breaks, a backslash, other scripts, bytes that aren't UTF-8.
ODD = [
    "with space", " leading", "trailing ", "new\nline", "carriage\rreturn", "tab\there", "back\\slash", "\\x41", "star*", "what?", "[ab]",
    "quote'", 'double"', "per%20cent", "plus+", "#hash", "für", "fu\u0308r", "日本", "🦆", "-dash", ".hidden", "_under", "a=1", "comma,semi;",
    "\udcff\udcfe", "half\udce3\udc81", "$(id)", "`tick`", "~", "a&b", "<tag>", "c:d", "nul", "\u202eright", "\u200bzero",
]


@dataclass(frozen=True)
class Content:
    """The digests of some bytes, and the rows of a Parquet file with their fingerprint, which is None for many rows."""

    xxh128: str
    blake3: str
    bytes: int
    rows: int | None
    fingerprint: str | None
    # Something but the digest shows that it is damaged.
    is_broken: bool = False
    # It is damaged, but only decoding its values shows it.
    is_undecodable: bool = False


def content_of(data, rows=None, fingerprint=None, is_broken=False, is_undecodable=False):
    digests = xxhash.xxh3_128_hexdigest(data), blake3.blake3(data).hexdigest()
    return Content(*digests, len(data), rows, fingerprint, is_broken, is_undecodable)


def fingerprint_of(table):
    """The fingerprint of the rows of a table, from docs/row-encoding.md."""
    total = sum(xxhash.xxh3_128_intdigest(row) for row in row_encoding.rows(table.columns)) % 2**128
    return f"hl1:{table.num_rows}:{total:032x}"


def parquet(choice, with_checksums):
    """The bytes of a small table, the number of its rows, and their fingerprint if they are few."""
    rows = choice.choice([1, 10, 100, 300])
    columns = {"id": pa.array(range(rows), pa.int64()), "n": pa.array([choice.getrandbits(62) for _ in range(rows)], pa.int64())}
    if choice.random() < 0.5:
        columns["word"] = [None if choice.random() < 0.1 else f"word {choice.randrange(1000)}" for _ in range(rows)]
    table = pa.table(columns)
    out = io.BytesIO()
    pq.write_table(
        table, out, row_group_size=max(rows // choice.choice([1, 1, 3]), 1), write_page_checksum=with_checksums,
        compression=choice.choice(["none", "snappy", "zstd"]), use_dictionary=choice.random() < 0.5,
    )
    return out.getvalue(), rows, fingerprint_of(table) if rows <= 10 else None


def random_file(choice, kind):
    """The bytes of a file of a kind, and their `Content`."""
    if kind in ("checked", "plain"):
        data, rows, fingerprint = parquet(choice, kind == "checked")
        return data, content_of(data, rows, fingerprint)
    if kind == "csv":
        data = b"id,n\n" + b"".join(b"%d,%d\n" % (i, choice.getrandbits(40)) for i in range(choice.randrange(1, 300)))
    elif kind == "other":
        data = choice.randbytes(choice.choice([1, 100, 3000, 10_000, 70_000]))
    else:
        data = b""
    return data, content_of(data)


def parquet_ending(path):
    """The ending by which a file is read as Parquet, or nothing."""
    return next((ending for ending in ENDINGS["checked"] if path.endswith(ending)), "")


def random_kind(choice):
    return choice.choices(list(KINDS), list(KINDS.values()))[0]


def random_name(choice, kind, number):
    """A name that no other file of the folder has."""
    ending = choice.choice(ENDINGS.get(kind, ["", ".txt"]))
    if choice.random() < 0.15:
        return f"{choice.choice(ODD)}{number}{ending}"
    return f"part-{number:05}-{hashlib.md5(str(number).encode()).hexdigest()[:6]}{ending}"


def random_folders(choice, count):
    """Folders up to four levels deep, with odd names among them."""
    folders = [""]
    for number in range(count):
        name = f"{choice.choice(ODD)}-{number}" if choice.random() < 0.2 else f"day={number:03}"
        above = choice.choice([folder for folder in folders if folder.count("/") < 4])
        folders.append(f"{above}{name}/")
    return folders


ZSTD = bytes.fromhex("28b52ffd")


def undecodable_page(data):
    """A page of a Parquet file without page checksums no longer begins with the magic number of zstd."""
    place = data.index(ZSTD)
    return data[:place] + bytes(byte ^ 0xFF for byte in ZSTD) + data[place + 4:]


def flipped_page(data, choice):
    """A bit of a page of a Parquet file with page checksums is flipped."""
    metadata = pq.ParquetFile(io.BytesIO(data)).metadata
    chunk = metadata.row_group(choice.randrange(metadata.num_row_groups)).column(0)
    start = chunk.data_page_offset if chunk.dictionary_page_offset is None else min(chunk.dictionary_page_offset, chunk.data_page_offset)
    # The last byte of a column chunk belongs to the content of its last page.
    place = start + chunk.total_compressed_size - 1
    return data[:place] + bytes([data[place] ^ 1 << choice.randrange(8)]) + data[place + 1:]
