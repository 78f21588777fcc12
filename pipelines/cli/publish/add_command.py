"""`parallax add`: puts documents into the inbox, from files or from the web, and prints a receipt for each."""

from __future__ import annotations

import hashlib
import os
import shlex
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from sources.ingest.workers import ForkServer
    from sources.records import Extraction, Metadata, ParsedDocument

    Read: TypeAlias = tuple[Path, tuple[ParsedDocument, Extraction] | str]

EXAMPLES = """\b
Examples:
  parallax add report.pdf --inbox REPORTS
  parallax add ~/Downloads/*.xlsx https://example.com/outlook.html
"""
_SHOWN = 5
_KEY = 10  # width of the names in a receipt
_NO_FIGURES = frozenset({"year_or_date"})  # rejections that nobody takes for a figure of a market


class NotAdded(Exception):
    """A file or an address that did not come into the inbox. The message names it and says why."""


def add(
    named: Annotated[list[str], typer.Argument(metavar="FILE|URL...", help="Files, or addresses of pages.")],
    inbox: Annotated[
        Path | None,
        typer.Option(
            "--inbox", metavar="DIR", help="Folder for the reports.  [default: PARALLAX_INBOX]", show_default=False
        ),
    ] = None,
    home: HomeOption = None,
) -> None:
    """Put documents into the inbox and print a receipt for each: what was read, what was held back, how to correct it.

    A sidecar beside a file (FILE.meta.yml) comes along. robots.txt applies to addresses, and private networks are refused.
    Nothing is overwritten, and nothing is published before the next `parallax run`.
    """
    from pipelines.cli.read.given_files import started
    from pipelines.home import PlacesOverlapError, check_apart, data_home, sample_inbox
    from pipelines.home import inbox as chosen_inbox

    folder = chosen_inbox(inbox)
    if folder == sample_inbox():
        raise UsageError("no inbox is named: give the folder with your reports as --inbox, or set PARALLAX_INBOX")
    try:
        check_apart(data_home(home), folder)
    except PlacesOverlapError as error:
        raise UsageError(str(error)) from error
    folder.mkdir(parents=True, exist_ok=True)
    there = "" if home is None else f" --home {shlex.quote(str(home))}"
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as drafts, closing(started()) as server:
        files: list[Path] = []
        for number, one in enumerate(named):
            try:
                files.append(_file(one, Path(drafts) / str(number)))
            except NotAdded as error:
                failed.append(str(error))
        for path, read in _read(list(dict.fromkeys(files)), server):
            try:
                _take_in(path, read, folder, there)
            except NotAdded as error:
                failed.append(str(error))
    for told in failed:
        tell(told, word="error:")
    if failed:
        raise CommandError(f"{len(failed)} of {counted(len(named), 'document')} not added; see the reasons above")
    tell(f"`parallax run --inbox {shlex.quote(str(folder))}{there}` publishes", style="dim")


def _file(named: str, draft: Path) -> Path:
    """The file that a person names; that of an address is written into a folder of its own.

    Raises:
        NotAdded: there is none.
    """
    if named.casefold().startswith(("http://", "https://")):
        return _downloaded(named, draft)
    path = Path(named).absolute()
    if not os.path.lexists(path):
        raise NotAdded(f"{whole(path)}: no such file; check the spelling")
    if path.is_dir():
        raise NotAdded(f"{whole(path)}: a folder; name its files, or give it to `parallax run --inbox`")
    return path


def _downloaded(url: str, folder: Path) -> Path:
    """The document of an address as a file, its sidecar beside it."""
    from sources.ingest.feeds.feed_file import BadAddress, Feed, address_of
    from sources.ingest.feeds.fetching import name_of
    from sources.ingest.feeds.visiting import Unfetched, Visitor
    from sources.ingest.sidecar import sidecar_path

    try:
        address = address_of(url)
        # A person names the address and follows its redirects; the guard judges each hop.
        once = Feed.model_construct(name="add", urls=(address,), hosts=("*",), contact="one address, named by a person")
        answer = Visitor(datetime.now(UTC)).get(once, address, {})
    except (BadAddress, Unfetched) as error:
        raise NotAdded(f"{whole(url)}: {error}") from error
    folder.mkdir()
    path = folder / (name_of(answer.address).replace("/", "_").lstrip(".") or "page")
    path.write_bytes(answer.body)
    sidecar_path(path).write_text(f"url: '{answer.address.replace(chr(39), '%27')}'\n", encoding="utf-8")
    return path


def _read(files: list[Path], server: ForkServer) -> Iterator[tuple[Path, list[Read]]]:
    """Each file with what its documents say: one, or those in a mail or an archive."""
    from pipelines.cli.read.given_files import read_files

    def file_of(one: tuple[Path, object]) -> Path:
        return next(path for path in files if path == one[0] or str(one[0]).startswith(f"{path}!"))

    if files:
        with closing(read_files(files, server, lambda warning: tell(warning, word="warning:"))) as answers:
            for path, read in groupby(answers, file_of):
                yield path, list(read)


def _take_in(path: Path, read: list[Read], inbox: Path, there: str) -> None:
    from sources.ingest import receive_file

    if all(isinstance(answer, str) for _, answer in read):
        raise NotAdded("\n".join(f"{whole(place)}: {answer}" for place, answer in read))
    arrivals = {arrival.document_id: arrival for arrival in receive_file(path)}
    stored, is_new = _put(path, inbox)
    for place, answer in read:
        if isinstance(answer, str):
            tell(f"{whole(place.name)}: {answer}", word="warning:")
            continue
        parsed, extraction = answer
        tell(f"\n{whole(place.name)}", style="bold", to="stdout")
        tell(whole(stored) if is_new else f"{whole(stored)}, there already", word=f"{'where':<{_KEY}}", to="stdout")
        for key, said in receipt(parsed, extraction, arrivals[parsed.document_id].metadata, stored, there):
            tell(said, word=f"{key:<{_KEY}}", to="stdout")


def _put(path: Path, inbox: Path) -> tuple[Path, bool]:
    """Copies a file and its sidecar into the inbox; the same bytes are there once, and nothing is overwritten.

    Returns:
        Where it is, and whether it is new.
    """
    from sources.ingest import survey
    from sources.ingest.sidecar import sidecar_path

    content = path.read_bytes()
    for known in survey([inbox]).files:
        if known.is_file() and known.stat().st_size == len(content) and known.read_bytes() == content:
            return known, False
    target = inbox / path.name
    if target.exists():
        target = inbox / f"{path.stem}-{hashlib.sha256(content).hexdigest()[:8]}{path.suffix}"
    # The sidecar first: a run that begins meanwhile must not take in the document without it.
    if sidecar_path(path).is_file():
        _write(sidecar_path(target), sidecar_path(path).read_bytes())
    _write(target, content)
    return target, True


def _write(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name[:200]}.{os.getpid()}")  # a run passes over what begins with a dot
    draft.write_bytes(content)
    draft.replace(target)


def receipt(
    parsed: ParsedDocument, extraction: Extraction, metadata: Metadata | None, stored: Path, there: str = ""
) -> Iterator[tuple[str, str]]:
    """The lines of a receipt: what they are about, and what they say.

    Args:
        parsed: the document.
        extraction: what it states.
        metadata: what its sidecar says of it.
        stored: the file in the inbox.
        there: options of the commands that are shown.
    """
    from warehouse.resolve.documents.document_metadata import document_metadata

    sidecars = [asdict(metadata)] if metadata else []
    known = document_metadata(sidecars, [asdict(fact) for fact in extraction.facts])
    printed = (fact.value for fact in extraction.facts if fact.name == "publisher" and fact.value)
    publisher = (metadata.publisher if metadata else None) or next(printed, None) or known.publisher_id
    yield "publisher", publisher or "none found: name it in the sidecar"
    yield "market", known.market or "none found for the document as a whole"
    yield "date", known.dated.edtf if known.dated else "none found"
    metrics = Counter(claim.metric for claim in extraction.claims)
    parts = ", ".join(f"{count} {metric.replace('_', ' ')}" for metric, count in metrics.most_common())
    yield "read", f"{counted(len(extraction.claims), 'figure')}{': ' if parts else ''}{parts}"
    if why := _held_whole(extraction):
        yield "held back", why
    held = held_back(parsed, extraction)
    for claim_id, why in list(held.items())[:_SHOWN]:
        yield "held back", f"{why} ({claim_id[:12]})"
    if len(held) > _SHOWN:
        yield "held back", f"... and {len(held) - _SHOWN} more; `parallax review` lists them after a run"
    rules = Counter(one.rule for one in extraction.rejections if one.rule not in _NO_FIGURES)
    if rules:
        words = ", ".join(f"{count} {rule.replace('_', ' ').replace('.', ' ')}" for rule, count in rules.most_common())
        yield "no figure", f"{counted(rules.total(), 'number')} by rule: {words}"
    sidecar = whole(f"{stored}.meta.yml")
    yield "correct", f"publisher, title or date: `publisher:`, `title:`, `published_on:` in {sidecar}"
    claim = next(iter(held), extraction.claims[0].claim_id if extraction.claims else None)
    if claim is not None:
        command = (
            f"parallax review take {claim[:12]} --answer override --value VALUE --author NAME --reason TEXT{there}"
        )
        yield "", f"a value, after a run: `{command}`"


def held_back(parsed: ParsedDocument, extraction: Extraction) -> Mapping[str, str]:
    """Figures that count in no estimate until a person confirms them: id of the claim → which, and why.

    Args:
        parsed: the document; in its tables a guard may hold a figure back.
        extraction: what it states.
    """
    import polars as pl

    from warehouse.doubt import is_held_back, why_held_back
    from warehouse.ledger.rows import extraction_rows
    from warehouse.policy import read_policy
    from warehouse.resolve.claims import guards

    policy, one = read_policy(), parsed.document_id
    rows = extraction_rows([(parsed, extraction)], {one: 0}, {one: ""})
    found = guards.held_back({name: pl.DataFrame(rows[name]) for name in guards.READS}, policy)
    guarded = {row["claim_id"]: row for row in found.iter_rows(named=True)}
    bars = policy.comparability.unsure_below_confidence
    held = {}
    for claim in extraction.claims:
        printed = f'"{claim.value_as_printed}"'
        if claim.assertion == "withdrawn":
            held[claim.claim_id] = f"{printed}: struck through, or quoted from an older text"
            continue
        row = asdict(claim) | {"guard": None} | guarded.get(claim.claim_id, {})
        if is_held_back(row, bars):
            why = why_held_back(row, bars, policy.guards)
            held[claim.claim_id] = why if row["guard"] else f"{printed}: {why}"
    return held


def _held_whole(extraction: Extraction) -> str | None:
    """The guard that asks about the whole document, in words; None where it does not."""
    from warehouse.policy import read_policy
    from warehouse.resolve.claims.guards import reads_nothing

    policy = read_policy()
    n_read = len(extraction.mentions)
    is_mute = reads_nothing(n_read, n_read + len(extraction.rejections), policy)
    return policy.guards["nothing_read"].in_words() if is_mute else None
