"""Columns of a table of claims as `parallax add` prints and corrects them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pipelines.cli.terminal.errors import UsageError

if TYPE_CHECKING:
    from sources.extract.columns.claim_map import ClaimMap
    from sources.extract.columns.corrected import Correction
    from sources.records import ParsedDocument

_WIDEST = 32  # characters to which headers are filled up
_TIMES = ("year", "period_start", "period_end")
_MEASURE = ("metric", "unit", "scale")


def correction_of(columns: Sequence[str], constants: Sequence[str], ignored: Sequence[str]) -> Correction | None:
    """What the options say; None where they say nothing.

    Args:
        columns: `ATTRIBUTE=COLUMN` each.
        constants: `ATTRIBUTE=TEXT` each.
        ignored: headers.

    Raises:
        UsageError: one of them has no such form, or an attribute is given twice.
    """
    from sources.extract.columns.corrected import Correction

    if not columns and not constants and not ignored:
        return None
    said = list(_pairs("--columns", columns))
    values = tuple(column for name, column in said if name == "value")
    named, fixed = _once([one for one in said if one[0] != "value"]), _once(list(_pairs("--constants", constants)))
    if both := sorted(set(named) & set(fixed)):
        raise UsageError(f"{both[0]} is given as a column and as a constant: keep one")
    return Correction(named, values, fixed, tuple(ignored))


def mapping_lines(parsed: ParsedDocument, column_map: str) -> Iterator[str]:
    """A line for each column of the mapped tables: its header, and what it holds."""
    from sources.extract.columns.claim_map import from_text
    from sources.extract.columns.mapped_tables import plain_header, tables_of

    maps = from_text(column_map)
    tables = [table for table in tables_of(parsed) if any(table.fits(one) for one in maps)]
    headers = list(dict.fromkeys(header for table in tables for header in table.headers.values()))
    width = min(_WIDEST, max(map(len, headers), default=0))
    for header in headers:
        first = next(table.columns for table in tables if header in table.headers.values())
        names = {plain_header(header)} | {name for name in first if first[name] == first[plain_header(header)]}
        held = dict.fromkeys(held for one in maps for held in _held(one, names, maps))
        yield f"{header:<{width}} → {', '.join(held) or 'not read'}"


def _held(one: ClaimMap, names: set[str], maps: Sequence[ClaimMap]) -> Iterator[str]:
    """What a map says that a column of these names holds."""
    from sources.extract.columns.mapped_tables import plain_header

    columns, constants = one.columns.named(), one.constants.named()
    for attribute, column in columns.items():
        if plain_header(column) not in names:
            continue
        if attribute != "value":
            yield attribute
            continue
        measure = " ".join(constants[name].replace("_", " ") for name in _MEASURE if name in constants)
        times = {name: columns[name] for name in _TIMES if name in columns}
        of_others = {tuple(times.items()) for times in (_times(other) for other in maps) if times}
        rest = [f"{name} {said}" for name, said in constants.items() if name not in _MEASURE]
        if len(of_others) > 1:  # each column of figures has a time of its own
            rest += [f"{name} in “{column}”" for name, column in times.items()]
        yield f"value{': ' if measure else ''}{', '.join([measure, *rest] if measure else rest)}"


def _times(one: ClaimMap) -> dict[str, str]:
    return {name: column for name, column in one.columns.named().items() if name in _TIMES}


def _pairs(option: str, given: Sequence[str]) -> Iterator[tuple[str, str]]:
    for one in given:
        name, sign, said = (part.strip() for part in one.partition("="))
        if not (name and sign and said):
            of_what = "COLUMN" if option == "--columns" else "TEXT"
            raise UsageError(f"{option} {one}: write ATTRIBUTE={of_what}, such as {option} {_EXAMPLES[option]}")
        yield name, said


def _once(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    names = [name for name, _ in pairs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UsageError(f"{twice} is given twice: keep one")
    return dict(pairs)


_EXAMPLES = {"--columns": "year=Year", "--constants": "unit=EUR"}
