"""Random queries: joins of every kind, subqueries, grouping, windows, set operations, limits.

Each row of a result is determined: a LIMIT has an ORDER BY of all columns, or only its rows are counted, and windows
order by all columns too.
"""

from queries.expressions import Expressions, Scope
from queries.tables import KINDS

# As DataFusion writes them; `Query.duckdb` translates.
JOINS = ["JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN", "CROSS JOIN"]


class Query:
    """A query whose columns are named c0, c1, …"""

    def __init__(self, sql, width, other=None):
        self.sql, self.width, self.other = sql, width, other or sql

    def duckdb(self):
        return self.other.replace("LEFT SEMI JOIN", "SEMI JOIN").replace("LEFT ANTI JOIN", "ANTI JOIN")


class Grammar(Expressions):
    """Makes queries over tables."""

    def __init__(self, generator, tables):
        self.random, self.tables, self.aliases, self.ctes = generator, tables, 0, []

    def top(self):
        """A whole query."""
        self.aliases, self.ctes = 0, []
        kinds = self.kinds(self.random.randrange(1, 4))
        head = ""
        if self.random.random() < 0.15:
            its_kinds = self.kinds(2)
            head = f"WITH w AS ({self.query(its_kinds, None, 1)}) "
            self.ctes = [("w", [(f"c{i}", kind) for i, kind in enumerate(its_kinds)])]
        sql = self.query(kinds, None, self.random.choice([1, 2, 2, 3]))
        choice = self.random.random()
        if choice < 0.15:
            sql = f"{sql} {self.order(len(kinds))} LIMIT {self.random.randrange(0, 12)} OFFSET {self.random.randrange(0, 4)}"
        elif choice < 0.2:
            # DuckDB 2.0.0 passes over a LIMIT below an ANY or ALL, so it counts the rows.
            most = self.random.randrange(0, 12)
            other = f"{head}SELECT least(count(*), {most}) AS c0 FROM ({sql}) AS q"
            return Query(f"{head}SELECT count(*) AS c0 FROM ({sql} LIMIT {most}) AS q", 1, other)
        elif choice < 0.25:
            sql, kinds = f"SELECT count(*) AS c0, count(c0) AS c1 FROM ({sql}) AS q", ["int", "int"]
        return Query(head + sql, len(kinds))

    def kinds(self, count):
        return [self.random.choice(["int", "int", "text", "date"]) for _ in range(count)]

    def order(self, count):
        keys = (f"{i + 1} {self.random.choice(['ASC', 'DESC'])} NULLS {self.random.choice(['FIRST', 'LAST'])}" for i in range(count))
        return f"ORDER BY {', '.join(keys)}"

    def query(self, kinds, outer, depth):
        """A query with columns of these kinds; `outer` is the scope around it."""
        choice = self.random.random()
        if depth > 0 and choice < 0.12:
            return self.set_operation(kinds, outer, depth - 1)
        if depth > 0 and choice < 0.2:
            return self.windowed(kinds, outer, depth - 1)
        if choice < 0.35:
            return self.grouped(kinds, outer, depth)
        if choice < 0.4 and not outer:
            return self.using(kinds)
        source, scope = self.source(outer, depth)
        items = self.items(kinds, Scope(scope.columns), lambda kind, inner: self.value(kind, inner, self.random.choice([0, 0, 1, 2])))
        distinct = self.random.choice(["", "", "", "", "DISTINCT "])
        return f"SELECT {distinct}{items} FROM {source}{self.where(scope, depth)}"

    def items(self, kinds, scope, item):
        return ", ".join(f"{item(kind, scope)} AS c{i}" for i, kind in enumerate(kinds))

    def where(self, scope, depth):
        if self.random.random() < (0.25 if scope.outer is None else 0.1):
            return ""
        return f" WHERE {self.condition(scope, depth)}"

    def relation(self, depth, hiding=False):
        """A table, a common table expression or a subquery, and its columns. It may have the name of one around it."""
        self.aliases += 1
        alias = f"t{self.aliases}"
        if hiding and self.random.random() < 0.15:
            name = self.random.choice(self.tables).name
            return name, [(f"{name}.{column}", kind) for column, kind in KINDS.items()]
        named = lambda columns: [(f"{alias}.{name}", kind) for name, kind in columns]
        if self.ctes and self.random.random() < 0.5:
            name, columns = self.ctes[0]
            return f"{name} AS {alias}", named(columns)
        if depth > 0 and self.random.random() < 0.25:
            kinds = self.kinds(self.random.randrange(1, 4))
            columns = [(f"c{i}", kind) for i, kind in enumerate(kinds)]
            sql = self.query(kinds, None, depth - 1)
            if self.random.random() < 0.15:
                sql = f"{sql} {self.order(len(kinds))} LIMIT {self.random.randrange(0, 8)}"
            return f"({sql}) AS {alias}", named(columns)
        return f"{self.random.choice(self.tables).name} AS {alias}", named(KINDS.items())

    def source(self, outer, depth):
        """FROM: relations and the joins between them."""
        text, columns = self.relation(depth, hiding=True)
        for _ in range(self.random.choice([0, 0, 1, 1, 1, 2, 2])):
            join = self.random.choice(JOINS)
            right, its_columns = self.relation(depth)
            on = "" if join == "CROSS JOIN" else f" ON {self.on(columns, its_columns)}"
            text = f"{text} {join} {right}{on}"
            columns = columns if "SEMI" in join or "ANTI" in join else columns + its_columns
        return text, Scope(columns, outer)

    def on(self, left, right):
        """The condition of a join, with or without an equality of two sides."""
        both = Scope(left + right)
        kinds = set(Scope(left).kinds()) & set(Scope(right).kinds())
        of = lambda columns, kind: self.random.choice(Scope(columns).of(kind))

        def between(operators):
            if not kinds:
                return self.simple(both, 1)
            kind = self.random.choice(sorted(kinds))
            return f"{of(left, kind)} {self.random.choice(operators)} {of(right, kind)}"

        return self.random.choice([
            lambda: between(["="]),
            lambda: f"{between(['='])} AND {between(['='])}",
            lambda: f"{between(['='])} AND {self.simple(both, 1)}",
            lambda: between(["IS NOT DISTINCT FROM"]),
            lambda: between(["<", "<=", ">", ">=", "<>", "IS DISTINCT FROM"]),
            lambda: f"{between(['<', '>'])} AND {between(['<=', '>=', '<>'])}",
            lambda: f"({between(['='])} OR {self.simple(both, 1)})",
            lambda: self.simple(both, 2),
            lambda: self.random.choice(["TRUE", "FALSE", "1 = 1"]),
        ])()

    def using(self, kinds):
        """A join by columns of the same name."""
        join = self.random.choice(["JOIN", "LEFT JOIN"] * 4 + ["RIGHT JOIN", "FULL JOIN"])
        left, right = (self.random.choice(self.tables).name for _ in range(2))
        key = self.random.choice(["a", "b", "s", "a, s"])
        merged = [(name, KINDS[name]) for name in key.split(", ")]
        columns = [(f"{side}.{name}", kind) for side in "lr" for name, kind in KINDS.items() if name not in key]
        scope = Scope(merged + columns)
        return f"SELECT {self.items(kinds, scope, self.column)} FROM {left} AS l {join} {right} AS r USING ({key})"

    def grouped(self, kinds, outer, depth):
        source, scope = self.source(outer, depth)
        inner = Scope(scope.columns)
        keys = {kind: self.column(kind, inner) for kind in kinds if inner.of(kind) and self.random.random() < 0.5}

        def item(kind, _):
            if kind in keys and self.random.random() < 0.6:
                return keys[kind]
            return self.aggregate(kind, inner)

        items = self.items(kinds, inner, item)
        names = ", ".join(dict.fromkeys(keys.values()))
        if names and self.random.random() < 0.08:
            names = f"ROLLUP ({names})"
        group = f" GROUP BY {names}" if names else ""
        having = f" HAVING {self.aggregate('int', inner)} {self.random.choice(['>', '<', '='])} {self.literal('int')}"
        return f"SELECT {items} FROM {source}{self.where(scope, depth)}{group}{having if self.random.random() < 0.2 else ''}"

    def aggregate(self, kind, scope):
        of = self.value(kind, scope, 1)
        if kind == "int":
            some = self.value(self.random.choice(scope.kinds() or ["int"]), scope, 1)
            choices = ["count(*)", f"count({some})", f"count(DISTINCT {some})", f"sum({of})", f"sum(DISTINCT {of})", f"min({of})", f"max({of})"]
            only = f" FILTER (WHERE {self.simple(scope, 1)})" if self.random.random() < 0.1 else ""
            return self.random.choice(choices) + only
        return f"{self.random.choice(['min', 'max'])}({of})"

    def windowed(self, kinds, outer, depth):
        """A window over all columns of a query, and their order."""
        columns = [f"q.c{i}" for i in range(len(kinds))]
        order = ", ".join(f"{column} NULLS {self.random.choice(['FIRST', 'LAST'])}" for column in columns)
        some = columns[kinds.index("int")] if "int" in kinds else "1"
        partition = f"PARTITION BY {self.random.choice(columns)} " if self.random.random() < 0.6 else ""
        frame = self.random.choice(["", " ROWS BETWEEN 1 PRECEDING AND CURRENT ROW", " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"])
        call = self.random.choice([
            f"row_number() OVER ({partition}ORDER BY {order})", f"rank() OVER ({partition}ORDER BY {order})",
            f"dense_rank() OVER ({partition}ORDER BY {order})", f"lag({some}) OVER ({partition}ORDER BY {order})",
            f"lead({some}, 2) OVER ({partition}ORDER BY {order})", f"sum({some}) OVER ({partition}ORDER BY {order}{frame})",
            f"count(*) OVER ({partition}ORDER BY {order}{frame})", f"max({some}) OVER ({partition}ORDER BY {order}{frame})",
            f"count({some}) OVER ({partition})", f"first_value({some}) OVER ({partition}ORDER BY {order}{frame})",
        ])
        within = self.query(kinds, outer, depth)
        place = kinds.index("int") if "int" in kinds else None
        items = ", ".join(f"{call if i == place else column} AS c{i}" for i, column in enumerate(columns))
        return f"SELECT {items} FROM ({within}) AS q"

    def set_operation(self, kinds, outer, depth):
        operation = self.random.choice(["UNION ALL"] * 4 + ["UNION", "INTERSECT", "EXCEPT"] * 2 + ["INTERSECT ALL", "EXCEPT ALL"])
        left, right = (self.query(kinds, outer, depth) for _ in range(2))
        columns = ", ".join(f"c{i}" for i in range(len(kinds)))
        # The names of columns come from the first query. DataFusion also puts what follows an operation within its right side.
        return f"SELECT {columns} FROM (({left}) {operation} ({right})) AS u"

    def subquery(self, kinds, scope, depth):
        """A subquery in a condition, correlated or not."""
        outer = Scope(scope.columns) if self.random.random() < 0.55 else None
        sql = self.query(kinds, outer, depth)
        if not outer and self.random.random() < 0.1:
            sql = f"{sql} {self.order(len(kinds))} LIMIT {self.random.randrange(0, 6)}"
        return sql

    def one_row(self, kind, scope, depth):
        """A subquery of one row: an aggregate of all rows."""
        source, inner = self.source(Scope(scope.columns) if self.random.random() < 0.55 else None, depth)
        return f"SELECT {self.aggregate(kind, Scope(inner.columns))} FROM {source}{self.where(inner, depth)}"
