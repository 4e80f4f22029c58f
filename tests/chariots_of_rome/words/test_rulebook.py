"""Rules of Chariots of Rome to look up: topics, tables, what cards and charioteers do."""

import re

import pytest

from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import CHARIOTEERS, FATES
from words.chariots_of_rome import WORDS
from words.chariots_of_rome.terms import EFFECTS


def test_every_card_and_charioteer_has_words() -> None:
    assert set(ABILITIES) == set(CHARIOTEERS)
    assert set(EFFECTS) == set(FATES)


@pytest.mark.parametrize("topic", WORDS.topics)
def test_topics_are_short_and_name_their_rule(topic: str) -> None:
    text = WORDS.topics[topic]

    assert topic == topic.lower()
    assert len(text) <= 700
    assert all(len(sentence.split()) <= 30 for sentence in re.split(r"[.:;] ", text))


@pytest.mark.parametrize("table", WORDS.tables)
def test_tables_have_rows(table: str) -> None:
    heading, rows = WORDS.tables[table]

    assert heading
    assert len(rows().split("\n")) >= 2
    assert len(rows()) <= 1_900
