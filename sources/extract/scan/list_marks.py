"""List numbers that are glued to the text behind them. Which number is a figure is not decided here."""

from __future__ import annotations

from collections.abc import Sequence

from sources.records import Block


def list_marks(text: str, blocks: Sequence[Block]) -> frozenset[int]:
    """Offsets where text begins behind a list number that is glued to it ("470% of buyers" as fourth item).

    A run of neighbouring blocks counts where at least three carry their own position in it as a glued number.
    """
    marks: set[int] = set()
    run: list[int] = []
    n_words = 0  # numbers with a letter behind them; "18-24", "25-34" and "35-44" are ages
    for block in [*blocks, None]:
        if block is not None and block.kind not in ("table_row", "table_cell"):
            number = str(len(run) + 1)
            behind = text[block.char_start + len(number) : block.char_start + len(number) + 1]
            if text.startswith(number, block.char_start) and behind.isalnum():
                run.append(block.char_start + len(number))
                n_words += behind.isalpha()
                continue
        if len(run) >= 3 and n_words:
            marks.update(run)
        run, n_words = [], 0
    return frozenset(marks)
