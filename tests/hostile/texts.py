"""Hostile plain text: encodings, marks that turn or hide, lines without end, much of what patterns begin with."""

# ruff: noqa: PLW0108 - a kind is made when it is asked for, not when it is listed

from __future__ import annotations

from collections.abc import Callable

from tests.hostile.kind import Kind, kind

SAID = "The kite market reached USD 5 billion in 2024."
_BYTES = SAID.encode()

_MAKERS: tuple[tuple[str, Callable[[], bytes], str, str, bool], ...] = (
    ("text_empty", lambda: b"", "empty", "", False),
    ("text_mark_only", lambda: b"\xef\xbb\xbf", "empty", "", False),
    ("text_of_blanks", lambda: b" \n\t" * 500_000, "empty", "", False),
    ("text_of_invisible_marks", lambda: "\u200b\u2060\ufeff".encode() * 1_000, "empty", "", False),
    ("text_of_marks_that_turn", lambda: "\u202e\u202d\u2066\u2069\u200f\u061c".encode() * 1_000, "no_text", "", False),
    ("text_with_bad_utf_8", lambda: "Größe – Märkte – naïve. ".encode() * 20 + _BYTES + b" \xff\xfe\x80 \xc3( \xf0\x28\x8c\xbc", "landed", SAID, False),
    ("text_of_overlong_utf_8", lambda: _BYTES + b" \xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf" * 3, "unknown_encoding", SAID, False),
    ("text_with_nul_bytes", lambda: _BYTES + b"\0 More\0 kites.", "binary", SAID, False),
    ("text_of_nul_bytes", lambda: b"\0" * 100_000, "binary", "", False),
    ("text_of_control_characters", lambda: bytes(range(32)) * 1_000, "binary", "", False),
    ("text_in_utf_16", lambda: SAID.encode("utf-16"), "landed", SAID, False),
    ("text_in_utf_16_without_mark", lambda: SAID.encode("utf-16-le") * 5, "binary", SAID, False),
    ("text_in_utf_16_cut", lambda: SAID.encode("utf-16")[:-1], "landed", SAID[:-1], False),
    ("text_in_utf_32_beyond_unicode", lambda: b"\xff\xfe\0\0" + SAID.encode("utf-32-le") + b"\xff\xff\xff\xff" * 3, "landed", SAID, False),
    ("text_with_lone_surrogates", lambda: f"Größe – naïve. {SAID} ".encode() * 5 + b"\xed\xa0\x80 and \xed\xbf\xbf", "landed", SAID, False),
    ("text_in_utf_16_with_lone_surrogates", lambda: b"\xff\xfe" + SAID.encode("utf-16-le") + b"\x00\xd8 \x00\x00\xdc \x00", "landed", SAID, False),
    ("text_line_of_10_mb", lambda: _BYTES + b" Kites fly over the wide green hills of the north." * 200_000 + b" The last line.", "landed limits", "The last line.", True),
    ("text_word_of_10_mb", lambda: _BYTES + b" " + b"k" * 10_000_000, "landed limits", SAID, True),
    ("text_of_a_million_lines", lambda: _BYTES + b"\n" + b"kites\n" * 1_000_000, "landed limits", SAID, True),
    ("text_of_5_million_line_ends", lambda: _BYTES + b"\n\r" * 2_500_000 + b"The last line.", "landed", "The last line.", True),
    ("text_that_turns_right_to_left", lambda: f"{SAID} \u202e4202 ni noillib 5 DSU\u202c \u2066\u2067 USD \u200f7 billion\u2069".encode(), "landed", SAID, False),
    ("text_in_full_width_digits", lambda: f"{SAID} It was USD ５．２ billion in ２０２３, ٥ in another script.".encode(), "landed", SAID, False),
    ("text_with_a_million_marks_on_a_letter", lambda: (SAID + " e" + "\u0301\u0323" * 500_000).encode(), "landed limits", SAID, True),
    ("text_that_grows_when_normalised", lambda: (SAID + " " + "\U0001d160\ufb2c\u0390" * 100_000).encode(), "landed", SAID, False),
    ("text_of_a_million_digits", lambda: _BYTES + b" USD " + b"7" * 1_000_000 + b" billion", "landed unstorable_value", SAID, False),
    ("text_of_numbers_without_end", lambda: _BYTES + b" USD " + b"1," * 500_000 + b"1 billion", "landed limits", SAID, True),
    ("text_of_amounts_without_words", lambda: _BYTES + b"\n" + b"USD 5 " * 20_000, "landed", SAID, True),
    ("text_of_growth_without_figures", lambda: _BYTES + b"\n" + b"CAGR of " * 50_000, "landed", SAID, False),
    ("text_of_years", lambda: _BYTES + b"\n" + b"2024-2025 " * 20_000, "landed", SAID, True),
    ("text_of_brackets", lambda: _BYTES + b"\n" + b"([" * 200_000, "landed", SAID, False),
    ("text_of_quotation_marks", lambda: _BYTES + b"\n" + b"\"'" * 200_000, "landed", SAID, False),
    ("text_table_of_20k_columns", lambda: _BYTES + b"\n\n" + b"| kites " * 20_000 + b"|\n" + b"|---" * 20_000 + b"|\n" + b"| 5 " * 20_000 + b"|\n", "landed limits", SAID, True),
    ("text_table_of_pipes", lambda: _BYTES + b"\n\n" + (b"|" * 3_000 + b"\n") * 300, "landed", SAID, False),
    ("text_list_100k_deep", lambda: _BYTES + b"\n\n" + b"".join(b" " * (n % 2_000) + b"- kite\n" for n in range(3_000)), "landed", SAID, True),
    ("text_quoted_100k_times", lambda: _BYTES + b"\n\n" + b">" * 100_000 + b" kites\n", "landed", SAID, False),
    ("text_of_headings", lambda: _BYTES + b"\n\n" + b"# Kites\n" * 50_000, "landed", SAID, True),
    ("text_with_orders_for_others", lambda: _BYTES + b"\n=cmd|' /C calc'!A0\n@SUM(1+1)\n'; DROP TABLE claims; --\n<script>alert(1)</script>\n../../etc/passwd\n", "landed", SAID, False),
    ("text_of_addresses", lambda: _BYTES + b"\n" + b"http://127.0.0.1/" * 50_000, "landed", SAID, False),
    ("text_of_another_script", lambda: bytes(range(0x80, 0x100)) * 500, "unknown_encoding binary landed", "", False),
    ("text_that_speaks_of_pdf", lambda: b"A report about %PDF-1.7 files. " + _BYTES, "landed", SAID, False),
    ("xml_entities_that_explode", lambda: b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY l "lol"><!ENTITY l2 "' + b"&l;" * 10 + b'">]><lolz>&l2;</lolz>' + _BYTES, "landed unsupported_type", "", False),
    ("xml_entity_of_another_file", lambda: b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>' + _BYTES, "landed unsupported_type", "", False),
)  # fmt: skip

KINDS: tuple[Kind, ...] = tuple(
    kind(name, make, allowed, must_say=said, is_slow=is_slow) for name, make, allowed, said, is_slow in _MAKERS
)
