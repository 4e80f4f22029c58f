"""The files of an archive, by their paths in it: the same for the same archive, whenever they are made."""

from collections.abc import Iterator

from engine.leagues.views import LeagueView
from records.exports import Archive, Shown, ToldRace
from records.text import isolated
from words import WORDS
from words.exports import tables
from words.exports.pages import STYLE, folder_of, page_of_race, page_of_series, readme
from words.exports.plain import plain
from words.exports.stories import people_of, story_of
from words.shared.names import names_in

Files = dict[str, bytes]


def files_of(archive: Archive) -> Files:
    """Return all files of an archive; those under ``own/`` are for its viewer alone."""
    files: Files = {"README.txt": readme(archive).encode(), "style.css": STYLE.encode()}
    head = archive.head
    if isinstance(head, ToldRace):
        files |= _of_race(head)
    else:
        files |= {"standings.csv": tables.cup_standings(head)} | _pictures([head.picture] if head.picture else [])
    if archive.kind == "race":
        assert isinstance(head, ToldRace)
        files["index.html"] = page_of_race(head).encode()
    else:
        files["index.html"] = page_of_series(archive).encode()
        for race in archive.races:
            folder = folder_of(race)
            files |= {f"{folder}/{path}": data for path, data in _of_race(race).items()}
            files[f"{folder}/index.html"] = page_of_race(race, up="../").encode()
    return files | {f"letters/{path}": text for path, text in _letters(archive)}


def _of_race(told: ToldRace) -> Files:
    people = people_of(told.race)
    lines = [plain(line, people) for phase in story_of(told) for line in phase]
    files: Files = {
        "facts.json": told.file,
        "proof.json": told.proof,
        "field.csv": tables.field(told.race),
        "facts.csv": tables.facts(told),
        "story.txt": "\n".join([*lines, ""]).encode(),
    }
    if told.view is not None:
        standing = WORDS[told.race.record.ruleset].standings(told.view, names_in(told.race))
        files["standings.txt"] = "\n".join([*(plain(line, people) for line in standing.split("\n")), ""]).encode()
    if told.places:
        files["results.csv"] = tables.results(told)
    if isinstance(told.view, LeagueView):
        files |= {
            "standings.csv": tables.league_standings(told.race, told.view),
            "ledger.csv": tables.ledger(told),
        }
    shown = [*told.pictures, *([told.film] if told.film else [])]
    return files | _pictures(shown) | {f"own/{name}": data for name, data in told.own.items()}


def _pictures(shown: list[Shown]) -> Files:
    """Return pictures, each beside the words that say the same."""
    files: Files = {}
    for each in shown:
        files[f"pictures/{each.name}"] = each.data
        files[f"pictures/{each.name}.txt"] = f"{each.alt}\n".encode()
    return files


def _letters(archive: Archive) -> Iterator[tuple[str, bytes]]:
    issues = sorted({each.issue for each in archive.letters})
    for issue in issues:
        mine = [f"{isolated(each.name)}:\n{each.text}\n" for each in archive.letters if each.issue == issue]
        yield f"issue-{issue}.txt", "\n".join(mine).encode()
