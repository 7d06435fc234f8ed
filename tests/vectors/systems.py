"""Makes systems.json: hashes that other systems compute, taken from those systems.

    python3 systems.py                        # writes systems.json
    python3 systems.py --check                # fails where the file differs from what would be written
    python3 systems.py --random 100000 FILE   # writes as many random values of every type to FILE

It stands apart from generate.py, whose check runs everywhere: it needs Node and npm, Go, PostgreSQL 15 (as a user who may
run it: `postgres` if this is root), and of PyPI chdb, confluent-kafka and jump-consistent-hash. Without them it says so
and checks nothing. To compare the kernels with the random values:

    HASHLANE_SYSTEMS=FILE cargo test -p hashlane-kernels --test it systems
"""

import json
import pathlib
import random
import sys

import system_clickhouse
import system_kafka
import system_postgres

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "systems.json"
# Values of each type in the committed file.
FEW = 60
SEED = 27


def jump_file(count, rng):
    """Pairs of a hash and a number of buckets, from the first bucket to the most that there are."""
    import jump

    hashes = [0, 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, *(rng.getrandbits(64) for _ in range(count - 6))]
    counts = [1, 2, 10, 1000, 2**31 - 1]
    pairs = [(hash, counts[i % 5] if i % 2 else rng.randrange(1, 2**31)) for i, hash in enumerate(hashes)]
    return [[str(hash), n, jump.hash(hash, n)] for hash, n in pairs]


def missing():
    """What is not on this machine, or None."""
    try:
        import jump
    except ImportError:
        return "jump-consistent-hash"
    return system_kafka.missing() or system_postgres.missing() or system_clickhouse.missing()


def contents(count):
    rng = random.Random(SEED)
    file = {
        "about": "hashes that other systems compute: see systems.py",
        "from": {**system_kafka.versions(), **system_postgres.versions(), **system_clickhouse.versions()},
        "kafka": system_kafka.tables(count, rng),
        "jump_hash": jump_file(count, rng),
        "postgres": system_postgres.table(count, rng),
        "clickhouse_texts": system_clickhouse.texts(count),
        "clickhouse": system_clickhouse.tables(count, rng),
    }
    # A line for each table, so that a diff shows what has changed.
    def lines(value, indent):
        if isinstance(value, dict) and indent < 3:
            inner = (f'{" " * (indent + 1)}"{key}": {lines(v, indent + 1)}' for key, v in value.items())
            return "{\n" + ",\n".join(inner) + "\n" + " " * indent + "}"
        if isinstance(value, list) and value and isinstance(value[0], dict):
            inner = (" " * (indent + 1) + json.dumps(v, separators=(",", ":")) for v in value)
            return "[\n" + ",\n".join(inner) + "\n" + " " * indent + "]"
        return json.dumps(value, separators=(",", ":"))

    return lines(file, 0) + "\n"


def main():
    if (tool := missing()) is not None:
        print(f"not checked, since this is missing: {tool}")
    elif "--random" in sys.argv:
        count, path = sys.argv[sys.argv.index("--random") + 1 :]
        pathlib.Path(path).write_text(contents(int(count)))
    elif "--check" not in sys.argv:
        FILE.write_text(contents(FEW))
    elif FILE.read_text() != contents(FEW):
        sys.exit("not as tests/vectors/systems.py would write it: systems.json")


if __name__ == "__main__":
    main()
