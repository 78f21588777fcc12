"""The backfill as a job: for large ones that a person starts in the interface and looks through later."""

import os
from datetime import UTC, date, datetime

import dagster as dg

from pipelines.defs.jobs import FROM_THE_START
from pipelines.defs.policies import POOL
from pipelines.defs.resources import Home, ProgressParam


class BackfillConfig(dg.Config):
    """Which documents are read again, as for `parallax backfill`.

    Attributes:
        publishers: ids or names.
        first: publication day from which on, YYYY-MM-DD.
        last: publication day up to which.
        documents: ids or beginnings of ids.
        everything: all that landed.
        reader: `rules` reads with the present extractor; `model` asks the language model of the settings as well.
        apply: also takes it into force; author and reason name the person who has checked the difference.
        author: who confirms it.
        reason: why.
    """

    publishers: list[str] = []  # noqa: RUF012 - Dagster's configs are pydantic's: each has a list of its own
    first: str | None = None
    last: str | None = None
    documents: list[str] = []  # noqa: RUF012
    everything: bool = False
    reader: str = "rules"
    apply: bool = False
    author: str = ""
    reason: str = ""


@dg.op(name="read_again", pool=POOL)
def read_again(context: dg.OpExecutionContext, config: BackfillConfig, home: Home, progress: ProgressParam) -> None:
    """Reads, compares, and takes into force where a person has said so."""
    from pipelines.backfill import apply, prepare
    from release.making.backfill_difference import Selection
    from warehouse.second_reading.given import given

    if config.reader not in ("rules", "model"):
        raise dg.Failure(f"reader {config.reader}: give rules or model", allow_retries=False)
    if config.apply and not (config.author.strip() and config.reason.strip()):
        raise dg.Failure(
            "apply needs an author and a reason: a person confirms what the difference shows", allow_retries=False
        )
    selection = Selection(
        tuple(config.publishers), _day(config.first), _day(config.last), tuple(config.documents), config.everything
    )
    prepared = prepare(
        home.path,
        selection,
        progress,
        datetime.now(UTC).date(),
        given=given(home.path, os.environ),
        with_model=config.reader == "model",
    )
    if prepared.changes is None:
        context.log.info(
            f"no reading would be another: every chosen document has been read by {prepared.version}, or left out"
        )
        return
    batch = apply(home.path, prepared, config.author, config.reason) if config.apply else None
    context.add_output_metadata(
        {
            "documents": len(prepared.documents),
            "failed": dg.MetadataValue.json(list(prepared.failed)),
            "version": prepared.version,
            "read until now by": dg.MetadataValue.json(prepared.before),
            "left out": dg.MetadataValue.json(dict(prepared.left_out)),
            "counts": dg.MetadataValue.json(prepared.changes.counts),
            "difference": dg.MetadataValue.path(str(prepared.folder / "changes.json")),
            "in force as": batch or "not taken into force",
        }
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


@dg.job(
    name="backfill",
    tags=FROM_THE_START,
    description=(
        "Reads documents again with the present reader beside what is in force, and shows what would change. Only with "
        "`apply`, an author and a reason is it taken into force; the next run of the main job publishes it."
    ),
)
def backfill() -> None:
    """One op."""
    read_again()
