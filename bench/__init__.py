"""How fast it is: every module here that offers ``figures()`` adds to the table of ``python -m bench``."""
