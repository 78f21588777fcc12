"""Homes that are updated step by step equal full rebuilds, whatever happened to them; and the trial reports faults that are planted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from trials.histories.texts import Text, read_texts
from trials.histories.walk import Walked, walk

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Text, ...]:
    """Texts that may arrive, read once."""
    return read_texts(tmp_path_factory.mktemp("inbox"))


def test_a_random_history_leaves_no_difference(texts: tuple[Text, ...]) -> None:
    walked = walk(0, texts)  # a history whose releases are compared whole; `make histories` walks the others
    assert walked.differences == []
    assert walked.n_tables > 70
    assert walked.n_files > 0
    assert sum(one.n_computed for one in walked.counts) < sum(
        one.n_groups for one in walked.counts
    )  # some were looked up


def _forget_policy_and_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trials.histories.home.joined", lambda _: "always the same")


def _believe_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("release.site.kept.Reads.state", lambda *_: "always the same")


@pytest.mark.parametrize(
    ("plant", "number", "script", "differs", "after"),
    [
        (_forget_policy_and_code, 1, ("arrive", "policy"), "core.evidence (step evidence)", "policy"),
        pytest.param(*(_believe_every_page, 10, ("arrive", "arrive"), "site/", "arrive"), marks=pytest.mark.proof),
    ],
)
def test_a_planted_fault_is_reported_with_its_step_and_event(
    plant: Callable[[pytest.MonkeyPatch], None],
    number: int,
    script: tuple[str, ...],
    differs: str,
    after: str,
    texts: tuple[Text, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    walked: Walked = walk(number, texts, script)
    first = walked.differences[0]
    assert first.what.startswith(differs)
    assert first.after.startswith(after)
    assert first.words
