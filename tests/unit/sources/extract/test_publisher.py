"""Who publishes a text: name-shaped spans, hosts, places, and the name that is chosen, or none."""

from __future__ import annotations

import pytest

from sources.extract.publisher.candidates import Candidate
from sources.extract.publisher.chosen import likeliest, publisher_of
from sources.extract.publisher.hosts import hosts_in, is_spelled_by, spelled
from sources.extract.publisher.lines import lines_of
from sources.extract.publisher.names import Span, key_of, names_in, related
from sources.extract.publisher.scoring import Scored, Weights, options_of, scored, weights

REPORT = """Lintel & Rowe Insights | Appliances | Report LR-2041

Frost Kettle Market Size and Forecast, 2025-2030

The frost kettle market was worth USD 4.2 billion in 2025. Lintel & Rowe Insights expects it to reach USD 9.0 billion by 2030.
Arden Foods and Calla Tools lead the market.

Source: Lintel & Rowe Insights
© 2025 Lintel & Rowe Insights Inc. All rights reserved. Write to sales@lintelrowe.example
"""


def printed(text: str) -> list[str]:
    return [text[a:b] for a, b in names_in(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("figures of the Office for Kettle Prices show", "Office for Kettle Prices"),
        ("According to Marrow Data, sales fell", "Marrow Data"),
        ("sales rose, Lintel & Rowe's study says", "Lintel & Rowe"),
        ("die Kammer für Töpfe und Kannen meldet", "Kammer für Töpfe und Kannen"),
        ("令和6年の鉄瓶は全国鉄瓶協会の統計による", "全国鉄瓶協会"),
        ("据恒桥茶具研究院统计，销量上升", "恒桥茶具研究院"),
        ("한국주전자협회는 판매가 늘었다고 밝혔다", "한국주전자협회"),
    ],
)
def test_a_name_is_a_candidate_in_any_language(text: str, name: str) -> None:
    assert name in printed(text)


def test_legal_forms_articles_and_accents_make_no_other_name() -> None:
    assert key_of("The Lintel & Rowe Group, Inc.") == key_of("Lintel & Rowe Group")
    assert key_of("一般社団法人全国鉄瓶協会") == key_of("全国鉄瓶協会")


def test_a_longer_and_a_shorter_form_are_one_name() -> None:
    assert related("lintel and rowe", "lintel and rowe insights")
    assert not related("lintel", "lintels and rowe")


def test_a_host_spells_a_name_by_its_words_or_initials() -> None:
    (mail,) = hosts_in("write to desk@pendule-partners.example or call")
    assert (mail.label, mail.is_mail, spelled(mail.label)) == ("pendule-partners", True, "Pendule Partners")
    assert spelled("marrowresearch") == "Marrow Research"
    assert is_spelled_by("office for kettle prices", "ofkp")
    assert not is_spelled_by("marrow data", "lintel")


def test_pieces_of_a_line_lie_between_separators() -> None:
    text = "Home > Reports > Frost Kettles"
    (line,) = lines_of(text)
    assert [text[p.start : p.end] for p in line.pieces] == ["Home", "Reports", "Frost Kettles"]
    assert all(piece.is_step for piece in line.pieces)


def test_the_publisher_is_named_with_its_place_and_chance() -> None:
    found = publisher_of(REPORT)
    assert found is not None
    assert found.name == REPORT[found.start : found.end] == "Lintel & Rowe Insights"
    assert weights().least_chance(REPORT) <= found.chance <= 1


def test_a_text_that_only_quotes_others_names_no_publisher() -> None:
    assert publisher_of("Sales of kettles rose by 4 % in 2024, and by 3 % in Spain. Prices fell.") is None
    assert publisher_of("") is None


def test_chances_of_all_names_and_of_none_are_one() -> None:
    ranked = scored(REPORT)
    assert 0 < sum(one.chance for one in ranked) < 1
    assert [one.chance for one in ranked] == sorted((one.chance for one in ranked), reverse=True)
    candidates, features = options_of(REPORT)
    assert len(features) == len(candidates) + 1


def test_a_date_within_a_label_does_not_hide_it() -> None:
    said = "The cork flooring market was worth USD 5.2 billion in 2025.\n\nPublished 3 March 2026 by Acme Research.\n"
    found = publisher_of(said)
    assert found is not None
    assert found.name == "Acme Research"


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("LKA All Rights Reserved\n\nKettle sales rose by 4 %.\n", "lka all rights reserved"),
        ("現在位置：鉄瓶\n\n鉄瓶の販売は4%増えた。\n", "現在位置：鉄瓶"),
    ],
)
def test_words_of_rights_and_marks_between_names_are_within_none(text: str, never: str) -> None:
    assert never not in {one.candidate.key for one in scored(text)}


def test_a_house_whose_forms_together_are_likeliest_is_chosen() -> None:
    def one(name: str, chance: float) -> Scored:
        return Scored(Candidate(key_of(name), spans=[Span(0, len(name))], printed=[name]), chance)

    ranked = [one("Arden Foods", 0.4), one("Lintel & Rowe", 0.3), one("Lintel & Rowe Insights", 0.25)]
    found = likeliest(ranked)
    assert found is not None
    assert found.name == "Lintel & Rowe"
    assert found.chance == pytest.approx(0.55)


def test_a_short_text_needs_a_likelier_name_than_a_page() -> None:
    believed = Weights(threshold=0.4, threshold_of_short=0.7, weights={})
    assert believed.least_chance("short") == 0.7
    assert believed.least_chance("line\n" * 1000) == 0.4
