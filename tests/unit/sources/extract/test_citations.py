"""Citations: which sources a text names, in which form, and what they support."""

from __future__ import annotations

import pytest

from sources.records import Citation
from tests.unit.sources.extract.reading import read

TITLE = "Harbour Crane Market\n\n"
RIGHTS = "\n\n© 2026 Crane Data"  # a page that names no house may take the only one that it cites for its own


def citations(text: str, before: str = TITLE, behind: str = RIGHTS) -> list[Citation]:
    found = read(before + text + behind).citations
    for citation in found:
        assert (before + text)[citation.char_start : citation.char_end] == citation.surface
    return list(found)


@pytest.mark.parametrize(
    ("text", "form", "name", "year"),
    [
        ("According to Portwatch (2025), quays grow longer.", "attribution", "Portwatch", 2025),
        ("According to the Harbour Union, 14 ports rebuilt their quays.", "attribution", "Harbour Union", None),
        ("Orders doubled, according to Craneworld.", "attribution", "Craneworld", None),
        ("The Harbour Union reported that orders doubled in 2024.", "attribution", "Harbour Union", None),
        ("Portwatch stated that noise rules slow night work.", "attribution", "Portwatch", None),
        ("Orders doubled (Okafor et al., 2024).", "attribution", "Okafor et al.", 2024),
        ("Quays grow longer (Lindqvist and Brandt, 2019).", "attribution", "Lindqvist and Brandt", 2019),
        ("Analysis by Halden Ridge Research\n\nHalden Ridge Research sees growth.\n\nSource: Harbour Union, port register\n\n© 2025 Halden Ridge Research", "source_line", "Harbour Union", None),
        ("Quays sink [4]Harbour Union, “Quays Under Load,” Harbour Union, harbourunion.org The rest follows.", "note", "Harbour Union", None),
        ("See doi:10.1234/cranes.77 for the method.", "identifier", None, None),
        ("The method is that of arXiv:2101.01234.", "identifier", None, None),
        ("Laut Hafenverband wachsen die Kais, und der Markt ist für die Betreiber in den Häfen eng.", "attribution", "Hafenverband", None),
        ("Selon Portveille, les quais sont plus longs et le marché des grues est en croissance dans le pays.", "attribution", "Portveille", None),
        ("Según Puertovigía, los muelles crecen y el mercado de las grúas en la región es grande para los puertos.", "attribution", "Puertovigía", None),
        ("港湾協会によると、市場は拡大している。これは主に港の更新によるものである。", "attribution", "港湾協会", None),
        ("根据港口协会的数据，市场正在增长，主要原因是港口更新。", "attribution", "港口协会", None),
    ],
)  # fmt: skip
def test_a_named_source_is_a_citation(text: str, form: str, name: str | None, year: int | None) -> None:
    found = citations(text, "" if ord(text[0]) > 0x2E7F or text.startswith(("Laut", "Selon", "Según")) else TITLE)
    assert [(c.form, c.cited_name, c.year) for c in found] == [(form, name, year)]


@pytest.mark.parametrize(
    "text",
    [
        "The market was valued at USD 4.1 billion in 2025.",
        "According to the report, quays grow longer.",
        "Prices vary according to size.",
        "Revenue reported in 2025 rose.",
        "See Table [3] for details.",
        "The United States imports most cranes.",
        "Visit our Published Reports Library.",
        "Liftholm is a source of steel parts.",
        "Cranes (Portal type, 2022 model) sell well.",
        "The version 10.2 of the software runs on every crane.",
    ],
)
def test_what_names_no_source_is_none(text: str) -> None:
    assert citations(text) == []


def test_entries_of_a_reference_list_keep_number_title_year_and_address() -> None:
    text = (
        "Quays sink under load.[1] Ports rebuild them.\n\n## References\n\n"
        "1. Harbour Union. (2024). Quays under load. harbourunion.org.\n"
        "2. Okafor, T., et al. (2021). Measuring quay walls: a survey. arXiv:2101.01234.\n"
        "3. Lindqvist, M. Crane noise. https://noise.example.org/cranes, 2019.\n"
    )
    found = citations(text)
    assert [(c.form, c.label, c.cited_name, c.year, c.url, c.doi) for c in found] == [
        ("reference", "1", "Harbour Union", 2024, "harbourunion.org", None),
        ("reference", "2", "Okafor, T., et al", 2021, None, "arXiv:2101.01234"),
        ("reference", "3", "Lindqvist, M", 2019, "https://noise.example.org/cranes", None),
    ]
    assert [c.cited_title for c in found[:2]] == ["Quays under load", "Measuring quay walls: a survey"]
    whole = TITLE + text
    assert found[0].supports_start is not None
    assert whole[found[0].supports_start : found[0].supports_end] == "Quays sink under load."
    assert (found[1].supports_start, found[1].supports_end) == (None, None)


def test_a_note_glued_into_the_text_supports_the_sentence_before_it_and_ends_with_its_address() -> None:
    text = "Ports rebuild quays.[7]Harbour Union, “Quays Under Load,” Harbour Union, harbourunion.org The work is slow."
    (note,) = citations(text)
    assert (note.label, note.cited_title, note.url) == ("7", "Quays Under Load", "harbourunion.org")
    assert note.surface.endswith("harbourunion.org")
    assert (TITLE + text)[note.supports_start : note.supports_end] == "Ports rebuild quays."


def test_the_documents_own_publisher_is_no_source_it_cites() -> None:
    text = "Analysis by Halden Ridge Research\n\nThe market grows.\n\nSource: Halden Ridge Research"
    assert citations(text, behind="") == []


def test_an_attribution_supports_its_own_sentence() -> None:
    text = "Quays are old. According to Portwatch, ports rebuild them. Work is slow."
    (citation,) = citations(text)
    assert (TITLE + text)[
        citation.supports_start : citation.supports_end
    ] == "According to Portwatch, ports rebuild them."
