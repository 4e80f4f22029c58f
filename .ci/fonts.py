"""Cut the fonts of renderers/fonts/noto out of the whole ones: python .ci/fonts.py WHOLE.

WHOLE is a folder with the files of Debian's packages fonts-noto-core and fonts-noto-cjk, as under ``/usr/share/fonts``,
and npm's @fontsource/noto-emoji, unpacked into ``package``. Needs fonttools and brotli, which nothing else here does.
What is left has no hints, no names of glyphs and no Latin letters: DejaVu has those.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
from fontTools.ttLib import TTCollection, TTFont  # type: ignore[import-not-found]

NOTO = Path(__file__).parent.parent / "renderers" / "fonts" / "noto"
SCRIPTS = {
    "hebrew": "Hebrew", "arabic": "Arabic", "thaana": "Thaana", "devanagari": "Devanagari", "bengali": "Bengali",
    "gurmukhi": "Gurmukhi", "gujarati": "Gujarati", "oriya": "Oriya", "tamil": "Tamil", "telugu": "Telugu",
    "kannada": "Kannada", "malayalam": "Malayalam", "sinhala": "Sinhala", "thai": "Thai", "lao": "Lao",
    "myanmar": "Myanmar", "khmer": "Khmer", "ethiopic": "Ethiopic",
}  # fmt: skip
KANA, BOPOMOFO, HANGUL = range(0x3001, 0x3100), range(0x3100, 0x3130), (*range(0x3131, 0x3190), *range(0xAC00, 0xD7A4))
HAN_OF = {"gb2312": 0xFE, "shift_jis": 0xFE, "euc_kr": 0xFE, "big5": 0xC6}
"""The national sets whose characters are kept, each up to this first byte: of Big5 the frequent ones."""


def main(whole: Path) -> None:
    for file, name in SCRIPTS.items():
        font = TTFont(whole / f"truetype/noto/NotoSans{name}-Bold.ttf")
        cut(font, {each for each in font.getBestCmap() if of_script(each)}, f"{file}.ttf", features=["*"])
    japanese = TTCollection(whole / "opentype/noto/NotoSansCJK-Bold.ttc").fonts[0]
    cut(japanese, han() | {*KANA, *BOPOMOFO, *HANGUL}, "cjk.otf", features=[])
    emoji = TTFont(whole / "package/files/noto-emoji-emoji-700-normal.woff2")
    cut(emoji, set(emoji.getBestCmap()), "emoji.ttf", features=["*"])


def of_script(letter: int) -> bool:
    """Tell whether a font of one script is asked for this character: a letter, a mark, a joiner or the empty circle."""
    is_form = 0xFB50 <= letter <= 0xFDFF or 0xFE00 <= letter <= 0xFEFF
    is_general = letter < 0x300 or 0x2000 <= letter < 0x2C00
    return letter in {0x200C, 0x200D, 0x25CC} or not (is_form or is_general)


def han() -> set[int]:
    pairs = ((first, second) for first in range(0x81, 0xFF) for second in range(0x30, 0xFF))
    read = (bytes(pair).decode(codec, "ignore") for pair in pairs for codec, last in HAN_OF.items() if pair[0] <= last)
    return {ord(each) for each in read if len(each) == 1 and 0x3400 <= ord(each) <= 0x9FFF}


def cut(font: TTFont, letters: set[int], file: str, features: list[str]) -> None:
    options = Options(
        hinting=False, legacy_kern=False, notdef_outline=False, layout_features=features, name_IDs=[0, 1, 2, 13, 14]
    )
    options.drop_tables += ["DSIG", "meta", "STAT", "BASE", "VORG", "vhea", "vmtx"]
    font.flavor = None
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.save(NOTO / file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
