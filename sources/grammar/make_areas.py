"""Writes areas_cldr.json: country names in every language read, from CLDR (babel) and ISO 3166 (pycountry). Run by hand."""

from __future__ import annotations

import json
from pathlib import Path

TARGET = Path(__file__).parent / "areas_cldr.json"
LOCALES = ("en", "de", "es", "fr", "ja", "zh")


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


if __name__ == "__main__":
    print(f"{write_areas()} countries written to {TARGET}")
