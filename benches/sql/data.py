"""The tables that the SQL benchmarks hash: the same rows for every engine, from a fixed seed."""

import json
import random
import uuid

# The share of words of each length from 1 to 12, about that of English prose.
WORD_LENGTHS = [30, 170, 210, 160, 110, 85, 80, 60, 44, 30, 16, 9]
HEX = "0123456789abcdef"


def words(rng, rows):
    """Words of 1 to 12 characters."""
    lengths = rng.choices(range(1, 13), WORD_LENGTHS, k=rows)
    return [text(rng, length) for length in lengths]


def short(rng, rows):
    """Strings of 8 to 24 characters, every length as often."""
    return [text(rng, rng.randint(8, 24)) for _ in range(rows)]


def texts(rng, rows):
    """Strings of 20 to 120 characters, every length as often."""
    return [text(rng, rng.randint(20, 120)) for _ in range(rows)]


def uuids(rng, rows):
    """UUIDs as text, 36 characters."""
    return [str(uuid.UUID(int=rng.getrandbits(128))) for _ in range(rows)]


def text(rng, length):
    return "%0*x" % (length, rng.getrandbits(4 * length))


HOSTS = ["www.northwind.com", "shop.example.com", "news.example.org", "www.contoso.com", "docs.fabrikam.net"]
SECTIONS = ["product", "category", "article", "search", "help", "user", "review", "archive"]
ITEMS = [
    "garden", "summer", "leather", "wireless", "kitchen", "travel", "running", "cotton", "classic", "harbor",
    "silver", "camera", "window", "mountain", "market", "coffee", "letter", "bridge", "island", "yellow",
]


def urls(rng, rows):
    """URLs of about 54 characters."""
    return [url(rng) for _ in range(rows)]


def url(rng):
    page = f"{rng.choice(ITEMS)}-{rng.choice(ITEMS)}-{rng.randrange(1_000_000)}"
    return f"https://{rng.choice(HOSTS)}/{rng.choice(SECTIONS)}/{page}"


def events(rng, rows):
    """Events of a web shop as JSON, of about 850 characters."""
    return [event(rng) for _ in range(rows)]


def event(rng):
    items = [
        {"sku": text(rng, 8), "name": f"{rng.choice(ITEMS)} {rng.choice(ITEMS)}", "price": rng.randrange(20_000) / 100}
        for _ in range(rng.randint(6, 8))
    ]
    return json.dumps({
        "event_id": text(rng, 16),
        "type": rng.choice(["page_view", "click", "add_to_cart", "search", "purchase"]),
        "timestamp": f"2026-05-{rng.randint(1, 28):02}T{rng.randrange(24):02}:{rng.randrange(60):02}:00Z",
        "user": {"id": rng.randrange(2_000_000), "session": text(rng, 16), "ip": f"10.42.{rng.randrange(256)}.7"},
        "page": {"url": url(rng), "referrer": url(rng), "load_ms": rng.randrange(4000)},
        "items": items,
        "experiments": ["checkout-v2", "new-search"],
        "consent": True,
    })


COLUMNS = {"words": words, "short": short, "uuid": uuids, "text": texts}


def column(name, rows):
    """The rows of a column; always the same ones."""
    return COLUMNS[name](random.Random(7), rows)


def compressible(name, rows):
    """Values for codecs; always the same ones."""
    return {"urls": urls, "json": events}[name](random.Random(7), rows)


def rows_query(rows):
    """DuckDB's query for a table of five columns of different types. MD5 serves as the dice, since it is the
    same in every version."""
    return f"""
        WITH dice AS (
            SELECT i, md5(i::VARCHAR) AS h, md5_number_lower(i::VARCHAR) AS n, md5_number_upper(i::VARCHAR) AS m
            FROM range({rows}) t(i)
        )
        SELECT
            (n % 1000000000)::BIGINT AS a,
            substr(h, 1, 8 + (m % 17)::INTEGER) AS b,
            CASE WHEN m % 10 > 0 THEN substr(h || md5(h), 1, 20 + (n % 41)::INTEGER) END AS c,
            TIMESTAMP '2020-01-01' + to_microseconds((n % 200000000000000)::BIGINT) AS d,
            ((m % 1000000000000)::BIGINT / 100)::DECIMAL(12, 2) AS e
        FROM dice
    """
