"""Limits of modals: those of the bot's forms, and those of a user's texts in them."""

from typing import Any

from sandbox.errors import Json
from sandbox.limits import components as c
from sandbox.limits.components import ComponentCheck
from sandbox.limits.form import Form, Path

IN_LABEL = (c.TEXT_INPUT, *c.SELECTS, c.FILE_UPLOAD, c.RADIO_GROUP, c.CHECKBOX_GROUP, c.CHECKBOX)


def check_modal(body: Json) -> None:
    """Raise :exc:`sandbox.errors.Refusal` if a modal that the bot opens breaks a limit."""
    form = Form()
    data = form.object(("data",), body.get("data"))
    form.text(("data", "title"), data.get("title"), 45, least=1, needed=True)
    form.text(("data", "custom_id"), data.get("custom_id"), 100, least=1, needed=True)
    check = ComponentCheck(form, is_v2=True, files=())
    for path, part in form.items(("data", "components"), data.get("components"), 5, least=1):
        _check_top(form, check, path, part)
    form.refuse()


def _check_top(form: Form, check: ComponentCheck, path: Path, part: Json) -> None:
    match part.get("type"):
        case c.ROW:
            for where, child in form.items((*path, "components"), part.get("components"), 1, least=1):
                _check_input(form, check, where, child, (c.TEXT_INPUT,))
                form.text((*where, "label"), child.get("label"), 45, least=1, needed=True)
        case c.LABEL:
            form.text((*path, "label"), part.get("label"), 45, least=1, needed=True)
            form.text((*path, "description"), part.get("description"), 100, least=1)
            where = (*path, "component")
            if form.required(where, part.get("component")):
                _check_input(form, check, where, form.object(where, part["component"]), IN_LABEL)
        case c.TEXT_DISPLAY:
            form.text((*path, "content"), part.get("content"), c.MOST_TEXT, least=1, needed=True)
        case _:
            message = 'Value of field "type" must be one of (1, 10, 18).'
            form.wrong((*path, "type"), "UNION_TYPE_CHOICES", message)


def _check_input(form: Form, check: ComponentCheck, path: Path, part: Json, allowed: tuple[int, ...]) -> None:
    if not form.one_of((*path, "type"), part.get("type"), allowed):
        return
    check.custom_id(path, part)
    form.flag((*path, "required"), part.get("required"))
    if part.get("disabled"):
        form.wrong((*path, "disabled"), "MODAL_COMPONENT_DISABLED", "Components in a modal cannot be disabled")
    if part.get("min_values") == 0 and part.get("required", True):
        message = "Select menus marked as required cannot have a min_values of 0"
        form.wrong((*path, "min_values"), "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES", message)
    match part["type"]:
        case c.TEXT_INPUT:
            _check_text_input(form, path, part)
        case c.RADIO_GROUP:
            check.options(path, part, 10, least=2)
        case c.CHECKBOX_GROUP:
            check.options(path, part, 10)
            _check_counts(form, path, part)
        case c.FILE_UPLOAD:
            _check_counts(form, path, part)
        case c.CHECKBOX:
            form.flag((*path, "default"), part.get("default"))
        case _:
            check.select(path, part)


def _check_counts(form: Form, path: Path, part: Json) -> None:
    form.whole((*path, "min_values"), part.get("min_values"), 0, 10)
    form.whole((*path, "max_values"), part.get("max_values"), 1, 10)


def _check_text_input(form: Form, path: Path, part: Json) -> None:
    form.one_of((*path, "style"), part.get("style"), (1, 2))
    form.text((*path, "placeholder"), part.get("placeholder"), 100)
    least = form.whole((*path, "min_length"), part.get("min_length"), 0, 4000) or 0
    most = form.whole((*path, "max_length"), part.get("max_length"), 1, 4000) or 4000
    if least > most:
        message = "min_length must be less than or equal to max_length"
        form.wrong((*path, "min_length"), "TEXT_INPUT_INVALID_RANGE", message)
    value = form.text((*path, "value"), part.get("value"), 4000)
    if value and not least <= len(value) <= most:
        message = f"Must be between {least} and {most} in length."
        form.wrong((*path, "value"), "BASE_TYPE_BAD_LENGTH", message)


class Unfit(Exception):
    """A user's text does not fit a modal's field; the modal stays open."""

    def __init__(self, custom_id: str, message: str) -> None:
        super().__init__(message)
        self.custom_id = custom_id


def filled(part: Json, value: Any) -> Json:
    """Return one input of a modal in the form that Discord submits.

    :param value: the user's input, ``None`` for the form's own.
    :raises Unfit: if Discord's client would not send it.
    """
    answer: Json = {"type": part["type"], "id": part.get("id", 0), "custom_id": part["custom_id"]}
    match part["type"]:
        case c.TEXT_INPUT:
            answer["value"] = _fit_text(part, part.get("value") or "" if value is None else value)
        case c.CHECKBOX:
            answer["value"] = bool(part.get("default") if value is None else value)
        case c.RADIO_GROUP:
            answer["value"] = _fit_radio(part, value)
        case _:
            answer["values"] = fit_choice(part, value)
    return answer


def _fit_text(part: Json, value: Any) -> str:
    name = part["custom_id"]
    if not isinstance(value, str):
        raise Unfit(name, "this takes a text")
    if not value and not part.get("required", True):
        return value
    least = max(part.get("min_length") or 0, int(part.get("required", True)))
    most = part.get("max_length") or 4000
    if not least <= len(value) <= most:
        raise Unfit(name, f"this takes {least} to {most} characters")
    return value


def _fit_radio(part: Json, value: Any) -> str | None:
    if value is None:
        value = next((option["value"] for option in part["options"] if option.get("default")), None)
    if value is None and part.get("required", True):
        raise Unfit(part["custom_id"], "choose one")
    if value is not None and value not in [option["value"] for option in part["options"]]:
        raise Unfit(part["custom_id"], "this is not one of the choices")
    return None if value is None else str(value)


def fit_choice(part: Json, value: Any) -> list[str]:
    """Return the values chosen in a select or checkbox group; :exc:`Unfit` for too few or too many."""
    name, options = part["custom_id"], part.get("options")
    if value is None:
        chosen = [option["value"] for option in options or () if option.get("default")]
        chosen += [str(each["id"]) for each in part.get("default_values") or ()]
    else:
        chosen = [str(each) for each in (value if isinstance(value, list) else [value])]
    needed = part.get("required", True)
    least = part.get("min_values")
    least = (1 if needed else 0) if least is None else least
    most = part.get("max_values") or (len(options or ()) if part["type"] == c.CHECKBOX_GROUP else 1)
    if not least <= len(chosen) <= most and (chosen or needed):
        raise Unfit(name, f"choose {least} to {most}")
    if len(set(chosen)) < len(chosen):
        raise Unfit(name, "choose each only once")
    if options is not None and not {option["value"] for option in options} >= set(chosen):
        raise Unfit(name, "this is not one of the choices")
    return chosen
