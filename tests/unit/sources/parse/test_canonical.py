"""Canonical text: decoding and normalising."""

from __future__ import annotations

import codecs
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.parse.canonical import canonical_text, decode, normalised, server_charset
from sources.records import Unreadable


@pytest.mark.parametrize(
    ("content", "declared", "expected"),
    [
        (b"plain", None, "plain"),
        ("Größe 5 €".encode(), None, "Größe 5 €"),
        (codecs.BOM_UTF8 + "é".encode(), None, "é"),
        (codecs.BOM_UTF16_LE + "Umsatz 5 €".encode("utf-16-le"), None, "Umsatz 5 €"),
        (codecs.BOM_UTF16_BE + "市場".encode("utf-16-be"), None, "市場"),
        (codecs.BOM_UTF32_LE + "x²".encode("utf-32-le"), None, "x²"),
        ("Größe".encode("latin-1"), None, "Größe"),
        ("“12 %” – 5 €".encode("cp1252"), None, "“12 %” – 5 €"),
        # a page says iso-8859-1 and means windows-1252, as the encoding standard has it: 0x80 is the euro sign
        (b"5 \x80", "ISO-8859-1", "5 €"),
        ("рынок 5 %".encode("cp1251"), "windows-1251", "рынок 5 %"),
        ("市場 12%".encode("shift_jis"), "Shift_JIS", "市場 12%"),
        # valid UTF-8 is never repaired, neither by a declared charset nor because it looks like mojibake
        ("Größe".encode(), "windows-1252", "Größe"),
        ("GrÃ¶ÃŸe".encode(), None, "GrÃ¶ÃŸe"),
        # one damaged byte in UTF-8 does not turn the rest into mojibake
        ("für größere Märkte ".encode() + b"\xff" + " gültig".encode(), None, "für größere Märkte \ufffd gültig"),
        # a codec that is no charset is not believed
        ("Größe".encode("latin-1"), "rot13", "Größe"),
        ("Größe".encode("latin-1"), "utf-7", "Größe"),
    ],
)
def test_bytes_are_decoded_by_mark_then_utf8_then_declared_charset(
    content: bytes, declared: str | None, expected: str
) -> None:
    assert decode(content, declared).text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("e\u0301", "é"),
        ("12.3² 5 m² ½ １２", "12.3² 5 m² ½ １２"),  # NFC, not NFKC: 12.3² must not become 12.32
        ("12\x005", "12\ufffd5"),  # nothing may grow together over a NUL
        ("\ud83d\ude00", "😀"),
        ("a\ud800b", "a\ufffdb"),
        ("  kept \u00a0 as it is \n\n", "  kept \u00a0 as it is \n\n"),
    ],
)
def test_text_is_normalised_to_nfc_and_lf_and_nothing_is_stripped(text: str, expected: str) -> None:
    assert normalised(text) == expected


@pytest.mark.parametrize(
    "content", [b"", b" \n\t\r\n", codecs.BOM_UTF8, codecs.BOM_UTF8 + b"\n", "\u200b\u00ad\n".encode()]
)
def test_a_file_without_visible_text_is_empty(content: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        canonical_text(content)
    assert caught.value.reason == "empty"


def test_control_characters_make_a_file_binary_only_in_number() -> None:
    # 3 in 100 are over the 2 % that a text may have, 1 in 100 is under it
    with pytest.raises(Unreadable) as caught:
        canonical_text(b"\x01" * 3 + b"x" * 97)
    assert caught.value.reason == "binary"
    assert canonical_text(b"\x01" + b"x" * 99).text == "\x01" + "x" * 99


RUSSIAN = "Рынок каменных мельниц оценивался в 4,2 млрд долларов США в 2025 году и вырастет до 7,9 млрд к 2032 году."
JAPANESE = "石臼の市場規模は2025年に42億米ドルと評価され、2032年までに79億米ドルに達すると予測される。"
CHINESE = "2025年石磨市场规模为42亿美元,预计到2032年将达到79亿美元,年复合增长率为9.4%。"
MIXED = "The mill market was worth USD 4.2 billion in 2025, says the house Рынок и Ко.\n" + "It grows.\n" * 60


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (f"{RUSSIAN}\n" * 900, "cp1251"),  # more than a guess looks at
        (RUSSIAN * 700, "cp1251"),  # in one line
        (JAPANESE, "cp932"),
        ("市場規模は五百億円に拡大する見通しである", "cp932"),
        (JAPANESE * 900, "cp932"),
        (CHINESE, "gb18030"),
        (CHINESE * 900, "gb18030"),
        ("市场规模为五百亿元", "gb18030"),
        (MIXED, "cp1251"),  # seven letters in a hundred are beyond ASCII: no western text for all that
        ("Der Markt für Mühlen wurde 2025 auf 4,2 Mrd. € geschätzt – über „Größe“ und Preise.", "cp1252"),
        ("Le marché des moulins était évalué à 4,2 milliards d’euros en 2025.", "cp1252"),
        ("The market was worth £4.2 billion in 2025.", "cp1252"),
    ],
)
def test_an_encoding_that_nobody_names_is_guessed_and_marked_so(text: str, charset: str) -> None:
    assert canonical_text(text.encode(charset)) == (text, charset)
    assert canonical_text(text.encode(charset), charset.replace("_", "-")) == (text, None), "what is named is no guess"
    assert canonical_text(text.encode()) == (text, None), "and UTF-8 is seen in the bytes"


def test_bytes_that_are_no_text_in_any_encoding_are_refused_instead_of_guessed() -> None:
    with pytest.raises(Unreadable) as caught:
        canonical_text(bytes(range(0x80, 0x100)) * 3)
    assert caught.value.reason == "unknown_encoding"
    assert "UTF-8" in caught.value.detail


def test_utf8_that_is_cut_within_a_character_is_still_utf8() -> None:
    whole = "Die Größe des Marktes: 5 Mrd. €".encode()
    assert decode(whole[:-1]) == ("Die Größe des Marktes: 5 Mrd. \ufffd", None)


@given(st.text())
def test_canonical_text_is_stable_and_free_of_what_stores_reject(text: str) -> None:
    once = normalised(text)
    assert normalised(once) == once
    assert unicodedata.is_normalized("NFC", once)
    assert not {"\r", "\0"} & set(once)
    once.encode("utf-8")  # a lone surrogate would raise


@given(st.binary())
def test_any_bytes_are_a_text_or_unreadable(content: bytes) -> None:
    try:
        text = canonical_text(content).text
    except Unreadable as error:
        assert error.reason in {"empty", "binary", "unknown_encoding"}
    else:
        assert text.strip()
        text.encode("utf-8")


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(
        lambda text: bool(text.strip("\ufeff\u200b\u2060\u00ad").strip())
    )
)
def test_utf8_without_a_mark_is_read_as_it_stands(text: str) -> None:
    if not text.startswith("\ufeff") and text.strip().strip("\ufeff\u200b\u2060\u00ad").strip():
        assert canonical_text(text.encode()).text == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("server", "page", "read"),
    [
        ("windows-1251", None, "Рынок"),
        ("windows-1251", "koi8-r", "Рынок"),  # the server's word before the page's (HTML standard, 13.2.3.2)
        (None, "windows-1251", "Рынок"),
        ("utf-8", "windows-1251", "Рынок"),  # it is no UTF-8, whatever the server says
        ("rot13", "windows-1251", "Рынок"),
    ],
)
def test_what_a_server_names_holds_before_what_a_page_declares(server: str | None, page: str | None, read: str) -> None:
    assert canonical_text("Рынок".encode("windows-1251"), server, page).text == read
    assert canonical_text("Рынок".encode(), server, page).text == "Рынок", "valid UTF-8 is never anything else"


@pytest.mark.parametrize(
    ("content_type", "charset"),
    [
        ("text/html; charset=Windows-1251", "windows-1251"),
        ('text/html;charset="koi8-r" ; x=y', "koi8-r"),
        ("text/html; charset=utf-8", None),  # seen in the bytes
        ("text/html; charset=rot13", None),
        ("text/html; x-charset=koi8-r", None),
        ("text/html", None),
        (None, None),
        ("text/html; charset=" + "x" * 10_000, None),
    ],
)
def test_a_content_type_names_a_charset_where_that_can_change_how_bytes_are_read(
    content_type: str | None, charset: str | None
) -> None:
    assert server_charset(content_type) == charset
