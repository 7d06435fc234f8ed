"""Random expressions whose values DuckDB and DataFusion agree on.

Left out: division and remainder, sums of floats, casts of text, the order of text by a locale, functions of the time.
"""

from queries.tables import VALUES, literal

COMPARISONS = ["=", "<>", "<", "<=", ">", ">="]


class Scope:
    """The columns that an expression may use, by kind, and those of the query around it."""

    def __init__(self, columns, outer=None):
        self.columns, self.outer = columns, outer

    def of(self, kind):
        return [text for text, its_kind in self.columns if its_kind == kind]

    def kinds(self):
        return [kind for kind in ("int", "text", "date") if self.of(kind)]


class Expressions:
    """Makes expressions. `self.random` chooses, and `self.subquery(…)` makes the queries within them."""

    def value(self, kind, scope, depth):
        return {"int": self.integer, "text": self.text, "date": self.date}[kind](scope, depth)

    def column(self, kind, scope):
        """A column, now and then one of the query around, or a literal if there is none."""
        if scope.outer and self.random.random() < 0.35 and scope.outer.of(kind):
            return self.random.choice(scope.outer.of(kind))
        columns = scope.of(kind)
        return self.random.choice(columns) if columns else self.literal(kind)

    def literal(self, kind):
        if self.random.random() < 0.1:
            return {"int": "CAST(NULL AS INTEGER)", "text": "CAST(NULL AS VARCHAR)", "date": "CAST(NULL AS DATE)"}[kind]
        return literal(self.random.choice({"int": VALUES["a"], "text": VALUES["s"], "date": VALUES["d"]}[kind]))

    def integer(self, scope, depth):
        one = lambda: self.integer(scope, depth - 1)
        choice = self.random.random()
        if depth <= 0 or choice < 0.6:
            return self.column("int", scope) if choice < 0.5 else self.literal("int")
        return self.random.choice([
            lambda: f"({one()} + {one()})",
            lambda: f"({one()} - {one()})",
            lambda: f"({one()} * {self.literal('int')})",
            lambda: f"abs({one()})",
            lambda: f"coalesce({one()}, {one()})",
            lambda: f"nullif({one()}, {one()})",
            lambda: f"length({self.text(scope, depth - 1)})",
            lambda: f"CASE WHEN {self.simple(scope, depth - 1)} THEN {one()} ELSE {one()} END",
        ])()

    def text(self, scope, depth):
        choice = self.random.random()
        if depth <= 0 or choice < 0.7:
            return self.column("text", scope) if choice < 0.6 else self.literal("text")
        one = lambda: self.text(scope, depth - 1)
        return self.random.choice([
            lambda: f"({one()} || {one()})",
            lambda: f"coalesce({one()}, {one()})",
            lambda: f"CASE WHEN {self.simple(scope, depth - 1)} THEN {one()} END",
        ])()

    def date(self, scope, depth):
        if depth <= 0 or self.random.random() < 0.8:
            return self.column("date", scope) if self.random.random() < 0.8 else self.literal("date")
        return f"coalesce({self.date(scope, depth - 1)}, {self.date(scope, depth - 1)})"

    def comparison(self, scope, depth):
        kind = self.random.choice(scope.kinds() or ["int"])
        return f"{self.value(kind, scope, depth - 1)} {self.random.choice(COMPARISONS)} {self.value(kind, scope, depth - 1)}"

    def simple(self, scope, depth):
        """A condition without subqueries."""
        kind = self.random.choice(scope.kinds() or ["int"])
        one = lambda: self.value(kind, scope, depth - 1)
        negation = self.random.choice(["", "NOT "])
        return self.random.choice([
            *[lambda: f"({self.comparison(scope, depth)})"] * 4,
            lambda: f"({one()} IS {negation}NULL)",
            lambda: f"({one()} IS {negation}DISTINCT FROM {one()})",
            lambda: f"({one()} {negation}IN ({one()}, {self.literal(kind)}, {self.literal(kind)}))",
            lambda: self.two_lists(kind, scope),
            lambda: f"({one()} {negation}BETWEEN {one()} AND {one()})",
            lambda: f"({self.text(scope, 0)} {negation}LIKE 'x%')",
            lambda: f"(({self.comparison(scope, depth)}) IS {self.random.choice(['TRUE', 'FALSE', 'NOT TRUE', 'NOT FALSE', 'NULL'])})",
        ])()

    def two_lists(self, kind, scope):
        """Two lists of one value, which an optimizer makes one of."""
        value = self.column(kind, scope)
        # A value in another type is the same value.
        cast = lambda one: f"CAST({one} AS BIGINT)" if kind == "int" and self.random.random() < 0.3 else one
        one = lambda: cast(self.literal(kind))
        lists = [f"{value} {self.random.choice(['', 'NOT '])}IN ({one()}, {one()})" for _ in range(2)]
        return f"({self.random.choice([' AND ', ' OR ']).join(lists)})"

    def condition(self, scope, depth):
        """A condition, with subqueries if there is depth left."""
        choice = self.random.random()
        if depth > 0 and choice < 0.3:
            joined = f" {self.random.choice(['AND', 'OR'])} "
            return "(" + joined.join(self.condition(scope, depth - 1) for _ in range(2)) + ")"
        if depth > 0 and choice < 0.37:
            return f"(NOT {self.condition(scope, depth - 1)})"
        if depth > 0 and choice < 0.75:
            return self.with_subquery(scope, depth - 1)
        return self.simple(scope, 2)

    def with_subquery(self, scope, depth):
        """A condition over a subquery, correlated or not."""
        kind = self.random.choice(scope.kinds() or ["int"])
        left = self.value(kind, scope, self.random.choice([0, 0, 1]))
        rows = lambda: self.subquery([kind], scope, depth)
        negation = self.random.choice(["", "NOT "])
        operator = self.random.choice(COMPARISONS)
        return self.random.choice([
            lambda: f"({left} {negation}IN ({rows()}))",
            lambda: f"({left} NOT IN ({rows()}))",
            lambda: f"({negation}EXISTS ({rows()}))",
            lambda: f"({left} {operator} {self.random.choice(['ANY', 'ALL'])} ({rows()}))",
            lambda: f"({left} {operator} ({self.one_row(kind, scope, depth)}))",
        ])()
