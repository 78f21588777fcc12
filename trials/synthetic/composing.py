"""One synthetic report: its publisher, its market, its parts in order, and its claims. No form, no file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from trials.synthetic.statements import (
    OFTEN,
    Known,
    View,
    headline,
    region_table,
    segment_table,
    view,
)
from trials.synthetic.worlds import market, market_count, publisher, publisher_count, words


@dataclass(frozen=True, slots=True)
class Length:
    """Characters of a text: at least, usually (its median), at most; its last paragraphs may go beyond."""

    least: int
    typical: int
    most: int
    has_tables: bool = True


REPORT = Length(8_000, 13_000, 30_000)
# Where many documents are wanted, and not the work that many long ones make.
BRIEF = Length(700, 1_000, 2_000, has_tables=False)


@dataclass(frozen=True, slots=True)
class Part:
    """A heading, a paragraph, a list or a table; `rows` holds entries of a list, or cells of a table with its header."""

    kind: str
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """One report before it has a form.

    Attributes:
        number: of the report.
        title: as printed above it.
        publisher: who writes.
        market: what on; in the singular, lower case.
        domain: of the publisher.
        published_on: day of publication.
        parts: the text in order.
        known: the claims that it makes, each once.
    """

    number: int
    title: str
    publisher: str
    market: str
    domain: str
    published_on: date
    parts: tuple[Part, ...]
    known: tuple[Known, ...]


def compose(seed: int, n_reports: int, number: int, length: Length = REPORT) -> Report:
    """The report of a number in a collection of so many.

    Report `number` is on market `number` modulo the number of markets; the reports on one market are of different publishers.

    Args:
        seed: of the collection.
        n_reports: how many reports there are; decides how many markets and publishers.
        number: of the report; one beyond the last is one more report on a market that is there.
        length: of the text.

    Returns:
        The report, the same on every machine.
    """
    n_markets, n_publishers = market_count(n_reports), publisher_count(n_reports)
    of = number % n_markets
    random = Random(f"made report {seed} {n_reports} {number}")
    # Publishers of one market lie apart by a step of its own, so that pairs of publishers meet on some markets, not on all.
    step = 1 + Random(f"made step {seed} {of}").randrange(max(1, n_publishers // (number // n_markets + 1) - 1))
    writer = publisher(seed, (of * 13 + (number // n_markets) * step) % n_publishers)
    v = view(market(seed, of), writer, random)
    title = random.choice(
        ("{M} Market Size and Forecast {a}-{b}", "{M} Market: {a} to {b}", "Global {M} Market Outlook to {b}")
    ).format(M=v.market.name.title(), a=v.first, b=v.last)
    day = date(v.first + 1, 1, 10) + timedelta(days=random.randrange(330))
    parts, known = _parts(v, random, day, number, length)
    return Report(
        number, title, writer.name, v.market.name, writer.domain, day, tuple(parts), tuple(dict.fromkeys(known))
    )


def _parts(v: View, random: Random, day: date, number: int, of: Length) -> tuple[list[Part], list[Known]]:
    length = round(min(of.most, max(of.least, random.lognormvariate(0, 0.45) * of.typical)))
    known: list[Known] = []
    parts = [Part("byline", f"{v.publisher.name}. Published {day.day} {day:%B %Y}. Study {number:06d}.")]

    def add(part: Part, claims: Iterable[Known] = ()) -> int:
        parts.append(part)
        known.extend(claims)
        return len(part.text) + sum(len(cell) + 3 for row in part.rows for cell in row)

    text, claims = headline(v, random)
    written = add(Part("heading", "Summary")) + add(Part("paragraph", f"{text} {_prose(random, 2)}"), claims)
    tables = [region_table, segment_table] if of.has_tables else []
    random.shuffle(tables)
    sections = random.sample(words()["sections"], len(words()["sections"]))
    after_tables = [round(length * share) for share in (0.3, 0.6)]
    while written < length - 600:
        if sections and random.random() < 0.3:
            written += add(Part("heading", sections.pop()))
        if tables and written > after_tables[-len(tables)]:
            caption, rows, claims = tables.pop(0)(v, random)
            written += add(Part("caption", caption)) + add(Part("table", "", rows), claims)
        if random.random() < 0.45:
            stated, claims = random.choice(OFTEN)(v, random)
            written += add(Part("paragraph", f"{_prose(random, 2)} {stated} {_prose(random, 2)}"), claims)
        else:
            written += add(Part("paragraph", _prose(random, random.randrange(3, 7))))
    add(Part("heading", "Companies mentioned"))
    add(Part("list", "", tuple((name,) for name in _companies(random))))
    text, claims = headline(v, random)  # a claim that is made twice is one claim
    add(Part("heading", "In short"))
    add(Part("paragraph", text), claims)
    return parts, known


def _prose(random: Random, n_sentences: int) -> str:
    lists = words()
    said = []
    for template in random.sample(lists["prose"], n_sentences):
        sentence = template.format_map({slot: random.choice(of) for slot, of in lists["slots"].items()})
        said.append(sentence[0].upper() + sentence[1:])
    return " ".join(said)


def _companies(random: Random) -> list[str]:
    first = random.sample(words()["company_first"], 6)
    return [f"{name} {random.choice(words()['company_second'])}" for name in first]
