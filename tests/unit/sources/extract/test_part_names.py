"""Phrases that name a part of a market, and phrases that name a firm, a report, a measure or nothing. Whole sentences: `tests/forms/part_names.yml`."""

from __future__ import annotations

import pytest

from sources.extract.names.firm_names import is_firm
from sources.extract.names.part_names import part_name
from sources.grammar.firms import Firms, known_firms
from sources.grammar.language import grammar


@pytest.mark.parametrize(
    ("language", "phrase", "expected"),
    [
        ("en", "paper cups", ("paper cups", "part")),
        ("en", "accident and illness plans", ("accident and illness plans", "part")),
        ("en", "Finally", ("", "no_subject")),
        ("en", "subset", ("", "no_subject")),
        ("en", "latest study", ("", "whole")),
        ("en", "direct written premiums", ("", "whole")),
        ("en", "Nine-month volume", ("", "whole")),
        ("en", "Nameplate capacity", ("", "whole")),
        ("en", "dental premiums", ("dental premiums", "part")),
        ("en", "South Korean manufacturer", ("", "firm")),
        ("en", "trio", ("", "firm")),
        ("en", "Marlow ranks first", ("Marlow", "part")),
        ("en", "Field tools start low but", ("Field tools", "part")),
        ("en", "Harwick gives rigid trays", ("rigid trays", "part")),
        ("es", "apenas", ("", "no_subject")),
        ("es", "fuera", ("", "no_subject")),
        ("es", "año antes", ("", "no_subject")),
        ("es", "Atendiendo", ("", "no_subject")),
        ("es", "normalmente", ("", "no_subject")),
        ("es", "cinco primeros operadores", ("", "firm")),
        ("es", "bombas y compresores", ("bombas y compresores", "part")),
        ("fr", "contrôle", ("", "no_subject")),
        ("fr", "activité s’inscrit en retrait", ("", "no_subject")),
        ("fr", "cabinet Delmas", ("", "whole")),
        ("fr", "pharmacies et parapharmacies", ("pharmacies et parapharmacies", "part")),
        ("it", "soprattutto", ("", "no_subject")),
        ("it", "pompe sommerse", ("pompe sommerse", "part")),
        ("pt", "depois produtos de limpeza", ("produtos de limpeza", "part")),
        ("pt", "atualmente", ("", "no_subject")),
        ("de", "Fachverband Pumpen organisiert", ("", "whole")),
        ("de", "Geschäftsführer Jan Roth", ("", "whole")),
        ("de", "Kork schaffte", ("Kork", "part")),
        ("de", "bestenfalls", ("", "no_subject")),
        ("de", "Herstellerpreisen", ("", "no_subject")),
        ("de", "ersten sechs Monaten", ("", "no_subject")),
        ("de", "Mode", ("Mode", "part")),
    ],
)
def test_a_phrase_names_a_part_or_says_what_else_it_stands_for(
    language: str, phrase: str, expected: tuple[str, str]
) -> None:
    assert part_name(phrase, phrase, grammar(language)) == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Sony", "Sony stays first with 48 %.", True),
        ("Apple iPhone", "Apple iPhone shipments fell 7 %.", True),
        ("Apple", "Apple juice and pear juice: Apple 40 %, Pear 20 %.", False),
        ("Apple", "Apple came second behind Samsung.", True),
        ("Marlow", "Marlow, the largest Dutch maker, has 12 %.", True),
        ("Marlow", "Marlow (Israel) and Tarn (India) supply it. Marlow has 12 %.", True),
        ("Marlow", "Marlow Inc. is in front. Marlow has 12 %.", True),
        ("Kefir", "Kefir has 12 %, and most kefir is plain.", False),
        ("Foldables", "Foldables had 12 %, Samsung said.", False),
        ("Kork", "Kork verlor 8 Prozent, Bosch gewann.", False),
        ("发那科", "发那科、汇川技术位列前两位。", True),
        ("新阳光", "主要企业包括新阳光和远山。新阳光占12%。", True),
        ("粉末", "粉末占12%,液体占8%。", False),
        ("ソニー", "ソニーが12%を占めた。", True),
        ("삼성전자", "삼성전자가 12%를 차지했다.", True),
    ],
)
def test_a_firm_is_told_by_its_name_or_by_what_the_text_says_of_it(name: str, text: str, expected: bool) -> None:
    language = "de" if "Kork" in text else "zh" if name[0] >= "一" and name[0] <= "龥" else "en"
    assert is_firm(text, name, text, grammar(language)) is expected


def test_firms_stand_in_lower_case_in_order_and_once() -> None:
    firms = known_firms()
    assert len(firms.firms) > 800
    assert not firms.firms & firms.ambiguous
    with pytest.raises(ValueError, match="alphabetical"):
        Firms.model_validate({"firms": ["b", "a"], "ambiguous": []})
