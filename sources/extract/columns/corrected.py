"""What a person corrects in the maps of a document's tables. What maps are recognised without a person is `recognised`'."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from sources.extract.columns.claim_map import Attributes, ClaimMap, Constants
from sources.extract.columns.mapped_tables import plain_header, tables_of
from sources.extract.columns.recognised import recognised_maps
from sources.metrics import facts_of
from sources.records import ParsedDocument

_OF_ONE = ("metric", "value_high")  # attributes that two columns of figures cannot share
_PERIOD = ("period_start", "period_end")
_UNIT = ("unit", "unit_per", "scale")


class CorrectionError(ValueError):
    """A correction that cannot be made. The message says why, and what there is instead."""


class Correction(NamedTuple):
    """What a person says of the columns of a document's tables.

    Attributes:
        columns: header by attribute, without `value`.
        values: headers of the columns of figures that the correction is about; all where there is none.
        constants: text by attribute, of all rows.
        ignored: headers of columns that are not to be read.
    """

    columns: Mapping[str, str]
    values: tuple[str, ...] = ()
    constants: Mapping[str, str] = {}
    ignored: tuple[str, ...] = ()


def corrected(parsed: ParsedDocument, maps: Sequence[ClaimMap], correction: Correction) -> tuple[ClaimMap, ...]:
    """The maps as a person corrects them.

    Args:
        parsed: the document.
        maps: of its sidecar; where it has none, they are recognised.
        correction: what is to be changed; a column of figures that has no map yet gets one.

    Raises:
        CorrectionError: an unknown attribute or column, a constant out of its form, or nothing is left to be read.
    """
    _check(parsed, correction)
    values, ignored = ({plain_header(name) for name in names} for names in (correction.values, correction.ignored))
    known = list(maps or recognised_maps(parsed))
    mapped = {plain_header(one.columns.value or "") for one in known}
    new = [name for name in correction.values if plain_header(name) not in mapped]
    known += recognised_maps(parsed, new) if new else ()
    left = [one for one in known if plain_header(one.columns.value or "") not in ignored]
    about = [one for one in left if not values or plain_header(one.columns.value or "") in values]
    if not about:
        raise CorrectionError("no column of figures is known: name it as value")
    shared = [name for name in _OF_ONE if name in {*correction.columns, *correction.constants}]
    if shared and len({one.columns.value for one in about}) > 1:
        names = ", ".join(f"“{one.columns.value}”" for one in about)
        raise CorrectionError(f"{shared[0]} is of one column of figures: name it as value, one of {names}")
    is_chosen = len(correction.values) == 1
    made = [_with(one, correction, ignored, is_chosen=is_chosen) if one in about else one for one in left]
    return tuple(dict.fromkeys(made))


def _with(one: ClaimMap, correction: Correction, ignored: set[str], *, is_chosen: bool) -> ClaimMap:
    taken = ignored | {
        plain_header(said) for said in correction.columns.values()
    }  # a column holds what is said of it now
    columns = {
        name: said for name, said in one.columns.named().items() if name == "value" or plain_header(said) not in taken
    }
    constants = one.constants.named()
    metric = correction.constants.get("metric", constants.get("metric"))
    for given, kept, other in ((correction.columns, columns, constants), (correction.constants, constants, columns)):
        for name, said in given.items():
            if is_chosen or name in one.columns.named() or name in one.constants.named() or _may_have(metric, name):
                other.pop(name, None)
                kept[name] = said
    try:
        return ClaimMap(columns=Attributes.model_validate(columns), constants=Constants.model_validate(constants))
    except ValidationError as error:
        (first, *_) = error.errors(include_url=False, include_input=False, include_context=False)
        where = f"{first['loc'][-1]}: " if first["loc"] else ""
        raise CorrectionError(f"{where}{first['msg'].removeprefix('Value error, ')}") from error


def _may_have(metric: str | None, name: str) -> bool:
    """Whether figures of a metric have an attribute: a rate has no scale, and its time is a period."""
    if metric is None:
        return True
    is_compound = metric == "cagr"
    if name in _UNIT:
        return set(facts_of(metric).figures) != {"percent"}
    return not is_compound if name == "year" else is_compound if name in _PERIOD else True


def _check(parsed: ParsedDocument, correction: Correction) -> None:
    """All attributes are known, and all columns are there."""
    for given, fields in (
        (correction.columns, Attributes.model_fields),
        (correction.constants, Constants.model_fields),
    ):
        for name in given:
            if name not in fields:
                raise CorrectionError(f"{name} is no attribute of a claim; known are {', '.join(fields)}")
    headers = dict.fromkeys(header for table in tables_of(parsed) for header in table.headers.values())
    there = {name for table in tables_of(parsed) for name in table.columns}
    for name in (*correction.values, *correction.columns.values(), *correction.ignored):
        if not headers:
            raise CorrectionError("it holds no table with a header row and rows of figures below it")
        if plain_header(name) not in there:
            shown = ", ".join(f"“{header}”" for header in headers)
            raise CorrectionError(f"no table of it has the column “{name}”; there are {shown}")
