"""Language models that lie, fail and follow instructions: a local server with their API, called by the program's own code.

A verified answer stands: what keeps falsehood out is what our own code finds in the text, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sources.ask.calling import Answered, ask
from sources.ask.chance import Chances
from sources.ask.questions import Page, page_of, question_json, questions_of, reader_name
from sources.ask.reading import read_again
from sources.ask.settings import Budget, Price, Settings
from sources.extract import extract
from sources.extract.scan.years import year_marks
from sources.grammar.areas import WORLD, area_marks
from sources.records import Extraction, Mention, ParsedDocument, StoredAnswer
from tests.model_server import Answering, Asked, Reply, choices, model_server

REPORT = """# Tidal Turbine Market

Published March 2026

The global tidal turbine market was valued at USD 4.2 billion in 2025. It is expected to reach USD 7.9 billion by 2031, growing at a CAGR of 11.1% from 2025 to 2031.

By type, floating turbines held a share of 38.5% in 2025, and seabed turbines held 61.5%. In Norway, sales rose 5.4% in 2024 while prices of blades fell 3.2%. Shipments of the industry came to more than 1,450 units in 2024, and orders rose 126%. Harborline Power held 17% of the market in 2025. Serial numbers run up to 20304.
"""
CHANCES: Chances = {"plain": {"others": 0.9}, "dense": {"others": 0.9}}
_BUDGET = Budget(calls=6, usd=Decimal(2), minutes=10)  # minutes and deadlines that a loaded machine does not reach
_HOUR = 3600.0  # what a slow server takes, or asks for
Choice = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """One report with one server: the built-in reading, the joined one, and what the asking came to."""

    page: Page
    first: Extraction
    joined: Extraction
    answered: tuple[Answered, ...]
    n_calls: int


def settings_for(url: str, **changes: Any) -> Settings:
    """A dear model behind a local address; a call has more time than a loaded machine needs."""
    price = Price(input=Decimal(3), output=Decimal(15))
    said = {"url": url, "model": "liar", "call_seconds": 60, "budget": _BUDGET, "price": price}
    return Settings.model_validate({**said, **changes})


def asked_about(parsed: ParsedDocument, answering: Answering, **changes: Any) -> Told:
    """A document read by both readers, the language model behind a local server."""
    first = extract(parsed)
    with model_server(answering) as server:
        settings = settings_for(server.url, **changes)
        questions = questions_of(parsed, settings.model, settings.shape)
        answered = ask(questions, settings)
        n_calls = len(server.asked)
    stored = [
        StoredAnswer(
            a.question_id,
            a.document_id,
            reader_name(settings.model, settings.shape),
            question_json(questions[a.question_id]),
            "answered" if a.outcome == "answered" else "malformed",
            a.written,
            a.tokens_in,
            a.tokens_out,
            a.usd,
            datetime(2026, 11, 23, tzinfo=UTC),
        )
        for a in answered
        if a.written is not None
    ]
    joined = read_again(parsed, first, stored, CHANCES)
    return Told(page_of(parsed), first, joined, answered, n_calls)


def false_in(told: Told) -> list[str]:
    """Claims of the joined reading with a value, unit, year, area or name that the document does not hold.

    What both readers agree on is held against the text as well. A name or a year that the built-in reader infers is not the
    model's: those of its reading are known.
    """
    page, known = told.page, {_all_of(m) for m in told.first.mentions}
    found = []
    for m in told.joined.mentions:
        if page.scan.source.text[m.char_start : m.char_end] != m.surface:
            found.append(f"no slice of the text: {m.surface}")
        elif _all_of(m) not in known:
            found += [f"{m.surface}: {what}" for what in _nowhere(page, m, told.first)]
    return found


def _all_of(m: Mention) -> tuple[object, ...]:
    return (m.char_start, m.metric, m.value, m.unit, m.year, m.period_start, m.period_end, m.ref_area, m.segment, m.market,
            m.publisher, m.subject, m.status, m.comparator)  # fmt: skip


def _nowhere(page: Page, m: Mention, first: Extraction) -> list[str]:
    text = page.scan.parsed.text
    plain = " ".join(text.split()).casefold()
    own = {page.context.market, page.context.publisher} | {n for k in first.mentions for n in (k.market, k.segment)}
    years = {year for mark in year_marks(text, 0, len(text)) for year in (mark.first, mark.last)}
    areas = {mark.area.code for mark in area_marks(text, 0, len(text))} | {WORLD.code, page.context.area.code}
    areas |= {k.ref_area for k in first.mentions}
    values = {(abs(q.value), q.value_high and abs(q.value_high)) for q in page.scan.figures}
    is_own_name = m.ref_area.startswith("vendor:")  # of an area that no gazetteer knows: it must stand in the text
    names = [
        n
        for n in (m.market, m.segment, m.publisher, m.subject, m.geography if is_own_name else None)
        if n and n not in own
    ]
    return [
        *([f"value {m.value}"] if (abs(m.value), m.value_high and abs(m.value_high)) not in values else []),
        *(f"year {y}" for y in (m.year, m.period_start, m.period_end) if y and y not in years),
        *([f"area {m.geography}"] if m.ref_area not in areas and not is_own_name else []),
        *(f"name {n}" for n in names if " ".join(n.split()).casefold() not in plain),
    ]


def broken_by(told: Told) -> list[str]:
    """What breaks the promise: something false, a call or a dollar too many, a slow server that uses up the minutes of the run."""
    spent = sum((a.usd for a in told.answered), Decimal(0))
    broken = [f"{told.n_calls} calls of {_BUDGET.calls}"] if told.n_calls > _BUDGET.calls else []
    broken += [f"USD {spent} of {_BUDGET.usd}"] if spent > _BUDGET.usd else []
    return false_in(told) + broken + [a.problem for a in told.answered if a.problem and "minutes are over" in a.problem]


def truth(asked: Asked, **changed: Choice) -> list[Choice]:
    """What a true reader says of the report, by the words of each figure, with changes for some of them."""
    said: dict[str, Choice] = {
        "USD 4.2 billion": {"metric": "market_size", "year": "2025", "status": "historical"},
        "USD 7.9 billion": {"metric": "market_size", "year": "2031", "status": "forecast"},
        "11.1%": {"metric": "cagr", "period_start": "2025", "period_end": "2031", "status": "forecast"},
        "38.5%": {"metric": "share", "year": "2025", "part": "floating turbines", "dimension": "type"},
        "61.5%": {"metric": "share", "year": "2025", "part": "seabed turbines", "dimension": "type"},
        "5.4%": {"metric": "growth_rate", "year": "2024", "area": "Norway"},
        "3.2%": {"metric": "growth_rate", "year": "2024", "area": "Norway", "fall_words": "fell"},
        "1,450 units": {"metric": "volume", "year": "2024", "hedge": "more than"},
        "126%": {"metric": "growth_rate", "year": "2024"},
        "17%": {"metric": "share", "year": "2025", "subject": "Harborline Power"},
    }
    for words, change in changed.items():
        said[words] = {**said[words], **change}
    return [{"figure": n, **choice} for words, choice in said.items() if (n := asked.number_before(words)) is not None]


def _lying(**changed: Any) -> Answering:
    return lambda asked: choices(*truth(asked, **changed))


def _every(**change: Any) -> Answering:
    return lambda asked: choices(*({**choice, **change} for choice in truth(asked)))


def _raw(body: str | bytes, status: int = 200, **headers: str) -> Answering:
    content = body.encode() if isinstance(body, str) else body
    return lambda asked: Reply(None, status, raw=content, headers={k.replace("_", "-"): v for k, v in headers.items()})


def _refusing(asked: Asked) -> Reply | str:
    if "response_format" in asked.body:
        return Reply("unknown parameter", 400)
    return choices(*truth(asked))


def _with_usage(usage: str) -> Answering:
    words = '{"choices": [{"message": {"content": "{\\"figures\\": []}"}}], "usage": %s}'
    return _raw(words % usage)


_OTHER = [{"quote": words, "metric": "market_size", "year": "2025"}
          for words in ("USD 61.3 billion", "EUR 12 million", "CNY 880 million")]  # fmt: skip
_SIZE, _RATE = "USD 4.2 billion", "11.1%"

LIES: dict[str, Answering] = {
    "the truth, for comparison": _lying(),
    "figure numbers outside the question": lambda asked: choices(
        *({"figure": n, "metric": "market_size", "year": "2025"} for n in (-1, 0, 99, 10**6, 10**30, True, "3; 4"))
    ),
    "numbers and quotes that are not in the text": lambda asked: choices(
        *({"quote": q, "metric": "market_size", "year": "2025"} for q in ("USD 999 billion", "worth 999 billion"))
    ),
    "figures of another document": lambda asked: choices(*_OTHER),
    "a quote that cuts a number, and one that holds several": lambda asked: choices(
        *({"quote": q, "metric": "market_size", "year": "2025"} for q in ("2 billion", "USD 4.2", "4.2 billion in 2025. It is expected to reach USD 7.9 billion"))
    ),
    "values, units and ranges of its own": _every(value=999e9, value_high=1e12, unit="EUR", unit_measure="EUR"),
    "a year that is not in the text": _lying(**{_SIZE: {"year": "2041"}, _RATE: {"period_end": "2041"}}),
    "a year cut out of a longer number": _lying(**{_SIZE: {"year": "2030"}, _RATE: {"period_start": "2030"}}),
    "a year that is counted from nothing": _lying(**{_SIZE: {"year": "1987", "year_words": "now"}, "17%": {"year": "²²²²", "year_words": "in 2025"}}),
    "a period that ends before it begins": _lying(**{_RATE: {"period_start": "2031", "period_end": "2025"}}),
    "candidate keys outside the list": _every(year="Y98", market="M98", area="A98"),
    "an area that is none, and one cut out of a word": _lying(
        **{_SIZE: {"area": "Atlantis"}, "5.4%": {"area": "us"}, "3.2%": {"area": "blades"}}
    ),
    "markets, parts, speakers and subjects of its own": _lying(
        **{_SIZE: {"market": "Fusion Reactors"}, "38.5%": {"part": "kites"}, _RATE: {"speaker": "Gartner"}, "17%": {"subject": "Acme"}}
    ),
    "half the page, or a number, as a name": lambda asked: choices(
        *truth(asked, **{_SIZE: {"market": REPORT[60:400].split("\n\n")[-1][:300]}, "17%": {"subject": "17"}})
    ),
    "a unit that the metric cannot have": _lying(**{_SIZE: {"metric": "cagr", "period_end": "2031"}, "38.5%": {"metric": "market_size"}}),
    "a share above 100": _lying(**{"126%": {"metric": "share", "part": "blades"}}),
    "shares of one dimension above 100 together": _lying(
        **{"17%": {"part": "blades", "dimension": "type", "subject": None}}
    ),
    "a rate against its endpoints": _lying(
        **{"38.5%": {"metric": "cagr", "status": "forecast", "year": None, "period_start": "2025", "period_end": "2031", "part": None}}
    ),
    "a level without a year, a rate without a period": _lying(
        **{"1,450 units": {"metric": "other_numeric"}, "126%": {"metric": "cagr", "year": None}}
    ),
    "a rise as a fall": _lying(**{"5.4%": {"fall_words": "fell"}, "126%": {"fall_words": "held"}}),
    "the hedge of another figure": _lying(**{_SIZE: {"hedge": "more than"}, "17%": {"hedge": "at least"}}),
    "a forecast as history, and history as forecast": _lying(
        **{"USD 7.9 billion": {"status": "historical"}, "5.4%": {"status": "forecast"}}
    ),
    "the same figure twice, first true and then false": lambda asked: choices(
        *truth(asked), *({**choice, "metric": "price", "year": "2024"} for choice in truth(asked))
    ),
    "ten thousand choices": lambda asked: choices(*({"quote": f"USD {n} billion", "metric": "price"} for n in range(10_000))),
    "every figure denied": lambda asked: choices(*({"figure": n, "none": "a page number"} for n in asked.numbers)),
}  # fmt: skip

LATE = "no answer in time"
FAILURES: dict[str, Answering] = {
    "prose instead of JSON": lambda asked: "I am sorry, I cannot help with market figures.",
    "JSON that ends in the middle": lambda asked: choices(*truth(asked))[:300],
    "JSON of another shape": lambda asked: '{"figures": {"1": "market_size"}}',
    "choices that do not fit the schema": lambda asked: choices({"figure": [1]}, {"figure": 1, "metric": "turnover"}),
    "brackets without end": lambda asked: '{"figures": ' + "[" * 100_000,
    "a blank of a million signs": lambda asked: " " * 1_000_000 + "{" + " " * 1_000_000,
    "half a surrogate pair": _raw('{"choices": [{"message": {"content": "{\\"figures\\": []} \\ud800"}}]}'),
    "nothing": _raw(b""),
    "an empty message": _raw('{"choices": [{"message": {"content": ""}}]}'),
    "an HTML page": _raw("<html><body>Bad gateway</body></html>", Content_Type="text/html"),
    "JSON that is none of the API": _raw('{"choices": {"a": [1]}, "usage": "much"}'),
    "a list of nothing": _raw('{"choices": [null]}'),
    "tokens below zero": _with_usage('{"prompt_tokens": -1000000000, "completion_tokens": -5}'),
    "tokens that are words": _with_usage('{"prompt_tokens": "many", "completion_tokens": null}'),
    "ten million bytes": _raw(b'{"choices": "' + b"x" * 10_000_000 + b'"}'),
    "a connection cut in the middle": lambda asked: Reply(choices(*truth(asked)), cut_off=True),
    LATE: lambda asked: Reply(seconds=_HOUR),
    "429 with Retry-After": lambda asked: Reply("slow down", 429, headers={"Retry-After": "3600"}),
    "429 with a Retry-After that is no number": lambda asked: Reply("slow down", 429, headers={"Retry-After": "\xb2"}),
    "500": lambda asked: Reply("oops", 500),
    "401": lambda asked: Reply("who are you?", 401),
    "400 for response_format": _refusing,
    "400 for everything": lambda asked: Reply("no", 400),
    "a redirect to elsewhere": lambda asked: Reply("", 307, headers={"Location": "http://203.0.113.7/v1/steal"}),
}
