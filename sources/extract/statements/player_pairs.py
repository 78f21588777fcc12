"""The last two names of a comma list, "A, B and C", as two. Lists are found in `players.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sources.grammar.pattern_words import words_of_languages
from sources.records import Player

_ANY = words_of_languages("statements")

_AND = re.compile(rf"\s{_ANY['and_words']}\s(?=[A-Z0-9À-Þ])")


def parted(text: str, players: Sequence[Player]) -> tuple[Player, ...]:
    """Players with the last entry of a comma list cut at its "and".

    A name that another place of the document lists whole ("Weights and Biases") stays whole.

    Args:
        text: canonical text.
        players: as listed, in order of the text.
    """
    last: dict[int, int] = {}
    for player in players:
        last[player.listing] = max(last.get(player.listing, 0), player.position)
    whole = {p.name for p in players if p.position < last[p.listing]}
    out: list[Player] = []
    for player in players:
        links = list(_AND.finditer(player.surface))
        follows = text[max(0, player.char_start - 2) : player.char_start] == ", "
        is_last = 0 < player.position == last[player.listing]
        if len(links) != 1 or not follows or not is_last or player.name in whole or "(" in player.surface:
            out.append(player)
            continue
        cut, rest = links[0].start(), links[0].end()
        middle, start = player.char_start + cut, player.char_start + rest
        left, right = player.surface[:cut], player.surface[rest:]
        out.append(replace(player, char_end=middle, surface=left, name=left.strip(" ,")))
        out.append(
            replace(player, char_start=start, surface=right, name=right.strip(" ,"), position=player.position + 1)
        )
    return tuple(out)
