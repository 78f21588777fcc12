"""Older messages in a text: found by the shapes of mail programs, withdrawn where the text quotes them, untouched where it quotes anything else."""

from __future__ import annotations

from datetime import date

import pytest

from sources.parse import parse
from sources.parse.quoted import MAX_MESSAGES, lines_of, thread_of, withdrawn

OWN = "We now say USD 860 million.\n\n"
DAY = date(2026, 4, 28)
ATTRIBUTIONS = {
    "en": "On Tue, 28 Apr 2026 at 09:00, Ben Holt <ben@client.example> wrote:",
    "en, month first": "On Tue, Apr 28, 2026 at 9:00 AM Ben Holt wrote:",
    "en, figures": "On 04/28/2026 09:00, Ben Holt wrote:",
    "en, zone": "On 28 Apr 2026, at 09:00 BST, Ben Holt wrote:",
    "de": "Am Di., 28. Apr. 2026 um 09:00 Uhr schrieb Ben Holt <ben@client.example>:",
    "fr": "Le mar. 28 avr. 2026 à 09:00, Ben Holt <ben@client.example> a écrit :",
    "es": "El mar, 28 abr 2026 a las 9:00, Ben Holt (<ben@client.example>) escribió:",
    "it": "Il giorno mar 28 apr 2026 alle ore 09:00 Ben Holt <ben@client.example> ha scritto:",
    "pt": "Em ter., 28 de abr. de 2026 às 09:00, Ben Holt <ben@client.example> escreveu:",
    "nl": "Op di 28 apr 2026 om 09:00 schreef Ben Holt <ben@client.example>:",
    "ja": "2026年4月28日(火) 9:00 Ben Holt <ben@client.example>:",
    "zh": "Ben Holt <ben@client.example> 于2026年4月28日周二 09:00写道：",
    "wrapped": "On Tue, 28 Apr 2026 at 09:00, Ben Holt\n<ben@client.example> wrote:",
}
HEADERS = {
    "en": ("From", "Sent", "To", "Subject", "Tuesday, April 28, 2026 9:00 AM"),
    "de": ("Von", "Gesendet", "An", "Betreff", "Dienstag, 28. April 2026 09:00"),
    "fr": ("De", "Envoyé", "À", "Objet", "mardi 28 avril 2026 09:00"),
    "es": ("De", "Enviado el", "Para", "Asunto", "martes, 28 de abril de 2026 9:00"),
    "it": ("Da", "Inviato", "A", "Oggetto", "martedì 28 aprile 2026 09:00"),
    "pt": ("De", "Enviada em", "Para", "Assunto", "terça-feira, 28 de abril de 2026 09:00"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp", "dinsdag 28 april 2026 09:00"),
    "ja": ("差出人", "送信日時", "宛先", "件名", "2026年4月28日 9:00"),
    "zh": ("发件人", "发送时间", "收件人", "主题", "2026年4月28日 9:00"),
}


def spans(text: str) -> list[str]:
    return [text[start:end] for start, end in withdrawn(text)]


def header(language: str, mark: str = "") -> str:
    sender, sent, to, subject, day = HEADERS[language]
    lines = [f"{sender}: Ben Holt <ben@client.example>", f"{sent}: {day}", f"{to}: Ada", f"{subject}: lathes"]
    return "\n".join(mark + line for line in lines) + "\n"


@pytest.mark.parametrize("language", ATTRIBUTIONS)
def test_a_cited_message_is_withdrawn_with_the_line_that_says_whose_it_is(language: str) -> None:
    quoted = f"{ATTRIBUTIONS[language]}\n> It was USD 840 million.\n>\n> > And 800 before."
    text = f"{OWN}{quoted}\n\nAda\n"
    assert spans(text) == [quoted]
    own, older = thread_of(lines_of(text))
    assert (older.author, older.day, older.stands_alone) == ("Ben Holt", DAY, False)
    assert own.text == f"{OWN}\nAda\n"


@pytest.mark.parametrize("language", HEADERS)
def test_a_message_below_its_header_block_is_withdrawn_to_the_end(language: str) -> None:
    quoted = f"{header(language)}\nIt was USD 840 million.\n"
    assert spans(OWN + quoted) == [quoted]
    _, older = thread_of(lines_of(OWN + quoted))
    assert (older.author, older.day, older.subject) == ("Ben Holt", DAY, "lathes")


@pytest.mark.parametrize(
    "marker", ["-----Original Message-----", "-----Ursprüngliche Nachricht-----", "----- Message d'origine -----"]
)
def test_a_line_between_dashes_begins_an_older_message(marker: str) -> None:
    assert spans(f"{OWN}{marker}\nIt was USD 840 million.") == [f"{marker}\nIt was USD 840 million."]


@pytest.mark.parametrize(
    "text",
    [
        "> The market was worth USD 840 million in 2025.\n\nWe agree.\n",
        "In its 2025 report, Harrow Lane wrote:\n\n> The market was worth USD 840 million.\n",
        "Original message\n\nThe market was worth USD 840 million.\n",
        "From: 2025\nTo: 2031\nDate: May\nMarket: lathes\n\nUSD 840 million.\n",
        "a > b\n",
    ],
    ids=["a quotation", "a quoted book", "a heading", "fields of a report", "a sign"],
)
def test_what_is_no_older_message_stays(text: str) -> None:
    assert withdrawn(text) == ()


def test_answers_between_cited_lines_are_the_senders_words() -> None:
    text = f"{ATTRIBUTIONS['en']}\n> Is it 840?\nNo, 860.\n> And in 2024?\n800.\n"
    assert [message.text for message in thread_of(lines_of(text))] == ["No, 860.\n800.\n", "Is it 840?\nAnd in 2024?"]
    assert not any("860" in span or "800." in span for span in spans(text))


@pytest.mark.parametrize(
    "text",
    [
        f"---------- Forwarded message ---------\n{header('en')}\nIt is USD 840 million.\n",
        f"Begin forwarded message:\n\n{header('en', '> ')}>\n> It is USD 840 million.\n",
        f"\n\n{header('de')}\nEs sind 840.\n",
    ],
    ids=["Gmail", "Apple", "Outlook"],
)
def test_a_message_forwarded_without_a_word_is_the_document_itself(text: str) -> None:
    assert withdrawn(text) == ()
    assert thread_of(lines_of(text))[0].day == DAY
    assert spans(f"For you:\n\n{text}")  # with words of the sender it is an older one
    assert spans(f"{text}\n{ATTRIBUTIONS['de']}\n> 800\n") == [f"{ATTRIBUTIONS['de']}\n> 800"]


def test_a_thread_gives_each_message_its_own_words() -> None:
    text = f"{OWN}{header('en')}\nIt was 840.\n\n{header('de')}\nEs waren 800.\n{ATTRIBUTIONS['fr']}\n> 700.\n"
    assert [message.text.strip() for message in thread_of(lines_of(text))][1:] == [
        "It was 840.",
        "Es waren 800.",
        "700.",
    ]
    text = f"{OWN}{ATTRIBUTIONS['de']}\n> 840.\n> {ATTRIBUTIONS['fr']}\n> > 800.\n"
    assert [message.text for message in thread_of(lines_of(text))][1:] == ["840.", "800."]


@pytest.mark.parametrize("day", ["04/05/2026", "31/31/2026", "2026-13-40"])
def test_a_day_that_cannot_be_known_is_none(day: str) -> None:
    assert thread_of(lines_of(f"{OWN}On {day} 09:00, Ben <b@x.example> wrote:\n> 840\n"))[1].day is None


def test_a_thread_without_end_is_bounded_and_withdrawn_whole() -> None:
    text = OWN + f"{header('en')}\n840.\n\n" * 200
    assert len(thread_of(lines_of(text))) == MAX_MESSAGES
    assert spans(text)[-1].endswith("840.\n\n")


def test_the_text_of_a_parsed_mail_is_untouched() -> None:
    text = f"{OWN}{ATTRIBUTIONS['en']}\n> It was USD 840 million.\n"
    document = parse(text.encode())
    assert document.text == text
    assert [text[start:end] for start, end in document.withdrawn] == spans(text) != []
