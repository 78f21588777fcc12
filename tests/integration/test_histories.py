"""Homes that are updated step by step equal full rebuilds, whatever happened to them; and the trial reports faults that are planted."""

from __future__ import annotations

import pytest

from trials.histories import Text, read_texts, walk

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> tuple[Text, ...]:
    """Texts that may arrive, read once."""
    return read_texts(tmp_path_factory.mktemp("inbox"))


def test_a_random_history_leaves_no_difference(texts: tuple[Text, ...]) -> None:
    walked = walk(0, texts)  # `make histories` walks the others
    assert walked.differences == []
    assert walked.n_tables > 70
    assert 0 < walked.n_computed < walked.n_groups  # some were looked up


def test_a_store_that_does_not_know_the_policy_is_reported_with_its_step_and_event(
    texts: tuple[Text, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trials.histories.joined", lambda _: "always the same")
    first = walk(1, texts, ("arrive", "policy")).differences[0]
    assert first.startswith("core.evidence (step evidence) differs from a rebuild without stores after policy: ")
