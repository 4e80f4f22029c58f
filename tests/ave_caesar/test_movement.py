"""Where cards lead (7.1, 7.9): all ways are listed, each once; where they lead is said by the cases."""

import pytest

from tests.ave_caesar.builders import a_chariot, a_play, a_race, a_session, asked

ALL = (1, 2, 3, 4, 5, 6)


def test_a11_all_paths_are_listed_once() -> None:
    plays = asked(a_session(a_race(a_chariot("10b", (2, 2, 1)), a_chariot("17b")))).plays

    assert plays == (a_play(1, "11b"), a_play(1, "11c"), a_play(2, "11b", "12N"), a_play(2, "11c", "12N"))


def test_a09_over_the_last_line_a_path_ends_once() -> None:
    plays = asked(a_session(a_race(a_chariot("26b", (4,), x=3, paid=True), a_chariot("17b")))).plays

    assert plays == (a_play(4, "FINISH"),)


@pytest.mark.parametrize("space", ["25a", "25b", "23c", "A1", "22b", "06c1"])
def test_a11_where_a_card_can_end_is_where_its_paths_end(space: str) -> None:
    # Given a crowd about the line
    crowd = [a_chariot(each, x=2, paid=True) for each in ("26b", "24c", "08c3") if each != space]
    session = a_session(a_race(a_chariot(space, ALL, x=3, paid=True), *(crowd[:2])))
    question = asked(session)

    # Then both ways of asking agree, and the first path comes first
    for card in ALL:
        by_path = [play for play in question.plays if play.card == card]
        assert sorted({each.to for each in by_path}) == list(question.ends(card))
        for to in question.ends(card):
            assert question.first_play(card, to) == min(
                (each for each in by_path if each.to == to), key=lambda each: each.path
            )
