"""Reasons for every figure of a document: the choices that `extract` made. Nothing is stored."""

from __future__ import annotations

from dataclasses import replace

from sources.extract.choose.reasons import ATTRIBUTES, Reason, readings_of, reasons_of
from sources.extract.choose.weights import weights
from sources.extract.decide.decide import WITHOUT_PART
from sources.extract.decide.settle import settle
from sources.extract.join.differences import model_chance
from sources.extract.join.pairs import Pair
from sources.extract.reading import FiguresRead, read_figures
from sources.extract.rule_names import MAPPED, WORDED
from sources.extract.text.name_keys import part_words
from sources.records import Mention, ParsedDocument, Rejection

Span = tuple[int, int]
_BY_MODEL = "the trained model reads it so"
_SET_ASIDE = "no figure of a market"


def why(parsed: ParsedDocument) -> dict[Span, tuple[Reason, ...]]:
    """Reasons for metric, part, area, time and status of every figure, by its span in the canonical text.

    `chosen` is what the mentions of `extract` have. Where the trained model's reading counts, the runner-up is what the rules read, and the
    chance is that of the model's being right where the two differ so. Where something else decided (a rule alone, the metric, another
    mention of the figure), the reason says so and has no chance and no runner-up.

    Args:
        parsed: canonical text with blocks.
    """
    read = read_figures(parsed)
    laid = read.laid
    weighed = reasons_of(laid.page, weights()) if laid.mentions else {}
    _, settled = settle(parsed.document_id, read.mentions)
    spans = {
        _span(m): _with_model(_in_force(weighed.get(_span(placed)), placed, m), placed, m, read)
        for placed, m in zip(read.mentions, settled, strict=True)
    }
    return {laid.scan.shown.in_source(*span): reasons for span, reasons in spans.items()} if laid.scan.shown else spans


def _span(m: Mention) -> Span:
    return m.char_start, m.char_end


def _with_model(
    reasons: tuple[Reason, ...], placed: Mention, settled: Mention, read: FiguresRead
) -> tuple[Reason, ...]:
    """The reasons of one mention with those of the trained model in place of the rules' where its reading counts."""
    if read.joined is None or read.both is None or not (taken := read.joined.taken(_span(placed))):
        return reasons
    odds = read.joined.odds[_span(placed)]
    pair = next(one for one in read.both.pairs if _span(placed) in (_place(one.rules), _place(one.model)))
    mine = ATTRIBUTES if "metric" in taken else tuple(name for name in ATTRIBUTES if name in taken)
    return tuple(
        _of_model(reason.attribute, pair, placed, odds.get(reason.attribute))
        if reason.attribute in mine and readings_of(settled)[reason.attribute] == readings_of(placed)[reason.attribute]
        else reason
        for reason in reasons
    )


def _place(m: Mention | Rejection | None) -> Span:
    return (m.char_start, m.char_end) if m else (-1, -1)


def _of_model(attribute: str, pair: Pair, placed: Mention, chance: float | None) -> Reason:
    """An attribute as the model reads it; without odds where the figure as a whole is its own."""
    of_rules = readings_of(pair.rules)[attribute] if pair.rules else _SET_ASIDE
    own = model_chance(pair.answer, attribute)  # type: ignore[arg-type]
    return Reason(
        attribute=attribute,
        rules=of_rules,
        chosen=readings_of(placed)[attribute],
        chance=round(own if chance is None else chance, 3),
        source=None,
        runner_up=None if chance is None else of_rules,
        runner_up_chance=None if chance is None else round(1 - chance, 3),
        decided_by=(),
        because=(_BY_MODEL,) if chance is None else (f"{_BY_MODEL}, at a chance of {own:.2f}, and the rules do not",),
    )


def _in_force(weighed: tuple[Reason, ...] | None, placed: Mention, settled: Mention) -> tuple[Reason, ...]:
    """Reasons of one mention: as weighed, as decided in its place, and as settled with the other mentions of its claim."""
    if weighed is None or settled.rule == MAPPED:
        return tuple(_by_rule(name, said, settled.rule) for name, said in readings_of(settled).items())
    metric, *others = weighed
    if settled.metric != metric.chosen:
        metric = _for_another_reason(metric, settled.metric, _ground_of_metric(metric.chosen, settled))
    if settled.metric in WITHOUT_PART:
        ground = f"a figure of no market keeps what rule {settled.rule} read"
        return metric, *(_for_another_reason(r, readings_of(settled)[r.attribute], ground) for r in others)
    return metric, *(_settled(reason, placed, settled) for reason in others)


def _ground_of_metric(likelier: str, settled: Mention) -> str:
    if settled.rule == WORDED:
        return f"words of {settled.metric.replace('_', ' ')} in the metrics file precede the figure"
    return f"{likelier} is likelier, but the value {settled.surface} cannot be one"


def _by_rule(attribute: str, said: str, rule: str) -> Reason:
    ground = f"rule {rule} read the figure, and nothing else was weighed"
    if rule == MAPPED:
        ground = "the columns of its table are known: from the sidecar of the document, or from their names and cells"
    return Reason(attribute, said, said, None, None, None, None, (), (ground,))


def _for_another_reason(reason: Reason, said: str, ground: str) -> Reason:
    return replace(
        reason, chosen=said, chance=None, source=None, runner_up=None, runner_up_chance=None, decided_by=(), because=(ground,)
    )  # fmt: skip


def _settled(reason: Reason, placed: Mention, settled: Mention) -> Reason:
    in_place, said = readings_of(placed)[reason.attribute], readings_of(settled)[reason.attribute]
    if not _alike(reason.attribute, said, in_place):
        return _for_another_reason(reason, said, "the document says so where it states the same figure elsewhere")
    if not _alike(reason.attribute, in_place, reason.chosen):
        ground = f"{reason.chosen} is likelier, but a {settled.metric.replace('_', ' ')} cannot have it"
        return _for_another_reason(reason, said, ground)
    return replace(reason, chosen=said)


def _alike(attribute: str, one: str, other: str) -> bool:
    """Whether two readings mean the same; a part may be spelled in two ways."""
    return one == other or (attribute == "part" and part_words(one) == part_words(other))
