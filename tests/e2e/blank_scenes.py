"""Scenes whose pictures are blank: drawing takes long, and few tests look at pictures."""

import base64
import dataclasses
from collections.abc import Collection, Mapping

from renderers import SCENES, AnyScene
from tests.undrawn import DRAWN

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
"""One pixel."""


def scenes(drawn: Collection[str] = ()) -> Mapping[str, AnyScene]:
    """Return the scene of each ruleset; those of rulesets that are not *drawn* are blank.

    Where no ruleset is drawn, all other pictures and films are blank from now on, too.
    """
    if not drawn:
        for where, name in DRAWN:
            setattr(where, name, _draw)
    return {ruleset: scene if ruleset in drawn else blank(scene) for ruleset, scene in SCENES.items()}


def blank(scene: AnyScene) -> AnyScene:
    """Return a scene whose pictures are blank; what they say in words is what it is."""
    field = _draw if scene.draw_field else None
    return dataclasses.replace(
        scene, draw_board=_draw, draw_cockpit=_draw, draw_log_card=_draw, draw_field=field, warm_up=tuple
    )


def _draw(*_of: object, **_shown: object) -> bytes:
    return PNG
