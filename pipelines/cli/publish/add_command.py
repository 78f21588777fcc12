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

from pipelines.cli.publish.column_lines import correction_of, mapping_lines
from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption
from warehouse.values.wording import counted, listed

if TYPE_CHECKING:
    from sources.extract.columns.corrected import Correction
    from sources.ingest.workers import ForkServer
    from sources.records import Extraction, Metadata, ParsedDocument

    Read: TypeAlias = tuple[Path, tuple[ParsedDocument, Extraction] | str]

EXAMPLES = """\b
Examples:
  parallax add report.pdf --inbox REPORTS
  parallax add ~/Downloads/*.xlsx https://example.com/outlook.html
  parallax add sizes.csv --columns area=Where --constants unit=EUR --ignore Notes
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
    columns: Annotated[
        list[str] | None,
        typer.Option(
            "--columns",
            metavar="ATTRIBUTE=COLUMN",
            help='Which column of a table of claims holds what: value="Size", year=Year. May be repeated.',
        ),
    ] = None,
    constants: Annotated[
        list[str] | None,
        typer.Option(
            "--constants", metavar="ATTRIBUTE=TEXT", help="What all its rows share: unit=EUR. May be repeated."
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="COLUMN", help="A column not to be read. May be repeated.")
    ] = None,
    home: HomeOption = None,
) -> None:
    """Put documents into the inbox and print a receipt for each: what was read, what was held back, how to correct it.

    A sidecar beside a file (FILE.meta.yml) comes along. The columns of a table of claims are recognised, printed, and written into the
    sidecar; --columns, --constants and --ignore correct them. robots.txt applies to addresses, and private networks are refused.
    Nothing is overwritten, and nothing is published before the next `parallax run`.
    """
    from pipelines.cli.read.given_files import started
    from pipelines.home import PlacesOverlapError, check_apart, data_home, sample_inbox
    from pipelines.home import inbox as chosen_inbox

    correction = correction_of(columns or (), constants or (), ignore or ())
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
        files: dict[Path, str] = {}  # to be read, and as a person names it
        for number, one in enumerate(named):
            try:
                path = _in_inbox(_file(one, Path(drafts) / str(number)), folder)
                if correction is not None:
                    path = _corrected(path, correction, Path(drafts) / f"{number}-corrected")
                files.setdefault(path, one)
            except NotAdded as error:
                failed.append(str(error))
        for path, read in _read(list(files), server):
            try:
                _take_in(path, read, folder, there, is_corrected=correction is not None)
            except NotAdded as error:
                failed.append(str(error).replace(whole(path), whole(files[path])))
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


def _in_inbox(path: Path, inbox: Path) -> Path:
    """The file of the same bytes in the inbox, which is read with its own sidecar; the file itself where there is none."""
    from sources.ingest.sidecar import sidecar_path

    known = None if path.is_symlink() or not path.is_file() else _twin(path, inbox)
    if known is None:
        return path
    said, there = sidecar_path(path), sidecar_path(known)
    if said.is_file() and not there.exists():
        _write(there, said.read_bytes())
    elif said.is_file() and said.read_bytes() != there.read_bytes():
        tell(f"{whole(said)}: not taken, {whole(there)} is there already; edit that one", word="warning:")
    return known


def _twin(path: Path, inbox: Path) -> Path | None:
    """The file of the same bytes in the inbox."""
    from sources.ingest import survey

    content = path.read_bytes()
    for known in survey([inbox]).files:
        if known.is_file() and known.stat().st_size == len(content) and known.read_bytes() == content:
            return known
    return None


def _corrected(path: Path, correction: Correction, draft: Path) -> Path:
    """A copy of a file in a folder of its own, with a sidecar that says what a person corrects.

    Raises:
        NotAdded: it is no single document that can be read, or the correction does not fit it.
    """
    from pipelines.cli.read.given_files import read_once
    from sources.extract.columns.claim_map import from_text
    from sources.extract.columns.corrected import CorrectionError, corrected
    from sources.ingest import receive_file
    from sources.ingest.sidecar import SidecarError, sidecar_path
    from sources.ingest.sidecar_claims import with_claims

    arrivals = list(receive_file(path))
    if len(arrivals) != 1 or "/" in arrivals[0].name:
        raise NotAdded(f"{whole(path)}: a mail or an archive; correct the columns of a file by itself")
    (arrival,) = arrivals
    problem = arrival.problem
    if problem is not None:
        raise NotAdded(f"{whole(path)}: {problem.reason}: {problem.detail}")
    read = read_once(arrival.content)
    if isinstance(read, str):
        raise NotAdded(f"{whole(path)}: {read}")
    said = arrival.metadata.column_map if arrival.metadata else None
    beside = sidecar_path(path)
    try:
        maps = corrected(read[0], from_text(said) if said else (), correction)
        sidecar = with_claims(beside.read_bytes() if beside.is_file() else b"", maps, beside.name)
    except (CorrectionError, SidecarError) as error:
        raise NotAdded(f"{whole(path)}: {error}") from error
    draft.mkdir()
    copy = draft / path.name
    copy.write_bytes(arrival.content)
    sidecar_path(copy).write_bytes(sidecar)
    return copy


def _take_in(path: Path, read: list[Read], inbox: Path, there: str, *, is_corrected: bool) -> None:
    from sources.ingest import receive_file

    if all(isinstance(answer, str) for _, answer in read):
        raise NotAdded("\n".join(f"{whole(place)}: {answer}" for place, answer in read))
    arrivals = {arrival.document_id: arrival for arrival in receive_file(path)}
    stored, is_new = _put(path, inbox, _sidecar_of(path, read), is_corrected=is_corrected)
    for place, answer in read:
        if isinstance(answer, str):
            tell(f"{whole(place.name)}: {answer}", word="warning:")
            continue
        parsed, extraction = answer
        tell(f"\n{whole(place.name)}", style="bold", to="stdout")
        tell(whole(stored) if is_new else f"{whole(stored)}, there already", word=f"{'where':<{_KEY}}", to="stdout")
        metadata = arrivals[parsed.document_id].metadata
        for key, said in receipt(parsed, extraction, metadata, stored, there, is_inside=place != path):
            tell(said, word=f"{key:<{_KEY}}", to="stdout")


def _sidecar_of(path: Path, read: list[Read]) -> bytes | None:
    """The sidecar that a file has in the inbox: its own, with the columns of its tables as they were recognised."""
    from sources.extract.columns.claim_map import from_text
    from sources.ingest.sidecar import SidecarError, sidecar_path
    from sources.ingest.sidecar_claims import with_claims

    beside = sidecar_path(path)
    own = beside.read_bytes() if beside.is_file() else None
    (place, answer), *more = read
    if more or place != path or isinstance(answer, str) or answer[0].column_map or not answer[1].column_map:
        return own
    try:
        return with_claims(own or b"", from_text(answer[1].column_map), beside.name)
    except SidecarError:  # what is wrong with it was told when it was read
        return own


def _put(path: Path, inbox: Path, sidecar: bytes | None, *, is_corrected: bool) -> tuple[Path, bool]:
    """Copies a file and its sidecar into the inbox; the same bytes are there once, and no document is overwritten.

    Returns:
        Where it is, and whether it is new.
    """
    from sources.ingest.sidecar import sidecar_path

    known = _twin(path, inbox)
    target = known or inbox / path.name
    if known is None and target.exists():
        target = inbox / f"{path.stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}{path.suffix}"
    # The sidecar first: a run that begins meanwhile must not take in the document without it.
    if sidecar is not None and (known in (None, path) or is_corrected):
        beside = sidecar_path(target)
        if not beside.is_file() or beside.read_bytes() != sidecar:
            _write(beside, sidecar)
    if known is None:
        _write(target, path.read_bytes())
    return target, known is None


def _write(target: Path, content: bytes) -> None:
    draft = target.with_name(f".{target.name[:200]}.{os.getpid()}")  # a run passes over what begins with a dot
    draft.write_bytes(content)
    draft.replace(target)


def _by_rows(extraction: Extraction) -> str | None:
    """The publishers that the rows of a mapped table name."""
    names = {one.publisher for one in extraction.mentions if one.publisher} if extraction.column_map else set()
    few = len(names) <= _SHOWN
    return f"in its rows: {listed(names) if few else counted(len(names), 'publisher')}" if names else None


def receipt(
    parsed: ParsedDocument,
    extraction: Extraction,
    metadata: Metadata | None,
    stored: Path,
    there: str = "",
    *,
    is_inside: bool = False,
) -> Iterator[tuple[str, str]]:
    """The lines of a receipt: what they are about, and what they say.

    Args:
        parsed: the document.
        extraction: what it states.
        metadata: what its sidecar says of it.
        stored: the file in the inbox.
        there: options of the commands that are shown.
        is_inside: the document is one in a mail or an archive, whose sidecar says nothing of its columns.
    """
    from warehouse.resolve.documents.document_metadata import document_metadata

    sidecars = [asdict(metadata)] if metadata else []
    known = document_metadata(sidecars, [asdict(fact) for fact in extraction.facts])
    printed = (fact.value for fact in extraction.facts if fact.name == "publisher" and fact.value)
    publisher = (metadata.publisher if metadata else None) or next(printed, None) or known.publisher_id
    yield "publisher", publisher or _by_rows(extraction) or "none found: name it in the sidecar"
    yield "market", known.market or "none found for the document as a whole"
    yield "date", known.dated.edtf if known.dated else "none found"
    metrics = Counter(claim.metric for claim in extraction.claims)
    parts = ", ".join(f"{count} {metric.replace('_', ' ')}" for metric, count in metrics.most_common())
    yield "read", f"{counted(len(extraction.claims), 'figure')}{': ' if parts else ''}{parts}"
    for number, line in enumerate(mapping_lines(parsed, extraction.column_map) if extraction.column_map else ()):
        yield "" if number else "columns", whole(line)
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
    if extraction.column_map and not is_inside:
        command = (
            f"parallax add {shlex.quote(str(stored))} --columns year=COLUMN --inbox {shlex.quote(str(stored.parent))}"
        )
        yield "", f"columns: `claims:` there, or `{command}` (also --constants unit=EUR, --ignore COLUMN)"
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
