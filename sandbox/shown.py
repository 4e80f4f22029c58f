"""How things of the world look as Discord's JSON."""

import copy
from typing import Any
from urllib.parse import quote

from sandbox import permissions
from sandbox.clock import iso
from sandbox.errors import Json
from sandbox.limits import components as c
from sandbox.model import DM, PRIVATE_THREAD, THREAD_CREATED, VOICE, Attachment, Channel, Message, User
from sandbox.world import World


def user_json(user: User) -> Json:
    """Return a user object."""
    shown: Json = {
        "id": user.id,
        "username": user.name.lower().replace(" ", "_"),
        "global_name": None if user.is_bot else user.name,
        "avatar": None,
        "avatar_decoration_data": None,
        "accent_color": None,
        "banner": None,
        "collectibles": None,
        "discriminator": "0001" if user.is_bot else "0",
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    if user.is_bot:
        shown |= {"username": user.name, "bot": True}
    return shown


def own_user_json(world: World) -> Json:
    """Return the bot's user object with the fields that it alone may see."""
    private = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None, "premium_type": 0}
    return user_json(world.bot) | private


def member_json(world: World, user: User, *, with_user: bool = True) -> Json:
    """Return a member object; in some places Discord leaves the user out."""
    shown: Json = {
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "collectibles": None,
        "communication_disabled_until": None,
        "deaf": False,
        "flags": 0,
        "joined_at": iso(user.joined),
        "mute": False,
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [world.kept.role_id] if user.is_bot else [],
    }
    return shown | {"user": user_json(user)} if with_user else shown


def role_json(world: World, role_id: str) -> Json:
    """Return the role of the bot, or that of everyone."""
    is_bots = role_id == world.kept.role_id
    shown: Json = {
        "id": role_id,
        "name": world.bot.name if is_bots else "@everyone",
        "permissions": str(world.kept.rights if is_bots else permissions.EVERYONE),
        "position": int(is_bots),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": is_bots,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return shown | {"tags": {"bot_id": world.kept.bot_id}} if is_bots else shown


def channel_json(world: World, channel: Channel) -> Json:
    """Return a channel object of *channel*'s type."""
    shown: Json = {
        "id": channel.id,
        "type": channel.type,
        "last_message_id": channel.last_message_id,
        "flags": 0,
    }
    if channel.type == DM:
        person = world.kept.users[channel.recipient_id or ""]
        return shown | {"recipients": [user_json(person)]}
    shown |= {"guild_id": world.kept.guild_id, "name": channel.name, "rate_limit_per_user": channel.slowmode}
    return shown | (_thread_part(world, channel) if channel.is_thread else _own_part(world, channel))


def _own_part(world: World, channel: Channel) -> Json:
    denied = {"id": world.kept.bot_id, "type": 1, "allow": "0", "deny": str(channel.denied)}
    shown: Json = {
        "parent_id": None,
        "position": channel.position,
        "nsfw": False,
        "permission_overwrites": [denied] if channel.denied else [],
    }
    if channel.type == VOICE:
        return shown | {"bitrate": 64_000, "user_limit": 0, "rtc_region": None, "video_quality_mode": 1}
    return shown | {"topic": None}


def _thread_part(world: World, thread: Channel) -> Json:
    shown: Json = {
        "parent_id": thread.parent_id,
        "owner_id": thread.owner_id,
        "message_count": min(thread.sent, 50),
        "member_count": min(len(thread.members), 50),
        "total_message_sent": thread.sent,
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": iso(thread.archived_at),
            "auto_archive_duration": thread.auto_archive,
            "locked": thread.locked,
            "create_timestamp": iso(thread.created),
        },
    }
    if thread.type == PRIVATE_THREAD:
        shown["thread_metadata"]["invitable"] = thread.invitable
    if world.kept.bot_id in thread.members:
        shown["member"] = thread_member_json(thread, world.bot)
    return shown


def thread_member_json(thread: Channel, user: User) -> Json:
    """Return a thread member object."""
    return {"id": thread.id, "user_id": user.id, "join_timestamp": iso(thread.created), "flags": 0}


UNSET = (
    *("icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id"),
    *("afk_channel_id", "widget_channel_id", "system_channel_id", "vanity_url_code", "max_presences"),
    *("rules_channel_id", "safety_alerts_channel_id", "public_updates_channel_id"),
    *("premium_progress_bar_enabled_user_updated_at", "incidents_data"),
)
ZERO = (
    *("system_channel_flags", "verification_level", "default_message_notifications", "mfa_level"),
    *("explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level"),
)


UNDOCUMENTED: Json = {
    "lazy": True,
    "version": 0,
    "hub_type": None,
    "profile": None,
    "premium_features": None,
    "inventory_settings": None,
    "moderator_reporting": None,
    "owner_configured_content_level": 0,
    "latest_onboarding_question_id": None,
    "application_command_counts": {},
    "activity_instances": [],
    "embedded_activities": [],
}
"""Further fields of Discord's GUILD_CREATE; some libraries read them."""


def guild_json(world: World) -> Json:
    """Return the server, as ``GET /guilds/{id}`` shows it."""
    kept = world.kept
    return {
        **dict.fromkeys(UNSET),
        **dict.fromkeys(ZERO, 0),
        "id": kept.guild_id,
        "name": kept.guild_name,
        "owner_id": kept.owner_id,
        "region": "deprecated",
        "preferred_locale": "en-US",
        "afk_timeout": 300,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "widget_enabled": False,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "features": ["NEWS"],
        "emojis": [],
        "stickers": [],
        "roles": [role_json(world, kept.guild_id), role_json(world, kept.role_id)],
    }


def guild_create_json(world: World) -> Json:
    """Return the server as GUILD_CREATE has it: with channels, open threads, the bot as its only listed member."""
    channels = [each for each in world.kept.channels.values() if each.type != DM]
    seen = [each for each in channels if world.sees_channel(world.bot, each)]
    return guild_json(world) | {
        "joined_at": iso(world.bot.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(world.members),
        "members": [member_json(world, world.bot)],
        "channels": [channel_json(world, each) for each in channels if not each.is_thread],
        "threads": [channel_json(world, each) for each in seen if each.is_thread and not each.archived],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": list(world.kept.events.values()),
        "soundboard_sounds": [],
        **copy.deepcopy(UNDOCUMENTED),
    }


def attachment_json(world: World, channel_id: str, attachment: Attachment) -> Json:
    """Return an attachment object with an address that is good for a day."""
    path = f"/cdn/attachments/{channel_id}/{attachment.id}/{quote(attachment.filename)}"
    url = f"{world.origin}{path}?{world.link(channel_id, attachment.id, attachment.filename)}"
    shown: Json = {
        "id": attachment.id,
        "filename": attachment.filename,
        "size": attachment.size,
        "url": url,
        "proxy_url": url,
    }
    for key in "content_type", "description", "width", "height":
        if getattr(attachment, key) is not None:
            shown[key] = getattr(attachment, key)
    return shown | {"ephemeral": True} if attachment.is_ephemeral else shown


def message_json(world: World, message: Message, *, with_reply: bool = True) -> Json:
    """Return a message object."""
    files = [attachment_json(world, message.channel_id, each) for each in message.attachments]
    by_name = {each["filename"]: each for each in files}
    shown: Json = {
        "id": message.id,
        "type": message.type,
        "channel_id": message.channel_id,
        "author": user_json(world.kept.users[message.author_id]),
        "content": message.content,
        "timestamp": iso(message.timestamp),
        "edited_timestamp": None if message.edited is None else iso(message.edited),
        "tts": False,
        "mention_everyone": message.mentions_everyone,
        "mentions": [user_json(world.kept.users[each]) for each in message.mentions],
        "mention_roles": [],
        "attachments": files,
        "embeds": [_embed_json(embed, by_name) for embed in message.embeds],
        "pinned": message.pinned is not None,
        "flags": message.flags,
        "components": [_component_json(part, by_name) for part in message.components],
    }
    if message.is_answer:
        shown |= {"application_id": world.kept.bot_id, "webhook_id": world.kept.bot_id}
    if message.interaction:
        shown["interaction_metadata"] = message.interaction
    if message.type == THREAD_CREATED:
        shown["message_reference"] = {"type": 0, "channel_id": message.thread_id, "guild_id": world.kept.guild_id}
    elif message.thread_id in world.kept.channels:
        shown["thread"] = channel_json(world, world.kept.channels[message.thread_id])
    if message.reply_to:
        shown |= _reply_part(world, message, with_reply)
    return shown


def _reply_part(world: World, message: Message, with_reply: bool) -> Json:
    reference = {"type": 0, "channel_id": message.channel_id, "message_id": message.reply_to}
    part: Json = {"message_reference": reference}
    if with_reply:
        answered = world.kept.messages[message.channel_id].get(message.reply_to or "")
        part["referenced_message"] = message_json(world, answered, with_reply=False) if answered else None
    return part


def _embed_json(embed: Json, files: dict[str, Json]) -> Json:
    shown = _without_nulls(copy.deepcopy(embed))
    shown["type"] = "rich"
    for key in "image", "thumbnail":
        if shown.get(key):
            shown[key] = _without_nulls(_media_json(shown[key], files))
    if "fields" in shown:
        shown["fields"] = [{"inline": False, **_without_nulls(each)} for each in shown["fields"]]
    return shown


def _without_nulls(part: Json) -> Json:
    return {key: value for key, value in part.items() if value is not None}


def _media_json(media: Json, files: dict[str, Json]) -> Json:
    url = media["url"]
    if not url.startswith(c.ATTACHED):
        return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}
    file = files[url.removeprefix(c.ATTACHED)]
    return {
        "id": file["id"],
        "attachment_id": file["id"],
        "url": file["url"],
        "proxy_url": file["url"],
        "width": file.get("width"),
        "height": file.get("height"),
        "content_type": file.get("content_type"),
    }


DEFAULTS: dict[int, Json] = {
    c.STRING_SELECT: {"min_values": 1, "max_values": 1},
    c.USER_SELECT: {"min_values": 1, "max_values": 1},
    c.ROLE_SELECT: {"min_values": 1, "max_values": 1},
    c.MENTIONABLE_SELECT: {"min_values": 1, "max_values": 1},
    c.CHANNEL_SELECT: {"min_values": 1, "max_values": 1},
    c.THUMBNAIL: {"description": None, "spoiler": False},
    c.FILE: {"spoiler": False},
    c.SEPARATOR: {"spacing": 1, "divider": True},
    c.CONTAINER: {"accent_color": None, "spoiler": False},
}


def _component_json(part: Json, files: dict[str, Json]) -> Json:
    shown: Json = {**DEFAULTS.get(part["type"], {})}
    shown |= _without_nulls(part)
    if "emoji" in shown:
        shown["emoji"] = _without_nulls(part["emoji"])
    if "options" in shown:
        shown["options"] = [_option_json(option) for option in part["options"]]
    match part["type"]:
        case c.GALLERY:
            shown["items"] = [_item_json(item, files) for item in part["items"]]
        case c.FILE:
            file = files.get(part["file"]["url"].removeprefix(c.ATTACHED), {})
            shown |= {"name": file.get("filename"), "size": file.get("size")}
            shown["file"] = _media_json(part["file"], files)
        case c.THUMBNAIL:
            shown["media"] = _media_json(part["media"], files)
    if "components" in part:
        shown["components"] = [_component_json(child, files) for child in part["components"]]
    if part.get("accessory"):
        shown["accessory"] = _component_json(part["accessory"], files)
    return shown


def _option_json(option: Json) -> Json:
    shown = _without_nulls(option)
    return shown | {"emoji": _without_nulls(option["emoji"])} if "emoji" in shown else shown


def _item_json(item: Json, files: dict[str, Json]) -> Json:
    media = _media_json(item["media"], files)
    return {"media": media, "description": item.get("description"), "spoiler": bool(item.get("spoiler"))}


def application_json(world: World) -> Json:
    """Return the application, as the bot itself may see it."""
    return {
        "id": world.kept.bot_id,
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user_json(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "max_participants": None,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user_json(world.kept.users[world.kept.owner_id]),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "event_webhooks_url": None,
        "event_webhooks_status": 1,
        "event_webhooks_types": [],
        "explicit_content_filter": 0,
        "team": None,
        "integration_types_config": {"0": {}, "1": {}},
        "eligible_oauth2_scopes": ["applications.commands", "bot"],
    }


def without_content(shown: Json) -> Json:
    """Return a message as a bot without the message content intent gets it."""
    hidden: dict[str, Any] = {"content": "", "embeds": [], "attachments": [], "components": []}
    return shown | hidden
