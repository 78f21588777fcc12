"""`parallax review`: the open questions, and the decisions taken."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.errors import UsageError
from pipelines.cli.options import HomeOption, ReleaseOption

if TYPE_CHECKING:
    from rich.text import Text

    from release.questions import Question
    from warehouse.decisions import Decisions

SHOWN = 10

EXAMPLES = """\b
Examples:
  parallax review
  parallax review --kind unsure_claim --all
  parallax sql "from marts.review_queue where state = 'open'" --format csv
"""

# Attribute of Decisions → the field that says what was decided on.
_SUBJECTS = {
    "aliases": "name",
    "overrides": "claim_id",
    "confirmed_claims": "claim_id",
    "rejected_claims": "claim_id",
    "retractions": "document_id",
    "accepted_conflicts": "conflict_id",
    "closed_questions": "question_id",
}


def review(
    home: HomeOption = None,
    release: ReleaseOption = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Questions of one kind only.")] = None,
    everything: Annotated[bool, typer.Option("--all", help=f"Every question, not {SHOWN} of each kind.")] = False,
) -> None:
    """List what a person should look at, with the decision that answers it, and the decisions in force."""
    from pipelines.cli.console import err, out
    from pipelines.home import data_home
    from release.catalogue import find
    from release.questions import questions
    from warehouse.decisions import read_decisions

    folder = data_home(home)
    chosen = find(folder, release)
    found = questions(chosen)
    kinds = sorted({question.kind for question in found})
    if kind is not None and kind not in kinds:
        raise UsageError(f"--kind: {kind}: no question is of this kind; there are {', '.join(kinds) or 'none'}")
    wanted = [question for question in found if question.state == "open" and kind in (None, question.kind)]
    for line in question_lines(wanted, everything):
        out().print(line)
    for line in decision_lines(read_decisions(folder)):
        out().print(line)
    err().print(
        f"release {chosen.release_id}: {len(wanted)} open question(s); decisions are files in {folder / 'decisions'}, "
        "and the next run applies them",
        style="dim",
        markup=False,
    )


def question_lines(questions: list[Question], everything: bool) -> list[Text]:
    """Open questions under their kinds: what, why, and the decision that answers a kind once at its end."""
    from rich.text import Text

    lines = []
    for kind, group in groupby(questions, key=lambda question: question.kind):
        members = list(group)
        lines.append(Text(f"{kind.replace('_', ' ')}: {len(members)} open", style="bold"))
        for question in members if everything else members[:SHOWN]:
            place = " · ".join(part for part in (question.publisher, question.market, question.document) if part)
            line = Text.assemble("  ", question.subject, (f"  {place}", "cyan"), f"\n    {question.why}")
            named = f"claim {question.claim_id}, question" if question.claim_id else "question"
            lines.append(line.append(f"\n    {named} {question.question_id}", style="dim"))
        if len(members) > SHOWN and not everything:
            lines.append(Text(f"  ... and {len(members) - SHOWN} more: --all", style="dim"))
        answer = members[0].what_to_do.replace(members[0].claim_id or "\0", "CLAIM")
        lines.append(Text(f"  what to do: {answer}\n", style="italic"))
    return lines or [Text("no open question\n")]


def decision_lines(decisions: Decisions) -> list[Text]:
    """Decisions in force, one line each."""
    from rich.text import Text

    lines = [
        Text(f"  {found.kind} {getattr(found, subject)}  {found.author}, {found.date.isoformat()}: {found.reason}")
        for name, subject in _SUBJECTS.items()
        for found in getattr(decisions, name)
    ]
    return [Text(f"decisions taken: {len(lines)}", style="bold"), *lines]
