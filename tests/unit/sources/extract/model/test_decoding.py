"""From outputs of the graphs to answers: chances of places that say the same add up, and spans stay in one stretch of text."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from sources.extract.answer import NONE, PAGE, WORLD, FigureAnswer, Pointer
from sources.extract.model.decoding import Outputs, answers_of
from sources.extract.model.heads import CLASSES, METRICS, N_BESIDE, N_POINTERS, SPANS, TIMES
from sources.extract.scan.scan import Scan, scan
from sources.extract.window.view import View, view_of
from sources.parse import parse
from tests.unit.sources.extract.window.vocabulary import letters

TEXT = "In 2024 Chile sold pumps for USD 5 million; by 2030, in Chile and Peru, 2024 will look small."


@pytest.fixture(scope="module")
def scanned() -> Scan:
    return scan(parse(TEXT.encode()))


@pytest.fixture(scope="module")
def view(scanned: Scan) -> View:
    return view_of(scanned, (), letters())


class Drawn:
    """Outputs for one figure in which all logits are low but those that a test raises."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.scan = scan(parse(TEXT.encode()))
        n = len(view.sights[0].pieces)
        self.classes: dict[str, NDArray[np.float32]] = {
            name: np.zeros((1, k), np.float32) for name, k in CLASSES.items()
        }
        self.pointers = np.full((1, n, N_POINTERS), -10, np.float32)
        self.beside = np.full((1, N_BESIDE), -10, np.float32)

    def place(self, word: str, nth: int = 0) -> tuple[int, int]:
        at = [i for i in range(len(TEXT)) if TEXT.startswith(word, i)][nth]
        own = self.view.pieces.within(at, at + len(word))
        places = {int(p): i for i, p in enumerate(self.view.sights[0].pieces)}
        return places[own.start], places[own.stop - 1]

    def time(self, name: str, word: str, logit: float, nth: int = 0) -> None:
        self.pointers[0, self.place(word, nth)[0], TIMES.index(name)] = logit

    def span(self, name: str, word: str, logit: float, nth: int = 0) -> None:
        first, last = self.place(word, nth)
        at = len(TIMES) + 2 * SPANS.index(name)
        self.pointers[0, first, at] = logit
        self.pointers[0, last, at + 1] = logit

    def whole(self) -> FigureAnswer:
        (one,) = answers_of(self.scan, self.view, [0], Outputs(self.classes, self.pointers, self.beside))
        return one

    def answer(self) -> dict[str, Pointer]:
        return {name: choice.value for name, choice in self.whole().pointers.items()}


def test_two_places_of_one_year_win_over_a_likelier_place_of_another(view: View) -> None:
    drawn = Drawn(view)
    drawn.time("year", "2030", 1.0)
    drawn.time("year", "2024", 0.6)
    drawn.time("year", "2024", 0.6, nth=1)
    at = TEXT.index("2024")
    assert drawn.answer()["year"] == Pointer(at, at + 4)


def test_no_year_is_an_answer(view: View) -> None:
    drawn = Drawn(view)
    drawn.beside[0, TIMES.index("year")] = 5
    assert drawn.answer()["year"] == NONE


def test_a_span_is_from_its_first_piece_to_its_last(view: View) -> None:
    drawn = Drawn(view)
    drawn.span("segment", "pumps", 8)
    at = TEXT.index("pumps")
    assert drawn.answer()["segment"] == Pointer(at, at + len("pumps"))


def test_world_page_and_none_stand_beside_the_spans(view: View) -> None:
    drawn = Drawn(view)
    drawn.beside[0, len(TIMES) + 2 * SPANS.index("area")] = 5
    drawn.beside[0, N_POINTERS + SPANS.index("market")] = 5
    drawn.beside[0, len(TIMES) + 2 * SPANS.index("segment")] = 5
    answer = drawn.answer()
    assert (answer["area"], answer["market"], answer["segment"]) == (WORLD, PAGE, NONE)


def test_a_class_has_its_chance_and_the_one_behind_it(view: View) -> None:
    drawn = Drawn(view)
    drawn.classes["metric"][0, METRICS.index("price")] = np.log(6)
    one = drawn.whole()  # money: a market's size, a price, another number, or nothing of a market
    assert (one.metric.value, one.metric.chance) == ("price", 0.667)  # 6 / 9
    assert one.metric.runner_up_chance == 0.111  # 1 / 9


def test_a_metric_that_is_not_stated_in_the_unit_of_the_figure_has_no_chance(view: View) -> None:
    drawn = Drawn(view)
    drawn.classes["metric"][0, METRICS.index("share")] = 50
    drawn.classes["metric"][0, METRICS.index("market_size")] = 1
    assert drawn.whole().metric.value == "market_size"
