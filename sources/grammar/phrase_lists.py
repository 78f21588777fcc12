"""The lists of one or two language files as one: phrases of each, and the forms of their verbs in the lists that hold such verbs.

Belongs here: what a list holds in the end. How it is matched does not (`language`, `phrase_patterns`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sources.grammar.conjugation import conjugated
from sources.grammar.language_file import LanguageFile

# Words with a worth: no lists of phrases.
_MAPS = ("scales", "cardinals", "number_parts", "number_scales", "fractions", "unit_scales", "months")
_MOTIONS = ("growth", "fall")


def merged_lists(files: tuple[LanguageFile, ...]) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """Every list of the files by name ("metrics.cagr" for a list within a map), and all forms of their regular verbs."""
    lists: dict[str, tuple[str, ...]] = {}
    for name in LanguageFile.model_fields:
        values = [getattr(f, name) for f in files]
        if isinstance(values[0], tuple):
            lists[name] = tuple(dict.fromkeys(p for v in values for p in v))
        elif isinstance(values[0], dict) and name not in _MAPS:
            for key in dict.fromkeys(k for v in values for k in v):
                lists[f"{name}.{key}"] = tuple(dict.fromkeys(p for v in values for p in v.get(key, ())))
    all_verbs = _add_verbs(lists, files)
    lists["subject_verbs"] = tuple(dict.fromkeys(lists["subject_verbs"] + lists["reporting_verbs"]))
    moves = [p for name in ("rise_verbs", "fall_verbs") for p in lists[name]]
    nouns = [p for name in ("rise_nouns", "fall_nouns") for p in lists[name]]
    lists["subject_verbs"] = tuple(dict.fromkeys([*lists["subject_verbs"], *moves]))
    lists["metrics.growth"] = tuple(dict.fromkeys([*lists.get("metrics.growth", ()), *moves, *nouns]))
    return lists, all_verbs


def _add_verbs(lists: dict[str, tuple[str, ...]], files: tuple[LanguageFile, ...]) -> tuple[str, ...]:
    """Puts the forms of a language's verbs into the lists that hold such verbs; answers all of them."""
    added: dict[str, list[str]] = {}
    forms_all: dict[str, None] = {}
    for file in files:
        nouns = frozenset(file.not_verbs)
        for kind in dict.fromkeys([*file.verbs, *(k.partition(" ")[0] for k in file.verb_forms)]):
            forms = [conjugated(verb, file.language) for verb in file.verbs.get(kind, ())]
            tenses = {
                tense: [f for verb in forms for f in getattr(verb, tense)]
                + list(file.verb_forms.get(f"{kind} {tense}", ()))
                for tense in ("present", "past", "future", "other")
            }
            finite = [f for tense in ("present", "past", "future") for f in tenses[tense] if f not in nouns]
            every = [f for tense in tenses.values() for f in tense]
            forms_all.update(dict.fromkeys(f for f in every if f not in nouns))
            added.setdefault("reporting_verbs" if kind == "say" else "subject_verbs", []).extend(finite)
            if kind == "say":
                continue
            added.setdefault("status.forecast", []).extend(tenses["future"])
            added.setdefault("status.historical", []).extend(tenses["past"])
            if kind in _MOTIONS:
                added.setdefault("metrics.growth", []).extend(every)
                added.setdefault("motion_verbs", []).extend(every)
            if kind == "fall":
                added.setdefault("falls", []).extend(every)
            if kind == "share":
                added.setdefault("metrics.share", []).extend([f for f in every if f not in nouns])
        if file.falls:
            added.setdefault("metrics.growth", []).extend(file.falls)
    for name, forms_of in added.items():
        lists[name] = tuple(dict.fromkeys([*lists.get(name, ()), *forms_of]))
    return tuple(forms_all)


def merged_maps(maps: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Maps of several files as one, with keys in lower case; later files win."""
    merged: dict[str, Any] = {}
    for mapping in maps:
        merged.update({key.lower(): value for key, value in mapping.items()})
    return merged
