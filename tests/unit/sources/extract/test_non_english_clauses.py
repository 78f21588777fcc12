"""Verb forms and clauses of European languages. Whole sentences: `tests/forms/european_languages.yml`."""

from __future__ import annotations

import pytest

from sources.extract.phrases.non_english_clauses import non_english_clause
from sources.grammar.conjugation import conjugated
from sources.grammar.language import grammar


@pytest.mark.parametrize(
    ("infinitive", "language", "some"),
    [
        ("avancer", "fr", {"avança", "avancent", "avancera", "avancé"}),
        ("peser", "fr", {"pèse", "pesait", "pèsera"}),
        ("bondir", "fr", {"bondit", "bondissent", "bondi"}),
        ("superar", "es", {"superó", "superarán", "superaba"}),
        ("crescer", "pt", {"cresceu", "crescerão", "cresciam"}),
        ("toccare", "it", {"tocca", "toccherà", "toccato"}),
        ("kosten", "de", {"kostet", "kostete", "gekostet"}),
        ("generieren", "de", {"generiert", "generierten"}),
    ],
)
def test_a_regular_verb_has_the_forms_that_texts_use(infinitive: str, language: str, some: set[str]) -> None:
    assert some <= set(conjugated(infinitive, language).all)


def test_a_language_without_endings_gives_the_infinitive_alone() -> None:
    assert conjugated("wachsen", "nl").all == ("wachsen",)


def test_an_aside_between_commas_is_no_part_of_the_subject() -> None:
    text = "China, der zweitgrößten Volkswirtschaft, werden Umsätze von "
    clause = non_english_clause(text, 0, len(text), grammar("de"))
    assert clause.subject == "China"
