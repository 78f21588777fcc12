"""Publisher profiles: reviewed data, found by name and by address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sources.profiles import (
    ProfileError,
    PublisherProfile,
    host_of,
    load_profiles,
    normal_publisher_name,
    profile_of,
    publisher_slug,
)

PROFILES = (
    PublisherProfile(name="Acme Research", aliases=("ACR", "Acme"), domains=("acme.example",), tier="vendor"),
    PublisherProfile(name="Borealis & Sons", domains=("borealis.example",), tier="press", group="acme-group"),
)


def test_every_packaged_profile_is_valid_and_finds_itself() -> None:
    profiles = load_profiles()
    assert len(profiles) >= 120
    for profile in profiles:
        for name in (profile.name, *profile.aliases, *profile.domains):
            assert profile_of(name, profiles) == profile, name


@pytest.mark.parametrize(
    ("printed", "publisher_id"),
    [
        ("Acme Research", "acme-research"),
        ("ACME RESEARCH, INC.", "acme-research"),
        ("AcmeResearch", "acme-research"),  # a blank tells no two publishers apart
        ("The Acme Research Pvt. Ltd.", "acme-research"),
        ("acr", "acme-research"),
        ("https://www.acme.example/reports/7?x=1", "acme-research"),
        ("wire.acme.example", "acme-research"),
        ("Borealis and Sons GmbH", "borealis-and-sons"),
        ("Acme Research™", "acme-research"),
        ("Acme Research® (ACR)", "acme-research"),  # the same again in brackets
        ("Acme Research (via the Borealis Wire)", "acme-research"),
        ("Acme Research Asia", None),  # a name that contains another is another name
        ("Acm", None),
        ("notacme.example", None),  # a domain that ends alike is another domain
        ("acme.example.org", None),
        ("", None),
    ],
)
def test_a_printed_name_or_address_finds_its_profile(printed: Any, publisher_id: Any) -> None:
    found = profile_of(printed, PROFILES)
    assert (found.publisher_id if found else None) == publisher_id


@pytest.mark.parametrize(
    ("printed", "publisher_id", "group"),
    [
        # as press releases sign and pages quote
        ("MarketsandMarkets™", "marketsandmarkets", None),
        ("Markets & Markets", "marketsandmarkets", None),
        ("Research And Markets", "researchandmarkets", None),
        ("Grand View Research, Inc.", "grand-view-research", None),
        ("GVR", "grand-view-research", None),
        ("Fortune Business Insights™", "fortune-business-insights", None),
        ("Mordor Intelligence Pvt. Ltd.", "mordor-intelligence", None),
        ("International Data Corporation (IDC)", "idc", None),
        ("Market.us", "market-us", "prudour"),
        ("https://scoop.market.us/some-market", "market-us", "prudour"),
        ("Fact.MR", "fact-mr", None),
        ("https://www.factmr.com/report/1/some-market", "fact-mr", None),
        ("The Freedonia Group, Inc.", "freedonia-group", "marketresearch-com"),
        ("Frost and Sullivan", "frost-and-sullivan", None),
        ("Allied Analytics LLP", "allied-market-research", None),
        ("Yole Developpement", "yole-group", None),
        ("矢野経済研究所", "yano-research-institute", None),
        ("IMARC", "imarc-group", None),
        ("Canalys", "canalys", "omdia"),
        ("Strategy Analytics, Inc.", "strategy-analytics", "techinsights"),
        ("de.wikipedia.org", "wikipedia", None),
        # names that only look like one of them
        ("Grand View", None, None),
        ("Market Research", None, None),
        ("Precedence", None, None),
        ("Fortune", None, None),
        ("notgartner.com", None, None),
        ("marketresearch.com.example", None, None),
    ],
)
def test_a_real_house_is_found_as_it_is_signed_and_quoted(printed: Any, publisher_id: Any, group: Any) -> None:
    found = profile_of(printed, load_profiles())
    assert (found.publisher_id if found else None, found.group if found else None) == (publisher_id, group)


def test_a_group_has_at_least_two_members_and_no_name_of_a_house_outside_it() -> None:
    groups: dict[str, list[str]] = {}
    for profile in load_profiles():
        if profile.group:
            groups.setdefault(profile.group, []).append(profile.publisher_id)
    assert {group: len(members) for group, members in groups.items() if len(members) < 2} == {}
    outside = {profile.publisher_id for profile in load_profiles() if profile.group is None}
    assert outside.isdisjoint(groups)


def test_two_vendors_of_one_template_share_a_group() -> None:
    profiles = {profile.publisher_id: profile for profile in load_profiles()}
    assert profiles["dataintelo"].group == profiles["marketintelo"].group == "dataintelo"


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("Smith & Co.", "smith"),
        ("Inc", "inc"),  # a name that is nothing but a legal form stays
        ("Société Générale S.A.", "societe generale"),
        ("白鷺市場リサーチ", "白鷺市場リサーチ"),
        ("Fraunhofer ISE", "fraunhofer ise"),
    ],
)
def test_legal_forms_and_accents_tell_no_publishers_apart(name: Any, normal: Any) -> None:
    assert normal_publisher_name(name) == normal


@settings(deadline=None)
@given(st.text(max_size=40))
def test_normalising_a_name_twice_changes_nothing(name: Any) -> None:
    once = normal_publisher_name(name)
    assert normal_publisher_name(once) == once
    assert publisher_slug(once) == publisher_slug(name)


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("http://www.A.example/x", "a.example"),
        ("a.example", "a.example"),
        ("two words.", None),
        ("plain", None),
        ("//[", None),
    ],
)
def test_hosts_are_read_from_addresses_and_bare_domains(text: Any, host: Any) -> None:
    assert host_of(text) == host


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"acme.yml": "name: Acme\ntier: vendor\nsurprise: 1\n"}, r"acme\.yml, line 3: surprise: Extra inputs"),
        ({"acme.yml": "name: Acme\n"}, r"acme\.yml, line 1: tier: Field required"),
        ({"acme.yml": "name: Acme\ntier: oracle\n"}, r"acme\.yml, line 2: tier"),
        ({"acme.yml": "name: Acme\ntier: [vendor\n"}, r"acme\.yml, line \d: no valid YAML"),
        ({"other.yml": "name: Acme\ntier: vendor\n"}, r"other\.yml: .*call the file acme\.yml"),
        ({"acme.yml": "name: Acme\ntier: vendor\nquote_limit_chars: 5\n"}, r"line 3: quote_limit_chars"),
        ({"acme.yml": "name: Acme\ntier: vendor\ndomains: [acme.example, no dot]\n"}, r"line 3: domains\.1"),
        ({"acme.yml": "name: Acme\ntier: vendor\ncadence: daily\n"}, r"line 3: cadence"),
        ({"acme.yml": "name: Acme\ntier: vendor\ngrowth_convention: generous\n"}, r"line 3: growth_convention"),
        ({"acme.yml": "name: Acme\ntier: vendor\ngroup: Two Words\n"}, r"line 3: group"),
        (
            {"acme.yml": "name: Acme\ntier: vendor\n", "bolt.yml": "name: Bolt\naliases: [A C M E]\ntier: vendor\n"},
            r"bolt\.yml and acme\.yml both claim 'acme'",
        ),
    ],
)
def test_a_wrong_profile_is_refused_with_file_and_key(tmp_path: Path, files: Any, message: Any) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ProfileError, match=message):
        load_profiles(tmp_path)
