"""The topic of a text without "the X market": another language's phrase, the title, the topic that recurs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise

from sources.extract.markets.markets import tidy_market
from sources.extract.text.sentences import Sentence
from sources.grammar.areas import area_marks
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("markets")
_LISTS = word_lists("markets")
_TOKEN = re.compile(r"[^\W\d_][\w’'-]*")
SIZED = re.compile(rf"(?:[$€£₹¥]|{_WORDS['sized_currency_codes']})\s?[0-9]|[0-9]\s?{_WORDS['sized_scale_words_mul']}")
_BUSINESS = re.compile(
    rf"(?:{_WORDS['markets_of_es']} (?:de |del )(?:la |los |las )?|{_WORDS['markets_of_fr']} (?:de |des |du )(?:la |l')?|{_WORDS['markets_for_de']} )(?P<name>[\wÀ-ÿ-]+(?:\s{_WORDS['name_links_mul']}?\s?[\wÀ-ÿ-]+){{0,3}}?)(?=\s(?:a |{_WORDS['behind_market_names_mul']})|[,.:;(]|$)"
    rf"|(?P<cjk>[一-鿿ァ-ヿー]{{2,16}}(?:の[一-鿿ァ-ヿー]{{2,12}})?)(?:の)?(?:世界)?(?:市場|市场)(?!{_WORDS['no_markets_cjk']})"
)


def unnamed_market(text: str, titles: list[tuple[int, str]], found: Sequence[Sentence], words: Grammar) -> str | None:
    """A market that is never called "the X market": another language's phrase, else the topic that recurs.

    A topic is a run of one to three words; it counts for its occurrences, for its length, for being in the title and for
    being in a sentence with an amount.
    """
    votes = Counter(m["name"] or m["cjk"] for m in _BUSINESS.finditer(text))
    if votes:
        return max(votes, key=lambda n: (votes[n], len(n), n))
    for _, title in titles[:2]:
        if (m := _TITLED.match(title)) and (name := _without_area(m["name"])):
            return name
    if words.language == "en" and (spent := _spending(text, words)):
        return spent
    sized = [text[s.start : s.end] for s in found if SIZED.search(text, s.start, s.end)]
    if words.language in ("ja", "ko", "zh") or not sized:
        return None
    counts: Counter[tuple[str, ...]] = Counter()
    capital: Counter[tuple[str, ...]] = Counter()
    forms: dict[tuple[str, ...], Counter[str]] = {}
    for s in found:
        for key, form in _topics(text[s.start : s.end], words):
            counts[key] += 1
            capital[key] += form[0].isupper()
            forms.setdefault(key, Counter())[form] += 1
    in_title = {key for _, t in titles[:2] for key, _ in _topics(t, words)}
    amounts = {key for piece in sized[:3] for key, _ in _topics(piece, words)}
    scores = {
        key: counts[key] * (0.6 if len(key) == 1 else 1 + 0.7 * (len(key) - 1))
        + (3 + 2 * (len(key) - 1)) * (key in in_title)
        + 3 * (key in amounts)
        for key in counts
        if (counts[key] > 1 or (key in in_title and key in amounts)) and (capital[key] < counts[key] or key in in_title)
    }
    if not scores:
        return None
    best = max(sorted(scores), key=lambda key: scores[key])
    if scores[best] < 4:
        return None
    return max(forms.get(best, Counter({" ".join(best): 1})).items(), key=lambda item: (item[1], item[0]))[0]


_SPENDING = re.compile(rf"\b(?P<name>(?:[A-Za-z&-]{{2,20}}\s){{1,2}}){_WORDS['topic_spending']}\b")
_CAPITAL_SPENDING = frozenset(_LISTS["spenders"])


def _spending(text: str, words: Grammar) -> str | None:
    """ "IT spending", said twice or more: the market is what is spent on that."""
    counts: Counter[str] = Counter()
    for m in _SPENDING.finditer(text):
        own = [w for w in m["name"].split() if w.lower() not in _stops(words)]
        if own and own[-1] == m["name"].split()[-1] and own[-1].lower() not in _CAPITAL_SPENDING:
            counts[f"{' '.join(own[-1:])} spending"] += 1
    name, n = max(counts.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return name if n > 1 else None


_TITLED = re.compile(
    rf"(?P<name>[^-–—:|,(]{{3,60}}?)\s?(?:\s[-–—]|[:|,(])\s?.{{0,40}}\b(?:{_WORDS['title_nouns']}|(?:to|until) 20[0-9]{{2}})\b",
    re.IGNORECASE,
)


def _without_area(name: str) -> str | None:
    for mark in reversed(area_marks(name, 0, len(name))):
        name = name[: mark.start] + " " + re.sub(r"^['’]s", "", name[mark.end :])
    plain = tidy_market(" ".join(name.split()))
    return plain if plain and len(plain.split()) <= 6 and not SIZED.search(plain) else None


def _topics(piece: str, words: Grammar) -> list[tuple[tuple[str, ...], str]]:
    """Runs of one to three content words with their comparison key (lower case, singular); areas are passed over."""
    areas = area_marks(piece, 0, len(piece))
    stops = _stops(words)
    tokens: list[tuple[int, int, str]] = []  # start, end and key of a word; no key where it can be in no topic
    for m in _TOKEN.finditer(piece):
        at, end = m.span()
        if areas and any(a.start <= at < a.end for a in areas):
            continue
        word = m.group()
        lower = word.lower()
        tells = lower not in stops and (len(word) > 2 or word.isupper())
        tokens.append((at, end, _singular(lower) if tells else ""))
    out: list[tuple[tuple[str, ...], str]] = []
    for size in (1, 2, 3):
        for i in range(len(tokens) - size + 1):
            first = tokens[i]
            if not first[2]:
                continue
            if size > 1 and not _are_joined(piece, tokens[i : i + size]):
                continue
            out.append((tuple([t[2] for t in tokens[i : i + size]]), piece[first[0] : tokens[i + size - 1][1]]))
    return out


def _are_joined(piece: str, run: list[tuple[int, int, str]]) -> bool:
    return all(b[2] and piece[a[1] : b[0]] in (" ", "-") for a, b in pairwise(run))


@lru_cache(maxsize=8192)
def _singular(word: str) -> str:
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    return word[:-1] if word.endswith("s") and len(word) > 1 and word[-2] != "s" else word


@cache
def _stops(words: Grammar) -> frozenset[str]:
    return frozenset({*words.phrases("stop_words"), *words.phrases("topic_stop_words")})
