"""Random expressions whose values DuckDB and DataFusion agree on.

Left out: division and remainder, sums of floats, casts of text, the order of text by a locale, functions of the time. Left out too is what
DataFusion 55 answers wrongly: IN lists (datafusion#24246), subqueries in conditions (datafusion#8241, #24960, #25519), `s = 'a' AND 'a' = s`
(datafusion#24763) and conditions without columns. So each condition starts with a column.
"""

from queries.tables import VALUES, literal

COMPARISONS = ["=", "<>", "<", "<=", ">", ">="]
# Our functions of a text, and of a row.
OF_TEXT = ["xxh3_hex({})", "xxh128_hex({}, 7)", "blake3_hex({})", "hexdigest({}, 'md5')", "murmur3_x64_128_hex({})"]
OF_ROW = ["row_xxh3_hex({})", "row_xxh128_hex({})", "row_blake3_hex({})"]
NUMBERS = ["CAST(crc32c({}) AS BIGINT)", "CAST(xxh32({}) AS BIGINT)", "CAST(kafka_partition({}, 12) AS BIGINT)"]


class Scope:
    """The columns that an expression may use, by kind."""

    def __init__(self, columns):
        self.columns = columns

    def of(self, kind):
        return [text for text, its_kind in self.columns if its_kind == kind]

    def kinds(self):
        return [kind for kind in ("int", "text", "date") if self.of(kind)]


class Expressions:
    """Makes expressions. `self.random` chooses."""

    def value(self, kind, scope, depth):
        return {"int": self.integer, "text": self.text, "date": self.date}[kind](scope, depth)

    def column(self, kind, scope):
        """A column, or a literal if there is none."""
        columns = scope.of(kind)
        return self.random.choice(columns) if columns else self.literal(kind)

    def literal(self, kind):
        if self.random.random() < 0.1:
            return {"int": "CAST(NULL AS INTEGER)", "text": "CAST(NULL AS VARCHAR)", "date": "CAST(NULL AS DATE)"}[kind]
        return literal(self.random.choice({"int": VALUES["a"], "text": VALUES["s"], "date": VALUES["d"]}[kind]))

    def row(self, scope):
        """Some columns, as the arguments of a function of rows."""
        columns = [text for text, _ in scope.columns]
        return ", ".join(self.random.sample(columns, self.random.randrange(1, min(len(columns), 4) + 1)))

    def integer(self, scope, depth):
        one = lambda: self.integer(scope, depth - 1)
        choice = self.random.random()
        if depth <= 0 or choice < 0.6:
            return self.column("int", scope) if choice < 0.5 else self.literal("int")
        return self.random.choice([
            lambda: f"({one()} + {one()})",
            lambda: f"({one()} - {one()})",
            lambda: f"abs({one()})",
            lambda: f"coalesce({one()}, {one()})",
            lambda: f"nullif({one()}, {one()})",
            lambda: f"length({self.text(scope, depth - 1)})",
            lambda: f"CASE WHEN {self.simple(scope, depth - 1)} THEN {one()} ELSE {one()} END",
            *[lambda: self.random.choice(NUMBERS).format(self.text(scope, depth - 1))] * 4,
        ])()

    def text(self, scope, depth):
        choice = self.random.random()
        if depth <= 0 or choice < 0.4:
            return self.column("text", scope) if choice < 0.3 else self.literal("text")
        one = lambda: self.text(scope, depth - 1)
        return self.random.choice([
            lambda: f"({one()} || {one()})",
            lambda: f"coalesce({one()}, {one()})",
            lambda: f"CASE WHEN {self.simple(scope, depth - 1)} THEN {one()} END",
            *[lambda: self.random.choice(OF_TEXT).format(one())] * 3,
            *[lambda: self.random.choice(OF_ROW).format(self.row(scope))] * 3,
        ])()

    def date(self, scope, depth):
        if depth <= 0 or self.random.random() < 0.8:
            return self.column("date", scope) if self.random.random() < 0.8 else self.literal("date")
        return f"coalesce({self.date(scope, depth - 1)}, {self.date(scope, depth - 1)})"

    def simple(self, scope, depth):
        """A condition that starts with a column."""
        kind = self.random.choice(scope.kinds())
        column = self.column(kind, scope)
        one = lambda: self.value(kind, scope, depth - 1)
        negation = self.random.choice(["", "NOT "])
        return self.random.choice([
            *[lambda: f"({column} {self.random.choice(COMPARISONS)} {one()})"] * 4,
            lambda: f"({column} IS {negation}NULL)",
            lambda: f"({column} IS {negation}DISTINCT FROM {one()})",
            lambda: f"({column} {negation}BETWEEN {one()} AND {one()})",
            lambda: f"(({column} = {one()}) IS {self.random.choice(['TRUE', 'FALSE', 'NOT TRUE', 'NOT FALSE', 'NULL'])})",
        ])()

    def condition(self, scope, depth):
        choice = self.random.random()
        if depth > 0 and choice < 0.3:
            joined = f" {self.random.choice(['AND', 'OR'])} "
            return "(" + joined.join(self.condition(scope, depth - 1) for _ in range(2)) + ")"
        if depth > 0 and choice < 0.37:
            return f"(NOT {self.condition(scope, depth - 1)})"
        return self.simple(scope, 2)
