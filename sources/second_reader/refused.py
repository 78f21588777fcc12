"""Refusing a choice: the exception with its rule, and the prefix that every rule of the second reader has."""

from __future__ import annotations

RULE = "second_reader."


class Refused(Exception):
    """A choice is refused.

    Attributes:
        rule: its name without the prefix.
        said: the words that were refused.
    """

    def __init__(self, rule: str, said: str) -> None:
        super().__init__(rule, said)
        self.rule = rule
        self.said = said
