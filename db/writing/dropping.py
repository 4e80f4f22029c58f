"""Letters to the next issue of a paper that are taken back."""

from sqlalchemy import Connection, delete

from db.reading.issues import letter_of, next_issue
from db.schema.letters import letters
from records.letters import Paper
from records.values import PlayerId


def drop_letter(connection: Connection, paper: Paper, player: PlayerId) -> bool:
    """Drop a player's letter to the next issue; tell whether there was one."""
    issue = next_issue(connection, paper)
    if issue is None:
        return False
    return connection.execute(delete(letters).where(*letter_of(paper, issue, player))).rowcount == 1
