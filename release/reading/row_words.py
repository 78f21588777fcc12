"""The words of a row of the marts: lists, labels, areas, bounds and bases, the same for every face.

Pure text, one value or one row at a time. Numbers with their units: `figure_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from release.reading.figure_words import year_words

Row = Mapping[str, Any]

_BOUNDS = {"<": "less than ", ">": "more than ", "<=": "at most ", ">=": "at least ", "~": "about "}


def split_ids(joined: str | None) -> list[str]:
    """The values of a column that joins them with "|": ids, publishers, names, years."""
    return [one for one in (joined or "").split("|") if one]


def listed(joined: str) -> str:
    """The same values as words: "A|B" gives "A, B"."""
    return joined.replace("|", ", ")


def words(name: str | None) -> str:
    """A value of a vocabulary as words: "conflict_likely" gives "conflict likely"."""
    return (name or "").replace("_", " ")


def metric_words(metric: str | None) -> str:
    """The label of a metric, as `sources/metrics.yml` has it."""
    from sources.metrics import facts_of  # reads a file; a command's help needs no label

    return facts_of(metric).label if metric else ""


def bound_words(comparator: str | None) -> str:
    """The words of a comparator before a figure; nothing where the figure stands as it is."""
    return _BOUNDS.get(comparator or "=", "")


def shared_comparator(comparators: Iterable[str | None]) -> str:
    """The comparator that all claims of a figure have; = where they differ or there is none."""
    found = {one or "=" for one in comparators}
    return found.pop() if len(found) == 1 else "="


def area_of(row: Row) -> str:
    """The name of a row's area; its code where the release has no name for it."""
    return str(row.get("area") or row["ref_area"])


def about(row: Row) -> list[str]:
    """What a row is about: market, part, area, metric and time, those that it has."""
    period = year_words(row["years"]) if "years" in row else row["time_period"]
    parts = (
        row["market"],
        row.get("segment") or row.get("segment_key"),
        area_of(row),
        words(row.get("metric")),
        period,
    )
    return [str(part) for part in parts if part]


def basis_of(row: Row) -> str:
    """What sets a series apart from those without a stated basis, in words; empty where nothing does.

    Args:
        row: of marts.market_estimates.
    """
    value, price = row["value_basis"], row["price_basis"]
    stated = [value] if value not in (None, "unknown") else []
    stated += [f"{price} money"] if price not in (None, "current") else []
    return words(", ".join(stated).replace("-", " "))


_READERS = {"built_in": "the built-in reader", "language_model": "the language model", "both": "both readers"}


def reader_of(row: Mapping[str, Any]) -> str | None:
    """Who read a claim; older releases have other words of their own, and the oldest none."""
    said = row.get("read_by")
    return _READERS.get(said, said) if said else None
