"""Numbers that are written to be misread: each gives the figure that it states, or none; never another, never an error."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest

from sources.extract import extract
from sources.ingest.workers.pace import slowness
from sources.parse import parse
from sources.records import Mention

pytestmark = pytest.mark.slow

BILLION = 10**9
_LIMIT = 20.0  # seconds of processor time for a million digits; measured 1.5 to 3, above 4 with eight others at work; a square takes hours

# What is printed in the place of an amount, and what it is worth in dollars; None: it states no figure that can be believed.
AMOUNTS: list[tuple[str, str, Decimal | None]] = [
    ("plain", "USD 4.2 billion", Decimal("4.2") * BILLION),
    # digits of other scripts
    ("full-width digits", "USD ４.２ billion", Decimal("4.2") * BILLION),
    ("full-width digits and point", "USD ４．２ billion", Decimal("4.2") * BILLION),
    ("one full-width digit among ours", "USD ４2 billion", Decimal(42) * BILLION),
    ("Arabic-Indic digits", "USD ٤٫٢ billion", None),
    ("Arabic-Indic digits, our point", "USD ٤.٢ billion", None),
    ("extended Arabic-Indic digits", "USD ۴.۲ billion", None),
    ("Devanagari digits", "USD ४.२ billion", None),
    ("Bengali digits", "USD ৪.২ billion", None),
    ("Thai digits", "USD ๔.๒ billion", None),
    ("mathematical bold digits", "USD 𝟒.𝟐 billion", None),
    ("an Arabic-Indic digit behind our point", "USD 4.٢ billion", None),
    ("an Arabic-Indic digit before ours", "٤2 billion USD", None),
    ("a superscript behind", "USD 4.2² billion", None),
    ("a superscript before", "²4 billion USD", None),
    ("a subscript", "USD 4₂ billion", None),
    ("a circled digit", "USD ④ billion", None),
    ("a circled digit behind ours", "USD 4② billion", None),
    ("a digit in a keycap", "USD 4\u20e3 billion", None),
    ("a fraction behind", "USD 4½ billion", Decimal("4.5") * BILLION),
    ("a fraction behind, currency last", "4½ billion USD", Decimal("4.5") * BILLION),
    ("a fraction alone", "USD ½ billion", None),
    ("a fraction with a slash of its own", "USD 4 1\u20442 billion", None),
    ("a fraction in plain digits", "€1/2 billion", None),
    ("Roman letters", "USD IV billion", None),
    ("a Roman numeral of one sign", "USD Ⅳ billion", None),
    ("Roman letters before a point", "IV.2 billion USD", None),
    ("Chinese digits", "USD 四点二 billion", None),
    ("a Chinese scale sign", "USD 4.2億", None),
    # letters that look like digits, and letters of other alphabets in the scale word
    ("letter O", "USD 4O billion", None),
    ("Cyrillic O", "USD 4\u041e billion", None),
    ("letter l", "USD l4 billion", None),
    ("letter I", "USD I2 billion", None),
    ("letter S behind the point", "USD 4.S billion", None),
    ("a Cyrillic letter in billion", "USD 4.2 \u042cillion", None),
    ("a Greek letter in billion", "USD 4.2 billi\u03bfn", None),
    ("a letter between digits", "USD 4b2 billion", None),
    # signs that do not show
    ("zero-width joiner", "USD 4\u200d2 billion", None),
    ("zero-width joiner, currency last", "4\u200d2 billion USD", None),
    ("zero-width non-joiner", "USD 4\u200c2 billion", None),
    ("zero-width blank", "USD 4\u200b2 billion", None),
    ("zero-width blank before the point", "USD 4\u200b.2 billion", None),
    ("word joiner", "USD 4\u2060.2 billion", None),
    ("byte order mark inside", "USD 4\ufeff2 billion", None),
    ("soft hyphen", "USD 4\u00ad2 billion", None),
    ("right-to-left override", "USD \u202e2.4\u202c billion", None),
    ("right-to-left override inside", "USD 4\u202e2.1\u202c billion", None),
    ("right-to-left mark", "USD 4\u200f.2 billion", None),
    ("an isolate around a digit", "USD 4\u20662\u2069 billion", None),
    ("struck through", "USD 4\u03362 billion", None),
    # forms of programs
    ("exponent beyond any float", "USD 1e999 billion", None),
    ("exponent", "USD 4e9", None),
    ("exponent with a sign", "4.2E+2 million USD", Decimal(420) * 10**6),
    ("negative exponent", "USD 1e-9 billion", None),
    ("power of ten", "USD 4.2×10^9", Decimal("4.2") * BILLION),
    ("power of ten in superscripts", "USD 4.2 × 10⁹", Decimal("4.2") * BILLION),
    ("hexadecimal", "0x10 billion USD", None),
    ("octal", "USD 0o17 million", None),
    ("underscore", "1_000 million USD", Decimal(1) * BILLION),
    ("not a number", "USD NaN billion", None),
    ("infinity", "USD Infinity billion", None),
    ("inf", "USD inf million", None),
    ("the sign of infinity", "USD ∞ billion", None),
    # signs
    ("negative zero", "USD -0 billion", None),
    ("negative zero with a point", "USD -0.0 billion", None),
    ("below zero behind the currency", "USD -4.2 billion", None),
    ("below zero, minus sign", "USD −4.2 billion", None),
    ("below zero, currency last", "-4.2 billion USD", None),
    ("below zero as accountants print it", "USD (4.2) billion", None),
    # separators
    ("less than one", "USD .75 billion", Decimal("0.75") * BILLION),
    ("less than one, currency last", ".75 billion USD", Decimal("0.75") * BILLION),
    ("a comma before", "USD ,500 million", None),
    ("apostrophes between thousands", "USD 1'234 million", Decimal("1.234") * BILLION),
    ("an apostrophe elsewhere", "USD 4'2 billion", None),
    ("lakhs", "USD 12,34,567 million", Decimal(1234567) * 10**6),
    ("a lone group of two", "USD 1,00,0 million", None),
    ("two commas", "USD 1,,000 million", None),
    ("two points", "USD 4..2 billion", None),
    ("an ellipsis", "USD 4…2 billion", None),
    ("three parts", "1.2.3 billion USD", None),
    ("a list without blanks", "1,2,3 billion USD", None),
    ("blanks between thousands", "USD 1 234 million", None),
    ("blanks between thousands, currency last", "1 234 million USD", None),
    ("a blank and two digits", "USD 1 00 million", None),
    ("a middle dot", "4·2 billion USD", None),
    ("an Arabic comma", "USD 4،2 billion", None),
    ("an Arabic separator of thousands", "USD 1٬000 million", None),
    ("a full-width comma", "USD 1，000 million", None),
    ("a Chinese full stop", "USD 4。2 billion", None),
    ("a one-dot leader", "USD 4\u20242 billion", None),
    ("a ratio", "4:2 billion USD", None),
    ("a stop before the scale word", "USD 4.2. billion", None),
    ("a share of money", "USD 4.2% billion", None),
    ("a range turned round", "USD 9.1–4.2 billion", None),
]  # fmt: skip

RATES: list[tuple[str, str, Decimal | None]] = [
    ("plain", "5.2%", Decimal("5.2")),
    ("full-width", "５.２％", Decimal("5.2")),
    ("below zero", "−5.2%", Decimal("-5.2")),
    ("less than one", ".5%", Decimal("0.5")),
    ("a fraction", "12½%", Decimal("12.5")),
    ("a fraction behind a blank", "5 ½%", None),
    ("an exponent", "1e2%", None),
    ("three parts", "4.2.1%", None),
    ("an Arabic separator", "5٫2%", None),
    ("the Arabic sign", "5.2٪", None),
    ("a hidden blank", "5\u200b.2%", None),
    ("right-to-left override", "5\u202e2%", None),
    ("a superscript", "5²%", None),
    ("a fraction's slash", "10\u20442%", None),
    ("blanks between thousands", "1 234%", None),
    ("two points", "5..2%", None),
    ("letter l for a one", "l5%", None),
    ("a Roman numeral", "Ⅴ%", None),
]

ENDLESS = [
    ("a million digits", "USD " + "1234567890" * 100_000 + " billion"),
    ("a million digits behind the point", "USD 4." + "1234567890" * 100_000 + " billion"),
    ("twenty thousand groups", "USD 1" + ",234" * 20_000 + " million"),
    ("a million zeros before", "USD " + "0" * 1_000_000 + "7 billion"),
    ("a hundred digits", "USD " + "9" * 100 + " billion"),
    ("twenty-five digits", "USD " + "9" * 25),
]


def figures(sentence: str) -> list[Mention]:
    """All figures that a text of one sentence states."""
    return list(extract(parse(f"Widget Market Report\n\n{sentence}\n".encode())).mentions)


@pytest.fixture(scope="module", autouse=True)
def _words_are_read() -> None:
    figures("The kite market reached USD 5 billion in 2024.")


@pytest.mark.parametrize(("printed", "worth"), [pytest.param(*row, id=name) for name, *row in AMOUNTS])
def test_an_amount_is_read_as_it_is_printed_or_not_at_all(printed: str, worth: Decimal | None) -> None:
    found = figures(f"The global widget market size was valued at {printed} in 2025 and is growing.")
    told = [(one.metric, one.value, one.value_high) for one in found]
    assert told == ([] if worth is None else [("market_size", worth, None)])


@pytest.mark.parametrize(("printed", "worth"), [pytest.param(*row, id=name) for name, *row in RATES])
def test_a_rate_is_read_as_it_is_printed_or_not_at_all(printed: str, worth: Decimal | None) -> None:
    found = figures(f"The global widget market will grow at a CAGR of {printed} from 2025 to 2030.")
    assert [(one.metric, one.value) for one in found] == ([] if worth is None else [("cagr", worth)])


@pytest.mark.parametrize("printed", [pytest.param(printed, id=name) for name, printed in ENDLESS])
def test_endless_digits_are_no_figure_and_cost_their_length(printed: str) -> None:
    begun = time.process_time()
    found = figures(f"The global widget market size was valued at {printed} in 2025 and is growing.")
    assert time.process_time() - begun < _LIMIT * slowness()
    assert found == []


def test_what_is_set_aside_is_told_with_its_place() -> None:
    text = "Widget Market Report\n\nThe widget market size was valued at USD 1 234 million in 2025.\n"
    refused = [one for one in extract(parse(text.encode())).rejections if one.rule == "part_of_a_number"]
    assert [text[one.char_start : one.char_end] for one in refused] == ["1", "234"]


@pytest.mark.parametrize(
    ("sentence", "worth"),
    [
        ("The widget market reached USD 4.2 billion\u00b2 in 2025.", 4_200_000_000),  # the mark of a footnote behind the scale word
        ("In 2025 the widget market reached USD 1.5bn.", 1_500_000_000),
        ("The widget market was worth $4.2\u00a0billion in 2025.", 4_200_000_000),
        ("The widget market was worth \u200bUSD 4.2 billion\u200b in 2025.", 4_200_000_000),
    ],
)  # fmt: skip
def test_what_stands_beside_a_whole_number_does_not_cost_it(sentence: str, worth: int) -> None:
    assert [one.value for one in figures(sentence) if one.metric == "market_size"] == [worth]
