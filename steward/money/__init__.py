"""The betting table."""
