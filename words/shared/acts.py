"""A steward's acts in words: the person, the act, the reason, the end. Everybody in the thread reads them."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from records.acts import ActKind, ActRecord
from records.people import is_former
from records.races import FactionRecord, PublicRace
from records.values import EntryId, PlayerId
from words.shared.kinds import kind_words
from words.shared.names import harmless, mention, names_in
from words.shared.nouns import RACE, Nouns
from words.shared.telling import how_often
from words.shared.times import tell_duration, when


def spanned(seconds: float) -> str:
    """Return a span in whole minutes, one at least."""
    return tell_duration(max(60, round(seconds / 60) * 60))


def act_text(race: PublicRace, act: ActRecord, nouns: Nouns = RACE) -> str:
    """Return an act in one sentence or two, with its reason.

    :param nouns: of the race's game.
    """
    said = _WORDS[act.kind](_Told(race, act, nouns))
    return f"{said} Reason: {harmless(act.reason)}" if act.reason else said


class _Told:
    """An act, and the words that its sentence is made of."""

    def __init__(self, race: PublicRace, act: ActRecord, nouns: Nouns) -> None:
        self._race, self._act, self.nouns = race, act, nouns
        self.body: dict[str, Any] = json.loads(act.body)

    @property
    def who(self) -> str:
        return mention(self._act.by) if self._act.by is not None else f"The {self.game}’s clock"

    @property
    def by(self) -> PlayerId | None:
        """The person who acted; none for the program itself."""
        return self._act.by

    @property
    def is_forgotten(self) -> bool:
        """Whether the person who acted was forgotten, or is about to be: then nothing names them."""
        return self._act.by is not None and is_former(self._act.by)

    @property
    def chariot(self) -> str:
        return "everybody" if self._act.entry is None else self._name(self._act.entry)

    @property
    def player(self) -> str:
        """The player who was at the reins, if that is kept; else the chariot's owner."""
        return self._kept_or_owner("player")

    @property
    def replaced(self) -> str:
        """The player before somebody took the reins, if that is kept; else the chariot's owner."""
        return self._kept_or_owner("was")

    @property
    def other_before(self) -> str:
        """The player who had the place before, if that is kept and it is another; else empty."""
        was = self.body.get("was")
        return mention(was) if was and was != self.body.get("player") else ""

    @property
    def owner(self) -> str:
        """The owner of the place, even if another drives for them; empty for a house driver's."""
        faction = self._faction
        return mention(faction.player) if faction is not None and faction.player else ""

    @property
    def _faction(self) -> FactionRecord | None:
        if "faction" in self.body:
            return next((each for each in self._race.factions if each.faction == self.body["faction"]), None)
        return None if self._act.entry is None else self._race.faction_of(self._act.entry)

    @property
    def subject(self) -> str:
        """The name of the person that the act is about."""
        return mention(self.body["player"])

    @property
    def game(self) -> str:
        """The word for the game: "league", or what a race is called in it."""
        return self.nouns.contest if self.is_race else self._race.record.kind.noun

    @property
    def is_race(self) -> bool:
        return self._race.record.kind.noun == "race"

    @property
    def is_of_cup(self) -> bool:
        return self._race.record.cup is not None

    @property
    def deputy(self) -> str:
        return kind_words(self._race, self.nouns).deputy

    @property
    def has_place(self) -> bool:
        """Whether the act is about a stable."""
        return self._act.entry is not None

    def _kept_or_owner(self, name: str) -> str:
        return mention(self.body[name]) if self.body.get(name) else self.owner or "its player"

    def _name(self, entry: EntryId) -> str:
        return names_in(self._race).get(entry, f"{self.nouns.piece} {entry}")

    @property
    def place(self) -> str:
        """The chariots of the faction that the act is about."""
        faction = self._faction
        mine = [each.entry for each in self._race.entries if faction is not None and each.faction == faction.faction]
        return " and ".join(self._name(entry) for entry in mine) or f"a place without a {self.nouns.piece} yet"

    @property
    def host(self) -> str:
        return mention(self._race.record.host)

    def span(self, name: str = "seconds") -> str:
        return spanned(self.body[name])

    def again(self) -> str:
        """Return the players who have to decide again, as an answer is not legal any more."""
        names = [self._name(EntryId(entry)) for entry in self.body["again"]]
        return f" {' and '.join(names)}: please decide again. Your answer no longer fits the rules." if names else ""

    def until(self) -> str:
        return when(self.body["until"], "full")


def _replaced(told: _Told) -> str:
    player, who, place, reins = told.body["player"], told.who, told.place, told.nouns.reins
    before = f", in the place of {told.other_before}" if told.other_before else ""
    if player is None:
        return f"🔁 {who} gave the {reins} of {place} to a {told.nouns.house}{before}."
    if mention(player) == who:
        return f"🔁 {who} took the {reins} of {place}{before}."
    back = " back" if mention(player) == told.owner else ""
    return f"🔁 {who} gave the {reins} of {place}{back} to {mention(player)}{before}."


def _house_takes(told: _Told) -> str:
    return f"A {told.nouns.house} takes the {told.nouns.reins} of {told.place}"


def _absent(told: _Told) -> str:
    """Return the absent player, and the right to the reins: the owner always, a substitute until another has them."""
    if name := told.body.get("left"):
        return (
            f"🚪 **{harmless(name)}** has left this server. {_house_takes(told)}, until they "
            "come back or somebody else takes them."
        )
    owner, silent = told.owner, told.player
    back = (
        f"{silent} can take them back at any time with `/my return`."
        if silent == owner or not owner
        else f"{owner} can take them back at any time with `/my return`; so can {silent}, until somebody else does."
    )
    missed = f"👻 {silent} did not answer {how_often(told.body['missed'])} running."
    return f"{missed} {_house_takes(told)}. {back}"


def _new_host(told: _Told) -> str:
    """Return the new host: elected by the members of a league, named by the host before, or the first to enter."""
    if told.by is None:
        return f"👑 More than half of the owners voted: {told.subject} hosts the league now."
    if told.body.get("took"):
        gone = (
            f"The {told.game} had no host any more" if is_former(told.body["was"]) else "The host has left this server"
        )
        return f"👑 {gone}. {told.who}, the first to enter, hosts the {told.game} now."
    return f"👑 {told.who} handed the {told.game} over: {told.subject} hosts it now."


def _left_cup(told: _Told) -> str:
    if told.is_forgotten:
        return f"👋 A player left the cup. A {told.nouns.house} has the {told.nouns.reins} until a substitute comes."
    return (
        f"👋 {told.who} left the cup. {told.place} is free for a substitute; a {told.nouns.house} has the "
        f"{told.nouns.reins} until somebody takes {told.nouns.them}. The points stay with the {told.nouns.piece}."
    )


def _left_race(told: _Told) -> str:
    if told.is_forgotten:
        takes = f"A {told.nouns.house} has the {told.nouns.reins} until somebody else does."
        return f"👋 A player left the {told.game}. {takes}"
    return f"👋 {told.who} left the {told.game}. {_house_takes(told)} until somebody else does."


def _left(told: _Told) -> str:
    if told.is_race:
        return _left_cup(told) if told.is_of_cup else _left_race(told)
    if told.is_forgotten:
        return "👋 An owner left the league. A manager keeps the stable: it races on, pays its debts and cannot win."
    return f"👋 {told.who} left the league. A manager keeps {told.place}: it races on, pays its debts and cannot win."


def _resigned(told: _Told) -> str:
    if told.is_forgotten:
        return f"🔁 A player drives for {told.replaced if told.body.get('player') else 'others'} no more."
    if "faction" in told.body:  # of a race: a league's deputy resigns from a stable
        return (
            f"🔁 {told.who} gave the reins of {told.place} back. {told.deputy} has them until somebody else takes them."
        )
    return f"🤝 {told.who} is no deputy any more: {told.place} is {told.replaced}'s again."


def _no_deputy_any_more(told: _Told) -> str:
    return f" {told.other_before} is no deputy any more." if told.other_before not in ("", told.who) else ""


def _returned(told: _Told) -> str:
    if "asked" in told.body:
        return f"🤝 {told.who} asks {mention(told.body['asked'])} no longer to be the deputy of {told.place}."
    before = f" and takes over from {told.other_before}" if told.other_before else ""
    return f"🙌 {told.who} is back {told.nouns.at_the_reins} of {told.place}{before}."


def _went_back(told: _Told) -> str:
    if told.body.get("undone"):  # a league's race
        return (
            f"⏪ {told.who} undid the race. The eve is open again until {told.until()}. Each sheet stands as it was "
            "sealed, and you can change yours."
        )
    if told.body.get("waits"):  # a league, with a race of it that was over
        return "⏪ The league waits for its race again. What came after it is void, and its money is back."
    return (
        f"⏪ {told.who} took the {told.game} back: all that was decided after decision {told.body['to']} is void "
        "and stays in the log. The dice roll on afresh."
    )


def _corrected(told: _Told) -> str:
    if "points" in told.body:  # of a cup
        points = abs(told.body["points"])
        many = "1 point" if points == 1 else f"{points} points"
        gave, way = ("gave", "to") if told.body["points"] > 0 else ("took", "from")
        return f"✏️ {told.who} {gave} {many} {way} {told.owner or told.place} in the cup."
    field, value = harmless(str(told.body["field"])), harmless(str(told.body["value"]))
    return f"✏️ {told.who} corrected {told.chariot}: {field} is now {value}. The turn starts over with fresh dice."


def _paused(told: _Told) -> str:
    if "until" not in told.body:  # by the program: nothing could be posted of it
        return f"⏸️ I could not post here, so I let the {told.game} rest. No deadline ran."
    return f"⏸️ {told.who} paused the {told.game}. It goes on by itself {told.until()}, or sooner if told to."


def _resumed(told: _Told) -> str:
    return f"▶️ {told.who} lets the {told.game} go on. Every deadline falls later by as long as it rested."


_WAITS = {"protest": "the time for protests", "gap": "the rest between two races"}
"""The waits in a league's calendar, by kind."""


def _forced(told: _Told) -> str:
    if (kind := told.body.get("kind")) in _WAITS:
        return f"⏭️ {told.who} ended {_WAITS[kind]} before its deadline."
    return f"⏭️ {told.who} let the default count for {told.chariot}, before the deadline."


def joined_text(race: PublicRace, acts: Sequence[ActRecord], nouns: Nouns) -> str:
    """Return acts of one kind of :data:`records.acts.JOINED`, the oldest first, as one post tells them."""
    if len(acts) == 1:
        return act_text(race, acts[0], nouns)
    return _late(race, acts, nouns) if acts[0].kind == "grace" else _away(race, acts, nouns)


def _late(race: PublicRace, acts: Sequence[ActRecord], nouns: Nouns) -> str:
    """Tell who was late: a line for each, with all grace that they have used meanwhile."""
    used: dict[EntryId | None, float] = {}
    latest = {act.entry: _Told(race, act, nouns) for act in acts}
    for act in acts:
        used[act.entry] = used.get(act.entry, 0.0) + _Told(race, act, nouns).body["seconds"]
    if len(latest) == 1:
        (told,) = latest.values()
        told.body["seconds"] = used[acts[0].entry]
        return _grace(told)
    lines = [
        f"-# {told.chariot}: {spanned(used[entry])} used, until {told.until()}; {_grace_left(told)}"
        for entry, told in latest.items()
    ]
    return "\n".join(["🕰️ These were late, so grace is used:", *lines])


def _grace_left(told: _Told) -> str:
    return f"{told.span('left')} left" if told.body["left"] else "none left"


def _away(race: PublicRace, acts: Sequence[ActRecord], nouns: Nouns) -> str:
    """Tell how often and for how long the bot was away; races of one thread were left alone at the same times."""
    told = [_Told(race, act, nouns) for act in acts]
    spans = {act.at: each.body["seconds"] for act, each in zip(acts, told, strict=True)}
    if len(spans) == 1:
        return act_text(race, acts[0], nouns)
    return (
        f"🔌 I was away {len(spans)} times, for {spanned(sum(spans.values()))} in all, the last time until "
        f"{when(max(spans), 'full')}. Every deadline of this {told[0].game} falls later by as long; nothing was lost."
    )


def _grace(told: _Told) -> str:
    left = f"{told.span('left')} are left for the rest of the {told.game}." if told.body["left"] else "None is left."
    return f"🕰️ {told.chariot} was late: {told.span()} of grace are used, until {told.until()}. {left}"


_WORDS: Mapping[ActKind, Callable[[_Told], str]] = {
    "extend": lambda told: f"⏳ {told.who} gave {told.chariot} {told.span()} more.",
    "pause": _paused,
    "resume": _resumed,
    "rewind": _went_back,
    "restart": lambda told: (
        f"⏪ {told.who} started this turn over. Its decisions are void but stay in the log. The dice roll afresh."
    ),
    "correct": _corrected,
    "replace": _replaced,
    "default": _forced,
    "close": lambda told: (
        f"🛑 {told.who} closed the {told.game} without a result."
        if told.by is not None
        else f"🛑 I called the {told.game} off. All stakes go back."
    ),
    "grace": _grace,
    "downtime": lambda told: (
        f"🗄️ I go on from a copy of {when(told.body['restored'], 'full')}. All that was posted here after that is "
        "void. If I ask you something again, answer again."
        if "restored" in told.body
        else f"🔌 I was away for {told.span()}. Every deadline of this {told.game} falls later by as long; "
        "nothing was lost."
    ),
    "absent": _absent,
    "return": _returned,
    "substitute": lambda told: (
        f"🙋 {told.who} takes the {told.nouns.reins} of {told.place} in the place of {told.replaced}, with the log and "
        "orders."
    ),
    "update": lambda told: (
        "🔧 I was updated, and this turn goes on by the new rules: what the old ones told of it is marked void. "
        f"Your answers stand.{told.again()}"
    ),
    "unmixed": lambda told: (
        f"🎲 I could not post the start of this {told.game}. The dice are mixed without it, from secret and "
        "words alone."
        if told.body["what"] == "post"
        else "🎲 The public beacon did not answer. The dice are mixed without it, with the start's post all the same."
    ),
    "deserted": lambda told: (
        f"🏜️ Nobody {told.nouns.drives} in this {told.nouns.contest} now: {told.nouns.house}s hold "
        f"{told.nouns.all_reins}. {told.host}, do you know somebody? Turns go on at their deadlines. After "
        f"{told.body['turns']} of them the {told.nouns.contest} rests until somebody comes."
    ),
    "rest": lambda told: (
        f"💤 The {told.nouns.contest} rests: nobody came for {told.body['turns']} turns. {told.nouns.take_reins} and "
        f"it goes on. Otherwise I call it off {told.until()}, and all stakes go back."
    ),
    "vacation": lambda told: (
        f"🏖️ {told.who} is away until {told.until()}. {told.deputy} takes the {told.nouns.reins} meanwhile."
    ),
    "volunteer": lambda told: (
        f"🙋 {told.who} {told.nouns.drives} for others: I ask the substitutes in turn whenever an owner's "
        f"{told.nouns.piece}s have no {told.nouns.person}."
    ),
    "withdraw": lambda told: f"👋 {'A player' if told.is_forgotten else told.who} is no substitute any more.",
    "asked": lambda told: (
        f"🙋 Nobody {told.nouns.drives} {told.place}. {told.subject}, you are the next substitute: press to take it. "
        "After two hours at most I ask the next one."
    ),
    "deputy": lambda told: (
        f"🤝 {told.who} gave the whole stable {told.place} to {told.subject}, who decides for it until {told.who} is "
        f"back. `/league do what:return` takes it back.{_no_deputy_any_more(told)}"
    ),
    "invite": lambda told: f"🤝 {told.who} asked {told.subject} to be the deputy of {told.place}.",
    "handing": lambda told: (
        f"👑 {told.who} asks {told.subject} to host the {told.game}. The button accepts; no time? Do nothing."
        if "faction" not in told.body
        else f"🔁 {told.who} asks {told.subject} to take the {told.nouns.reins} of {told.place}. The button accepts; "
        "no time? Do nothing."
    ),
    "decline": lambda told: f"🤝 {told.who} has no time to be the deputy of {told.place}. Ask somebody else.",
    "resign": _resigned,
    "leave": _left,
    "expel": lambda told: (
        f"🚪 {told.who} expelled {told.subject} from the league."
        + (f" A manager keeps {told.place}, with its money and debts." if told.has_place else "")
    ),
    "hand": lambda told: f"🏛️ {told.who} gave {told.place} to {told.subject}, with its chariots, money and debts.",
    "vote": lambda told: (
        f"🗳️ {told.who} wants {told.subject} as host: {told.body['votes']} of {told.body['need']} votes that it takes. "
        f"`/league do what:vote` counts yours."
    ),
    "elect": _new_host,
    "rate": lambda told: (
        f"📈 {told.who} took this {told.nouns.contest} back into the ratings."
        if told.body["rated"]
        else f"📉 {told.who} kept this {told.nouns.contest} out of the ratings. Its result stands."
    ),
    "allow": lambda told: f"🏅 {told.who} allowed the server's prizes for this league: all its first three get theirs.",
    "undo": lambda told: f"↩️ {told.who} undid deal {told.body['deal']}: goods and money are back.",
}
