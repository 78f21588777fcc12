"""A candidate's features as numbers: where it occurs, how it is shaped, what else it could be. Their weights are fitted, in `weights.json`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import cache

from sources.extract.publisher.candidates import Candidate
from sources.extract.publisher.lines import Line
from sources.extract.publisher.names import is_cjk, related
from sources.grammar.firms import known_firms
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.profiles import load_profiles, normal_publisher_name

_LISTS = word_lists("publisher")
_WORDS = pattern_words("publisher")
SHORT_TEXT = 1800
_MANY = 60  # houses of which none is the only one


def _set(name: str) -> frozenset[str]:
    return frozenset(normal_publisher_name(w) if not is_cjk(w) else w for w in _LISTS[name])


_HOUSE, _BODY, _PAPER, _WIRE = map(_set, ("house_words_mul", "body_words_mul", "paper_words_mul", "wire_words"))
_STARTS, _TITLE, _FURNITURE = map(_set, ("no_name_starts_mul", "title_words_mul", "furniture_mul"))
_COMMANDS = _set("command_words_mul")
_LINKS = frozenset(_LISTS["name_links_mul"])
_GENERIC = _HOUSE | _PAPER | _STARTS | _TITLE | _FURNITURE | _COMMANDS
_BODY_CJK = re.compile(rf"{_WORDS['body_ends_cjk']}$")
_TITLE_CJK = re.compile("|".join(w for w in _LISTS["title_words_mul"] if is_cjk(w)))
_LEGAL_FORM = re.compile(rf"\b{_WORDS['legal_forms']}\b")


def features_of(one: Candidate, text: str, lines: Sequence[Line], lowered: frozenset[str]) -> dict[str, float]:
    """Features of a candidate by name; those that are nought are left out.

    Args:
        one: the candidate.
        text: canonical text.
        lines: its lines.
        lowered: words that the text prints in small letters.
    """
    out = {f"at.{kind}": 1.0 for kind in one.places}
    for kind in one.inherited:
        if kind != "occurrence":
            out[f"short.{kind}"] = 1.0
    n = len(one.spans) + one.inherited["occurrence"]
    out["occurrences"] = math.log2(n) / 3
    for kind in ("states", "owns", "source_label", "listed"):
        if one.places[kind] > 1:
            out[f"often.{kind}"] = 1.0
    words = one.key.split()
    out |= _cjk_shape(one) if is_cjk(one.key) else _shape(one, words, lowered)
    if one.hosts:
        out["host"] = 1.0
        out["mail"] = float(one.mails > 0)
        out["hosts"] = float(one.hosts > 1)
    if "at.host_only" in out and is_cjk(text[:400]):
        out["host_only_cjk"] = 1.0
    if one.key.replace(" ", "") in _profiled():
        out["profile"] = 1.0
    if one.key in known_firms().firms:
        out["firm"] = 1.0
    first = min(span.start for span in one.spans)
    out["first.head"] = float(first < 200)
    out["first.late"] = float(first > len(text) * 0.7)
    out = {name: value for name, value in out.items() if value}
    head = {"at.first_line", "at.first_line_piece", "at.head_line", "at.head_piece", "at.path_first"} & out.keys()
    if head and "profile" in out:
        out["profile_in_head"] = 1.0
    voice = {"at.states", "at.owns", "at.source_label", "at.describes", "at.according", "at.states_cjk"} & out.keys()
    if head and voice:
        out["head_and_voice"] = 1.0
    if head and (out.get("host") or "at.repeated" in out or "at.rights" in out):
        out["head_and_mark"] = 1.0
    if head and {"shape.house", "shape.body", "shape.paper", "shape.body_cjk"} & out.keys():
        out["head_and_kind"] = 1.0
    if voice and {"shape.house", "shape.body"} & out.keys():
        out["voice_and_kind"] = 1.0
    return out


def add_rivalry(candidates: Sequence[Candidate], features: Sequence[dict[str, float]]) -> None:
    """Adds to each candidate's features whether it is the only house of the text, or the one that is named most."""
    houses = [i for i, one in enumerate(features) if _KINDS & one.keys() and not _NO_HOUSE & one.keys()]
    if len(houses) > _MANY:
        return
    most = max((len(candidates[i].spans) for i in houses), default=0)
    for i in houses:
        rivals = [j for j in houses if not related(candidates[i].key, candidates[j].key)]
        if not rivals:
            features[i]["only_house"] = 1.0
        elif len(candidates[i].spans) == most > max(len(candidates[j].spans) for j in rivals):
            features[i]["most_named_house"] = 1.0


_KINDS = {"shape.house", "shape.body_cjk"}
_NO_HOUSE = {
    "shape.command",
    "shape.market_end",
    "shape.generic",
    "shape.no_name_start",
    "at.in_heading",
    "at.body_line",
}


def _shape(one: Candidate, words: list[str], lowered: frozenset[str]) -> dict[str, float]:
    small = sum(w in lowered for w in words) / max(1, len(words))
    out = {
        f"shape.words_{min(len(words), 5)}": 1.0,
        "shape.small_words": small,
        "shape.all_small": float(small == 1),
        "shape.house": float(len(words) > 1 and words[-1] in _HOUSE),
        "shape.body": float(len(words) > 1 and bool(_BODY & set(words))),
        "shape.paper": float(bool(_PAPER & set(words))),
        "shape.wire": float(any(w in _WIRE or w.endswith("wire") for w in words)),
        "shape.no_name_start": float(words[0] in _STARTS),
        "shape.title_word": float(bool(_TITLE & set(words) - ({words[-1]} if len(words) > 1 else set()))),
        "shape.furniture": float(bool(_FURNITURE & set(words) - _HOUSE - _PAPER)),
        "shape.command": float(words[0] in _COMMANDS),
        "shape.group": float(len(words) > 1 and words[-1] == "group"),
        "shape.market_end": float(words[-1] in _TITLE),
        "shape.generic": float(all(w in _GENERIC or w in lowered for w in words)),
        "shape.small_inside": float(all(_has_small_inside(p) for p in one.printed)),
        "shape.capitals": float(any(p.isupper() and len(p) > 3 for p in one.printed)),
        "shape.short": float(len(one.key) < 5),
        "shape.small_print": float(all(p.islower() for p in one.printed)),
        "shape.camel": float(any(re.search(r"[a-z][A-Z]", p) is not None for p in one.printed)),
        "shape.legal_form": float(any(_LEGAL_FORM.search(p) is not None for p in one.printed)),
        "shape.initial": float(any(re.search(r"\b[A-Z]\. ", p) is not None for p in one.printed)),
        "shape.has_short": float(bool(one.shorts)),
        "shape.digit": float(any(c.isdigit() for c in one.key)),
    }
    return out


def _has_small_inside(printed: str) -> bool:
    """A word in small letters that joins no two words of a name: "View in browser"."""
    return any(w[0].islower() and w.lower() not in _LINKS for w in printed.split()[1:])


def _cjk_shape(one: Candidate) -> dict[str, float]:
    return {
        "cjk": 1.0,
        "shape.body_cjk": float(bool(_BODY_CJK.search(one.key))),
        "shape.title_cjk": float(bool(_TITLE_CJK.search(one.key))),
        "shape.long_cjk": float(len(one.key) > 9),
        "shape.short_cjk": float(len(one.key) < 4),
        "shape.has_short": float(bool(one.shorts)),
    }


def none_features(candidates: Sequence[Candidate], text: str, lines: Sequence[Line]) -> dict[str, float]:
    """Features of the answer that the text names no publisher of its own."""
    return {
        "none": 1.0,
        "none.short_text": float(len(text) < SHORT_TEXT),
        "none.very_short_text": float(len(text) < SHORT_TEXT / 3),
        "none.few_lines": float(len(lines) < 6),
        "none.candidates": math.log2(1 + len(candidates)) / 4,
        "none.cjk": float(sum(is_cjk(c.key) for c in candidates) * 2 > len(candidates)),
        "none.no_host": float(not any(c.hosts for c in candidates)),
    }


def lowered_words(text: str) -> frozenset[str]:
    """Words that a text prints in small letters somewhere."""
    return frozenset(re.findall(r"(?<![\w’'.-])[a-zß-ÿ]{3,}(?![\w-])", text))


@cache
def _profiled() -> frozenset[str]:
    """Names of reviewed houses, as they are compared; a wire or a paper only passes figures on."""
    return frozenset(key for profile in load_profiles() if profile.tier != "press" for key in profile.name_keys)
