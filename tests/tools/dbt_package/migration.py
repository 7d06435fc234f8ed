"""Runs docs/from-dbt-utils.md: its models in the project, its statements on a table that has dbt_utils' keys."""

import pathlib
import re

from keys import md5_key, row_hash

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs/from-dbt-utils.md"

# Two of the customers have one key under dbt_utils, and the last order's customer doesn't exist.
ORDERS = [(1, "north", 1), (2, "north", 2), (3, "north-", 1), (4, "north", -1), (5, "south", 2), (6, "west", 9)]


def blocks():
    return re.findall(r"^```sql\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def models():
    """The blocks that begin with the name of a model's file."""
    for block in blocks():
        path = re.match(r"-- (models/\w+\.sql)\n", block)
        if path:
            yield path[1], block


def statements():
    """The statements of the other blocks, in the page's order."""
    code = "\n".join(block for block in blocks() if not block.startswith("-- models/"))
    code = re.sub(r"^--.*\n", "", code, flags=re.MULTILINE)
    return [statement.strip() for statement in code.split(";\n") if statement.strip()]


def check(connection):
    connection.execute("CREATE TABLE orders(order_id INTEGER, region VARCHAR, customer_id INTEGER, customer_key VARCHAR)")
    orders = [(*order, md5_key(*order[1:])) for order in ORDERS]
    connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?)", orders)
    results = [connection.execute(statement).fetchall() for statement in statements()]
    assert results[0] == [(md5_key("north", -1), 2)], results
    assert results[3] == [(3,), (4,), (6,)], results
    actual = connection.sql("SELECT order_id, customer_key FROM orders ORDER BY order_id").fetchall()
    assert actual == [(order, row_hash(*key).hex()) for order, *key in ORDERS], actual
