"""The table of `make chaos` counts broken promises, keeps the text around it, and reports a trial that tried nothing."""

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


def row_of(outcome: Outcome, name: str = "a fault") -> Row:
    """A row of the table that took 61.7 seconds."""
    return Row(trial_of(outcome, name), outcome, 61.7, "full, 2026-11-21")


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
    assert is_kept(row_of(outcome)) is kept


def test_a_cell_of_the_table_holds_neither_a_bar_nor_a_line_break() -> None:
    outcome = Outcome(1_200, 1, note="first | second\nthird")
    lines = table_of([row_of(outcome)]).splitlines()
    assert lines[2:] == [
        r"| a fault | 1,200 | 1 | a promise | 62 | full, 2026-11-21 | **broken**; first \| second third |"
    ]


def test_only_what_stands_between_the_markers_is_replaced() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nbehind\n"
    row = row_of(Outcome(7, 0))
    written = page_with(page, [row], ["a fault"])
    assert written == f"before\n{BEGIN}\n{table_of([row])}\n{END}\nbehind\n"
    assert page_with(written, [], ["a fault"]) == written


def test_a_row_takes_the_place_of_the_older_one_and_others_stay_in_the_order_of_the_trials() -> None:
    names = ["first | fault", "second", "third"]
    page = page_with(f"{BEGIN}{END}", [row_of(Outcome(1, 0), name) for name in (*names, "a trial that is gone")], names)
    newer = row_of(Outcome(2, 0), "first | fault")
    written = page_with(page, [newer], names)
    assert [line.split(" | ")[:2] for line in written.splitlines()[3:-1]] == [
        [r"| first \| fault", "2"],
        ["| second", "1"],
        ["| third", "1"],
    ]


@pytest.mark.parametrize("page", ["none", BEGIN, f"{END}{BEGIN}", f"{BEGIN}{END}{BEGIN}"])
def test_a_page_without_its_markers_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match=r"each once"):
        page_with(page, [], [])


def test_the_page_of_the_repository_holds_the_table_of_the_trials_there_are() -> None:
    page = (Path(program.__file__).parents[1] / "docs" / "reliability.md").read_text(encoding="utf-8")
    names = [listed.trial.name for listed in program._chosen(None)]
    assert page_with(page, [], names) == page


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
