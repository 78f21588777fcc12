"""Writes areas_cldr.json and areas_iso3166_2.json: names of countries in every language read (CLDR, by babel) and of the
states, provinces and regions of a few countries (ISO 3166-2, by pycountry). Run by hand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

TARGET = Path(__file__).parent / "areas_cldr.json"
STATES = Path(__file__).parent / "areas_iso3166_2.json"
WITH_STATES = ("AU", "CA", "CN", "DE", "IN", "US")
# Countries with several levels of parts: those that statistics break down.
WITH_REGIONS = {
    "AT": "State",
    "BR": "State",
    "ES": "Autonomous community",
    "FR": "Metropolitan region",
    "GB": "Country",
    "IT": "Region",
}
LOCALES = ("en", "de", "es", "fr", "it", "ja", "ko", "pt", "zh")


def write_areas(target: Path = TARGET) -> int:
    """Write the file anew; returns the number of countries."""
    import pycountry
    from babel import Locale

    countries = []
    for country in sorted(pycountry.countries, key=lambda c: c.alpha_3):
        names = {locale: str(Locale(locale).territories[country.alpha_2]) for locale in LOCALES
                 if country.alpha_2 in Locale(locale).territories}  # fmt: skip
        countries.append({"code": country.alpha_3, "names": names})
    target.write_text(json.dumps(countries, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return len(countries)


def write_states(target: Path = STATES) -> int:
    """Write the states of the countries that vendors break down; returns their number."""
    import unicodedata

    import pycountry

    countries = []
    for alpha_2 in WITH_STATES:
        names = set()
        for state in (s for s in pycountry.subdivisions if s.country_code == alpha_2):
            plain = "".join(c for c in unicodedata.normalize("NFD", state.name) if not unicodedata.combining(c))
            names |= {n for n in (state.name, plain) if n.isascii() or alpha_2 == "DE"} or {plain}
        countries.append({"country": alpha_2, "names": sorted(n for n in names if len(n) > 4 and "," not in n)})
    for alpha_2, kind in WITH_REGIONS.items():
        parts = [s.name for s in pycountry.subdivisions if s.country_code == alpha_2 and s.type == kind]
        short = {re.split(r"[,\[]", name)[0].strip() for name in parts}
        countries.append({"country": alpha_2, "names": sorted(n for n in short if len(n) > 4)})
    target.write_text(json.dumps(countries, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return sum(len(c["names"]) for c in countries)


if __name__ == "__main__":
    print(f"{write_areas()} countries written to {TARGET}")
    print(f"{write_states()} states written to {STATES}")
