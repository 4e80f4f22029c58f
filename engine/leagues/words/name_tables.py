"""The tables of names (B.13): the first die is the row, the second one the column. Read-only."""

from collections.abc import Mapping
from types import MappingProxyType

Names = tuple[tuple[str, ...], ...]

# fmt: off
ROMAN_FIRST: Names = (
    ("Gaius", "Paullus", "Manius", "Statius", "Sertor", "Proculus"),
    ("Numerius", "Lucius", "Septimus", "Vibius", "Hostus", "Spurius"),
    ("Decimus", "Volesus", "Marcus", "Tiberius", "Aulus", "Vopiscus"),
    ("Sextus", "Mettius", "Servius", "Publius", "Nonus", "Octavius"),
    ("Agrippa", "Opiter", "Caeso", "Faustus", "Quintus", "Appius"),
    ("Postumus", "Gnaeus", "Tullus", "Volero", "Mamercus", "Titus"),
)
ROMAN_SECOND: Names = (
    ("Donicus", "Olympicus", "Eumenius", "Pictor", "Mordanticus", "Respectus"),
    ("Felicissimus", "Allectus", "Nepos", "Bruccius", "Vulso", "Cupitas"),
    ("Erasinus", "Tutor", "Leptis", "Gavrus", "Taurinus", "Nazarius"),
    ("Herculius", "Cethegus", "Gorgonius", "Urbicus", "Arvina", "Duvianus"),
    ("Bellator", "Vedrix", "Zeno", "Marinus", "Iovinus", "Littera"),
    ("Rhesus", "Ursinus", "Falx", "Pomponius", "Silanus", "Quarto"),
)
GREEK: Names = (
    ("Hippasus", "Endymion", "Heirax", "Lycurgos", "Dexios", "Faenus"),
    ("Brison", "Phorcys", "Deinomenes", "Kriton", "Erxandros", "Gryllus"),
    ("Gorgos", "Megakles", "Alektryon", "Bathyaes", "Kasos", "Onesimos"),
    ("Stolos", "Rhexenor", "Skiron", "Vettias", "Thalysios", "Xuthos"),
    ("Chabrias", "Illyrius", "Podarces", "Parmenion", "Cleobulus", "Pammon"),
    ("Triptolemus", "Nicomachos", "Zosimus", "Threspotus", "Mnesus", "Admetos"),
)
EGYPTIAN: Names = (
    ("Herihor", "Meriptah", "Pentu", "Weshptah", "Ikudidy", "Kenamon"),
    ("Ramose", "Amenemhet", "Ma'nakhtuf", "Hemiunu", "Sihathor", "Pepy-Nakht"),
    ("Neferpert", "Sebni", "Maherpa", "Ro-an", "Nebamun", "Kha"),
    ("Djar", "Zezemonekh", "Teni-menu", "Ankhkhaf", "Yuny", "Paser"),
    ("Urhiya", "Imhotep", "Nekure", "Sebek-khu", "Ranofer", "Thethi"),
    ("Khusebek", "Wenamon", "Yey", "Userhat", "Anen", "Bebi"),
)
GAUL: Names = (
    ("Bituitus", "Viridorix", "Guerngen", "Dummacos", "Ambiorix", "Brogitarius"),
    ("Sinorix", "Achichorios", "Convictolitavis", "Orgetorix", "Critognatos", "Eporedorix"),
    ("Dumnorix", "Commios", "Viriathos", "Bolgios", "Catuvolcos", "Rhetogenes"),
    ("Brennos", "Guidgen", "Boduognatos", "Cerethreus", "Ambon", "Megaravicos"),
    ("Auaros", "Casticos", "Viridomarus", "Leukon", "Vercingetorix", "Caros"),
    ("Litaviccos", "Diviciacos", "Caraunios", "Gobannitio", "Arganthonios", "Camulogenus"),
)
# fmt: on

NATION: Mapping[int, str] = MappingProxyType({1: "Roman", 2: "Roman", 3: "Roman", 4: "Greek", 5: "Egyptian", 6: "Gaul"})
"""By one die."""

FOREIGN: Mapping[str, Names] = MappingProxyType({"Greek": GREEK, "Egyptian": EGYPTIAN, "Gaul": GAUL})
"""Nations whose people have one name, and their nation's after it."""


def roman(first: tuple[int, int], second: tuple[int, int]) -> str:
    """Return a Roman's name: two dice for each of its two parts.

    >>> roman((1, 3), (6, 4))
    'Manius Pomponius'
    """
    return f"{_at(ROMAN_FIRST, *first)} {_at(ROMAN_SECOND, *second)}"


def foreigner(nation: str, row: int, column: int) -> str:
    """Return the name of a Greek, an Egyptian or a Gaul.

    >>> foreigner("Greek", 4, 4)
    'Vettias the Greek'
    """
    return f"{_at(FOREIGN[nation], row, column)} the {nation}"


def _at(names: Names, row: int, column: int) -> str:
    return names[row - 1][column - 1]
