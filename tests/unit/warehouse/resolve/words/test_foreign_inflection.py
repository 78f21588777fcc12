"""Trade words of other languages: their forms by rule, and titles put together from them."""

from __future__ import annotations

import pytest

from warehouse.resolve.markets.name_relations import relate_names
from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.words.foreign_inflection import LANGUAGES, forms
from warehouse.resolve.words.tokens import raw_tokens
from warehouse.resolve.words.vocabulary import trade_words


@pytest.mark.parametrize(
    ("language", "phrase", "english"),
    [
        ("spanish", "motores", "engine"),  # behind a consonant -es
        ("spanish", "bombas de calor", "heat pump"),  # only what stands before the binding word
        ("spanish", "electricas", "electric"),
        ("french", "chevaux", "horse"),  # -al, -aux
        ("french", "quenouilles", None),  # nobody listed it
        ("french", "vaisselle", "tableware"),
        ("french", "metaux", "metal"),
        ("french", "industrielle", "industrial"),
        ("italian", "valvole", "valve"),
        ("italian", "farmaci", "drug"),  # -co, -ci
        ("italian", "elettriche", "electric"),
        ("portuguese", "cartoes de credito", "credit card"),  # -ao, -oes
        ("portuguese", "imoveis", "real estate"),
        ("german", "chirurgischer", "surgical"),
        ("german", "impfstoffe", "vaccine"),
    ],
)
def test_forms_follow_by_rule(language: str, phrase: str, english: str | None) -> None:
    assert forms(language).get(tuple(phrase.split())) == english


def test_trade_words_are_many_and_written_as_names_are_read() -> None:
    assert len(trade_words().nouns) >= 500
    for listed in (*trade_words().nouns.values(), *trade_words().adjectives.values()):
        assert set(listed) == set(LANGUAGES)
        for phrases in listed.values():
            assert phrases
            assert all(tuple(phrase.split()) == raw_tokens(phrase) for phrase in phrases), phrases


def test_the_english_of_every_trade_noun_is_a_name() -> None:
    assert [english for english in trade_words().nouns if not read_name(english).tokens] == []


@pytest.mark.parametrize(
    ("title", "english"),
    [
        ("Mercado de Carne de Cerdo", "Pork Market"),
        ("Taille du marché des chariots élévateurs", "Forklifts"),
        ("Tamaño del mercado de cerveza sin alcohol", "Non-alcoholic beer"),
        ("Mercato delle macchine da caffè", "Coffee machines"),
        ("Mercado de máquinas de lavar roupa", "Washing machines"),
        ("Marktgröße für Elektrofahrräder", "E-bikes"),
        ("Mercato dei pneumatici per autocarri", "Truck tires"),
        ("Markt für chirurgische Handschuhe", "Surgical gloves"),
        ("Kaffeemaschinenmarkt", "Coffee machines"),
        ("Mercato dell'olio d'oliva", "Olive oil"),
        ("Marché de la bière artisanale", "Craft beer"),
        ("Mercado de vehículos comerciales eléctricos", "Electric commercial vehicles"),
        ("Marché de l'assurance automobile", "Auto insurance"),
        ("Mercado de semillas de hortalizas", "Vegetable seeds"),
    ],
)
def test_a_title_in_another_language_is_the_same_market(title: str, english: str) -> None:
    found = relate_names(title, english)
    assert found.kind == "same", found.reason


@pytest.mark.parametrize("title", ["Mercado de aceite de oliva virgen extra", "Marché des quenouilles", "Eisbahnmarkt"])
def test_a_title_of_which_one_word_is_unknown_stays_as_it_is(title: str) -> None:
    assert relate_names(title, "Olive oil").kind == "unknown"
    assert not {"oil", "egg", "olive"} & set(read_name(title).tokens)
