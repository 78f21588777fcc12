"""Draws the picture of a market page that the README shows: `make picture HOME_OF_SAMPLES=DIR`, with a Chromium on this machine.

The page is that of a release of the bundled samples; nothing is drawn by hand, so the picture is made anew whenever the page changes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

TARGET = Path(__file__).parent.parent / "docs" / "market-page.png"
MARKET = "industrial-heat-pump"
WIDTH, HEIGHT = 1100, 1000  # pixels of the part that is shown
MOST_BYTES = 200_000
_COLOURS = 64


def main(home: Path) -> int:
    """Writes the picture; exit code 1 with the reason where that is not possible."""
    page = home / "releases" / "latest" / "site" / "markets" / f"{MARKET}.html"
    chromium = os.environ.get("PARALLAX_CHROMIUM") or shutil.which("chromium")
    if not page.is_file() or chromium is None:
        missing = page if chromium else "a Chromium (PARALLAX_CHROMIUM names one)"
        print(f"{missing}: not there; run the samples into this home first, or install it", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "page.png"
        subprocess.run(
            [
                chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/profile",
                "--blink-settings=preferredColorScheme=1", f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={drawn}",
                page.resolve().as_uri(),
            ],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
        with Image.open(drawn) as picture:
            small = picture.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
        small.save(TARGET, optimize=True)
    size = TARGET.stat().st_size
    print(f"{TARGET.relative_to(TARGET.parent.parent)}: {size:,} bytes")
    return 0 if size <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
