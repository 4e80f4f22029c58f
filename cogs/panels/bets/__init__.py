"""The betting table in Discord: panels, tickets, side bets, posts. The rules of betting are elsewhere."""
