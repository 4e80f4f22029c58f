"""What the published game prints: the board, its charts, and the odds that follow from them."""
