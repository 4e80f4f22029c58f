"""Words of the game: state, options, questions, answers, reasons and facts. Plain data."""
