"""CSV in every notation, right and wrong. Python's `csv` says what the records are."""

import csv
import io

PLAIN = ["a", "x y", " ", "  x", "x  ", "é", "日本", "\U00020000", "\ufeff", "\x00", "\t", ";", "\\", "\\n", "\\N", "NULL", "'", "'a'", "0", "1.0", "#", "\x1a", "\x0b", "\x0c", "\x85", "\u2028", "=1", "x" * 5000]
QUOTES_WITHIN = ['5" x', 'a"b', 'a""b', ' "x"', ' "x', 'x"', 'x""', "'\"'", '\\"', '\ufeff"x"']
IN_QUOTES = ["", "a", " ", '""', '""""', 'a""b', "a,b", "\n", "\r", "\r\n", "a\nb", "a\r\n\r\nb", ",,", "\n\n", "\\", '\\""', "é\n日本", "\x00", "#", "x" * 9000, '"",""']
BAD_BYTES = [b"\xff", b"\x80", b"\xc0\x80", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xed\xa1\x80\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xc3", b"\xf0\x9f\x98"]
NAMES = ["v", "a b", " v", "V", '"w"', '"a,b"', '"a""b"', '"a\nb"', '"\r\n"', "é", "\\u0041", "1", 'a"b', "\U00020000", '" "', "\x00", "select", "'v'", "$.a", "v.w"]


def field(r):
    kind = r.randrange(10)
    if kind < 4:
        return r.choice(PLAIN)
    if kind < 5:
        return r.choice(QUOTES_WITHIN)
    if kind < 6:
        return ""
    return '"' + "".join(r.choice(IN_QUOTES) for _ in range(r.randrange(3))) + '"'


class Records:
    """The records of a file, of which at most one is wrong."""

    def __init__(self, r):
        self.r = r
        self.ends = r.choice([["\n"], ["\r\n"], ["\r"], ["\n", "\r\n"], ["\n", "\r\n", "\r"], ["\n\n", "\n"], ["\r\n\r\n", "\r\n"]])
        names = r.sample(NAMES, r.randrange(1, 5))
        self.header = [r.choice(["id", '"id"']), *names]
        # The first one makes text of every column.
        self.records = [["id 0", *("text" for _ in names)]]
        self.records += [[f"id {at}", *(field(r) for _ in names)] for at in range(1, r.randrange(2, 12))]
        self.wrong, self.bad = None, b"@@"
        if r.random() < 0.4:
            self.spoil()
        text = "".join(",".join(record) + r.choice(self.ends) for record in [self.header, *self.records])
        text = text if r.random() < 0.7 else text.rstrip("\r\n")
        self.data = (b"\xef\xbb\xbf" if r.random() < 0.15 else b"") + text.encode().replace(b"@@", self.bad)

    def spoil(self):
        r = self.r
        with_value = lambda text: [f"id {len(self.records)}", *(text for _ in self.header[1:])]
        ways = {
            "after a quoted value": lambda: with_value(r.choice(['"a"b', '"a" ', '"a""', '"" "x"', '"a"\\"', '"a"\0'])),
            "a quote that doesn't end": lambda: with_value(r.choice(['"a', '"', '"a""', '"a\nb'])),
            "not UTF-8": lambda: with_value(r.choice(["@@", '"@@"'])),
            "a field too many": lambda: [*with_value("x"), ""],
            "a field too few": lambda: with_value("x")[:-1],
        }
        self.wrong = r.choice(list(ways))
        # A later quote would end it.
        place = len(self.records) if self.wrong == "a quote that doesn't end" else r.randrange(1, len(self.records) + 1)
        self.records.insert(place, ways[self.wrong]())
        if self.wrong == "not UTF-8":
            self.bad = r.choice(BAD_BYTES)

    def rows(self):
        """What the records are, by Python. Raises ValueError if they are wrong."""
        text = self.data.decode("utf-8-sig")
        csv.field_size_limit(1 << 24)
        try:
            header, *records = [record for record in csv.reader(io.StringIO(text, newline=""), strict=True) if record]
        except csv.Error as error:
            raise ValueError(str(error)) from None
        if any(len(record) != len(header) for record in records):
            raise ValueError("number of fields")
        # An empty field is NULL, in quotes or not.
        return [{name: value or None for name, value in zip(header, record)} for record in records]
