"""What is wrong with an answer: the exception with its rule."""

from __future__ import annotations


class Refused(Exception):
    """An answer is refused.

    Attributes:
        rule: its name, without the prefix of a reader.
        said: the words that were refused, where whoever refuses knows them.
    """

    def __init__(self, rule: str, said: str = "") -> None:
        super().__init__(rule, said)
        self.rule, self.said = rule, said
