"""What stands among the time zones of a machine and is none."""

MACHINE_FILES = frozenset({"Factory", "localtime", "posixrules"})
"""Files of the machine that bear a zone: on another machine they are another one, or not there."""
