"""Forms: sentences with the figures that they state, as files. Their schema and how they are read from `tests/forms/*.yml`; no judging."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from sources.records import Comparator, Metric
from sources.reviewed import read_reviewed

FORMS = Path(__file__).resolve().parent
_SCALES = {"m": 6, "bn": 9, "tn": 12}
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def amount(printed: str | int) -> Decimal:
    """A value in base units: "4.2bn", "850m", "3.1tn", "-2.4" or a whole number.

    Raises:
        ValueError: it is no such number.
    """
    text = str(printed)
    scale = next((name for name in ("bn", "tn", "m") if text.endswith(name)), "")
    try:
        return Decimal(text.removesuffix(scale)).scaleb(_SCALES.get(scale, 0))
    except InvalidOperation as error:
        raise ValueError(f"{printed!r} is no number; write 1250, '5.8', 640m, 2.3bn or 1.2tn") from error


def _is_amount(printed: str | int) -> str | int:
    amount(printed)
    return printed


Amount = Annotated[str | int, AfterValidator(_is_amount)]
Year = Annotated[int, Field(ge=1800, le=2200)] | None
Judged = Literal["all", "core", "some"] | Metric


class _Strict(BaseModel):
    """A record that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Figure(_Strict):
    """One figure. A key that is given is asserted, a null included; a key that is left out is not judged.

    A list holds every accepted reading. Keys are the attributes of `sources.records.Mention`.
    """

    surface: str | None = None
    metric: Metric | list[Metric] | None = None
    value: Amount | None = None
    value_high: Amount | None = None
    unit: str | None = None
    unit_per: str | None = None
    comparator: Comparator | None = None
    year: Year | list[Year] = None
    time_period: str | None = None
    period_start: Year | list[Year] = None
    period_end: Year | list[Year] = None
    period_inferred: bool | None = None
    status: Literal["historical", "forecast"] | None = None
    publisher: str | None = None
    market: str | None = None
    dimension: str | None = None
    segment: str | list[str | None] | None = None
    geography: str | list[str] | None = None
    ref_area: str | None = None
    subject: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Figure:
        if not self.model_fields_set:
            raise ValueError("a figure needs at least one key")
        return self

    def accepted(self) -> dict[str, tuple[Any, ...]]:
        """Of each given key the readings that are right; values as Decimal in base units."""
        found = {}
        for name in (n for n in type(self).model_fields if n in self.model_fields_set):
            said = getattr(self, name)
            readings = tuple(said) if isinstance(said, list) else (said,)
            is_amount = name in ("value", "value_high")
            found[name] = tuple(amount(r) if is_amount and r is not None else r for r in readings)
        return found


class FormEntry(_Strict):
    """One form as its file has it."""

    text: str
    market: str | None = None
    figures: list[Figure] = []
    absent: list[Figure] = []
    rejected: dict[str, str] = {}
    players: list[str] | None = None
    known: str | None = None


class Group(_Strict):
    """Forms of one kind under the sentence that they prove."""

    says: str
    head: str = ""
    judged: Judged = "all"
    forms: Annotated[list[FormEntry], Field(min_length=1)]


class FormFile(_Strict):
    """One file of forms."""

    about: str
    groups: Annotated[list[Group], Field(min_length=1)]


@dataclass(frozen=True)
class Form:
    """One form with its place.

    Attributes:
        file, line: where it is; line of its first key, from 1.
        says: what the group proves.
        document: the whole text to read, NFC: head or title, then the form's text.
        begins: where the form's own text begins in `document`; figures before it are not judged.
        judged: which figures `figures` must equal in order: all, the core ones, those of one metric; "some" asks only that each is read.
        figures: what is stated.
        absent: keys that no figure has together.
        rejected: digits that are no figure, with the rule that says so.
        players: names of all companies of the text, in order; None where they are not judged.
        known: why the form fails today; None where it passes.
    """

    file: str
    line: int
    says: str
    document: str
    begins: int
    judged: Judged
    figures: tuple[Figure, ...]
    absent: tuple[Figure, ...]
    rejected: dict[str, str]
    players: tuple[str, ...] | None
    known: str | None

    @property
    def name(self) -> str:
        """File, line and the beginning of the sentence."""
        own = " ".join(self.document[self.begins :].split())
        return f"{self.file}:{self.line} {self.says}: {own[:60]}"


def read_forms(path: Path) -> tuple[Form, ...]:
    """The forms of one file, in its order.

    Raises:
        sources.reviewed.ReviewedFileError: the file is no such record; the message names file, line and key.
    """
    said = read_reviewed(path, TypeAdapter(FormFile))
    lines = _lines(path)
    return tuple(_form(path.name, next(lines), group, entry) for group in said.groups for entry in group.forms)


def _form(file: str, line: int, group: Group, entry: FormEntry) -> Form:
    title = f"{entry.market} Market Report\n\n" if entry.market else ""
    before = unicodedata.normalize("NFC", group.head + title)
    return Form(
        file=file,
        line=line,
        says=group.says,
        document=before + unicodedata.normalize("NFC", entry.text),
        begins=len(before),
        judged=group.judged,
        figures=tuple(entry.figures),
        absent=tuple(entry.absent),
        rejected=entry.rejected,
        players=None if entry.players is None else tuple(entry.players),
        known=entry.known,
    )


def _lines(path: Path) -> Iterator[int]:
    root = yaml.compose(path.read_text(encoding="utf-8"), Loader=_LOADER)
    for group in _under(root, "groups").value:
        for form in _under(group, "forms").value:
            yield form.start_mark.line + 1


def _under(node: Any, key: str) -> Any:
    return next(value for name, value in node.value if name.value == key)


@cache
def all_forms() -> tuple[Form, ...]:
    """Every form of `tests/forms`, files in the order of their names."""
    return tuple(form for path in sorted(FORMS.glob("*.yml")) for form in read_forms(path))
