"""`parallax diff`: what changed between two releases, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

if TYPE_CHECKING:
    from release.changes.record import Changes, EstimateChange, Value
    from release.record import Release

EXAMPLES = """\b
Examples:
  parallax diff                      the latest release against the one before it
  parallax diff r000003              the latest against r000003
  parallax diff r000003 r000007      r000007 against r000003
  parallax diff --format json | jq .counts
"""
SHOWN = 20


def diff(
    before: Annotated[
        str | None,
        typer.Argument(metavar="[A]", help="The earlier release.  [default: the one before B]", show_default=False),
    ] = None,
    after: Annotated[
        str | None, typer.Argument(metavar="[B]", help="The later release.  [default: the latest]", show_default=False)
    ] = None,
    home: HomeOption = None,
    form: Annotated[Literal["table", "json"], typer.Option("--format", help="json prints changes.json.")] = "table",
) -> None:
    """Show what is new, revised and withdrawn between two releases, and which estimates moved and why."""
    from pipelines.home import data_home
    from release.changes.reading import difference, is_first
    from warehouse.policy import read_policy

    folder = data_home(home)
    if before is None and (first := is_first(folder, after)) is not None:
        _print_first(first, form)
        return
    found = difference(folder, before, after, read_policy())
    if form == "json":
        tell(whole(found.model_dump_json(indent=2)), to="stdout")
        return
    inputs = ", ".join(found.inputs) or "nothing"
    tell(f"{found.release_id} against {found.before}; their inputs differ in: {inputs}", to="stdout")
    print_changes(found)


def _print_first(first: Release, form: Literal["table", "json"]) -> None:
    """What there is to say of a release with none before it."""
    from release.changes.reading import changes_of
    from warehouse.values.wording import counted

    if form == "json":
        tell(whole(changes_of(first.path).model_dump_json(indent=2)), to="stdout")
        return
    rows = first.record.rows
    held = (("documents", "document"), ("claims", "claim"), ("market_estimates", "estimate"), ("conflicts", "conflict"))
    told = ", ".join(counted(rows.get(mart, 0), noun) for mart, noun in held)
    tell(
        f"{first.release_id} is the first release: no release before it to compare with. It holds {told}; the next release is "
        "compared with it.",
        to="stdout",
    )


def print_changes(found: Changes) -> None:
    """Alerts, counts, estimates that moved and documents, as people read them."""
    from pipelines.cli.terminal.tables import plain_table, show

    for note in found.notes:
        tell(note, word="warning:")
    for alert in found.alerts:
        tell(alert.message, word="warning:")
    told = [f"{n} {name}" for name, n in found.counts.items() if n]
    tell(", ".join(told) or "no row differs", to="stdout")
    if found.estimates:
        table = plain_table(
            ("estimate", "left"), ("before", "right"), ("now", "right"), ("change", "right"), ("why", "left")
        )
        for one in found.estimates[:SHOWN]:
            table.add_row(
                _name(one), _told(one.before, one), _told(one.after, one), _moved(one), f"{one.cause}: {one.reason}"
            )
        tell(to="stdout")
        show(table)
    for document in found.documents[:SHOWN]:
        tell(f"{document.change}: {whole(document.name)}: {document.reason}", to="stdout")
    left = len(found.estimates) - SHOWN
    if left > 0:
        tell(f"... and {left} more estimates; --format json has them all", to="stdout")


def _name(one: EstimateChange) -> str:
    unit = "" if one.unit_measure in ("USD", "percent") else one.unit_measure
    parts = (one.market, one.part, one.area, f"{one.metric.replace('_', ' ')} {one.time_period}", unit)
    return f"{', '.join(str(part) for part in parts if part)} ({one.change})"


def _moved(one: EstimateChange) -> str:
    if one.move_points is not None:
        return f"{one.move_points:+.2g} points"
    return "" if one.move_pct is None else f"{one.move_pct:+.1f}%"


def _told(value: Value | None, one: EstimateChange) -> str:
    from release.reading.figure_words import figure

    if value is None:
        return ""
    told = "refused" if value.estimate is None else figure(value.estimate, one.unit_measure)
    return f"{told}, {value.verdict.replace('_', ' ')}"
