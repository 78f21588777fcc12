"""The tokens of SQL from DuckDB's own lexer, for completion and for the functions that a statement calls."""

from __future__ import annotations


def words_of(text: str) -> list[tuple[str, str]]:
    """The words of SQL as DuckDB's own lexer cuts them.

    Args:
        text: SQL, whole or broken off.

    Returns:
        Kind (keyword, identifier, operator, string_const, ...) and text with what follows up to the next word; a string
        or comment that is not closed belongs to the word before it.
    """
    import duckdb

    encoded = text.encode()  # the lexer counts bytes
    cuts = duckdb.tokenize(text)
    ends = [*(start for start, _ in cuts[1:]), len(encoded)][: len(cuts)]
    return [(kind.name, encoded[start:end].decode()) for (start, kind), end in zip(cuts, ends, strict=True)]


def is_complete(text: str) -> bool:
    """Whether SQL ends with a semicolon that is none of a string's, name's or comment's."""
    words = words_of(text)
    return bool(words) and words[-1][0] == "operator" and words[-1][1].startswith(";")
