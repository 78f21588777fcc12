from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.corpus import long_texts, samples, varied, varied_documents
from benchmarks.names import NAMES, read_names, with_other_names
from benchmarks.order import in_other_order
from pipelines.home import sample_inbox

N_TEXTUAL = sum(report.form in ("txt", "md", "html") for report in samples(sample_inbox()))
LONG = "A paragraph of prose that is long enough to be taken for one, which a heading or an address never is, number"


def test_the_varied_corpus_is_the_same_each_time_and_no_two_of_its_reports_are_alike() -> None:
    first, again = (list(islice(varied(sample_inbox()), 3 * N_TEXTUAL)) for _ in range(2))
    assert first == again
    assert len({report.content for report in first}) == 3 * N_TEXTUAL


def test_every_round_holds_each_report_once_in_an_order_of_its_own() -> None:
    reports = islice(varied(sample_inbox()), 3 * N_TEXTUAL)
    names = [re.sub(r"-\d{4}\.", ".", report.name) for report in reports]
    rounds = [names[at : at + N_TEXTUAL] for at in range(0, len(names), N_TEXTUAL)]
    assert [len(set(names)) for names in rounds] == [N_TEXTUAL] * 3
    assert rounds[0] != rounds[1] != rounds[2]


def test_a_varied_report_says_the_publisher_of_its_sample_nowhere() -> None:
    texts = [report.content.decode("utf-8") for report in islice(varied(sample_inbox()), N_TEXTUAL)]
    before = [report.content.decode("utf-8") for report in samples(sample_inbox()) if report.form != "pdf"]
    for name in ("Velmora", "Sternhollow", "QUAYSIDE", "Thermaquill"):
        assert any(name.lower() in text.lower() for text in before)
        assert not any(name.lower() in text.lower() for text in texts)


def test_the_varied_corpus_ends_behind_as_many_characters_as_asked_for() -> None:
    sizes = [len(document.text) for document in varied_documents(sample_inbox(), 20_000)]
    assert sum(sizes[:-1]) < 20_000 <= sum(sizes)


def test_long_texts_are_made_of_whole_reports_and_share_none() -> None:
    first, second = long_texts(sample_inbox(), (20_000, 9_000))
    for pieces, size in ((first, 20_000), (second, 9_000)):
        assert sum(map(len, pieces[:-1])) < size <= sum(map(len, pieces))
        assert all(piece.endswith("\n\n") for piece in pieces)
    assert not set(first) & set(second)


def test_a_folder_without_text_is_an_error_and_no_endless_loop(tmp_path: Path) -> None:
    (tmp_path / "note.pdf").write_bytes(b"%PDF-1.4")
    with pytest.raises(ValueError, match="no report of the forms txt, md, html"):
        next(varied(tmp_path))


def test_a_name_is_replaced_alike_wherever_it_stands_and_keeps_its_capitals() -> None:
    changed = with_other_names("Velmora and VELMORA sell pumps, a Pump and Velmora's PUMPS; pumping stays.", 3)
    match = re.fullmatch(r"(\w+) and (\w+) sell (\w+)s, a (\w+) and (\w+)'s (\w+)s?; pumping stays\.", changed)
    assert match, changed
    name, capitals, ware, begun, again, _ = match.groups()
    assert name != "Velmora" and ware != "pump"
    assert (capitals, again, begun) == (name.upper(), name, ware.capitalize())


def test_other_copies_have_other_names_and_copy_zero_has_its_own() -> None:
    text = "Halden Ridge on heat pumps"
    assert len({with_other_names(text, copy) for copy in range(1, 30)}) == 29
    assert with_other_names(text, 0) == text


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("names: [a]\nwares: [b\n", r"names\.yml:\d+: "),
        ("names: []\nbeginnings: [a]\nmiddles: [a]\nends: [a]\nwares: [a]\nstand_ins: [a]\n", r"names\.yml: names: "),
    ],
)
def test_a_wrong_names_file_is_told_with_its_place(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "names.yml"
    path.write_text(content)
    with pytest.raises(ValueError, match=told):
        read_names(path)


def test_no_stand_in_is_itself_a_ware() -> None:
    words = read_names(NAMES)
    assert not set(words.wares) & set(words.stand_ins)


def test_paragraphs_and_items_change_places_and_headings_tables_and_the_first_paragraph_do_not() -> None:
    text = "\n\n".join(
        ["Title", f"{LONG} 0", "HEADING", *(f"{LONG} {n}" for n in range(1, 7)), "| a | b |", "* x\n* y\n* z\n* w\n* v"]
    )
    changed = [in_other_order(text, "txt", copy).split("\n\n") for copy in range(1, 6)]
    for blocks in changed:
        assert blocks[:3] == ["Title", f"{LONG} 0", "HEADING"]
        assert sorted(blocks[3:9]) == [f"{LONG} {n}" for n in range(1, 7)]
        assert blocks[9] == "| a | b |"
        assert sorted(blocks[10].split("\n")) == ["* v", "* w", "* x", "* y", "* z"]
    assert len({tuple(blocks[3:9]) for blocks in changed}) > 1
    assert len({blocks[10] for blocks in changed}) > 1
    assert in_other_order(text, "txt", 0) == text


def test_paragraphs_of_a_page_change_places_and_its_other_elements_do_not() -> None:
    page = "<h1>T</h1>\n<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>\n<table></table>\n<p>e</p>\n"
    changed = {in_other_order(page, "html", copy) for copy in range(1, 6)}
    assert len(changed) > 1
    for other in changed:
        assert re.fullmatch(r"<h1>T</h1>\n(<p>[a-d]</p>\n){4}<table></table>\n<p>e</p>\n", other)
        assert sorted(re.findall(r"<p>(.)</p>", other)) == ["a", "b", "c", "d", "e"]


def test_a_name_in_an_address_stays_without_capitals() -> None:
    changed = with_other_names("Velmora: www.velmora.example", 3)
    name, address = changed.split(": ")
    assert address == f"www.{name.lower()}.example" != "www.velmora.example"
