"""Hostile web pages and markup: shapes that keep parsers busy, text that parsers drop, entities that fetch or explode."""

# ruff: noqa: PLW0108 - a kind is made when it is asked for, not when it is listed

from __future__ import annotations

from collections.abc import Callable

from tests.hostile.kind import Kind, kind

SAID = "The kite market reached USD 5 billion in 2024."


def web(body: str, head: str = "") -> bytes:
    """A page around a body."""
    return f"<!doctype html><html><head>{head}</head><body><p>{SAID}</p>{body}</body></html>".encode(
        "utf-8", "surrogatepass"
    )


def _nested(name: str, depth: int) -> bytes:
    return web(f"<{name}>" * depth + "<p>It was deep below.</p>" + f"</{name}>" * depth)


_BOMB = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))

_MAKERS: tuple[tuple[str, Callable[[], bytes], str, str, bool], ...] = (
    ("html_200k_attributes", lambda: web("<p " + " ".join(f"a{n}='b'" for n in range(200_000)) + ">End.</p>"), "hostile_markup", "", False),
    ("html_200k_nested_divs", lambda: _nested("div", 200_000), "hostile_markup", "", False),
    ("html_200k_formatting_tags", lambda: web("<b><i>" * 100_000 + "End."), "hostile_markup", "", False),
    ("html_270_nested_divs", lambda: _nested("div", 270), "landed", "It was deep below.", False),
    ("html_1900_nested_divs", lambda: _nested("div", 1_900), "landed", "It was deep below.", False),
    ("html_1500_nested_tables", lambda: web("<table><tr><td>" * 1_500 + "It was deep below."), "landed", "It was deep below.", False),
    ("html_1500_nested_lists", lambda: web("<ul><li>" * 1_500 + "It was deep below."), "landed", "It was deep below.", False),
    ("html_1500_nested_spans", lambda: _nested("span", 1_500), "landed", "It was deep below.", False),
    ("html_20_mb_paragraph", lambda: web("<p>" + "Kites fly over the wide green hills of the north. " * 400_000 + "</p><p>The last line.</p>"), "landed limits", "The last line.", True),
    ("html_200k_links", lambda: web("".join(f"<a href='/{n}'>link {n}</a> " for n in range(200_000)) + "<p>The last line.</p>"), "landed", "The last line.", True),
    ("html_100k_rows", lambda: web("<table>" + "".join(f"<tr><td>Row {n}</td><td>{n} kites</td></tr>" for n in range(100_000)) + "</table><p>The last line.</p>"), "landed limits", "The last line.", True),
    ("html_row_of_20k_cells", lambda: web("<table><tr>" + "<td>7 kites</td>" * 20_000 + "</tr></table><p>The last line.</p>"), "hostile_markup", "The last line.", False),
    ("html_cells_that_span_a_billion", lambda: web("<table><tr><th colspan=1000000000>Kites</th></tr><tr><td rowspan=1000000000>5</td><td colspan=-3>6</td></tr></table>"), "landed", SAID, False),
    ("html_many_spanning_cells", lambda: web("<table>" + "<tr><td rowspan=65534 colspan=1000>5</td></tr>" * 3_000 + "</table>"), "hostile_markup", SAID, False),
    ("html_script_of_5_mb_never_closed", lambda: web("<script>" + "var kite = 5; " * 360_000), "landed", SAID, False),
    ("html_comment_never_closed", lambda: web("<!-- " + "kites " * 200_000), "landed", SAID, False),
    ("html_textarea_never_closed", lambda: web("<textarea>" + "kites " * 200_000), "landed", SAID, False),
    ("html_a_million_open_brackets", lambda: web("<" * 1_000_000), "landed", SAID, False),
    ("html_a_million_ampersands", lambda: web("&" * 1_000_000), "landed", SAID, False),
    ("html_attribute_never_closed", lambda: web("<p title='" + "kites " * 200_000), "hostile_markup", SAID, False),
    ("html_entities_that_explode", lambda: f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a0 "kite">{_BOMB}]><html><body><p>{SAID}</p><p>&a9;</p></body></html>'.encode(), "landed", SAID, False),
    ("html_entity_of_another_file", lambda: f'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>{SAID}</p><p>&x;</p></body></html>'.encode(), "landed", SAID, False),
    ("html_entities_beyond_unicode", lambda: web("<p>&#99999999999999; &#xD800; &#0; &#x110000; &notit;</p>" * 100), "landed", SAID, False),
    ("html_without_text", lambda: b"<!doctype html><html><body><div></div></body></html>", "no_text", "", False),
    ("html_of_scripts_only", lambda: b"<!doctype html><html><body><div id=root></div><script>render('kites')</script></body></html>", "no_text", "", False),
    ("html_of_images_only", lambda: b"<!doctype html><html><body><img src=a.png alt=''><svg><path d='M0 0'/></svg></body></html>", "no_text", "", False),
    ("html_all_hidden", lambda: b"<!doctype html><html><body><div style='display:none'>Kites reached USD 5 billion in 2024.</div></body></html>", "no_text", "", False),
    ("html_charset_that_is_a_program", lambda: web("<p>Größe</p>", "<meta charset=unicode_escape>").replace("ö".encode(), b"\xf6"), "landed", SAID, False),
    ("html_in_utf_7", lambda: b"<html><head><meta charset=utf-7></head><body><p>The kite market reached USD 5 billion. +ADw-script+AD4-</p></body></html>", "landed", "+ADw-script", False),
    ("html_with_nul_bytes", lambda: web("<p>USD\0 5\0 billion</p><\0b>x"), "binary", SAID, False),
    ("html_in_utf_16", lambda: ("\ufeff" + web("").decode()).encode("utf-16-le"), "landed", SAID, False),
    ("html_cut_in_a_tag", lambda: web("<p>More kites.</p><p cla")[:-14], "landed", SAID, False),
    ("html_of_51_mb", lambda: web("<p>kites</p>" * 4_300_000), "hostile_markup", "", False),
    ("html_script_in_names", lambda: web("<h1>&lt;script&gt;alert(1)&lt;/script&gt; Market</h1><p>=HYPERLINK(\"http://127.0.0.1\") '; DROP TABLE claims; --</p>"), "landed", "DROP TABLE", False),
    ("html_form_controls_10k", lambda: web("<select>" + "<option>kites" * 10_000 + "</select><p>The last line.</p>"), "landed", "The last line.", False),
    ("html_misnested_formatting", lambda: web("<p><a><b><i><u>" * 400 + "It was deep below."), "landed", "It was deep below.", False),
    ("html_frames_and_templates", lambda: web("<template><p>no</p></template><noscript><p>no</p></noscript><iframe srcdoc='<p>no</p>'></iframe>"), "landed", SAID, False),
)  # fmt: skip

KINDS: tuple[Kind, ...] = tuple(
    kind(name, make, allowed, must_say=said, is_slow=is_slow) for name, make, allowed, said, is_slow in _MAKERS
)
