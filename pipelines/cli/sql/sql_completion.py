"""Completion of SQL on a release: the tables, columns and words that may follow the cursor. No terminal here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from warehouse.analyst.words import words_of
from warehouse.export import TableInfo

COMMANDS = {
    ".tables": "the tables with their rows",
    ".schema": "columns of a table: .schema market_estimates",
    ".help": "what can be typed here",
    ".quit": "leave (Ctrl-D)",
}
WORDS = (
    *(
        "select",
        "from",
        "where",
        "group by",
        "order by",
        "limit",
        "having",
        "distinct",
        "with",
        "as",
        "join",
        "left join",
    ),
    *("using", "on", "and", "or", "not", "in", "is null", "is not null", "between", "like", "ilike", "case", "when"),
    *("then", "else", "end", "asc", "desc", "nulls last", "union all", "exclude", "qualify", "over", "partition by"),
    *("describe", "summarize", "explain", "show tables from marts", "create temp table", "drop table", "true", "false"),
    *(
        "count(",
        "sum(",
        "avg(",
        "min(",
        "max(",
        "median(",
        "round(",
        "abs(",
        "coalesce(",
        "string_agg(",
        "string_split(",
    ),
    *("list(", "unnest(", "length(", "lower(", "regexp_matches(", "row_number(", "cast("),
)
_BEFORE_TABLES = frozenset({"from", "join", "describe", "summarize", ","})
_NAMED = re.compile(r"\b(?:from|join)\s+(?:marts\.)?(\w+)(?:\s+(?:as\s+)?(\w+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A text that may stand where the cursor is, and what it means."""

    text: str
    meaning: str


def suggestions(before: str, after: str, tables: Sequence[TableInfo]) -> tuple[str, tuple[Suggestion, ...]]:
    """What may follow.

    Args:
        before: the text before the cursor.
        after: the text after it; tables named there also give their columns.
        tables: the marts.

    Returns:
        The part of `before` that a suggestion replaces, and the suggestions in the order in which they are offered.
    """
    if before.lstrip().startswith("."):
        return _of_commands(before.lstrip(), tables)
    words = words_of(before)
    if words and words[-1][0] not in ("string_const", "identifier") and re.search("['\"]|--|/\\*", words[-1][1]):
        return "", ()  # inside a string or comment
    begun = re.search(r"[\w.]*$", before)
    typed = begun[0] if begun else ""
    owner, dot, part = typed.rpartition(".")
    if dot and owner.lower() == "marts":
        return part, _starting(part, _tables(tables, ""))
    named = _named(before + after, tables)
    if dot:
        return part, _starting(part, _columns(named.get(owner.lower(), ())))
    last = _last_word(before[: len(before) - len(typed)])
    if last in _BEFORE_TABLES and not (last == "," and not named):
        found = _tables(tables, "marts.")
        return typed, tuple(
            each for each in found if any(t.startswith(typed.lower()) for t in (each.text, each.text[len("marts.") :]))
        )
    mine = {id(table): table for each in named.values() for table in each}
    offered = [*_columns(mine.values()), *(Suggestion(word, "") for word in WORDS), Suggestion("marts.", "the tables")]
    return typed, _starting(typed, offered) if typed else ()


class SqlCompleter(Completer):
    """`suggestions` for prompt_toolkit."""

    def __init__(self, tables: Sequence[TableInfo]) -> None:
        self._tables = tables

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """The suggestions where the cursor stands."""
        typed, found = suggestions(document.text_before_cursor, document.text_after_cursor, self._tables)
        for each in found:
            yield Completion(each.text, start_position=-len(typed), display_meta=each.meaning)


def first_sentence(doc: str | None) -> str:
    """The first sentence of a description, on one line."""
    return " ".join((doc or "").split()).split(". ")[0].removesuffix(".")


def _of_commands(before: str, tables: Sequence[TableInfo]) -> tuple[str, tuple[Suggestion, ...]]:
    command, blank, name = before.partition(" ")
    if not blank:
        return command, _starting(command, [Suggestion(text, meaning) for text, meaning in COMMANDS.items()])
    name = name.lstrip().removeprefix("marts.")
    return (name, _starting(name, _tables(tables, ""))) if command == ".schema" else ("", ())


def _last_word(text: str) -> str:
    words = text.split()
    return words[-1][-1:] if words and words[-1].endswith(",") else words[-1].lower() if words else ""


def _named(text: str, tables: Sequence[TableInfo]) -> dict[str, tuple[TableInfo, ...]]:
    """Tables that the text names, by their names and by their aliases, lower case."""
    known = {table.name: table for table in tables}
    found: dict[str, tuple[TableInfo, ...]] = {}
    for match in _NAMED.finditer(text):
        table = known.get(match[1].lower())
        if table is not None:
            found |= {name.lower(): (table,) for name in (match[1], match[2]) if name}
    return found


def _tables(tables: Sequence[TableInfo], prefix: str) -> list[Suggestion]:
    return [Suggestion(prefix + table.name, first_sentence(table.doc)) for table in tables]


def _columns(tables: Iterable[TableInfo]) -> list[Suggestion]:
    seen: dict[str, Suggestion] = {}
    for table in tables:
        for column in table.columns:
            seen.setdefault(column.name, Suggestion(column.name, first_sentence(column.doc)))
    return list(seen.values())


def _starting(typed: str, offered: Sequence[Suggestion]) -> tuple[Suggestion, ...]:
    return tuple(each for each in offered if each.text.startswith(typed.lower()))
