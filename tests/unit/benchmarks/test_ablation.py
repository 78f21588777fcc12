from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from benchmarks.ablation.cases import GROUPS, Case, compared, outcome
from benchmarks.ablation.measuring import Baseline, measured, rule_switches
from benchmarks.ablation.switching import Switch, nothing_of, switch_off, switches_of
from benchmarks.ablation.table import Line
from benchmarks.ablation.watching import Watch
from corpus.labels import Label, LabelledText
from sources.parse import parse

PLANTED = {
    "__init__.py": "",
    "rule.py": "def doubled(words: str) -> str:\n    return words * 2 if words == 'ab' else words\n",
    "idle.py": "def never(words: str) -> str | None:\n    return None\n\ndef opaque(words: str) -> complex:\n    return 1j\n",
    "reading.py": "from planted.idle import never, opaque\nfrom planted.rule import doubled\n\nROWS = (never, doubled)\n\n"
    "def read(words: str) -> str:\n    return never(words) or ROWS[1](doubled(words))\n",
}


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    folder = tmp_path / "planted"
    folder.mkdir()
    for name, code in PLANTED.items():
        (folder / name).write_text("from __future__ import annotations\n" + code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("planted")
    for name in [name for name in sys.modules if name.partition(".")[0] == "planted"]:
        del sys.modules[name]


def test_a_switch_holds_what_other_modules_import_and_names_what_cannot_be_switched(planted: ModuleType) -> None:
    idle, reading, rule = switches_of(planted)
    assert [f.__name__ for f, _ in idle.pairs] == ["never"]
    assert idle.fixed == ("opaque",)
    assert [f.__name__ for f, _ in rule.pairs] == ["doubled"]
    assert reading.pairs == ()


def test_a_function_is_off_wherever_it_was_imported_and_in_tables_and_comes_back(planted: ModuleType) -> None:
    (_, reading, rule) = switches_of(planted)
    read = sys.modules[reading.module].read
    assert read("ab") == "abab"  # doubled once: "abab" is not "ab"
    switch_off(rule.pairs)
    assert read("ab") == "ab"
    switch_off([(new, old) for old, new in rule.pairs])
    assert read("ab") == "abab"


@pytest.mark.parametrize(("words", "found"), [("ab", {"planted.rule"}), ("c", set())])
def test_a_module_is_noted_where_it_finds_anything(planted: ModuleType, words: str, found: set[str]) -> None:
    watch = Watch()
    switch_off([pair for switch in switches_of(planted) for pair in watch.pairs(switch)])
    sys.modules["planted.reading"].read(words)
    assert watch.found == found


def _maybe(a: str) -> int | None:
    raise NotImplementedError


def _listed(a: str) -> tuple[int, ...]:
    raise NotImplementedError


def _pair(a: str, given: Label) -> tuple[Label, bool]:
    raise NotImplementedError


def _kept(items: list[Label], a: str) -> tuple[Label, ...]:
    raise NotImplementedError


def _changed(given: Label | None, a: str) -> Label | None:
    raise NotImplementedError


def _unclear(a: str) -> complex:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("function", "arguments", "nothing"),
    [
        (_maybe, ("x",), None),
        (_listed, ("x",), ()),
        (_pair, ("x", "one"), ("one", False)),
        (_kept, (["one"], "x"), ("one",)),
        (_changed, ("one", "x"), "one"),
    ],
)
def test_nothing_follows_from_annotations(function: Any, arguments: tuple[Any, ...], nothing: Any) -> None:
    off = nothing_of(function)
    assert off is not None
    assert off(*arguments) == nothing


def test_an_annotation_without_a_nothing_cannot_be_switched() -> None:
    assert nothing_of(_unclear) is None


TEXT = "The kite market was worth two billion dollars in 2021."


def _base(*texts: str) -> Baseline:
    """Kept-aside texts, each with the one label "two billion"."""
    known = tuple(
        Case("kept aside", text=LabelledText("planted", parse(text.encode()), _labels(text), False)) for text in texts
    )
    outcomes = tuple(map(outcome, known))
    finding = {"sources.extract.scan.numbers.number_words": frozenset({0}), "sources.extract.other": frozenset({0})}
    return Baseline(known, outcomes, finding, {})


def _labels(text: str) -> tuple[Label, ...]:
    at = text.index("two")
    return (
        Label(at, at + 11, ("market_size",), 2e9, None, "USD", (2021,), (), (), (), (None,), ("Global",), ("kite",)),
    )


def _switch(name: str) -> Switch:
    return rule_switches([name])[name]


def test_a_module_that_a_claim_needs_loses_it_and_one_that_finds_nothing_loses_none() -> None:
    base = _base(TEXT)
    assert base.outcomes[0].right == {0}
    needed = measured([_switch("number_words")], base).effects["kept aside"]
    assert (needed.gained, needed.lost, needed.net) == (0, 1, -1)
    idle = measured([_switch("ranked")], base).effects["kept aside"]
    assert (idle.gained, idle.lost) == (0, 0)
    assert outcome(base.known[0]) == base.outcomes[0]  # switched on again


def _line(group: str, before: str, after: str) -> Line:
    base = _base(before)
    same = {name: compared([]) for name in GROUPS}
    return Line("planted", 1, same | {group: compared([(base.outcomes[0], _base(after).outcomes[0])])}, 0.0)


@pytest.mark.parametrize(
    ("group", "pays_nothing"), [("kept aside", False), ("gold", False), ("f to l", True), ("m train", True)]
)
def test_one_claim_lost_matters_kept_aside_and_in_gold_alone(group: str, pays_nothing: bool) -> None:
    assert _line(group, TEXT, TEXT.replace("2021", "2022")).pays_nothing is pays_nothing


def test_a_module_without_which_wrong_figures_are_read_is_needed() -> None:
    more = " ".join([TEXT, *(f"It was worth USD {value} billion in {2010 + value}." for value in (3, 4, 5, 6))])
    line = _line("kept aside", TEXT, more)
    assert (line.effects["kept aside"].net, line.effects["kept aside"].wrong) == (
        0,
        4,
    )  # no label has the four other amounts
    assert line.is_needed
