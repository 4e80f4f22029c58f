"""The betting table: purses, pools and odds of any game. It knows entries, places and moments, no rules of chariots."""
