"""A database that is run with the token of another application: its servers are neither lost nor removed."""

import pytest

from records.limits import DAY
from tests.steward.circus import Circus

pytestmark = pytest.mark.of_server
HERE, OTHERS = 1, 2
MINE, ANOTHER = 4_000, 4_001


async def test_another_application_s_token_takes_no_server_for_lost(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.removals.compare({HERE}, lambda _guild: True, MINE)
    circus.posts.out.add(HERE)

    await circus.steward.removals.compare({OTHERS}, lambda _guild: True, ANOTHER)
    assert (await circus.steward.race(race)).record.state == "running"
    # It goes on so while another runs, whatever waits since
    await circus.steward.removals.thrown_out(HERE)
    circus.clock.pass_by(31 * DAY)
    await circus.steward.removals.look()
    assert (await circus.steward.race(race)).record.state == "paused"
    # Once it is in the server, it is the one whose servers these are
    await circus.steward.removals.compare({HERE}, lambda _guild: True, ANOTHER)
    assert (await circus.steward.race(race)).record.state == "running"
    await circus.steward.removals.compare(set(), lambda _guild: True, ANOTHER)
    assert (await circus.steward.race(race)).record.state == "paused"
