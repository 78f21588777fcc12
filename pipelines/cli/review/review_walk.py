"""`parallax review walk`: open questions one by one on a terminal, each answer written before the next question is asked.

Belongs here: the conversation. Which decision an answer is stands in `release/reading/decision_answers.py`, its writing in
`warehouse/rulings/taking.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.terminal.errors import UsageError, is_for_people
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, ReleaseOption, day_of
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from release.reading.open_questions import Question
    from release.record import Release

EXAMPLES = """\b
Examples:
  parallax review walk
  parallax review walk --kind conflict --author "A. Reviewer" --reason "read on the page"
"""
_SKIP, _QUIT, _SIGN = "s", "q", "w"
# What an answer needs beside itself.
_VALUES = {
    "override": "value that counts, a plain number in base units",
    "alias": "intended market",
    "retract": "edition to retract, by file name or id",
}


@dataclass(frozen=True, slots=True)
class _Signed:
    """Who decides, why, and until when."""

    author: str
    reason: str
    expires: date | None


def walk(
    home: HomeOption = None,
    release: ReleaseOption = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Questions of one kind only.")] = None,
    author: Annotated[
        str | None, typer.Option("--author", metavar="NAME", help="Who decides; asked if missing.")
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why; asked if missing.")] = None,
    expires: Annotated[
        str | None,
        typer.Option("--expires", metavar="DAY", help="First day on which the decisions do not apply."),
    ] = None,
) -> None:
    """Go through the open questions one by one, most valuable first: answer, skip or quit.

    Author and reason are asked once. Each answer is in its file before the next question appears, so you can stop at any
    time without losing one.
    """
    from pipelines.home import data_home
    from release.catalogue import find
    from release.reading.open_questions import decision_states, is_answered, questions
    from warehouse.decisions import read_decisions

    folder = data_home(home)
    chosen = find(folder, release)
    states = decision_states(chosen)
    fresh = [one for one in read_decisions(folder) if one.decision_id not in states]
    asked = [one for one in questions(chosen) if one.state == "open" and kind in (None, one.kind)]
    waiting = [one for one in asked if not is_answered(one, fresh)]
    answered = f"; {len(asked) - len(waiting)} answered since the release" if len(waiting) < len(asked) else ""
    tell(f"{counted(len(waiting), 'open question')}{answered}", to="stdout")
    n_taken = 0
    if waiting:
        try:
            signed = _sign(author, reason, expires, must_ask=False)
            for number, question in enumerate(waiting, start=1):
                _show(chosen, question, f"{number}/{len(waiting)}")
                signed, is_taken = _ask(folder, chosen, question, signed)
                n_taken += is_taken
        except (typer.Abort, typer.Exit):
            tell(to="stdout")
    tell(f"{counted(n_taken, 'decision')} taken" + ("; `parallax run` applies them" if n_taken else ""), style="dim")


def _sign(author: str | None, reason: str | None, expires: str | None, *, must_ask: bool) -> _Signed:
    """Who and why, asked where they are not given; an end that was given, or an optional one."""
    end = day_of("--expires", expires)
    is_told = bool(author and author.strip() and reason and reason.strip()) and not must_ask
    who = author if is_told and author else _words("who decides", author)
    why = reason if is_told and reason else _words("why", reason)
    while end is None and not is_told:
        said = typer.prompt("first day on which it does not apply (empty: no end)", default="", show_default=False)
        try:
            end = day_of("end", said.strip() or None)
            break
        except UsageError as error:
            tell(f"  {error}", to="stdout")
    return _Signed(who, why, end)


def _words(asked: str, default: str | None = None) -> str:
    """Words that are not empty."""
    while True:
        said = str(typer.prompt(asked, default=default or "", show_default=bool(default))).strip()
        if said:
            return said


def _show(release: Release, question: Question, place: str) -> None:
    """The question, its evidence and its answers."""
    from pipelines.cli.review.question_lines import question_text
    from release.reading.open_questions import evidence

    tell(f"\n[{place}]", to="stdout")
    tell(question_text(question), to="stdout")
    for line in evidence(release, question):
        tell(f"    {line}", to="stdout")
    tell(f"    {question.what_to_do}", style="italic", to="stdout")


def _ask(folder: Path, release: Release, question: Question, signed: _Signed) -> tuple[_Signed, bool]:
    """Asks until there is an answer that holds, or it is skipped.

    Returns:
        Who decides from here on, and whether a decision was written.

    Raises:
        typer.Exit: the person quits.
    """
    known = question.answers.split("|")
    told = f"answer ({', '.join(known)}; {_SKIP} skip, {_QUIT} quit, {_SIGN} change author and reason)"
    while True:
        said = _words(told)
        if said == _QUIT:
            raise typer.Exit
        if said == _SKIP:
            return signed, False
        if said == _SIGN:
            signed = _sign(signed.author, signed.reason, None, must_ask=True)
        elif said not in known:
            tell(f"  {whole(said)}: no answer to this question", to="stdout")
        elif _take(folder, release, question, said, signed):
            return signed, True


def _take(folder: Path, release: Release, question: Question, answer: str, signed: _Signed) -> bool:
    """Writes one decision; False where it does not hold, with the reason told."""
    from release.reading.decision_answers import Answer, decision_of
    from warehouse.decisions import read_decisions
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of
    from warehouse.rulings.taking import entry, take

    needs_value = answer in _VALUES and (answer != "retract" or question.kind == "edition_order_unknown")
    value = _words(f"  {_VALUES[answer]}") if needs_value else None
    is_printed = answer == "alias" and question.kind == "unresolved_market"
    other = _words("  name as the document prints it") if is_printed else None
    on = datetime.now(UTC).date()
    given = Answer(question.question_id, answer, signed.author, signed.reason, on, value, other, signed.expires)
    try:
        decision = decision_of(release.database, given, read_decisions(folder), texts_of(open_ledger(folder)))
        file = take(folder, decision)
    except Exception as error:
        if not is_for_people(error):
            raise
        tell(f"  {error}", to="stdout")
        return False
    tell(f"{whole(entry(decision).rstrip())}\n  appended to {whole(file)}", to="stdout")
    return True
