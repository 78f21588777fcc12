"""Each component of a distance from the claims of two sides, or why it is unknown.

Belongs here: one function per component, pure over what the two sides rest on. An effect is computed only where a claim
gives it a number; a difference that no claim measures is unknown, and never guessed. Sums are in `decomposition.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from sources.metrics import facts_of
from warehouse.explain.decomposition import Component, Effect, ln_ratio
from warehouse.explain.disagreement_sides import Edition, Question, Spanned
from warehouse.values.arithmetic import compounded
from warehouse.values.keys import BASE_CURRENCY
from warehouse.values.wording import amount, plain


def effects(question: Question) -> Mapping[Component, Effect]:
    """Every component but the remainder.

    Args:
        question: two sides.

    Returns:
        component → effect; `log` is the component's part of ln(b / a).
    """
    base_year, shifts = _base_year(question)
    return {
        "currency": _currency(question),
        "base_year": base_year,
        "horizon": _horizon(question, shifts),
        "geography": _geography(question),
        "scope": _scope(question),
        "value_basis": _value_basis(question),
        "vintage": _vintage(question),
    }


def _currency(question: Question) -> Effect:
    """Side's own rate, or two rates of one currency: ln(rate in use / the other rate)."""
    a, b = question.a, question.b
    if not facts_of(question.metric).is_money:
        return Effect("none", "no money")
    if a.conversion is None and b.conversion is None:
        return Effect(
            "none", "both print USD" if {*a.currencies, *b.currencies} <= {BASE_CURRENCY} else "no conversion"
        )
    log, words, claims = Decimal(0), [], []
    for side, sign in ((a, -1), (b, 1)):
        conversion = side.conversion
        rate = None if conversion is None else conversion.printed_usd_per_unit
        if conversion is not None and rate is not None:
            log += sign * ln_ratio(conversion.usd_per_unit, rate)
            words.append(
                f"{side.who} prints {conversion.currency} and USD, at {plain(rate)} of its own; in use: "
                f"{plain(conversion.usd_per_unit)} ({conversion.rate_words})"
            )
        claims.append(conversion.claim_ids if conversion is not None else ())
    one, two = a.conversion, b.conversion
    if not words and one is not None and two is not None and one.currency == two.currency:
        log = ln_ratio(two.usd_per_unit, one.usd_per_unit)
        words.append(
            f"both print {one.currency}, converted at {plain(one.usd_per_unit)} ({one.rate_words}) and "
            f"{plain(two.usd_per_unit)} ({two.rate_words})"
        )
    if words:
        return Effect("computed", "; ".join(words), log, claims[0], claims[1])
    prints = "; ".join(
        f"{side.who} prints {side.conversion.currency}, converted at {plain(side.conversion.usd_per_unit)} "
        f"({side.conversion.rate_words})"
        for side in (a, b)
        if side.conversion is not None
    )
    return Effect("unknown", f"{prints}; no claim gives a rate of the publisher's own", 0 * log, claims[0], claims[1])


def _base_year(question: Question) -> tuple[Effect, tuple[Decimal, Decimal]]:
    """A figure carried between own points against the same figure by the publisher's own stated growth.

    Returns:
        The effect, and what of ln(value) it is on either side.
    """
    logs, words, untold = [], [], []
    for side in (question.a, question.b):
        log = Decimal(0)
        if side.status == "derived" and side.growth is not None and question.year is not None:
            by_growth = compounded(side.growth.start, side.growth.rate_pct, question.year - side.growth.start_year)
            log = ln_ratio(side.value, by_growth)
            words.append(
                f"{side.who} carried along its own path: {amount(side.value, question.unit)}; by its stated "
                f"{plain(side.growth.rate_pct)} % from {side.growth.start_year}: {amount(by_growth, question.unit)}"
            )
        elif side.status == "derived":
            untold.append(f"{side.who} is carried along its own path and states no growth to carry it by")
        elif side.status == "inferred":
            untold.append(f"the year of the figure of {side.who} is our reading")
        logs.append(log)
    pair = (logs[0], logs[1])
    if words:
        claims = [
            side.growth.claim_ids if side.growth is not None and side.status == "derived" else ()
            for side in (question.a, question.b)
        ]
        return Effect("computed", "; ".join([*words, *untold]), logs[1] - logs[0], claims[0], claims[1]), pair
    if untold:
        return Effect("unknown", "; ".join(untold)), pair
    when = "the same period" if question.year is None else str(question.year)
    return Effect("none", f"both are stated for {when}"), pair


def _horizon(question: Question, shifts: tuple[Decimal, Decimal]) -> Effect:
    """Growth since the last year that both state as past or present: what the forecasts add to the distance."""
    a, b = question.a, question.b
    if question.metric != "market_size" or question.year is None:
        return Effect("none", "of one period")
    common = sorted(year for year in (a.past or {}) if year in (b.past or {}) and year <= question.year)
    if not common:
        return Effect("unknown", "no year up to this one that both state as past or present")
    base = common[-1]
    if base == question.year:
        return Effect("none", f"no forecast: both state {base} as past or present")
    a_base, b_base = (a.past or {})[base], (b.past or {})[base]
    starts = zip((a, b), (a_base, b_base), shifts, strict=True)
    grown = [ln_ratio(side.value, start[0]) - carried for side, start, carried in starts]
    words = " against ".join(
        f"{side.who} from {amount(start[0], question.unit)} to {amount(side.value, question.unit)}"
        for side, start in ((a, a_base), (b, b_base))
    )
    return Effect(
        "computed",
        f"growth from {base} to {question.year}: {words}",
        grown[1] - grown[0],
        tuple(sorted({*a_base[1], *a.claim_ids})),
        tuple(sorted({*b_base[1], *b.claim_ids})),
    )


def _geography(question: Question) -> Effect:
    if question.a.area == question.b.area:
        return Effect("none", "both are of one area")
    if question.area_share is None:
        return Effect("unknown", "the areas differ, and no share of the one in the other is stated")
    return _spanning(question.area_share)


def _scope(question: Question) -> Effect:
    if question.inside_bridge is not None:
        low, high = _ends(*question.inside_bridge, turned=question.bridge_is_b)
        is_open = question.inside_bridge != (Decimal(1), Decimal(1))
        words = "the bridge has brought the scopes together"
        words += "; what its shares have in common is open, the value under independence stands in" if is_open else ""
        return Effect("none", words, low=low if is_open else None, high=high if is_open else None)
    if question.same_scope:
        return Effect("none", "one market and segment by name and definition")
    if question.spanned is None:
        return Effect("unknown", f"scopes differ ({question.scope_reason}), and no share bridges them")
    return _spanning(question.spanned)


def _spanning(share: Spanned) -> Effect:
    """The wider side is 1 / share times its part of the other's scope: ln(1 / share) of ln(b / a) if it is side b."""
    log = ln_ratio(share.point, Decimal(1))
    low, high = _ends(share.low, share.high, turned=share.wide_is_b)
    return Effect(
        "computed",
        share.words,
        -log if share.wide_is_b else log,
        () if share.wide_is_b else share.claim_ids,
        share.claim_ids if share.wide_is_b else (),
        low if share.low != share.high else None,
        high if share.low != share.high else None,
    )


def _ends(low: Decimal, high: Decimal, *, turned: bool) -> tuple[Decimal | None, Decimal | None]:
    """The lowest and the highest ln of a factor between two bounds, or of 1 / factor where it is turned.

    A lower bound of 0 leaves an end open: the lowest, or of the turned factor the highest. An open end is None.
    """
    least, most = (ln_ratio(one, Decimal(1)) if one > 0 else None for one in (low, high))
    return (None if most is None else -most, None if least is None else -least) if turned else (least, most)


def _value_basis(question: Question) -> Effect:
    a, b = question.a, question.b
    if not facts_of(question.metric).is_money:
        return Effect("none", "no value")
    if a.basis and a.basis == b.basis:
        return Effect("none", f"both count {a.basis}")
    bases = [f"{side.who}: {side.basis or 'not stated'}" for side in (a, b)]
    return Effect("unknown", f"value bases: {', '.join(bases)}; no claim gives a ratio between them")


def _vintage(question: Question) -> Effect:
    """The later side's figure in the edition nearest to the other side's date: ln(later edition / that edition)."""
    a, b = question.a, question.b
    dates = ", ".join(f"{side.who}: {side.dated.isoformat() if side.dated else 'undated'}" for side in (a, b))
    if a.dated is None or b.dated is None:
        return Effect("unknown", f"dates of the figures: {dates}")
    if a.dated == b.dated:
        return Effect("none", f"figures of one date: {dates}")
    later, other, sign = (b, a, 1) if b.dated > a.dated else (a, b, -1)
    near = _nearest(later.editions, later.dated, other.dated)
    if near is None or later.dated is None:
        return Effect(
            "unknown", f"dates of the figures: {dates}; {later.who} has no earlier edition nearer to the other"
        )
    log = sign * ln_ratio(later.value, near.value)
    claims = tuple(sorted({*later.claim_ids, *near.claim_ids}))
    return Effect(
        "computed",
        f"dates of the figures: {dates}; the edition of {near.dated.isoformat()} of {later.who} had "
        f"{amount(near.value, question.unit)} for {amount(later.value, question.unit)}",
        log,
        claims if sign < 0 else (),
        claims if sign > 0 else (),
    )


def _nearest(editions: Sequence[Edition], present: date | None, wanted: date | None) -> Edition | None:
    """The edition nearest to a date, where one is nearer than the present one; of two the later."""
    if present is None or wanted is None:
        return None
    nearer = [one for one in editions if abs((one.dated - wanted).days) < abs((present - wanted).days)]
    return min(nearer, key=lambda one: (abs((one.dated - wanted).days), -one.dated.toordinal()), default=None)
