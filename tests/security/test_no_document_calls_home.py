"""Documents that name files and addresses to be fetched: a server and a file that must not be touched are not touched.

Read by the real parsers in a process of its own, under a watch of every socket and every file that Python opens, and on a network
whose one server counts who comes.
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile import pdfs

ROOT = Path(__file__).parents[2]
FIGURE = "The widget market was worth USD 5 billion in 2025."


def documents(file: str, web: str) -> dict[str, bytes]:
    """One document for each way to ask for something, `file` and `web` being the addresses of canaries."""
    html = {
        "XHTML with an external entity": f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "{file}">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>{FIGURE} &x;</p></body></html>',
        "XHTML with a parameter entity": f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY % x SYSTEM "{web}/p.dtd"> %x;]><html><body><p>{FIGURE}</p></body></html>',
        "a DTD elsewhere": f'<!DOCTYPE html SYSTEM "{web}/html.dtd"><html><body><p>{FIGURE}</p></body></html>',
        "an XInclude": f'<html xmlns:xi="http://www.w3.org/2001/XInclude"><body><p>{FIGURE}</p><xi:include href="{file}" parse="text"/></body></html>',
        "an XML stylesheet": f'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="{web}/x.xsl"?><html><body><p>{FIGURE}</p></body></html>',
        "a stylesheet": f'<html><head><link rel="stylesheet" href="{web}/x.css"></head><body><p>{FIGURE}</p></body></html>',
        "an import in a style": f'<html><head><style>@import url("{web}/x.css"); p {{ background: url({web}/b.png) }}</style></head><body><p>{FIGURE}</p></body></html>',
        "a script": f'<html><head><script src="{web}/x.js"></script></head><body><p>{FIGURE}</p></body></html>',
        "a base": f'<html><head><base href="{web}/"></head><body><p>{FIGURE}</p><img src="x.png"></body></html>',
        "a refresh": f'<html><head><meta http-equiv="refresh" content="0;url={web}/"></head><body><p>{FIGURE}</p></body></html>',
        "prefetching": f'<html><head><link rel="prefetch" href="{web}/x"><link rel="dns-prefetch" href="{web}"></head><body><p>{FIGURE}</p></body></html>',
        "pictures": f'<html><body><p>{FIGURE}</p><img src="{web}/x.png" srcset="{web}/y.png 2x"><picture><source srcset="{web}/z"></picture></body></html>',
        "frames": f'<html><body><p>{FIGURE}</p><iframe src="{web}/"></iframe><iframe src="{file}"></iframe><object data="{file}"></object><embed src="{web}/x.swf"></body></html>',
        "a frameset": f'<html><frameset><frame src="{file}"></frameset><body><p>{FIGURE}</p></body></html>',
        "sounds and films": f'<html><body><p>{FIGURE}</p><video src="{web}/v" poster="{web}/p"></video><audio src="{web}/a"></audio></body></html>',
        "SVG that uses another file": f'<html><body><p>{FIGURE}</p><svg xmlns:xlink="http://www.w3.org/1999/xlink"><use xlink:href="{file}#x"/><image href="{web}/x.png"/></svg></body></html>',
        "SVG with an entity": f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "{file}">]><svg xmlns="http://www.w3.org/2000/svg"><text>{FIGURE} &x;</text></svg>',
        "MathML": f'<html><body><p>{FIGURE}</p><math href="{web}/"><mi xlink:href="{file}">x</mi></math></body></html>',
        "a form": f'<html><body><p>{FIGURE}</p><form action="{web}/" method="post"><input type="image" src="{web}/i"></form></body></html>',
        "a manifest": f'<html manifest="{web}/m"><body background="{web}/b"><p>{FIGURE}</p></body></html>',
        "an RSS list in the inbox": f'<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "{file}">]><rss version="2.0"><channel><item><title>{FIGURE} &x;</title><link>{web}/1</link></item></channel></rss>',
        "an Atom list in the inbox": f'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="{web}/"><entry><title>{FIGURE}</title><content src="{web}/c"/></entry></feed>',
        "Markdown": f"# Widgets\n\n{FIGURE}\n\n![x]({web}/x.png) [y]({file}) <{web}/>\n",
    }  # fmt: skip
    found = {name: text.encode() for name, text in html.items()}
    actions = {
        "a PDF that launches a program": f"/OpenAction << /S /Launch /F ({file}) >>",
        "a PDF that opens an address": f"/OpenAction << /S /URI /URI ({web}/open) >>",
        "a PDF that goes to another file": f"/OpenAction << /S /GoToR /F ({file}) /D [0 /Fit] >>",
        "a PDF that sends a form": f"/OpenAction << /S /SubmitForm /F << /FS /URL /F ({web}/form) >> >>",
        "a PDF with a script": f"/OpenAction << /S /JavaScript /JS (this.submitForm\\('{web}/js'\\)) >>",
        "a PDF with its words elsewhere": f"/AcroForm << /Fields [] /XFA ({file}) >>",
    }
    content = f"BT /F1 12 Tf 72 700 Td ({FIGURE}) Tj ET".encode()
    plain = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    for name, action in actions.items():
        found[name] = pdf(content, plain, catalogue=action)
    path = file.removeprefix("file://")
    composite = "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding {} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering ({}) /Supplement 0 >> >>] >>"
    up = "#2e#2e/" * 12
    for name, encoding, ordering in (
        ("a PDF whose CMap is a path", "/" + path.replace("/", "#2F"), "Identity"),
        ("a PDF whose CMap climbs", "/" + up.replace("/", "#2F") + path.strip("/").replace("/", "#2F"), "Identity"),
        ("a PDF whose ordering is a path", "/Identity-H", f"../../../../../../../../..{path}"),
    ):
        found[name] = pdf(content, composite.format(encoding, ordering))
    found["a PDF whose page lies in another file"] = pdf(b"", plain, stream=f"/F << /FS /URL /F ({web}/stream) >>")
    found["a PDF whose stream is a file"] = pdf(b"", plain, stream=f"/F ({path})")
    return found


def pdf(content: bytes, font: str, catalogue: str = "", stream: str = "") -> bytes:
    """A PDF of one page."""
    return pdfs.written([
        f"<< /Type /Catalog /Pages 2 0 R {catalogue} >>".encode(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        pdfs.stream(content, stream.encode()),
        font.encode(),
    ])  # fmt: skip


# Reads what it is given, and tells every address and every file that was asked for while it did.
READER = """
import json, sys
from pathlib import Path
from sources.extract import extract
from sources.parse import parse
from sources.records import Unreadable

folder, asked = Path(sys.argv[1]), []
said = {}
def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request", "subprocess.Popen", "os.system", "os.exec"):
        asked.append(f"{event} {arguments[1:]!r}")
    elif event == "open" and "canary" in str(arguments[0]):
        asked.append(f"open {arguments[0]}")
sys.addaudithook(watch)
for path in sorted(folder.iterdir()):
    try:
        parsed = parse(path.read_bytes())
        said[path.name] = [parsed.text, [str(one.value) for one in extract(parsed).mentions]]
    except Unreadable as error:
        said[path.name] = [f"unreadable: {error.reason}", []]
print(json.dumps({"asked": asked, "said": said}))
"""


@pytest.fixture(scope="module")
def visitors() -> Iterator[tuple[str, list[bytes]]]:
    """Address of a server on loopback, and what was said to it."""
    came: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def listen() -> None:
            while True:
                try:
                    visitor, _ = listener.accept()
                except OSError:
                    return
                with visitor:
                    visitor.settimeout(60)
                    came.append(visitor.recv(200))

        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", came
        listener.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory, visitors: tuple[str, list[bytes]]) -> dict[str, object]:
    """What the reader told of all documents."""
    folder = tmp_path_factory.mktemp("calls")
    canary = folder / "canary.txt"
    canary.write_text("SECRET-OF-THE-CANARY USD 77 billion")
    touched = watched(canary)
    inbox = folder / "inbox"
    inbox.mkdir()
    for name, content in documents(canary.as_uri(), visitors[0]).items():
        (inbox / name).write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-c", READER, str(inbox)], capture_output=True, text=True, check=False, timeout=600,
        cwd=ROOT, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3_000:]
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found | {"touches": touches(touched)}


def watched(path: Path) -> int:
    """A descriptor that tells of every opening of a file, whichever library does it (inotify of Linux)."""
    libc = ctypes.CDLL(None, use_errno=True)
    descriptor = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    assert libc.inotify_add_watch(descriptor, os.fsencode(path), 0x20 | 0x1) >= 0  # IN_OPEN, IN_ACCESS
    return int(descriptor)


def touches(descriptor: int) -> int:
    """Bytes of news about a watched file; closes the watch."""
    try:
        return len(os.read(descriptor, 10_000))
    except BlockingIOError:
        return 0
    finally:
        os.close(descriptor)


NAMES = list(documents("file:///canary.txt", "http://127.0.0.1:1"))


def test_nobody_comes_and_no_file_is_opened(read: dict[str, object], visitors: tuple[str, list[bytes]]) -> None:
    assert (read["asked"], read["touches"]) == ([], 0)
    assert visitors[1] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_a_document_says_is_its_own(read: dict[str, object], name: str) -> None:
    said = read["said"]
    assert isinstance(said, dict)
    text, values = said[name]
    assert "SECRET" not in text
    assert set(values) <= {"5000000000"}


def test_most_of_them_are_read_so_that_the_rest_means_something(read: dict[str, object]) -> None:
    said = read["said"]
    assert isinstance(said, dict)
    told = [name for name, (_, values) in said.items() if values == ["5000000000"]]
    assert len(told) >= 25, sorted(set(said) - set(told))


def test_the_watch_sees_who_comes(visitors: tuple[str, list[bytes]], tmp_path: Path) -> None:
    """Else the tests above hold because nothing is watched."""
    (tmp_path / "canary.txt").write_text("x")
    descriptor, before = watched(tmp_path / "canary.txt"), len(visitors[1])
    (tmp_path / "canary.txt").read_text()
    assert touches(descriptor) > 0
    code = READER.replace(
        "parse(path.read_bytes())", "__import__('urllib.request').request.urlopen(sys.argv[2], timeout=60)"
    )
    code = code.replace("except Unreadable as error:", "except Exception as error:\n        error.reason = ''")
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), visitors[0]], capture_output=True, text=True, check=False, timeout=600,
        cwd=ROOT, env=os.environ | {"PYTHONPATH": "."},
    )  # fmt: skip
    asked = " ".join(json.loads(done.stdout.splitlines()[-1])["asked"])
    assert "socket.connect" in asked
    assert len(visitors[1]) > before
