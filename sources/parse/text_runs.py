"""Runs of lines with pipes: where one table ends and the next begins, and heads that are one cell short of their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sources.parse.text_grid import Line, is_figure, is_head, is_time, is_value

_RULE = re.compile(r"[ \t]*+(?:\|[ \t]*+)?:?-{2,}+:?[ \t]*+(?:\|[ \t]*+:?-{2,}+:?[ \t]*+)*(?:\|[ \t]*+)?$")
_BLANK = re.compile(r"[ \t|]*")
# What a head says of figures: the cell stands over them and over no labels.
_OVER_FIGURES = re.compile(
    r"[%％‰$€£¥₹()（）]|\bCAGR\b|\bTCAC\b|\bTCCA\b|\b(?:19|20)[0-9]{2}\b|\b[1-4][HQ]\s?['’]?[0-9]{2}|\b[HQ][1-4]\b"
    r"|\b(?:share|growth|change|sales|revenues?|size|value|volume|units|shipments|spending|turnover|price|output)\b"
    r"|Anteil|Wachstum|Veränderung|Absatz|Umsatz|Stück|Menge|Wert\b|\bparts?\b|croissance|évolution|ventes|valeur|chiffre"
    r"|cuota|crecimiento|variación|ventas|valor|ingresos|participa|crescimento|variação|vendas|receita|faturamento"
    r"|quota|crescita|variazione|vendite|ricavi|fatturato|valore"
    r"|シェア|成長率|前年比|構成比|売上|出荷|市場規模|金額|台数|数量|份额|占比|增长率|增速|同比|销量|销售|市场规模|金额|出货",
    re.IGNORECASE,
)  # fmt: skip
_LONE = re.compile(r"[ \t]*\|?[^|]{12,200}\|[ \t|]*")
_MAX_SCAN = 400


def is_rule(text: str) -> bool:
    """ "---|---|": the line under a head."""
    return bool(_RULE.match(text))


def is_blank(text: str) -> bool:
    """A row of nothing but empty cells."""
    return bool(_BLANK.fullmatch(text))


def first_table(run: Sequence[Line]) -> int:
    """Number of lines of a run that belong to its first table: another head ends it.

    Args:
        run: lines with pipes, none left out.
    """
    n_rules = sum(is_rule(line.text) for line in run)
    if n_rules > 2 and n_rules * 2 >= len(run) - 1:
        return len(run)  # each row has a rule under it
    for k in range(2, min(len(run) - 1, _MAX_SCAN)):
        if _is_head(run, k) and any(_has_figure(line.text) for line in run[:k]):
            return k
    return len(run)


def is_lone(text: str) -> bool:
    """One cell of words and empty ones behind it: a caption that a page has put into its table."""
    return bool(_LONE.fullmatch(text)) and not is_figure(text.strip(" \t|"))


def is_new_table(lines: Sequence[Line], i: int) -> bool:
    """A head inside a run of lines with pipes, at line i."""
    first = i
    while first and "|" in lines[first - 1].text and i - first < _MAX_SCAN:
        first -= 1
    if all(is_lone(line.text) for line in lines[first:i]):
        return not is_lone(lines[i].text)
    run = lines[first : i + _MAX_SCAN]
    last = next((k for k, line in enumerate(run) if "|" not in line.text), len(run))
    return i - first > 1 and _is_head(run[:last], i - first)


def _is_head(run: Sequence[Line], k: int) -> bool:
    """Names over a rule, or over figures of one kind where the lines before are fields."""
    cells = _texts(run[k].text)
    if len(cells) < 2 or not all(is_head(c) for c in cells) or is_rule(run[k].text) or k + 1 >= len(run):
        return False
    if is_rule(run[k + 1].text):
        return not is_rule(run[k - 1].text)
    below = [_texts(line.text) for line in run[k + 1 : k + 4] if not is_blank(line.text)]
    above = _texts(run[k - 1].text)
    if len(cells) != 2 or len(above) != 2 or len(below) < 2 or not _OVER_FIGURES.search(cells[1]):
        return False
    if _OVER_FIGURES.search(cells[0]) or any(len(row) != 2 or _OVER_FIGURES.search(row[0]) for row in below):
        return False
    return all(is_figure(row[1]) for row in below) and len({"%" in row[1] for row in below}) == 1


def lacks_corner(rows: Sequence[Sequence[str]]) -> bool:
    """The first row names the columns of figures and leaves out the one of labels.

    Args:
        rows: texts of a table by row and column, "" where empty; all rows of one length.
    """
    if len(rows) < 2:
        return False
    width = len(rows[0])
    head, body = rows[0], [row for row in rows[1:] if sum(map(bool, row)) > 1]
    if width < 2 or head[-1] or not all(head[:-1]) or not all(is_head(c) for c in head[:-1]) or not body:
        return False
    full = [row for row in body if all(row)]
    if len(full) * 3 < len(body) * 2 or any(is_figure(row[0]) for row in body):
        return False
    if not all(is_value(row[-1]) for row in full) or not any(is_figure(row[1]) for row in full):
        return False
    return is_time(head[0]) or bool(_OVER_FIGURES.search(head[0]))


def is_one_record(rows: Sequence[Sequence[str]]) -> bool:
    """A head of names and figures below each of them, no column of labels: "Size 2024 | Size 2033 | CAGR".

    Args:
        rows: texts of a table by row and column.
    """
    if len(rows) != 2 or len(rows[0]) != len(rows[1]) or not all(rows[0]) or not all(rows[1]):
        return False
    heads, values = rows
    return all(map(is_head, heads)) and all(map(is_figure, values)) and any(_OVER_FIGURES.search(h) for h in heads)


def are_pairs(rows: Sequence[Sequence[str]]) -> bool:
    """Fields in two columns: "Base year: | 2024 | Forecast period: | 2025-2033".

    Args:
        rows: texts of a table of four columns.
    """
    full = [row for row in rows if all(row)]
    if len(full) < 2 or len(full) * 3 < len(rows) * 2:
        return False
    if all(row[0].endswith((":", "：")) and row[2].endswith((":", "：")) for row in full):
        return True
    first = full[0]
    opens_with_fields = (is_time(first[1]) or is_figure(first[1])) and not is_time(first[0]) and not is_figure(first[2])
    return opens_with_fields and not any(is_value(row[0]) or is_value(row[2]) for row in full)


def _texts(text: str) -> list[str]:
    cells = [piece.strip() for piece in text.strip().strip("|").split("|")]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _has_figure(text: str) -> bool:
    return any(is_figure(cell) for cell in _texts(text)[1:])
