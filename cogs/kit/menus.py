"""Menus for structs that describe themselves: the options of a game, the rules of a betting table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import discord
import msgspec
from discord import ui

from cogs.kit.items import chosen as the_one
from cogs.kit.limits import PLACEHOLDER, SELECT_OPTIONS, cut
from engine.options import YES_NO, OptionField, choose, option_fields
from words.shared.spelling import words_of
from words.shared.words import Menu, Option

SWITCHES = "-switches"
"""Subject of a menu for options that are on or off, with its number from the second on; other menus have one option
each. It cannot be an option's name, which has no hyphen."""

ABOUT = r"[a-z0-9_-]{1,60}"
"""Pattern of a menu's subject, in a custom id."""

LINE = 100
"""Characters of a line of a select."""

Options = TypeVar("Options", bound=msgspec.Struct)


def switches_of(options: type[msgspec.Struct]) -> dict[str, OptionField]:
    """Return the options that are on or off."""
    return {name: field for name, field in option_fields(options).items() if dict(field.values) == YES_NO}


def switch_menus(options: type[msgspec.Struct]) -> dict[str, dict[str, OptionField]]:
    """Return the options that are on or off in groups for menus, by each menu's subject."""
    switches = list(switches_of(options).items())
    starts = range(0, len(switches), SELECT_OPTIONS)
    return {
        SWITCHES if not start else f"{SWITCHES}-{number}": dict(switches[start : start + SELECT_OPTIONS])
        for number, start in enumerate(starts, start=1)
    }


def others_of(options: type[msgspec.Struct]) -> dict[str, OptionField]:
    """Return the options that have other values."""
    return {name: field for name, field in option_fields(options).items() if dict(field.values) != YES_NO}


def with_choice(options: Options, name: str, values: Sequence[str]) -> Options:
    """Return *options* with *values* chosen in a menu: which switches are on, or the value of one option.

    :raises Refused: if there is no such option or value.
    """
    kind = type(options)
    if switches := switch_menus(kind).get(name):
        chosen = {each: "yes" if each in values else "no" for each in switches}
    else:
        chosen = {name: the_one(values)}
    return with_wishes(options, _wishes(options) | chosen)


def with_wishes(options: Options, wishes: Mapping[str, str]) -> Options:
    """Return *options* with all that can be chosen as it is wished for, or by default; the rest stays as it is.

    :raises Refused: if there is no such option or value.
    """
    kind = type(options)
    new = choose(kind, wishes)
    return msgspec.structs.replace(options, **{each: getattr(new, each) for each in option_fields(kind)})


def _wishes(options: msgspec.Struct) -> dict[str, str]:
    """Return options by the names of their values."""
    return {
        name: next(word for word, value in field.values.items() if value == getattr(options, name))
        for name, field in option_fields(type(options)).items()
        if getattr(options, name) in field.values.values()
    }


def selects_of(options: msgspec.Struct, if_none: str, idle: Collection[str] = ()) -> list[tuple[str, ui.Select[Any]]]:
    """Return selects for the switches, if there are any, and one for each other option, each with its subject.

    :param if_none: the text if all switches are off.
    :param idle: names of options to hide.
    """
    kind, found = type(options), list[tuple[str, ui.Select[Any]]]()
    for about, menu in switch_menus(kind).items():
        if switches := {name: field for name, field in menu.items() if name not in idle}:
            found.append((about, _switches_select(options, switches, if_none)))
    others = {name: field for name, field in others_of(kind).items() if name not in idle}
    return found + [(name, _select_of(name, field, getattr(options, name))) for name, field in others.items()]


def _switches_select(options: msgspec.Struct, switches: Mapping[str, OptionField], if_none: str) -> ui.Select[Any]:
    lines = [
        line(read(name), name, field.description, bool(getattr(options, name))) for name, field in switches.items()
    ]
    return ui.Select(placeholder=if_none, options=lines, min_values=0, max_values=len(lines), required=False)


def _select_of(name: str, field: OptionField, chosen: Any) -> ui.Select[Any]:
    lines = [_line_of(name, field, word, value == chosen) for word, value in field.values.items()]
    return ui.Select(placeholder=read(name), options=lines)


def _line_of(name: str, field: OptionField, word: str, is_chosen: bool) -> discord.SelectOption:
    """Return the line of a value. Its meaning is part of the label: of the chosen line a closed menu shows no more."""
    said = f"{read(name)}: {word}"
    if meaning := field.meanings.get(word):
        return line(f"{said} · {meaning[0].lower()}{meaning[1:]}", word, is_chosen=is_chosen)
    return line(said, word, field.description, is_chosen)


def line(label: str, value: str, description: str | None = None, is_chosen: bool = False) -> discord.SelectOption:
    """Return a line of a select, cut to Discord's length."""
    about = None if description is None else cut(description, LINE)
    return discord.SelectOption(label=cut(label, LINE), value=value, description=about, default=is_chosen)


def lines_of(options: Iterable[Option], chosen: Collection[str] = ()) -> list[discord.SelectOption]:
    """Return the lines of a menu as a game's words draw them up, with those chosen that are.

    Lines that Discord refuses are left out: a second one of the same code, codes that are too long, and more than 25.
    """
    found: dict[str, Option] = {}
    for each in options:
        if 0 < len(each.code) <= LINE:
            found.setdefault(each.code, each)
    kept = list(found.values())[:SELECT_OPTIONS]
    return [line(each.label or each.code, each.code, each.description or None, each.code in chosen) for each in kept]


def fill(select: ui.Select[Any], placeholder: str, options: Iterable[Option], chosen: Collection[str] = ()) -> None:
    """Give a menu its lines, and the text that stands in it while it is closed."""
    select.placeholder, select.options = cut(placeholder, PLACEHOLDER), lines_of(options, chosen)


def select_of(menu: Menu) -> ui.Select[Any]:
    """Return a menu as a game's words draw it up."""
    select: ui.Select[Any] = ui.Select()
    fill(select, menu.placeholder, menu.options, menu.chosen)
    select.min_values, select.required = menu.least, menu.least > 0
    select.max_values = min(menu.most, len(select.options))  # more than it offers Discord refuses
    return select


def read(name: str) -> str:
    """Return an option's name as it is read.

    >>> read("horse_carcasses")
    'Horse carcasses'
    """
    return words_of(name).capitalize()
