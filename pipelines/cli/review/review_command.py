"""`parallax review`: the open questions and the decisions taken; `take` turns an answer into a decision; `walk` asks for answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.review.question_lines import SHOWN, decision_lines, landed_lines, question_lines
from pipelines.cli.review.review_walk import EXAMPLES as WALK_EXAMPLES
from pipelines.cli.review.review_walk import walk
from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, ReleaseOption, day_of
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from pathlib import Path

    from release.reading.decision_answers import Answer
    from warehouse.decisions import Decision


EXAMPLES = """\b
Examples:
  parallax review
  parallax review --kind conflict --all
  parallax review walk
  parallax review take 3f9c2ab41d --answer confirm --author "A. Reviewer" --reason "read on the page"
  parallax sql "select state, kind, subject, why from marts.decisions" --format csv
"""

app = typer.Typer(
    name="review",
    invoke_without_command=True,
    rich_markup_mode=None,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


@app.callback(epilog=EXAMPLES)
def review(
    context: typer.Context,
    home: HomeOption = None,
    release: ReleaseOption = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="Questions of one kind only.")] = None,
    everything: Annotated[bool, typer.Option("--all", help=f"All questions, not only the first {SHOWN}.")] = False,
) -> None:
    """List the questions for a person, most valuable first, and the decisions taken; `take` answers a question."""
    if context.invoked_subcommand is not None:
        if home is not None or release is not None or kind is not None or everything:
            raise UsageError(
                f"options before the subcommand apply to the list only; give --home after {context.invoked_subcommand}"
            )
        return
    from pipelines.home import data_home
    from release.catalogue import find, latest
    from release.landed import unreleased
    from release.reading.open_questions import decision_states, questions
    from warehouse.decisions import read_decisions

    folder = data_home(home)
    waiting = unreleased(folder) if release is None else ()
    if waiting and latest(folder) is None:
        for line in [*landed_lines(waiting, everything), *decision_lines(read_decisions(folder), {})]:
            tell(line, to="stdout")
        tell(f"{whole(folder)}: no release yet; the documents above are in the ledger", style="dim")
        return
    chosen = find(folder, release)
    found = questions(chosen)
    kinds = sorted({question.kind for question in found})
    if kind is not None and kind not in kinds:
        raise UsageError(f"--kind: {whole(kind)}: no question is of this kind; there are {', '.join(kinds) or 'none'}")
    wanted = [question for question in found if question.state == "open" and kind in (None, question.kind)]
    for line in [*landed_lines(waiting, everything), *question_lines(wanted, everything)]:
        tell(line, to="stdout")
    for line in decision_lines(read_decisions(folder), decision_states(chosen)):
        tell(line, to="stdout")
    tell(
        f"release {chosen.release_id}: {counted(len(wanted), 'open question')}; decisions are files in {whole(folder / 'decisions')}, "
        "`parallax review take ID --answer ...` writes them, and the next run applies them",
        style="dim",
    )


TAKE_EXAMPLES = """\b
Examples:
  parallax review take 3f9c2ab41d --answer confirm --author "A. Reviewer" --reason "read on the page"
  parallax review take 3f9c2ab41d --answer override --value 6600000000 --author A.R. --reason "the page says billion"
  parallax review take "GPU Cluster" --answer different --with "CPU Cluster" --author A.R. --reason "two products"
  parallax review take "GPU Cluster" --answer facets --value "technology=gpu; layer=" --author A.R. --reason "its definition"
"""


@app.command("take", epilog=TAKE_EXAMPLES)
def take(
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="Id of a question, or of a claim, conflict or document (its first characters), or a market's name.",
        ),
    ],
    answer: Annotated[
        str,
        typer.Option(
            "--answer",
            metavar="ANSWER",
            help="confirm, reject, override, accept, retract, close, renew, same, different, a_contains_b, b_contains_a, "
            "alias or facets; `parallax review` says which fit a question.",
        ),
    ],
    author: Annotated[str, typer.Option("--author", metavar="NAME", help="Who decides.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why.")],
    value: Annotated[
        str | None,
        typer.Option(
            "--value",
            help="For override the correct value in base units; for alias the market; for facets facet=value; ...",
            show_default=False,
        ),
    ] = None,
    other: Annotated[
        str | None,
        typer.Option(
            "--with", metavar="NAME", help="The second market; for alias the printed name.", show_default=False
        ),
    ] = None,
    expires: Annotated[
        str | None,
        typer.Option("--expires", metavar="DAY", help="First day on which it does not apply.", show_default=False),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option(
            "--date", metavar="DAY", help="The decision's own date.  [default: today, UTC]", show_default=False
        ),
    ] = None,
    home: HomeOption = None,
    release: ReleaseOption = None,
) -> None:
    """Take one decision: check it against the release, record what the source says now, and append it to its file.

    Existing entries never change. The next run applies the decision; it survives every rebuild, and is flagged
    if its source changes.
    """
    from pipelines.home import data_home
    from release.reading.decision_answers import ANSWERS, Answer
    from warehouse.rulings.taking import entry
    from warehouse.rulings.taking import take as taken

    if answer not in ANSWERS:
        raise UsageError(f"--answer: {whole(answer)}: no such answer; there are {', '.join(ANSWERS)}")
    if not author.strip() or not reason.strip():
        raise UsageError("--author and --reason: say who decides, and why")
    folder = data_home(home)
    on = day_of("--date", date) or datetime.now(UTC).date()
    given = Answer(wanted.strip(), answer, author, reason, on, value, other, day_of("--expires", expires))
    decision = _decided(folder, release, given)
    file = taken(folder, decision)
    tell(whole(entry(decision).rstrip()), to="stdout")
    tell(f"appended to {whole(file)}; `parallax run` applies it", style="dim")


app.command("walk", epilog=WALK_EXAMPLES)(walk)


def _decided(folder: Path, release: str | None, given: Answer) -> Decision:
    """The decision by what the release says; a document that no release holds is taken back by what the ledger says."""
    from release.catalogue import find
    from release.landed import landed
    from release.reading.decision_answers import decision_of, retraction_of
    from release.record import ReleaseError
    from warehouse.decisions import read_decisions
    from warehouse.ledger import open_ledger
    from warehouse.ledger.texts import texts_of

    try:
        return decision_of(find(folder, release).database, given, read_decisions(folder), texts_of(open_ledger(folder)))
    except ReleaseError as error:
        if given.answer != "retract" or release is not None:
            raise
        found = landed(folder, given.value or given.wanted)
        if len(found) > 1:
            named = ", ".join(f"{whole(one.name)} ({one.document_id[:16]})" for one in found[:SHOWN])
            raise ReleaseError(
                f"{whole(given.wanted)}: {len(found)} documents of the ledger have this name: {named}"
            ) from error
        if not found:
            raise ReleaseError(f"{error}; the ledger holds no document of that id or name, either") from error
        return retraction_of(found[0].document_id, found[0].name, given)
