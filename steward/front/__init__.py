"""What goes for a race and a season alike: *Again*, practices, and people who leave the server."""
