"""Addresses in one form, hosts that may be asked, and addresses of the network that may be connected to."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sources.ingest.feeds.connecting import is_public
from sources.ingest.feeds.feed_file import BadAddress, Feed, address_of


@pytest.mark.parametrize(
    ("printed", "canonical"),
    [
        ("http://Example.COM", "http://example.com/"),
        ("HTTPS://example.com:443/a", "https://example.com/a"),
        ("http://example.com:8080/a#part", "http://example.com:8080/a"),
        ("http://example.com./a", "http://example.com/a"),
        ("http://example.com/a/../../b/./c", "http://example.com/b/c"),
        ("http://example.com/a/%2e%2e/%2E/b", "http://example.com/b"),
        ("http://example.com/a/..", "http://example.com/"),
        ("http://example.com/a b?q=ü&r=%3F", "http://example.com/a%20b?q=%C3%BC&r=%3F"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        (" \n http://example.com/a \n", "http://example.com/a"),
        ("http://example.com//a///b", "http://example.com//a///b"),
    ],
)
def test_an_address_has_one_form(printed: str, canonical: str) -> None:
    assert address_of(printed) == canonical
    assert address_of(canonical) == canonical


@pytest.mark.parametrize(
    "printed",
    [
        "", "example.com", "ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)", "http://", "http:///a",
        "http://user@example.com/", "http://user:word@example.com/", "http://example.com/a\nHost: other", "http://ex\tample.com/",
        "http://example.com\\@other.example/", "http://example.com/\u202egpj.exe", "http://example.com:99999/",
        "http://example.com:0/", "http://[::1]/", "http://example.com:abc/", "http://exa mple.com/", "http://-.example/",
        "http://" + "a" * 70 + ".example/", "http://example.com/" + "a" * 2_000, "http://example.com/\ud800",
    ],
)  # fmt: skip
def test_what_is_no_plain_web_address_is_refused_in_words_that_can_be_shown(printed: str) -> None:
    with pytest.raises(BadAddress) as refused:
        address_of(printed)
    assert str(refused.value).isprintable()
    assert "word" not in str(refused.value)


@given(st.text(max_size=40), st.text(max_size=20))
def test_an_address_that_is_taken_is_stable_plain_and_on_a_host(path: str, query: str) -> None:
    try:
        address = address_of(f"http://example.com/{path}?{query}")
    except BadAddress:
        return
    assert address_of(address) == address
    assert address.isascii() and address.isprintable() and " " not in address
    assert urlsplit(address).netloc == "example.com"
    assert not {".", ".."} & set(urlsplit(address).path.split("/"))


@pytest.mark.parametrize(
    ("url", "hosts", "allowed"),
    [
        ("http://example.com/", ("example.com",), True),
        ("https://example.com/", ("example.com",), True),
        ("http://example.com:8080/", ("example.com",), False),
        ("http://example.com:8080/", ("example.com:8080",), True),
        ("http://example.com/", ("example.com:8080",), False),
        ("http://www.example.com/", ("example.com",), False),
        ("http://www.example.com/", ("*.example.com",), True),
        ("http://example.com/", ("*.example.com",), False),
        ("http://badexample.com/", ("*.example.com", "example.com"), False),
        ("http://example.com.evil.example/", ("*.example.com", "example.com"), False),
        ("http://example.com/", (), False),
    ],
)
def test_only_named_hosts_and_ports_may_be_asked(url: str, hosts: tuple[str, ...], allowed: bool) -> None:
    feed = Feed.model_construct(urls=("http://home.example/",), hosts=hosts)
    assert feed.may_ask(address_of(url)) is allowed
    assert feed.may_ask("http://home.example/a"), "the hosts of its own addresses are named by these"


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_addresses_of_the_open_network(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1",
        "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::1",
        "64:ff9b::7f00:1", "2001:db8::1",
    ],
)  # fmt: skip
def test_addresses_of_this_machine_and_of_private_networks(address: str) -> None:
    assert not is_public(address)
