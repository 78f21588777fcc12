"""Answers of a reader about one figure, as tests plant them."""

from __future__ import annotations

from sources.extract.answer import NONE, PAGE, WORLD, Choice, FigureAnswer, Pointer
from sources.extract.resolve.mention import PageValues
from sources.grammar.areas import area_named
from sources.records import Assertion, Metric


def answer_of(
    metric: Metric | None,
    *,
    figure: int = 0,
    chance: float = 0.9,
    falls: bool = False,
    assertion: Assertion = "asserted",
    **pointers: Pointer,
) -> FigureAnswer:
    """An answer; classes have the chance .9 but the metric's own, pointers .8, and what is not named points nowhere."""
    said = dict.fromkeys(("year", "start", "end", "segment", "speaker", "subject"), NONE)
    said |= {"area": WORLD, "market": PAGE} | pointers
    return FigureAnswer(
        figure,
        Choice(metric, chance),
        Choice(False, 0.9),
        Choice(falls, 0.9),
        Choice(assertion, 0.9),
        Choice(None, 0.9),
        Choice(None, 0.9),
        {name: Choice(pointer, 0.8) for name, pointer in said.items()},
    )


def page_of_chile() -> PageValues:
    """A page about valves in Chile."""
    chile = area_named("Chile")
    assert chile
    return PageValues("Valves", chile)
