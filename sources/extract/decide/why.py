"""Reasons for every figure of a document: the choices that `extract` made. Nothing is stored."""

from __future__ import annotations

from dataclasses import replace

from sources.extract.choose.chooser import choose
from sources.extract.choose.reasons import Reason, readings_of, reasons_of
from sources.extract.choose.weights import weights
from sources.extract.decide.chosen_mentions import placed_figures
from sources.extract.decide.decide import WITHOUT_PART
from sources.extract.decide.settle import settle
from sources.extract.read.rules_reading import read_by_rules
from sources.extract.rule_names import MAPPED, WORDED
from sources.extract.text.name_keys import part_words
from sources.records import Mention, ParsedDocument

Span = tuple[int, int]


def why(parsed: ParsedDocument) -> dict[Span, tuple[Reason, ...]]:
    """Reasons for metric, part, area, time and status of every figure, by its span in the canonical text.

    `chosen` is what the mentions of `extract` have. Where something else than the chooser decided (a rule alone, the metric, another
    mention of the figure), the reason says so and has no chance and no runner-up.

    Args:
        parsed: canonical text with blocks.
    """
    laid = read_by_rules(parsed)
    weighed = reasons_of(laid.page, weights()) if laid.mentions else {}
    in_place = placed_figures(laid, choose(laid.page, weights()) if laid.mentions else ()).mentions
    _, settled = settle(parsed.document_id, in_place)
    pairs = zip(in_place, settled, strict=True)
    spans = {_span(m): _in_force(weighed.get(_span(m)), placed, m) for placed, m in pairs}
    return {laid.scan.shown.in_source(*span): reasons for span, reasons in spans.items()} if laid.scan.shown else spans


def _span(m: Mention) -> Span:
    return m.char_start, m.char_end


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
