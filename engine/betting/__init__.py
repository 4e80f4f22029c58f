"""The betting table: purses, pools and odds, for any game. It knows entries, places and moments, no rules of chariots."""
