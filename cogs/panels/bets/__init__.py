"""The betting table in Discord: panels, tickets, side bets, posts. What may be bet is decided elsewhere."""
