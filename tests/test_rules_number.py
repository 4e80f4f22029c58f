"""The number of the rules is raised whenever a race that was played is told otherwise."""

from conformance import recorded
from records.races import RULES

GAMES = ("circus-maximus", "chariot-race", "chariots-of-rome", "arena")
TOLD_BY = 2
"""The number of the rules by which the races below are told so: ruleset, seed, and how the digest begins."""

TOLD = """
    circus-maximus:0:bf70fff2 circus-maximus:1:9e480829 circus-maximus:2:73625f86 circus-maximus:3:a774e6f5
    circus-maximus:4:c915bc30 circus-maximus:5:a0e78dbf circus-maximus:9:bdbcd31a circus-maximus:11:11415001
    circus-maximus:14:ffa9741d circus-maximus:15:9882ebf1 circus-maximus:18:c661d9e4 circus-maximus:19:72c86c16
    circus-maximus:21:b687ec2b circus-maximus:23:13ffde19 circus-maximus:30:7c7fe796 circus-maximus:35:4fbe9dfc
    circus-maximus:38:89bb886d circus-maximus:40:bf5b2eb8 circus-maximus:52:1004a1f0 circus-maximus:75:c32dbb72
    circus-maximus:113:286468c5 circus-maximus:256:626ca6b2 circus-maximus:629:917d1e21
    circus-maximus:713:2bf5f04f circus-maximus:3877:a66b077a circus-maximus:3177:73f8107f
    circus-maximus:20001:788e30e7 circus-maximus:20002:ab2d712f circus-maximus:20003:97d5ef04
    circus-maximus:20004:14ed47da circus-maximus:20005:734a8a3a circus-maximus:20006:b1f2779c
    circus-maximus:20014:ab80bd89 circus-maximus:20034:b6a2f9a9 circus-maximus:20339:14777c8d
    circus-maximus:4:859ec8b0 circus-maximus:4:f5c5e9c6 circus-maximus:9:595bae96 circus-maximus:13:1f52ad87
    circus-maximus:28:15c84483 circus-maximus:0:a25ca4fb chariot-race:0:08dd8140 chariot-race:1:62cd52df
    chariot-race:2:20df0920 chariot-race:3:33102f12 chariot-race:5:86c1e1c5 chariot-race:6:ed0715f2
    chariot-race:8:f177cabb chariot-race:47:75c4c01e chariot-race:68:79c721f6 chariot-race:1:4113a341
    chariot-race:2:7de47efe chariot-race:3:e09f53a0 chariots-of-rome:1:2e103c9d chariots-of-rome:3:c899213a
    chariots-of-rome:4:386bbce0 chariots-of-rome:5:3b62d128 chariots-of-rome:7:cbde44d2
    chariots-of-rome:9:38a1db16 chariots-of-rome:10:87421af9 chariots-of-rome:11:366dd725
    chariots-of-rome:14:41ba4ea9 chariots-of-rome:17:cb4a847c chariots-of-rome:24:beeb10b1
    chariots-of-rome:66:0f3c3495 chariots-of-rome:1366:5db3c405 chariots-of-rome:3:c024d7b0
    chariots-of-rome:29:418ead7d chariots-of-rome:72:03936f5e arena:0:530ba5d1 arena:1:d7774547 arena:2:99d60643
    arena:5:ea209f09 arena:6:115edf24 arena:7:307a8f78 arena:9:2a7c5f3b arena:11:063fbc40 arena:15:59a0e6d5
    arena:16:6dd167c9 arena:21:555ea544 arena:28:65b6f129 arena:40:0ab19cd6 arena:41:968effab
"""


def test_recorded_races_that_are_told_otherwise_have_a_new_number() -> None:
    assert TOLD_BY == RULES
    now = {f"{name}:{each.seed}:{each.digest[:8]}" for name in GAMES for each in recorded.read(name)}

    otherwise = set(TOLD.split()) - now

    assert not otherwise, f"{otherwise} are told otherwise: raise records.races.RULES, and write all of these anew"
