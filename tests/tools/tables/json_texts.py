"""Lines of JSON in every notation, right and wrong. Python's `json` says what a line holds, and that a wrong one isn't JSON."""

import json

from tables.values import ABSENT, Number, Pairs

EDGES = [0x20, 0x22, 0x5C, 0x7E, 0x7F, 0x80, 0x7FF, 0x800, 0x2028, 0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF]
BEYOND = [0x10000, 0x1FFFF, 0x20000, 0x20BB7, 0x2FFFF, 0x30000, 0xE0067, 0xEFFFF, 0xFFFFF, 0x100000, 0x10FFFF]
SHORT = ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"]
SPACES = ["", "", " ", "\t", "\r", " \t\r "]
NUMBERS = [
    "0", "-0", "-0.0", "0.0", "0e0", "-0E-0", "1", "-1", "1.0", "1E5", "1e5", "1e+5", "1E-5", "0.1e1", "10e-1", "0.10", "1.5", "100",
    "2147483647", "2147483648", "-2147483649", "9007199254740992", "9007199254740993", "-9007199254740993", "9007199254740993.0",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "12345678901234567890", "1234567890123456789012345678901234567890", "9" * 38, "9" * 39, "9" * 76, "9" * 77,
    "12345678901234567.89", "0.1", "0.30000000000000004", "0.1000000000000000055511151231257827", "1e22", "1e23", "1e308", "1e400",
    "-1e400", "1.7976931348623157e308", "1.7976931348623159e308", "5e-324", "4.9406564584124654e-324", "2e-324", "2.2250738585072011e-308",
    "1e-400", "0e400", "0e999999999999", "1e99999999999", "1" + "0" * 400, "0." + "0" * 400 + "1", "1." + "0" * 400, "123456789e-9",
    "0.000001", "1e-7", "123456789012345.6", "1234567890123456.7", "4503599627370496.5", "4503599627370497.5", "1e15", "1e16", "1e21",
]
BAD_NUMBERS = [
    "01", "-01", "00", "+1", ".5", "-.5", "5.", "1.e5", "1e", "1e+", "1.5.5", "1e5e5", "1-", "1-1", "1+1", "--1", "-", "- 1", "0x10", "1_000",
    "1,000", "NaN", "nan", "Infinity", "-Infinity", "inf", "１", "1f", "1e5.5", "1 2",
]
BAD_WORDS = ["True", "TRUE", "tru", "truee", "t", "nul", "Null", "NULL", "nil", "nulll", "None", "undefined", "fals", "falsee", "tr ue", "'x'", "x", ""]
# Bytes within a string that aren't UTF-8: no bytes of a character, overlong ones, halves of characters, beyond U+10FFFF, cut off.
BAD_BYTES = [b"\xff", b"\x80", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xed\xa0\x80", b"\xed\xa1\x80\xed\xb0\x80", b"\xf4\x90\x80\x80", b"\xc3", b"\xf0\x9f\x98"]
BAD_ESCAPES = ["\\x41", "\\'", "\\0", "\\U0041", "\\u12g4", "\\u+123", "\\u 123", "\\u12", "\\u", "\\v", "\\a", "\\\n"]


def hexadecimal(r, unit):
    return "\\u" + "".join(r.choice([digit, digit.upper()]) for digit in f"{unit:04x}")


def escaped(r, point):
    """A character as one escape or as a pair."""
    if point < 0x10000:
        return hexadecimal(r, point)
    return hexadecimal(r, 0xD800 + (point - 0x10000 >> 10)) + hexadecimal(r, 0xDC00 + (point & 0x3FF))


def piece(r):
    """A part of a string, in a notation that is right."""
    kind = r.randrange(7)
    if kind == 0:
        return r.choice(SHORT)
    if kind == 1:
        return "\\\\" + r.choice(["u0041", "ud840\\\\udc00", "ud840", "n", '\\"', escaped(r, r.choice(BEYOND))])
    if kind == 2:
        return escaped(r, r.choice([0, 1, 8, 0x1F, *EDGES, r.randrange(0xD800)]))
    if kind == 3:
        return escaped(r, r.choice(BEYOND)) if r.random() < 0.5 else escaped(r, r.randrange(0x10000, 0x110000))
    if kind == 4:
        return chr(r.choice([*BEYOND, *(edge for edge in EDGES if edge not in (0x22, 0x5C))]))
    return r.choice(["", "a", "é", "日本", "x" * 100, " ", "{}", "],", "NaN", "1", "null", "//"])


def half(r):
    """Half a character, alone or in the wrong order."""
    high, low = hexadecimal(r, r.randrange(0xD800, 0xDC00)), hexadecimal(r, r.randrange(0xDC00, 0xE000))
    return r.choice([high, low, low + high, high + high, high + "\\\\" + low[1:], high + "x" + low, high + "\\u0041", high + "\\n", low + low])


def string(r):
    return '"' + "".join(piece(r) for _ in range(r.choice([0, 1, 1, 3, 9]))) + '"'


def member(r, name, value):
    space = lambda: r.choice(SPACES)
    return f"{space()}{name}{space()}:{space()}{value}{space()}"


def values(r, kind):
    """A function that draws the texts of a field."""
    if kind == "number":
        # Few different ones, so that all fit one type from time to time.
        some = r.sample(NUMBERS, r.choice([1, 2, 3, 6]))
        return lambda: r.choice(some)
    if kind == "list":
        item = values(r, r.choice(["string", "number"]))
        return lambda: "[" + ",".join(f"{r.choice(SPACES)}{item()}{r.choice(SPACES)}" for _ in range(r.randrange(4))) + "]"
    if kind == "object":
        names, item = [string(r) for _ in range(r.randrange(1, 3))], values(r, "string")
        names = list({json.loads(name): name for name in names}.values())
        return lambda: "{" + ",".join(member(r, name, item()) for name in names if r.random() < 0.8) + "}"
    if kind == "word":
        return lambda: r.choice(["true", "false"])
    return lambda: string(r)


class Lines:
    """The lines of a file, of which at most one is wrong."""

    def __init__(self, r):
        self.r = r
        self.kinds = [r.choice(["string", "string", "number", "word", "list", "object"]) for _ in range(r.randrange(1, 4))]
        names = {"id": '"id"', **{json.loads(name): name for name in (string(r) for _ in self.kinds)}}
        self.names = [name for key, name in names.items() if key != "id"]
        self.draw = [values(r, kind) for kind in self.kinds]
        self.lines = [self.line(at, self.members()) for at in range(r.randrange(1, 9))]
        self.wrong = None
        if r.random() < 0.5:
            self.spoil()
        end = r.choice([b"\n", b"\n", b"\r\n", b"\n\n", b"\r\n \t\r\n"])
        self.data = end.join(self.lines) + (end if r.random() < 0.7 else b"")

    def members(self):
        found = []
        for name, draw in zip(self.names, self.draw):
            if self.r.random() < 0.9:
                found.append(member(self.r, name, "null" if self.r.random() < 0.1 else draw()))
        self.r.shuffle(found)
        return found

    def line(self, at, members):
        space = lambda: self.r.choice(SPACES)
        return (space() + "{" + ",".join([member(self.r, '"id"', at), *members]) + "}" + space()).encode()

    def spoil(self):
        r, at = self.r, len(self.lines)
        with_value = lambda text: self.line(at, [*self.members(), member(r, '"bad"', text)])
        name = string(r)
        ways = {
            "half a character": lambda: with_value('"' + piece(r) + half(r) + piece(r) + '"'),
            "half a character in a name": lambda: self.line(at, [member(r, f'"{half(r)}"', 1)]),
            "half a character within": lambda: with_value('[{"a": "' + half(r) + '"}]'),
            "a control character": lambda: with_value('"' + piece(r) + r.choice([chr(code) for code in range(32) if code != 10]) + '"'),
            "a wrong escape": lambda: with_value('"' + r.choice(BAD_ESCAPES) + '"'),
            "not UTF-8": lambda: with_value('"@@"').replace(b"@@", r.choice(BAD_BYTES)),
            "not UTF-8 in a name": lambda: self.line(at, [member(r, '"@@"', 1)]).replace(b"@@", r.choice(BAD_BYTES)),
            "a wrong number": lambda: with_value(r.choice(BAD_NUMBERS)),
            "a wrong number within": lambda: with_value('{"a": [' + r.choice(BAD_NUMBERS) + "]}"),
            "a wrong word": lambda: with_value(r.choice(BAD_WORDS)),
            "one name twice": lambda: self.line(at, [member(r, name, "1"), member(r, json.dumps(json.loads(name)), "1")]),
            "one name twice within": lambda: with_value("{" + member(r, name, "1") + "," + member(r, name, "1") + "}"),
            "id twice, once with an escape": lambda: self.line(at, [member(r, '"\\u0069d"', at)]),
            "commas": lambda: with_value(r.choice(["[1,]", "[,1]", "[1 1]", "[1,,1]", '{"a":1,}', '{"a":1 "b":2}', '{,"a":1}', "[,]", "1,"])),
            "brackets": lambda: with_value(r.choice(["[", "]", "{", "}", "[}", "{]", "[1}", '{"a":1]', "(1)", "[[1]"])),
            "a colon": lambda: with_value(r.choice(['{"a" 1}', '{"a"::1}', '{"a":}', '{"a"}', '{:1}', '{a:1}', "{1:1}", '{"a":1:2}'])),
            "a comment": lambda: with_value(r.choice(["1 // x", "1 /* x */", "/* x */ 1", "1 # x"])),
            "another kind of space": lambda: with_value(r.choice(["\v", "\f", "\0", "\xa0", "\u2028", "\ufeff", "\x85"]) + "1"),
            "after the object": lambda: self.line(at, []) + r.choice([b"x", b"{}", b' {"id": 77}', b",", b"]", b"\0", b"\f", b"\xef\xbb\xbf", b"null", b'\r{"id":78}']),
            "before the object": lambda: r.choice([b"x", b",", b"[", b"\xef\xbb\xbf", b"\f", b"\0", b"\v", b"null "]) + self.line(at, []),
            "no object": lambda: r.choice([b"[]", b"1", b'"x"', b"null", b"[{}]", b"true", b'"id":1', b"id,v"]),
            "a line break within": lambda: with_value("1\n"),
            "half a line": lambda: self.line(at, self.members()).rstrip()[: -1],
            "too deep": lambda: with_value("[" * 3000 + "]" * 3000),
        }
        self.wrong = r.choice(list(ways))
        self.lines.insert(r.randrange(len(self.lines) + 1), ways[self.wrong]())

    def rows(self):
        """What the lines say, by Python. Raises ValueError for a wrong line, although Python takes some of them."""
        return [decoded(line) for line in self.data.split(b"\n") if line.strip(b" \t\r")]


def strict_pairs(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("one name twice")
    for name, value in pairs:
        str(name).encode()
        str(value).encode()
    return Pairs(pairs)


def refuse(word):
    raise ValueError(word)


DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=refuse, object_pairs_hook=strict_pairs)


def decoded(line):
    try:
        row = DECODER.decode(line.decode())
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(row, Pairs):
        raise ValueError("not an object")
    return {name: ABSENT if value is None else nested(value) for name, value in row}


def nested(value):
    """Objects as the judge has them."""
    if isinstance(value, Pairs):
        return {name: nested(one) for name, one in value}
    return [nested(one) for one in value] if isinstance(value, list) else value
