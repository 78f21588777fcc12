"""The table of `make chaos` counts what broke, keeps what was written around it, and a trial that tried nothing has kept nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from chaos import __main__ as program
from chaos.killing import moments
from chaos.table import BEGIN, END, Row, is_kept, page_with, table_of
from chaos.trial import Outcome, Size, Trial


def trial_of(outcome: Outcome, name: str = "a fault") -> Trial:
    """A trial with that outcome."""

    def run(folder: Path, size: Size) -> Outcome:
        assert list(folder.iterdir()) == []
        return outcome

    return Trial(name, "a promise", run)


@pytest.mark.parametrize(
    ("outcome", "kept"),
    [
        (Outcome(10, 0), True),
        (Outcome(10, 1), False),
        (Outcome(10, 2, allowed=2), True),
        (Outcome(10, 3, allowed=2), False),
        (Outcome(0, 0), False),
    ],
)
def test_a_promise_is_kept_where_something_was_tried_and_no_more_broke_than_may(outcome: Outcome, kept: bool) -> None:
    assert is_kept(Row(trial_of(outcome), outcome, 1.0)) is kept


def test_a_cell_of_the_table_holds_neither_a_bar_nor_a_line_break() -> None:
    outcome = Outcome(1_200, 1, note="first | second\nthird")
    lines = table_of([Row(trial_of(outcome), outcome, 61.7)]).splitlines()
    assert lines[2:] == [r"| a fault | 1,200 | 1 | a promise | 62 | **broken**; first \| second third |"]


def test_only_what_stands_between_the_markers_is_replaced() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nbehind\n"
    assert page_with(page, "new") == f"before\n{BEGIN}\nnew\n{END}\nbehind\n"
    assert page_with(page_with(page, "new"), "newer") == f"before\n{BEGIN}\nnewer\n{END}\nbehind\n"


@pytest.mark.parametrize("page", ["none", BEGIN, f"{END}{BEGIN}", f"{BEGIN}{END}{BEGIN}"])
def test_a_page_without_its_markers_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match=r"each once"):
        page_with(page, "new")


def test_the_page_of_the_repository_has_its_markers() -> None:
    page = (Path(program.__file__).parents[1] / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert "new" in page_with(page, "new")


def test_every_family_has_trials_with_names_of_their_own() -> None:
    names = [listed.trial.name for listed in program._chosen(None)]
    assert {listed.family for listed in program._chosen(None)} == set(program.FAMILIES)
    assert len(set(names)) == len(names)


def _run_with(monkeypatch: pytest.MonkeyPatch, *outcomes: Outcome | None) -> int | str | None:
    def listed(names: object) -> list[program.Listed]:
        def raising(folder: Path, size: Size) -> Outcome:
            raise RuntimeError("the trial is at fault")

        trials = [Trial("t", "p", raising) if outcome is None else trial_of(outcome) for outcome in outcomes]
        return [program.Listed("f", trial) for trial in trials]

    monkeypatch.setattr(program, "_chosen", listed)
    with pytest.raises(SystemExit) as ended:
        program.main(["--size", "quick"])
    return ended.value.code


def test_the_program_ends_with_1_where_a_promise_broke_or_a_trial_could_not_be_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run_with(monkeypatch, Outcome(1, 0), Outcome(2, 0)) == 0
    assert _run_with(monkeypatch, Outcome(1, 0), Outcome(2, 1)) == 1
    assert _run_with(monkeypatch, Outcome(1, 0), None) == 1
    assert "could not be run: RuntimeError: the trial is at fault" in capsys.readouterr().out
    assert _run_with(monkeypatch) == 2, "no trial of that name"


def test_moments_hit_every_stage_alike_and_are_the_same_on_every_machine() -> None:
    drawn = moments(["read", "build", "publish"], homes=6, kills=2)
    assert [len(home) for home in drawn] == [2] * 6
    stages = [moment.stage for home in drawn for moment in home]
    assert sorted(stages) == ["build"] * 4 + ["publish"] * 4 + ["read"] * 4
    assert drawn == moments(["read", "build", "publish"], homes=6, kills=2)
    assert all(0 <= moment.share < 1 for home in drawn for moment in home)
