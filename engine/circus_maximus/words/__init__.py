"""Words of the game: state, questions, answers, reasons and facts. Plain data."""
