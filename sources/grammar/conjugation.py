"""Finite verb forms in the third person from the infinitives of the language files. No meaning is decided here.

Only what regular verbs do, with the changes of spelling that follow from the sound (fr "avança", it "registrerà", es "alcanzó"
needs none). Irregular forms are in the language files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ENDINGS: dict[str, dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]]] = {
    # language → ending of the infinitive → present, past, future and conditional, participles and gerund
    "fr": {
        "er": (("e", "ent"), ("a", "èrent", "ait", "aient"), ("era", "eront", "erait", "eraient"), ("é", "ée", "és", "ées", "ant")),
        "ir": (("it", "issent"), ("irent", "issait", "issaient"), ("ira", "iront", "irait", "iraient"), ("i", "ie", "is", "ies", "issant")),
    },
    "es": {
        "ar": (("a", "an"), ("ó", "aron", "aba", "aban"), ("ará", "arán", "aría", "arían"), ("ado", "ada", "ados", "adas", "ando")),
        "er": (("e", "en"), ("ió", "ieron", "ía", "ían"), ("erá", "erán", "ería", "erían"), ("ido", "ida", "idos", "idas", "iendo")),
        "ir": (("e", "en"), ("ió", "ieron", "ía", "ían"), ("irá", "irán", "iría", "irían"), ("ido", "ida", "idos", "idas", "iendo")),
    },
    "pt": {
        "ar": (("a", "am"), ("ou", "aram", "ava", "avam"), ("ará", "arão", "aria", "ariam"), ("ado", "ada", "ados", "adas", "ando")),
        "er": (("e", "em"), ("eu", "eram", "ia", "iam"), ("erá", "erão", "eria", "eriam"), ("ido", "ida", "idos", "idas", "endo")),
        "ir": (("e", "em"), ("iu", "iram", "ia", "iam"), ("irá", "irão", "iria", "iriam"), ("ido", "ida", "idos", "idas", "indo")),
    },
    "it": {
        "are": (("a", "ano"), ("ò", "arono", "ava", "avano"), ("erà", "eranno", "erebbe", "erebbero"), ("ato", "ata", "ati", "ate", "ando")),
        "ere": (("e", "ono"), ("é", "ette", "erono", "ettero", "eva", "evano"), ("erà", "eranno", "erebbe", "erebbero"), ("uto", "uta", "uti", "ute", "endo")),
        "ire": (("e", "ono", "isce", "iscono"), ("ì", "irono", "iva", "ivano"), ("irà", "iranno", "irebbe", "irebbero"), ("ito", "ita", "iti", "ite", "endo")),
    },
    "de": {
        "en": (("t", "en"), ("te", "ten"), (), ()),
        "n": (("t", "n"), ("te", "ten"), (), ()),
    },
}  # fmt: skip
_OPEN_E = re.compile(r"[eé](?=[^aeiouyèéê]$)")


@dataclass(frozen=True, slots=True)
class Forms:
    """Forms of a verb in the third person, singular and plural."""

    present: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    future: tuple[str, ...] = ()
    other: tuple[str, ...] = ()  # participles, the gerund and the infinitive

    @property
    def finite(self) -> tuple[str, ...]:
        """What a subject can have for its verb."""
        return self.present + self.past + self.future

    @property
    def all(self) -> tuple[str, ...]:
        """Every form."""
        return self.finite + self.other


def conjugated(infinitive: str, language: str) -> Forms:
    """The regular forms of a verb.

    Args:
        infinitive: as the language file spells it.
        language: its code; languages without endings here give the infinitive alone.

    Returns:
        The forms; only the infinitive where its ending is none of the language's.
    """
    for ending, groups in _ENDINGS.get(language, {}).items():
        if infinitive.endswith(ending) and len(infinitive) > len(ending) + 1:
            stem = infinitive.removesuffix(ending)
            present, past, future, other = (tuple(_joined(stem, e, language) for e in group) for group in groups)
            if language == "de":
                other = _participle(stem)
            return Forms(present, past, future, (*other, infinitive))
    return Forms(other=(infinitive,))


def _joined(stem: str, ending: str, language: str) -> str:
    if language == "fr":
        if stem.endswith("c") and ending[0] in "aâ":
            stem = stem[:-1] + "ç"
        if stem.endswith("g") and ending[0] in "aâ":
            stem += "e"
        if ending in ("e", "ent") or ending.startswith("er"):
            stem = _OPEN_E.sub("è", stem)
    if language == "it" and ending[0] in "ei":
        if stem.endswith(("c", "g")) and ending.startswith("er"):
            stem += "h"
        elif stem.endswith("i"):
            stem = stem[:-1]
    if language == "de" and stem.endswith(("t", "d", "chn", "ffn")) and ending[0] == "t":
        stem += "e"
    return stem + ending


_UNSTRESSED = ("be", "ge", "er", "ver", "zer", "ent", "über", "unter", "wider")


def _participle(stem: str) -> tuple[str, ...]:
    joined = _joined(stem, "t", "de")
    return (joined,) if stem.endswith("ier") or stem.startswith(_UNSTRESSED) else ("ge" + joined,)
