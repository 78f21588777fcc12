"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(titles: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1) -> str:
    """A table; the first `left` columns are aligned to the left, all others, which hold numbers, to the right."""
    rule = ["---" if column < left else "---:" for column in range(len(titles))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (titles, rule, *rows))
