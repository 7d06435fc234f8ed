"""Random queries: our functions in joins of every kind, groups, windows, set operations and aggregates.

Each row of a result is determined: windows order by all columns. Left out is what DataFusion 55 answers wrongly: RIGHT and FULL JOIN with USING
(datafusion#22881), INTERSECT ALL and EXCEPT ALL (datafusion#12955), IS NOT DISTINCT FROM between the sides of a join, filters above a join of columns of
one name (datafusion#25259), joins and LIMIT over ordered rows (datafusion#25052), LIMIT above groups (datafusion#25066), windows above an outer join, and
conditions that turn out to be constant above an aggregate without groups. So the columns of all tables get names of their own, a subquery in FROM has no
window and no aggregate without groups, and there is no LIMIT.
"""

from queries.expressions import Expressions, Scope
from queries.tables import KINDS, VALUES

# As DataFusion writes them; `Query.duckdb` translates.
INNER_JOINS = ["JOIN", "JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN", "CROSS JOIN"]
JOINS = ["LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", *INNER_JOINS]


class Query:
    """A query whose columns are named c0, c1, …"""

    def __init__(self, sql, width):
        self.sql, self.width = sql, width

    def duckdb(self):
        return self.sql.replace("LEFT SEMI JOIN", "SEMI JOIN").replace("LEFT ANTI JOIN", "ANTI JOIN")


class Grammar(Expressions):
    """Makes queries over tables."""

    def __init__(self, generator, tables):
        self.random, self.tables = generator, tables

    def top(self):
        """A whole query."""
        self.aliases, self.ctes, self.joins = 0, [], JOINS
        kinds = self.kinds(self.random.randrange(1, 4))
        head = ""
        if self.random.random() < 0.15:
            its_kinds = self.kinds(2)
            head = f"WITH w AS ({self.query(its_kinds, 1)}) "
            self.ctes = [("w", its_kinds)]
        return Query(head + self.query(kinds, self.random.choice([1, 2, 2, 3]), is_whole=True), len(kinds))

    def kinds(self, count):
        return [self.random.choice(["int", "int", "text", "text", "date"]) for _ in range(count)]

    def query(self, kinds, depth, is_whole=False):
        """A query with columns of these kinds. If it isn't whole, a query around it reads it."""
        choice = self.random.random()
        if depth > 0 and choice < 0.12:
            return self.set_operation(kinds, depth - 1, is_whole)
        if is_whole and depth > 0 and choice < 0.3:
            return self.windowed(kinds, depth - 1)
        if choice < 0.55:
            return self.grouped(kinds, depth, is_whole)
        if choice < 0.6 and "LEFT JOIN" in self.joins:
            return self.using(kinds)
        source, scope = self.source(depth)
        items = self.items(kinds, scope, lambda kind, inner: self.value(kind, inner, self.random.choice([0, 1, 2])))
        distinct = self.random.choice(["", "", "", "", "DISTINCT "])
        return f"SELECT {distinct}{items} FROM {source}{self.where(scope)}"

    def items(self, kinds, scope, item):
        return ", ".join(f"{item(kind, scope)} AS c{i}" for i, kind in enumerate(kinds))

    def where(self, scope):
        return "" if self.random.random() < 0.3 else f" WHERE {self.condition(scope, 2)}"

    def relation(self, depth):
        """A table, a common table expression or a subquery, and its columns under names that no other has."""
        self.aliases += 1
        alias = f"t{self.aliases}"
        if self.ctes and self.joins is JOINS and self.random.random() < 0.5:
            name, kinds = self.ctes[0]
        elif depth > 0 and self.random.random() < 0.25:
            kinds = self.kinds(self.random.randrange(1, 4))
            name = f"({self.query(kinds, depth - 1)})"
        else:
            name, kinds = self.random.choice(self.tables).name, KINDS.values()
        columns = [(f"{alias}_{i}", kind) for i, kind in enumerate(kinds)]
        return f"{name} AS {alias}({', '.join(column for column, _ in columns)})", columns

    def source(self, depth):
        """FROM: relations and the joins between them."""
        text, columns = self.relation(depth)
        for _ in range(self.random.choice([0, 0, 1, 1, 1, 2, 2])):
            join = self.random.choice(self.joins)
            right, its_columns = self.relation(depth)
            on = "" if join == "CROSS JOIN" else f" ON {self.on(columns, its_columns)}"
            text = f"{text} {join} {right}{on}"
            columns = columns if "SEMI" in join or "ANTI" in join else columns + its_columns
        return text, Scope(columns)

    def on(self, left, right):
        """The condition of a join, with or without an equality of two sides, which may be one of hashes."""
        both = Scope(left + right)
        kinds = set(Scope(left).kinds()) & set(Scope(right).kinds())

        def between(operators):
            if not kinds:
                return f"row_xxh3_hex({left[0][0]}) {self.random.choice(operators)} row_xxh3_hex({right[0][0]})"
            kind = self.random.choice(sorted(kinds))
            sides = [self.random.choice(Scope(side).of(kind)) for side in (left, right)]
            form = self.random.choice(["{}", "{}", "row_xxh3_hex({}, 1)"])
            return f" {self.random.choice(operators)} ".join(form.format(side) for side in sides)

        return self.random.choice([
            lambda: between(["="]),
            lambda: f"{between(['='])} AND {between(['='])}",
            lambda: f"{between(['='])} AND {self.simple(both, 1)}",
            lambda: between(["<", "<=", ">", ">=", "<>"]),
            lambda: f"{between(['<', '>'])} AND {between(['<=', '>=', '<>'])}",
        ])()

    def using(self, kinds):
        """A join by columns of the same name."""
        left, right = (self.random.choice(self.tables).name for _ in range(2))
        key = self.random.choice(["a", "b", "s", "a, s"])
        merged = [(name, KINDS[name]) for name in key.split(", ")]
        columns = [(f"{side}.{name}", kind) for side in "lr" for name, kind in KINDS.items() if name not in key]
        items = self.items(kinds, Scope(merged + columns), self.column)
        return f"SELECT {items} FROM {left} AS l {self.random.choice(['JOIN', 'LEFT JOIN'])} {right} AS r USING ({key})"

    def grouped(self, kinds, depth, is_whole):
        source, scope = self.source(depth)
        keys = {kind: self.key(kind, scope) for kind in kinds if scope.of(kind) and self.random.random() < 0.5}
        item = lambda kind, _: keys[kind] if kind in keys and self.random.random() < 0.6 else self.aggregate(kind, scope)
        items = self.items(kinds, scope, item)
        names = ", ".join(dict.fromkeys(keys.values()))
        if not is_whole and not names:
            names = self.column(self.random.choice(scope.kinds()), scope)
        elif is_whole and names and self.random.random() < 0.08:
            names = f"ROLLUP ({names})"
        group = f" GROUP BY {names}" if names else ""
        having = f" HAVING {self.aggregate('int', scope)} {self.random.choice(['>', '<', '='])} {self.random.choice(VALUES['a'])}"
        return f"SELECT {items} FROM {source}{self.where(scope)}{group}{having if self.random.random() < 0.2 else ''}"

    def key(self, kind, scope):
        column = self.column(kind, scope)
        return f"xxh3_hex({column})" if kind == "text" and self.random.random() < 0.5 else column

    def aggregate(self, kind, scope):
        of = self.value(kind, scope, 1)
        some = self.column(self.random.choice(scope.kinds()), scope)
        choices = [f"min({of})", f"max({of})"]
        if kind == "int":
            choices += ["count(*)", f"count({some})", f"count(DISTINCT {some})", f"sum({of})", f"sum(DISTINCT {of})"]
        if kind == "text":
            row = self.row(scope)
            hashed = f"row_xxh3_hex({row})"
            choices += [f"fingerprint({row})"] * 2 + [f"xxh3_hex(hash_agg({row}))", f"blake3_hex(digest_agg({hashed}, 'sha256' ORDER BY {hashed}))"]
        chosen = self.random.choice(choices)
        # The others are within a call.
        takes_filter = chosen.startswith(("min(", "max(", "count(", "sum(", "fingerprint("))
        return chosen + (f" FILTER (WHERE {self.simple(scope, 1)})" if takes_filter and self.random.random() < 0.1 else "")

    def windowed(self, kinds, depth):
        """A window over all columns of a query, and their order."""
        columns = [f"q.c{i}" for i in range(len(kinds))]
        order = ", ".join(f"{column} NULLS {self.random.choice(['FIRST', 'LAST'])}" for column in columns)
        some = columns[kinds.index("int")] if "int" in kinds else "1"
        by = self.random.choice([columns[0], f"row_xxh3_hex({', '.join(columns)})"])
        partition = f"PARTITION BY {by} " if self.random.random() < 0.6 else ""
        frame = self.random.choice(["", " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"])
        call = self.random.choice([
            f"row_number() OVER ({partition}ORDER BY {order})", f"rank() OVER ({partition}ORDER BY {order})",
            f"dense_rank() OVER ({partition}ORDER BY {order})", f"lag({some}) OVER ({partition}ORDER BY {order})",
            f"lead({some}, 2) OVER ({partition}ORDER BY {order})", f"sum({some}) OVER ({partition}ORDER BY {order}{frame})",
            f"count(*) OVER ({partition}ORDER BY {order}{frame})", f"max({some}) OVER ({partition}ORDER BY {order}{frame})",
            f"count({some}) OVER ({partition})", f"first_value({some}) OVER ({partition}ORDER BY {order}{frame})",
        ])
        self.joins = INNER_JOINS
        within = self.query(kinds, depth)
        self.joins = JOINS
        place = kinds.index("int") if "int" in kinds else None
        hashed = kinds.index("text") if "text" in kinds else None
        forms = {place: call, hashed: f"row_xxh128_hex({', '.join(columns)})"}
        items = ", ".join(f"{forms.get(i, column)} AS c{i}" for i, column in enumerate(columns))
        return f"SELECT {items} FROM ({within}) AS q"

    def set_operation(self, kinds, depth, is_whole):
        operation = self.random.choice(["UNION ALL"] * 4 + ["UNION", "INTERSECT", "EXCEPT"] * 2)
        left, right = (self.query(kinds, depth, is_whole) for _ in range(2))
        columns = ", ".join(f"c{i}" for i in range(len(kinds)))
        # The names of columns come from the first query. DataFusion also puts what follows an operation within its right side.
        return f"SELECT {columns} FROM (({left}) {operation} ({right})) AS u"
