"""Every ruleset has a scene, and the scene's pictures are asked for by its id."""

from engine.rulesets import PLAYED
from records.values import EntryId
from renderers import SCENES
from tests.renderers.samples import NAMES, in_mid_race


def test_every_ruleset_has_a_scene() -> None:
    assert set(SCENES) == set(PLAYED)


def test_a_scene_draws_pngs_and_tells_them() -> None:
    scene, view = SCENES["circus-maximus"], in_mid_race()

    pictures = (
        scene.draw_board(view, NAMES),
        scene.draw_cockpit(view, NAMES, EntryId(3)),
        scene.draw_log_card(view, NAMES, EntryId(3)),
    )
    told = (
        scene.alt_board(view, NAMES),
        scene.alt_cockpit(view, NAMES, EntryId(3)),
        scene.alt_log_card(view, NAMES, EntryId(3)),
    )

    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert all("Crescens" in text for text in told)
