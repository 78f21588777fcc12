"""Claims from mentions, and what holds for any text."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sources.extract.reading import figures, read

HEAD = "Harbour Crane Market Report\n\n"
RESTATED = (
    HEAD
    + "By lift, mobile cranes held 61.5% of revenue in 2025, while gantry cranes are expected to grow at a 9.1% CAGR through 2032.\n\n"
    + "Mobile cranes accounted for 61.5% of revenue in 2025, which made them the largest lift.\n"
    + "Gantry cranes are projected to grow at 9.1% CAGR from 2026 to 2032.\n"
)


def test_a_restated_figure_is_one_claim_with_its_mentions() -> None:
    claims = read(RESTATED).claims
    assert [(c.metric, c.n_mentions) for c in claims] == [("share", 2), ("cagr", 2)]


def test_the_fuller_mention_fills_the_period_of_the_shorter() -> None:
    cagr = read(RESTATED).claims[1]
    assert (cagr.period_start, cagr.period_end, cagr.period_inferred) == (2026, 2032, False)


def test_a_mention_belongs_to_a_claim_of_its_document() -> None:
    extraction = read(RESTATED)
    assert {m.claim_id for m in extraction.mentions} == {c.claim_id for c in extraction.claims}


def test_the_same_figure_of_another_year_is_another_claim() -> None:
    text = (
        HEAD
        + "The harbour crane market was worth USD 4.2 billion in 2024. The harbour crane market was worth USD 4.2 billion in 2025."
    )
    assert [c.year_stated for c in read(text).claims] == [2024, 2025]


def test_forecast_wins_where_the_same_figure_is_also_told_as_past() -> None:
    text = (
        HEAD
        + "The harbour crane market is expected to reach USD 4.6 billion in 2026. The harbour crane market was valued at USD 4.6 billion in 2026."
    )
    (claim,) = read(text).claims
    assert (claim.status, claim.n_mentions) == ("forecast", 2)


amounts = st.tuples(
    st.integers(2, 9_999),
    st.integers(0, 99),
    st.sampled_from(["million", "billion", "Mn", "Bn"]),
    st.integers(2019, 2026),
)
fillers = st.lists(
    st.sampled_from("quays tides berths operators lift cargo slowly and without haste near older terminals".split()),
    max_size=12,
).map(" ".join)
SCALES = {"million": 6, "Mn": 6, "billion": 9, "Bn": 9}


@given(amounts, fillers, fillers)
def test_a_planted_market_size_is_found_at_its_offset_with_its_value(
    amount: tuple[int, int, str, int], before: str, after: str
) -> None:
    whole, cents, scale, year = amount
    printed = f"USD {whole:,}.{cents:02d} {scale}"
    text = f"{HEAD}{before.capitalize()}. The harbour crane market was valued at {printed} in {year}. {after.capitalize()}."
    (mention,) = figures(text)
    assert (mention.char_start, mention.surface) == (text.index(printed), printed)
    assert mention.value == Decimal(f"{whole}.{cents:02d}") * 10 ** SCALES[scale]
    assert (mention.metric, mention.year) == ("market_size", year)


@given(st.text(max_size=400))
def test_every_mention_and_rejection_is_a_slice_of_any_text(text: str) -> None:
    from tests.unit.sources.extract.reading import parsed

    document = parsed(text.replace("\r", ""))
    extraction = read(document.text)
    spans = [(m.char_start, m.char_end, m.surface) for m in extraction.mentions]
    spans += [(r.char_start, r.char_end, r.surface) for r in extraction.rejections]
    spans += [(p.char_start, p.char_end, p.surface) for p in extraction.players]
    spans += [(s.char_start, s.char_end, s.surface) for s in extraction.segments]
    assert all(document.text[a:b] == surface for a, b, surface in spans)


@settings(max_examples=25, deadline=None)
@given(fillers)
def test_text_without_figures_in_front_shifts_offsets_and_changes_nothing_else(words: str) -> None:
    lead = f"{words.capitalize()} stay.\n\n"
    body = RESTATED[len(HEAD) :]
    plain = figures(HEAD + body)
    shifted = figures(HEAD + lead + body)
    assert [(m.metric, m.value, m.segment, m.char_start + len(lead)) for m in plain] == [
        (m.metric, m.value, m.segment, m.char_start) for m in shifted
    ]


def test_an_unstated_end_year_stays_unstated_and_is_inferred_with_its_basis() -> None:
    text = (
        "Harbour Crane Market Report\n\n"
        + "The market was worth USD 4.2 billion in 2025 and is set to reach USD 6.9 billion, growing at a CAGR of 7.3% from 2026 to 2032."
    )
    reached = next(c for c in read(text).claims if c.value == 6_900_000_000)
    assert (reached.time_period, reached.year_stated, reached.year_inferred) == (None, None, 2032)
    assert reached.inference_basis and "2026-2032" in reached.inference_basis
