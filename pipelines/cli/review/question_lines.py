"""Questions, decisions and documents in no release as lines for the terminal. Commands do not belong here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pipelines.cli.terminal.messages import whole
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from rich.text import Text

    from release.landed import Landed
    from release.reading.open_questions import Question
    from warehouse.decisions import Decisions

SHOWN = 10


def landed_lines(waiting: Sequence[Landed], everything: bool) -> list[Text]:
    """Documents that landed and are in no release, with what to do; nothing where there are none."""
    from release.landed import ID_CHARS, TAKE_BACK

    if not waiting:
        return []
    from rich.text import Text

    shown = waiting if everything else waiting[:SHOWN]
    lines = [Text(f"{counted(len(waiting), 'document')} landed but in no release", style="bold")]
    for one in shown:
        lines.append(Text.assemble(f"  {whole(one.name)}", (f"  document {one.document_id[:ID_CHARS]}", "dim")))
    if len(waiting) > len(shown):
        lines.append(Text(f"  ... and {len(waiting) - len(shown)} more: --all", style="dim"))
    return [*lines, Text(f"  `parallax run` publishes them; {TAKE_BACK.format('DOCUMENT')}", style="italic"), Text()]


def question_lines(questions: Sequence[Question], everything: bool) -> list[Text]:
    """Open questions in their order: what, what it is worth, why, ids and answers; what to do once per kind at the end."""
    from rich.text import Text

    if not questions:
        return [Text("no open question\n")]
    counts = Counter(question.kind for question in questions)
    by_kind = ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in sorted(counts.items()))
    lines = [Text(f"open, most valuable first: {by_kind}", style="bold")]
    causes = by_cause(questions)
    groups = causes if everything else causes[:SHOWN]
    shown = [group[0] for group in groups]
    lines += [question_text(first, others) for first, *others in groups]
    if len(causes) > len(groups):
        lines.append(Text(f"  ... and {len(causes) - len(groups)} more: --all", style="dim"))
    first = {question.kind: question for question in reversed(shown)}
    for kind in sorted(first):
        answer = first[kind].what_to_do
        for name, word in ((first[kind].claim_id, "CLAIM"), (first[kind].conflict_id, "CONFLICT")):
            answer = answer.replace(name or "\0", word)
        lines.append(Text(f"  {kind.replace('_', ' ')}: {answer}", style="italic"))
    lines.append(Text())
    return lines


def by_cause(questions: Sequence[Question]) -> list[list[Question]]:
    """Questions in their order, with those behind the first one of a cause that have the same cause.

    Conflicts have one cause where several rules find the same two figures of a market and a year. Every other question is a
    cause of its own: each claim and each document takes an answer of its own.
    """
    groups: dict[tuple[str | None, ...], list[Question]] = {}
    for question in questions:
        is_conflict = question.conflict_id is not None
        key = (question.kind, question.market, question.subject, None if is_conflict else question.question_id)
        groups.setdefault(key, []).append(question)
    return list(groups.values())


def question_text(question: Question, others: Sequence[Question] = ()) -> Text:
    """One question: what, where, what it is worth, why, ids and answers; `others` have the same cause."""
    from rich.text import Text

    place = " · ".join(whole(part) for part in (question.publisher, question.market, question.document) if part)
    head = f"{_short(question.at_stake_usd)}  {question.kind.replace('_', ' ')}: "
    line = Text.assemble("  ", (head, "bold"), question.subject, (f"  {place}", "cyan"))
    line.append(f"\n    {question.why}\n    worth: {question.stake}")
    named = {"claim": question.claim_id, "conflict": question.conflict_id, "question": question.question_id}
    ids = ", ".join(f"{what} {name}" for what, name in named.items() if name)
    for other in others:
        line.append(f"\n    also: {other.why}")
        ids += f"\n    also conflict {other.conflict_id}, question {other.question_id}"
    return line.append(f"\n    {ids}; answers: {question.answers.replace('|', ', ')}", style="dim")


def _short(usd: float | None) -> str:
    from release.reading.figure_words import figure

    return "unknown" if usd is None else figure(usd, "USD", digits=3)


def decision_lines(decisions: Decisions, states: Mapping[str, str]) -> list[Text]:
    """Decisions taken, one line each, with what became of them in the release."""
    from rich.text import Text

    lines = [
        Text.assemble(
            f"  {found.kind} {found.subject}  {found.author}, {found.date.isoformat()}: {found.reason}",
            (f"  {states.get(found.decision_id, 'not yet in this release').replace('_', ' ')}", "dim"),
        )
        for found in decisions
    ]
    return [Text(f"decisions taken: {len(lines)}", style="bold"), *lines]
