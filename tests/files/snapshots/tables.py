"""Tables of Iceberg, Delta and DuckLake with random changes, whose files the recipes of sql/file_lists list.

`change()` makes a new snapshot. `snapshot()` returns its list and its rows, as the format's own library reads them.
"""

from dataclasses import dataclass
from pathlib import Path

import deltalake
import pyarrow as pa
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.expressions import EqualTo, In
from pyiceberg.types import LongType

RECIPES = Path(__file__).resolve().parents[3] / "sql/file_lists"
COLUMNS = {"id": pa.int64(), "part": pa.int64(), "name": pa.string(), "price": pa.float64(), "tags": pa.list_(pa.string())}
PARTS = [0, 1, 2, None]


@dataclass
class Snapshot:
    list: Path
    columns: list
    # By id.
    rows: dict


class Lake:
    """A table with random rows."""

    def __init__(self, random, folder, connection):
        self.random, self.folder, self.connection = random, folder, connection
        self.columns, self.last, self.lists = dict(COLUMNS), 0, 0
        self.is_partitioned = random.random() < 0.5

    def new(self, ids=None, **fixed):
        """Rows with new ids, or with these."""
        ids = ids or [self.last + at for at in range(1, self.random.randint(1, 300) + 1)]
        self.last = max([self.last, *ids])
        values = {
            "id": lambda row: row, "part": lambda _: self.random.choice(PARTS),
            "name": lambda row: self.random.choice([None, "NULL", "", f"name {row % 7}"]),
            "price": lambda row: self.random.choice([None, row / 4, -0.5]),
            "tags": lambda _: self.random.choice([None, [], ["a"], ["b", None]]),
            "extra": lambda _: self.random.choice([None, 1, 2]),
        } | {name: lambda _, value=value: value for name, value in fixed.items()}
        arrays = {name: pa.array([values[name](row) for row in ids], kind) for name, kind in self.columns.items()}
        return pa.table(arrays)

    def some(self):
        """A few ids of rows that are there, most of them beside each other as those of a file are."""
        ids = sorted(row["id"] for row in self.read().to_pylist())
        start = self.random.randrange(len(ids) or 1)
        return ids[start:start + self.random.choice([1, 3, 40])]

    def change(self):
        """Makes one change, whatever is possible now."""
        kinds = [self.append, self.append, self.update, self.delete, self.compact, self.overwrite, self.add_column]
        kind = self.random.choice(kinds)
        if kind in (self.update, self.delete):
            ids = self.some()
            return kind(ids) if ids else self.append()
        return kind()

    def make_list(self, recipe, **names):
        """Runs a recipe as it is, but for names and numbers."""
        self.lists += 1
        target = self.folder / f"{self.lists}.parquet"
        text = (RECIPES / f"{recipe}_snapshot.duckdb.sql").read_text()
        for old, new in {"files.parquet": str(target), **names}.items():
            assert old in text, (recipe, old)
            text = text.replace(old, new.replace("'", "''"))
        self.connection.execute("\n".join(line for line in text.splitlines() if not line.startswith("--")))
        return target

    def snapshot(self):
        table = self.read()
        rows = table.to_pylist()
        by_id = {row["id"]: row for row in rows}
        assert len(by_id) == len(rows), "ids are unique"
        return Snapshot(self.list(), table.column_names, by_id)

    def add_column(self):
        self.columns["extra"] = pa.int64()
        return self.append()


class Iceberg(Lake):
    def __init__(self, *options):
        super().__init__(*options)
        catalog = SqlCatalog("tests", uri=f"sqlite:///{self.folder}/catalog.db", warehouse=f"file://{self.folder}")
        catalog.create_namespace("shop")
        self.table = catalog.create_table("shop.orders", schema=pa.schema(list(COLUMNS.items())))
        if self.is_partitioned:
            with self.table.update_spec() as spec:
                spec.add_identity("part")

    def read(self):
        snapshot = self.table.current_snapshot()
        return self.table.scan(snapshot_id=snapshot.snapshot_id).to_arrow() if snapshot else self.table.scan().to_arrow()

    def list(self):
        return self.make_list("iceberg", **{
            "lake/orders/metadata/v3.metadata.json": self.table.metadata_location,
            "snapshot_id = 42": f"snapshot_id = {self.table.current_snapshot().snapshot_id}",
        })

    def append(self):
        self.table.append(self.new())

    def update(self, ids):
        if self.random.random() < 0.5:
            self.table.upsert(self.new(ids), join_cols=["id"])
        else:
            self.table.overwrite(self.new(ids), In("id", ids))

    def delete(self, ids):
        self.table.delete(In("id", ids))

    def compact(self):
        # To the columns of now, in another order.
        rows = self.table.scan().to_arrow()
        self.table.overwrite(rows.take(self.random.sample(range(rows.num_rows), rows.num_rows)))

    def overwrite(self):
        if self.is_partitioned and self.random.random() < 0.5:
            self.table.dynamic_partition_overwrite(self.new(part=self.random.choice([0, 1, 2])))
        else:
            part = self.random.choice([0, 1, 2])
            self.table.overwrite(self.new(part=part), EqualTo("part", part))

    def add_column(self):
        if "extra" not in self.columns:
            with self.table.update_schema() as schema:
                schema.add_column("extra", LongType())
        super().add_column()


class Delta(Lake):
    def __init__(self, *options):
        super().__init__(*options)
        self.path = str(self.folder / "delta orders")
        self.by = {"partition_by": ["part"]} if self.is_partitioned else {}
        deltalake.write_deltalake(self.path, self.new(), **self.by)

    def read(self):
        return deltalake.DeltaTable(self.path).to_pyarrow_table()

    def list(self):
        version = deltalake.DeltaTable(self.path).version()
        return self.make_list("delta", **{"lake/orders": self.path, "version := 42": f"version := {version}"})

    def append(self):
        deltalake.write_deltalake(self.path, self.new(), mode="append", schema_mode="merge", **self.by)

    def update(self, ids):
        table = deltalake.DeltaTable(self.path)
        if self.random.random() < 0.5:
            table.update(predicate=f"id IN ({', '.join(map(str, ids))})", updates={"price": "price + 1", "part": "2"})
        else:
            merge = table.merge(self.new(ids), "t.id = s.id", source_alias="s", target_alias="t", merge_schema=True)
            merge.when_matched_update_all().when_not_matched_insert_all().execute()

    def delete(self, ids):
        deltalake.DeltaTable(self.path).delete(f"id IN ({', '.join(map(str, ids))})")

    def compact(self):
        optimize = deltalake.DeltaTable(self.path).optimize
        if self.random.random() < 0.5:
            optimize.compact()
        else:
            optimize.z_order(["id"])

    def overwrite(self):
        part = self.random.choice([0, 1, 2])
        deltalake.write_deltalake(self.path, self.new(part=part), mode="overwrite", predicate=f"part = {part}", schema_mode="merge", **self.by)


class DuckLake(Lake):
    def __init__(self, *options):
        super().__init__(*options)
        self.limit = self.random.choice([0, 10])
        self.execute(f"ATTACH 'ducklake:{self.folder}/catalog.ducklake' AS lake (DATA_PATH '{self.folder}/data/', DATA_INLINING_ROW_LIMIT {self.limit})")
        self.execute("CREATE TABLE lake.orders (id BIGINT, part BIGINT, name VARCHAR, price DOUBLE, tags VARCHAR[])")
        if self.is_partitioned:
            self.execute("ALTER TABLE lake.orders SET PARTITIONED BY (part)")

    def execute(self, statement):
        return self.connection.execute(statement)

    def close(self):
        self.execute("DETACH lake")

    def read(self):
        return self.execute("FROM lake.orders").to_arrow_table()

    def list(self):
        version = self.execute("SELECT max(snapshot_id) FROM ducklake_snapshots('lake')").fetchone()[0]
        return self.make_list("ducklake", **{"VERSION => 42": f"VERSION => {version}"})

    def insert(self, rows):
        self.connection.register("new_rows", rows)
        self.execute("INSERT INTO lake.orders BY NAME FROM new_rows")
        self.connection.unregister("new_rows")

    def append(self):
        self.insert(self.new())

    def update(self, ids):
        self.execute(f"UPDATE lake.orders SET price = price + 1, part = 2 WHERE id IN ({', '.join(map(str, ids))})")
        self.clean()

    def delete(self, ids):
        self.execute(f"DELETE FROM lake.orders WHERE id IN ({', '.join(map(str, ids))})")
        self.clean()

    def clean(self):
        """Often writes the files again that have deletes, as copy-on-write does at once."""
        if self.random.random() < 0.7:
            self.execute("CALL ducklake_flush_inlined_data('lake')")
            self.execute("CALL ducklake_rewrite_data_files('lake', delete_threshold => 0)")

    def compact(self):
        self.clean()
        self.execute("CALL ducklake_merge_adjacent_files('lake')")

    def overwrite(self):
        part = self.random.choice([0, 1, 2])
        self.execute(f"DELETE FROM lake.orders WHERE part = {part}")
        self.insert(self.new(part=part))
        self.clean()

    def add_column(self):
        if "extra" not in self.columns:
            self.execute("ALTER TABLE lake.orders ADD COLUMN extra BIGINT")
        super().add_column()
