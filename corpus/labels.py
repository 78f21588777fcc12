"""Labelled texts as one record, from both formats of labels. Nothing here reads figures or judges them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.cells import cell_span
from corpus.label_file import ExpectedClaim, Labels, Place, locate, read_labels
from corpus.splits import Split, is_in
from sources.parse import parse
from sources.records import ParsedDocument

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(__file__).with_name("texts")
SHARED = ROOT.parent / "shared"
NOT_A_TEXT = frozenset({".yml", ".json", ".md5", ".tsv"})


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled figure. Each tuple holds every accepted reading; an empty one is not judged."""

    char_start: int
    char_end: int
    metrics: tuple[str, ...]  # the label's own metric first
    value: float
    value_high: float | None
    unit: str
    years: tuple[int | None, ...]
    period_starts: tuple[int | None, ...]
    period_ends: tuple[int | None, ...]
    statuses: tuple[str, ...]
    segments: tuple[str | None, ...]
    areas: tuple[str | None, ...]
    markets: tuple[str | None, ...]
    speakers: tuple[str | None, ...] = ()  # empty: the page itself
    assertion: str | None = None  # withdrawn or not_asserted; None where the text claims it
    value_basis: str | None = None
    price_basis: str | None = None
    subject: str | None = None  # the driver of an impact, or what an other_numeric is about


@dataclass(frozen=True)
class LabelledText:
    """A document with its labels.

    Attributes:
        is_exhaustive: figures of metric other_numeric are labelled as well.
        density: plain or dense; None where the label file does not say.
        publishers: accepted forms of the page's own publisher, with None where none is right as well; empty where it names none, None where
            the labels do not say.
    """

    name: str
    document: ParsedDocument
    labels: tuple[Label, ...]
    is_exhaustive: bool
    density: str | None = None
    publishers: tuple[str | None, ...] | None = None


def corpus_texts(parts: Collection[str], split: Split = Split.all) -> tuple[LabelledText, ...]:
    """The labelled texts of parts of the corpus, named `corpus/NAME`, in the order of their names.

    Args:
        parts: letters of the parts. Whole pages are long: who wants all parts pays for them.
        split: which texts of them.

    Raises:
        LookupError: a labelled figure is not in its text; the message names the file and the place.
    """
    return tuple(sorted(_from_yaml(CORPUS, CORPUS, "corpus", parts, split), key=lambda text: text.name))


def files_of(parts: Collection[str]) -> list[Path]:
    """The texts of parts of the corpus, in the order of their names."""
    return sorted(path for path in CORPUS.iterdir() if path.suffix not in NOT_A_TEXT and path.name[0] in parts)


def length_of(name: str) -> int | None:
    """Length of a text of the corpus in code points; None where there is no such text."""
    path = CORPUS / name
    is_text = path.parent == CORPUS and path.suffix not in NOT_A_TEXT and path.is_file()
    if not is_text:
        return None
    is_plain = path.suffix in (".txt", ".md")  # its own canonical text
    return len(path.read_bytes().decode() if is_plain else parse(path.read_bytes()).text)


def labelled_folder(folder: Path) -> tuple[LabelledText, ...]:
    """Labelled texts of one folder and no other, in either format; each text is beside its labels.

    Args:
        folder: holds `NAME.yml` (those of the folders below it count as well) or `NAME.json`.

    Returns:
        Texts in the order of their names.

    Raises:
        FileNotFoundError: a text is not beside its labels.
    """
    found = [*_from_yaml(folder, folder, folder.name), *_from_json(folder, folder, folder.name)]
    return tuple(sorted(found, key=lambda text: text.name))


def _from_yaml(
    labels: Path, texts: Path, origin: str, parts: Collection[str] | None = None, split: Split = Split.all
) -> Iterator[LabelledText]:
    for path in sorted(labels.rglob("*.yml")) if labels.is_dir() else ():
        if path.name.endswith(".meta.yml") or (parts is not None and path.name[0] not in parts):
            continue
        if split is not Split.all and not is_in(path.name, split):
            continue
        said = read_labels(path)
        beside = path.parent / said.document
        content = (beside if beside.is_file() else texts / said.document).read_bytes()
        document = parse(content)
        try:
            claims = tuple(_of_expected(claim, said, span_of(claim, document, content)) for claim in said.claims)
        except LookupError as error:
            raise LookupError(f"{path.name}: {error}") from error
        publishers = _readings(said.publisher)
        yield LabelledText(
            f"{origin}/{said.document}", document, claims, is_exhaustive=False, density=said.density, publishers=publishers
        )  # fmt: skip


def span_of(place: Place, document: ParsedDocument, content: bytes) -> tuple[int, int]:
    """Where a labelled figure or decoy stands in the canonical text.

    Raises:
        LookupError: it is not there.
    """
    if place.cell is not None:
        return cell_span(document, content, place.cell)
    return locate(document.text, place.surface, place.nth)


def _of_expected(claim: ExpectedClaim, said: Labels, span: tuple[int, int]) -> Label:
    start, end = span
    return Label(
        char_start=start,
        char_end=end,
        metrics=(claim.metric, *claim.alt_metrics),
        value=float(claim.value),
        value_high=None if claim.value_high is None else float(claim.value_high),
        unit=claim.unit,
        years=_accepted(claim.year, or_null=claim.year_optional),
        period_starts=_accepted(claim.period_start, or_null=claim.start_inferred),
        period_ends=_accepted(claim.period_end),
        statuses=_accepted(claim.status),
        segments=_readings(claim.segment),
        areas=_readings(claim.geography),
        markets=_readings(claim.market or said.market),
        speakers=_accepted(claim.speaker),
        assertion=claim.assertion,
        value_basis=_basis(claim.value_basis or said.value_basis),
        price_basis=_basis(claim.price_basis or said.price_basis),
        subject=claim.subject,
    )


def _from_json(labels: Path, texts: Path, origin: str) -> Iterator[LabelledText]:
    for path in sorted(labels.glob("*.json")) if labels.is_dir() else ():
        said = json.loads(path.read_text(encoding="utf-8"))
        name = said.get("document") or f"{path.stem}.txt"
        claims = tuple(_of_gold(claim) for claim in said["claims"])
        yield LabelledText(f"{origin}/{name}", parse((texts / name).read_bytes()), claims, is_exhaustive=True)


def _of_gold(claim: dict[str, Any]) -> Label:
    return Label(
        char_start=claim["offset"],
        char_end=claim["offset"] + len(claim["surface"]),
        metrics=(claim["metric"], *claim.get("alt_metrics", ())),
        value=float(claim["value"]),
        value_high=None if claim.get("value_high") is None else float(claim["value_high"]),
        unit=claim.get("unit") or "",
        years=_accepted(claim.get("year"), or_null=bool(claim.get("year_optional"))),
        period_starts=_accepted(claim.get("period_start"), or_null=bool(claim.get("start_inferred"))),
        period_ends=_accepted(claim.get("period_end")),
        statuses=_accepted(claim.get("status")),
        segments=_readings(claim.get("segment")),
        areas=_readings(claim.get("geography")),
        markets=_readings(claim.get("market")),
    )


def _accepted(said: Any, *, or_null: bool = False) -> tuple[Any, ...]:
    """Readings that are right; none where the label does not judge: a null in a label is no demand for a null."""
    if said is None:
        return ()
    return (*_readings(said), *((None,) if or_null else ()))


def _readings(said: Any) -> tuple[Any, ...]:
    """Readings that are right; here null is a reading of its own."""
    return tuple(said) if isinstance(said, Sequence) and not isinstance(said, str) else (said,)


def _basis(said: str | None) -> str | None:
    """That of the claim, else that of the page; `unstated` at a claim takes the page's away."""
    return None if said == "unstated" else said
