"""The crowd's thumbs, the host's word, and who may not vote (D.9, D.13's attacks)."""

import pytest

from engine.arena.asks import AwaitCrowd, CountThumbs, Decree, Plan, Vote
from engine.arena.facts import FateDecided, VoteCast, VotesCounted
from engine.arena.reasons import ArenaReason
from engine.arena.state import Judge, Match, Options
from engine.session import Session
from records.refusals import Refused
from records.values import Faction
from tests.arena.builders import BLUE, RED, a_session, with_men


def fallen(judge: Judge) -> Session[Match]:
    """Return a match in which Red has surrendered, and his judges are awaited."""
    session = with_men(a_session(Options(judge=judge)))
    session.answer(RED, Plan("stand", "none", "all", surrender=True))
    session.answer(BLUE, Plan("stand", "none", "all"))
    assert session.state.fighters[RED].status == "fallen"
    return session


def test_both_owners_are_asked_and_one_alone_ends_no_vote() -> None:
    session = fallen("crowd")
    assert {entry: type(ask.question) for entry, ask in session.open.items()} == {RED: AwaitCrowd, BLUE: AwaitCrowd}

    session.answer(BLUE, CountThumbs())
    session.act(RED, Vote(7, RED, life=True))
    assert not any(isinstance(fact, VotesCounted) for fact in session.table.told)

    session.answer(RED, CountThumbs())
    assert session.is_over


def test_votes_are_counted_once_a_voter_and_the_last_one_counts() -> None:
    session = fallen("crowd")
    for voter in (7, 8, 9):
        session.act(RED, Vote(voter, RED, life=True))
    session.act(RED, Vote(9, RED, life=False))
    for entry in (RED, BLUE):
        session.answer(entry, CountThumbs())

    counted = next(fact for fact in session.table.told if isinstance(fact, VotesCounted))
    assert (counted.life, counted.death, counted.modifier) == (2, 1, 2)
    assert [fact.votes for fact in session.table.told if isinstance(fact, VoteCast)] == [1, 2, 3]


def test_only_the_number_of_votes_shows_until_they_are_counted() -> None:
    one, other = fallen("crowd"), fallen("crowd")
    one.act(RED, Vote(7, RED, life=True))
    other.act(RED, Vote(7, RED, life=False))

    for drives in ([], [RED], [BLUE]):
        assert one.view(drives) == other.view(drives)
    assert one.table.told == other.table.told
    assert one.view().fighter(RED).votes == 1


@pytest.mark.parametrize("faction", [1, 2])
def test_owners_of_the_two_men_have_no_vote(faction: int) -> None:
    """T-407; an owner's further accounts are people without a faction here: what cannot be told is told in the page."""
    session = fallen("crowd")

    with pytest.raises(Refused) as refused:
        session.act(RED, Vote(7, RED, life=True, faction=Faction(faction)))
    assert refused.value.reason is ArenaReason.OWN_MAN
    assert session.view().fighter(RED).votes == 0


@pytest.mark.parametrize("judge", ["", "host"])
def test_nobody_votes_where_the_crowd_does_not_judge(judge: Judge) -> None:
    session = with_men(a_session(Options(judge=judge)))

    with pytest.raises(Refused) as refused:
        session.act(RED, Vote(7, RED, life=True))
    assert refused.value.reason is ArenaReason.NO_VOTE


@pytest.mark.parametrize("life", [True, False])
def test_the_word_of_the_host_decides(life: bool) -> None:
    session = fallen("host")
    session.act(RED, Decree(RED, life=life))
    for entry in (RED, BLUE):
        session.answer(entry, CountThumbs())

    fate = next(fact for fact in session.table.told if isinstance(fact, FateDecided))
    assert (fate.lives, fate.by) == (life, "host")


def test_a_silent_host_leaves_it_to_the_dice() -> None:
    session = fallen("host")
    for entry in (RED, BLUE):
        session.answer(entry, CountThumbs())

    assert next(fact.by for fact in session.table.told if isinstance(fact, FateDecided)) == "dice"
