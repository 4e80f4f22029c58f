"""The printed parts of the published game: the board, its charts, and the odds that follow from them."""
