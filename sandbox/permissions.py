"""Discord's rights, by the names discord.py gives them too."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

# fmt: off
BITS: Mapping[str, int] = MappingProxyType({
    "administrator":            1 << 3,
    "manage_channels":          1 << 4,
    "manage_guild":             1 << 5,
    "add_reactions":            1 << 6,
    "view_channel":             1 << 10,
    "send_messages":            1 << 11,
    "manage_messages":          1 << 13,
    "embed_links":              1 << 14,
    "attach_files":             1 << 15,
    "read_message_history":     1 << 16,
    "mention_everyone":         1 << 17,
    "use_external_emojis":      1 << 18,
    "connect":                  1 << 20,
    "speak":                    1 << 21,
    "manage_roles":             1 << 28,
    "use_application_commands": 1 << 31,
    "manage_events":            1 << 33,
    "manage_threads":           1 << 34,
    "create_public_threads":    1 << 35,
    "create_private_threads":   1 << 36,
    "send_messages_in_threads": 1 << 38,
    "create_events":            1 << 44,
    "pin_messages":             1 << 51,
})
# fmt: on

ALL = sum(BITS.values())


def bits(names: Iterable[str]) -> int:
    """Return the rights *names* as one number; :exc:`KeyError` for an unknown one.

    >>> bits(["view_channel", "send_messages"])
    3072
    """
    return sum({BITS[name] for name in names})


EVERYONE = bits(
    (
        "view_channel",
        "send_messages",
        "send_messages_in_threads",
        "read_message_history",
        "add_reactions",
        "connect",
        "speak",
        "use_application_commands",
    )
)
"""The permissions of every member. Files, embeds and threads are left to the bot's own role, so that a right
missing from its invite link is noticed."""

INVITED = 2252194951056384
"""The permissions that the bot's invite link asks for."""
