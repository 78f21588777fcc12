"""Publisher profiles: reviewed facts about a publisher, in `publishers/*.yml`.

Belongs here: the profile's schema, its reading, and finding the profile of a name or an address. What a profile changes
(weights, quote limits) does not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

PUBLISHERS = Path(__file__).parent / "publishers"

Tier = Literal["vendor", "press", "tertiary"]
Cadence = Literal["monthly", "quarterly", "half-yearly", "yearly", "irregular"]
GrowthConvention = Literal["from_base_year", "from_first_forecast_year", "label_years", "label_years_plus_one"]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
RegionCode = Annotated[str, StringConstraints(pattern=r"^(\d{3}|vendor:.+)$")]
CountryCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Domain = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]

# Legal forms at the end of a name; they never tell two publishers apart. Bodies such as "Research" do.
_LEGAL_FORMS = frozenset(
    [
        "ag",
        "bv",
        "co",
        "company",
        "corp",
        "corporation",
        "gmbh",
        "inc",
        "incorporated",
        "kg",
        "limited",
        "llc",
        "llp",
        "ltd",
    ]
    + ["nv", "oy", "plc", "private", "pte", "pty", "pvt", "sa", "sarl", "sas", "se", "spa", "srl"]
)
# Marks of ownership say nothing of who it is; NFKC would make letters of them.
_OWNERSHIP_MARKS = re.compile("[®™©℠]")
# "International Data Corporation (IDC)": a name in brackets behind a name says the same again, or through whom.
_IN_BRACKETS_BEHIND = re.compile(r"(?<=\S)\s*\([^()]{1,80}\)\s*$")
_SPELLED_LETTERS = re.compile(r"\b(?:\w\.){2,}")


class PublisherProfile(BaseModel):
    """One publisher. What nobody has reviewed stays null; no field changes how a text is read.

    Attributes:
        name: as the house writes itself.
        aliases: other names that it alone goes by.
        domains: where it publishes; subdomains count.
        group: owners or templates shared with others: a group counts as one source.
        tier: vendor makes figures, press passes them on, tertiary collects them.
        licence: SPDX id or a short name, of texts whose sidecar names none.
        quote_limit_chars: longest quote that may be published, with prefix, suffix and table header; the policy's where null.
        no_external: whether its licence forbids that its words are sent to a model.
        cadence: how often it revises its figures.
        growth_convention: how its CAGRs count their periods (warehouse/sql/40_growth_recomputations.sql); for people to compare
            with what the audit finds.
        regions: members of regions as this house draws and states them: M49 code or "vendor:" and a name → ISO 3166
            alpha-3 codes, all of them. A region whose members it states only in part stays out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Words
    aliases: tuple[Words, ...] = ()
    domains: tuple[Domain, ...] = ()
    group: Slug | None = None
    tier: Tier
    licence: Words | None = None
    quote_limit_chars: int | None = Field(default=None, ge=20, le=100_000)
    no_external: bool = False
    cadence: Cadence | None = None
    growth_convention: GrowthConvention | None = None
    regions: dict[RegionCode, Annotated[tuple[CountryCode, ...], Field(min_length=2)]] = Field(default_factory=dict)

    @property
    def publisher_id(self) -> str:
        """Slug of the canonical name; the profile's file is called so."""
        return publisher_slug(self.name)

    @cached_property
    def name_keys(self) -> frozenset[str]:
        """Its name and aliases as they are compared; made once, for every printed name is held against them."""
        return frozenset(_name_key(name) for name in (self.name, *self.aliases))

    @property
    def file_name(self) -> str:
        """Name of the file that holds the profile."""
        return f"{self.publisher_id}.yml"


class ProfileError(Exception):
    """A profile that does not fit: names the file, the key and what to do."""


@cache
def load_profiles(folder: Path = PUBLISHERS) -> tuple[PublisherProfile, ...]:
    """Reads every profile of a folder.

    Args:
        folder: holds one `<slug of the name>.yml` per publisher.

    Returns:
        Profiles in the order of their ids.

    Raises:
        ProfileError: a file is no YAML, does not fit the schema, is not called after its publisher, or two files claim
            the same name or domain.
    """
    profiles = tuple(_read(path) for path in sorted(folder.glob("*.yml")))
    owners: dict[str, str] = {}
    for profile in profiles:
        for claimed in sorted({*profile.name_keys, *profile.domains}):
            if claimed in owners:
                raise ProfileError(
                    f"{profile.file_name} and {owners[claimed]} both claim {claimed!r}; keep it in one of them"
                )
            owners[claimed] = profile.file_name
    return profiles


def profile_of(name_or_url: str, profiles: Sequence[PublisherProfile]) -> PublisherProfile | None:
    """The profile that a printed name, an address or a bare domain belongs to.

    Args:
        name_or_url: "QY Research Inc.", "https://www.qyresearch.com/reports/1" or "qyresearch.com".
        profiles: profiles to choose from.

    Returns:
        The profile, or None where none claims the name or domain. Names match whole, never in part.
    """
    host = host_of(name_or_url)
    key = _name_key(name_or_url)
    for profile in profiles:
        if host and any(host == domain or host.endswith(f".{domain}") for domain in profile.domains):
            return profile
        if key and key in profile.name_keys:
            return profile
    return None


def host_of(name_or_url: str) -> str | None:
    """Host of an address or a bare domain, without "www."; None for anything else."""
    text = name_or_url.strip().casefold()
    if re.search(r"\s", text) or "." not in text:
        return None
    try:
        host = urlsplit(text if "//" in text else f"//{text}").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None


@lru_cache(maxsize=65_536)
def normal_publisher_name(name: str) -> str:
    """A publisher's name for comparison: NFKC, casefolded, no accents or punctuation, no legal form or bracket behind it."""
    text = unicodedata.normalize("NFKC", _OWNERSHIP_MARKS.sub("", name))
    text = _IN_BRACKETS_BEHIND.sub("", text.strip()).casefold().replace("&", " and ")
    text = _SPELLED_LETTERS.sub(lambda letters: letters.group().replace(".", ""), text)  # "S.A." is SA
    text = re.sub(r"['’]", "", _without_accents(text))
    words = re.findall(r"[^\W_]+", text)
    while len(words) > 1 and words[-1] in _LEGAL_FORMS | {"and"}:  # "Smith & Co."
        words.pop()
    if len(words) > 1 and words[0] == "the":
        words.pop(0)
    return " ".join(words)


def publisher_slug(name: str) -> str:
    """Id of a publisher that stands alone: its normal name with hyphens."""
    return normal_publisher_name(name).replace(" ", "-")


def _name_key(name: str) -> str:
    return normal_publisher_name(name).replace(" ", "")  # "QY Research" is QYResearch


def _without_accents(text: str) -> str:
    """Drops accents of Latin letters; marks of other scripts carry meaning and stay."""
    return "".join(
        decomposed[0] if "LATIN" in unicodedata.name(letter, "") and len(decomposed) > 1 else letter
        for letter in text
        for decomposed in [unicodedata.normalize("NFD", letter)]
    )


def _read(path: Path) -> PublisherProfile:
    try:
        text = path.read_text(encoding="utf-8")
        profile = PublisherProfile.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise ProfileError(f"{path.name}, line {mark.line + 1 if mark else '?'}: no valid YAML: {error}") from error
    except ValidationError as error:
        message = "; ".join(
            f"{path.name}, line {_line_of(text, e['loc'])}: {'.'.join(map(str, e['loc'])) or 'the file'}: {e['msg']}"
            for e in error.errors()
        )
        raise ProfileError(message) from error
    if path.name != profile.file_name:
        raise ProfileError(f"{path.name}: holds {profile.name!r}; call the file {profile.file_name}")
    return profile


def _line_of(text: str, where: tuple[int | str, ...]) -> int:
    """Line of the key that `where` begins with; 1 where the file lacks it."""
    keys = [re.escape(str(part)) for part in where[:1]]
    match = re.search(rf"^{keys[0]}\s*:", text, re.MULTILINE) if keys else None
    return text.count("\n", 0, match.start()) + 1 if match else 1
