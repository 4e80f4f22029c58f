"""What is looked up of races that are over: summaries, ratings, the hall of fame; all of it made from facts."""
