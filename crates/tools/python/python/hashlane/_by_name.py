"""Types of DuckDB that have values in common, and structs whose fields are brought into one order."""

from __future__ import annotations

from typing import Any

from hashlane._sql import identifier, literal

__all__ = ["by_name", "has_common_values", "is_null", "number_kind", "without_encoding"]

# Types whose values the row encoding writes alike. Every other type is a class of its own.
_CLASSES = {
    "integer": ("tinyint", "smallint", "bigint", "hugeint", "utinyint", "usmallint", "uinteger", "ubigint", "uhugeint"),
    "double": ("float",),
    "varchar": ("enum", "uuid"),
    "timestamp": ("timestamp_s", "timestamp_ms", "timestamp_ns", "timestamp with time zone"),
    "time": ("time_ns",),
    "list": ("array",),
}
_CLASS_OF = {name: kind for kind, names in _CLASSES.items() for name in (kind, *names)}
# DuckDB 1 and DuckDB 2 name it differently.
_NULL = ("sqlnull", "null", '"null"')
_ENCODED = {*_CLASS_OF, *_NULL, "boolean", "decimal", "blob", "date", "struct", "map"}


def is_null(of: Any) -> bool:
    """Whether NULL is the type's only value."""
    return of.id.lower() in _NULL


def number_kind(of: Any) -> str | None:
    """`integer`, `double` or `decimal`, or None for a type that holds no numbers."""
    kind = _CLASS_OF.get(of.id, of.id)
    return kind if kind in ("integer", "double", "decimal") else None


def _children(of: Any) -> list[tuple[str, Any]]:
    """The fields of a struct, the key and the value of a map, or the element of a list."""
    nested = of.id in ("list", "array", "struct", "map")
    return [(name, child) for name, child in of.children if name != "size" or of.id != "array"] if nested else []


def without_encoding(of: Any) -> str | None:
    """The name of a type that can't be hashed, the type's own or of something in it."""
    if of.id not in _ENCODED:
        return str(of)
    return next((name for _, child in _children(of) if (name := without_encoding(child))), None)


def has_common_values(left: Any, right: Any) -> bool:
    """Whether values of two types can be equal. NULL is a value of each."""
    if is_null(left) or is_null(right):
        return True
    if _CLASS_OF.get(left.id, left.id) != _CLASS_OF.get(right.id, right.id):
        return False
    lefts, rights = _children(left), _children(right)
    if left.id == "struct":
        if sorted(name for name, _ in lefts) != sorted(name for name, _ in rights):
            return False
        fields = dict(rights)
        return all(has_common_values(child, fields[name]) for name, child in lefts)
    return all(has_common_values(child, other) for (_, child), (_, other) in zip(lefts, rights))


def by_name(value: str, of: Any, order: Any, depth: int = 0) -> str:
    """An expression for `value`, of the type `of`, in which every struct has its fields in the order that they have in the
    type `order`, in lists and maps too."""
    if is_null(of) and not is_null(order):
        return f"CAST(NULL AS {order})"
    if not _differs(of, order):
        return value
    item = f"item{depth}"
    if of.id == "struct":
        types = dict(_children(of))
        fields = ", ".join(
            f"{identifier(name)} := " + by_name(f"struct_extract({value}, {literal(name)})", types[name], child, depth + 1)
            for name, child in _children(order)
        )
        return f"CASE WHEN {value} IS NULL THEN NULL ELSE struct_pack({fields}) END"
    if of.id == "map":
        parts = zip(("key", "value"), _children(of), _children(order))
        fields = ", ".join(f"{name} := " + by_name(f"{item}.{name}", own, other, depth + 1) for name, (_, own), (_, other) in parts)
        return f"map_from_entries(list_transform(map_entries({value}), lambda {item}: struct_pack({fields})))"
    (_, own), (_, other) = _children(of)[0], _children(order)[0]
    return f"list_transform({value}, lambda {item}: {by_name(item, own, other, depth + 1)})"


def _differs(of: Any, order: Any) -> bool:
    """Whether structs in the two types have their fields in another order."""
    pairs = list(zip(_children(of), _children(order)))
    names = of.id == "struct" and any(own[0] != other[0] for own, other in pairs)
    return names or any(_differs(own[1], other[1]) for own, other in pairs)
