"""Properties of any figure in any form in any text: found at its place, shifted by text before it, backed by a slice."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from sources.records import Mention
from tests.unit.sources.extract.reading import parsed, read

HEAD = "Harbour Crane Market Report\n\n"
MONEY_FORMS = {
    "USD {} billion": ("USD", 9),
    "US$ {} million": ("USD", 6),
    "US${} Mn": ("USD", 6),
    "${}bn": ("USD", 9),
    "{} billion USD": ("USD", 9),
    "{} million dollars": ("USD", 6),
    "EUR {} bn": ("EUR", 9),
    "€{}m": ("EUR", 6),
    "£{}bn": ("GBP", 9),
    "₹{} crore": ("INR", 7),
    "Rs. {} lakh crore": ("INR", 12),
    "RMB {} trillion": ("CNY", 12),
    "¥{} billion": ("JPY", 9),
    "USD\u00a0{}\u00a0billion": ("USD", 9),
    "USD {}billion": ("USD", 9),
}
RATE_FORMS = ("{}%", "{} %", "{} percent", "{} per cent", "{}\u202f%")
LETTERS = st.characters(
    categories=("Ll", "Lu", "Lo", "Zs"), exclude_characters="年月日億兆亿万萬千百十一二三四五六七八九〇零两"
)
WORDS = st.text(LETTERS, max_size=60)
PLAIN = st.lists(
    st.sampled_from(
        "quays tides berths lift cargo slowly without haste near older terminals kraan été größe 港".split()
    ),
    max_size=12,
).map(" ".join)
NUMBERS = st.tuples(st.integers(2, 9_999), st.integers(1, 99)).map(lambda n: f"{n[0]:,}.{n[1]:02d}")


def _of(text: str, start: int) -> Mention:
    (found,) = [m for m in read(text).mentions if m.char_start == start]
    return found


@given(st.sampled_from(sorted(MONEY_FORMS)), NUMBERS, PLAIN, WORDS)
def test_money_in_any_form_is_found_at_its_offset_with_its_value(
    form: str, number: str, before: str, after: str
) -> None:
    printed = form.format(number)
    document = parsed(f"{HEAD}{before.capitalize()}.\n\nThe market was valued at {printed} in 2024.\n\n{after}")
    mention = _of(document.text, document.text.index(printed))
    unit, power = MONEY_FORMS[form]
    assert (mention.surface, mention.unit) == (printed, unit)
    assert mention.value == Decimal(number.replace(",", "")) * 10**power


@given(st.sampled_from(RATE_FORMS), st.integers(1, 999), PLAIN, WORDS)
def test_a_rate_in_any_form_is_found_at_its_offset_with_its_value(
    form: str, tenths: int, before: str, after: str
) -> None:
    number = f"{tenths / 10:.1f}"
    printed = form.format(number)
    document = parsed(f"{HEAD}{before.capitalize()}.\n\nGrowth is put at a CAGR of {printed} to 2030.\n\n{after}")
    mention = _of(document.text, document.text.index(printed))
    assert (mention.surface, mention.metric, mention.unit) == (printed, "cagr", "percent")
    assert mention.value == Decimal(number)


BODY = (
    "By lift, mobile cranes held 61.5% of revenue in 2025, while gantry cranes should grow at a 9.1% CAGR through 2032.\n\n"
    "The harbour crane market was worth €4.2bn in 2024, of which Europe took £1.1bn. Page 12 of 80.\n"
)


@given(PLAIN)
def test_text_in_front_that_holds_no_figure_shifts_offsets_and_changes_nothing_else(words: str) -> None:
    lead = f"{words.capitalize()} stay.\n\n"
    plain, shifted = read(HEAD + BODY), read(HEAD + lead + BODY)

    def moved(mention: Mention) -> Mention:
        by = len(lead)
        start, end = mention.char_start + by, mention.char_end + by
        return replace(mention, char_start=start, char_end=end, claim_id="")

    assert [moved(m) for m in plain.mentions] == [replace(m, claim_id="") for m in shifted.mentions]
    assert [(r.char_start + len(lead), r.surface, r.rule) for r in plain.rejections] == [
        (r.char_start, r.surface, r.rule) for r in shifted.rejections
    ]


PIECES = st.lists(
    st.one_of(
        st.sampled_from([form.format("4.20") for form in sorted(MONEY_FORMS)] + ["6.1%", "in 2024", "CAGR of", "held", "[3]", "\n\n", "| ", "respectively", "12,5 Mrd. Euro", "38億5,000万米ドル"]),
        st.text(max_size=20),
    ),
    max_size=20,
).map(" ".join)  # fmt: skip


@given(PIECES)
def test_no_claim_stands_without_a_slice_that_equals_it(text: str) -> None:
    document = parsed(text.replace("\r", ""))
    extraction = read(document.text)
    assert all(document.text[m.char_start : m.char_end] == m.surface for m in extraction.mentions)
    backed = {
        m.claim_id: {n.surface for n in extraction.mentions if n.claim_id == m.claim_id} for m in extraction.mentions
    }
    for claim in extraction.claims:
        assert claim.value_as_printed in backed[claim.claim_id]
