"""Ten small texts on which splitters are compared, each with the reason why it is among them.

All are cut with one size and one overlap, so that the rows of the comparison can be read side by
side.
"""

from __future__ import annotations

from dataclasses import dataclass

SIZE = 60
OVERLAP = 20


@dataclass(frozen=True)
class Text:
    """A text by its ``name``, and the ``reason`` why splitters are tried on it."""

    name: str
    reason: str
    text: str


_ALL = (
    Text(
        "refrain",
        "whole lines come again: where a chunk was cut cannot be told from its text alone",
        "The tide comes in.\nRow, boys, row.\nRow, boys, row.\nThe nets are thin.\n"
        "Row, boys, row.\nRow, boys, row.\nThe tide goes out.\nRow, boys, row.\n"
        "Row, boys, row.\nWe turn about.\nRow, boys, row.\nRow, boys, row.\n",
    ),
    Text(
        "equal rows",
        "a table in which a row comes again and again: chunks can be equal to the last letter",
        "| day | leak |\n" + "| 1 | no |\n" + "| - | no |\n" * 18 + "| 9 | yes |\n",
    ),
    Text(
        "echo",
        "one short word again and again: every chunk fits at many places",
        "ha " * 60 + "stop. " + "ho " * 20,
    ),
    Text(
        "CRLF",
        "lines end in two characters, as on Windows: a paragraph's end is no longer two line feeds",
        "Open the valve.\r\nWait a minute.\r\nRead the gauge.\r\nRead it again.\r\n\r\n"
        "Write it down.\r\nClose the valve.\r\nWait a minute.\r\nRead the gauge.\r\n\r\n"
        "Sign the sheet.\r\nHang it up.\r\nLock the door.\r\n",
    ),
    Text(
        "URL",
        "one word that is longer than a chunk: there is no space to cut at",
        "https://example.org/archive/2024/reports/harbour-and-tide/measurements-of-the-outer-mole/"
        "table-of-contents?from=2019-01-01&until=2024-12-31&columns=time,height,wind,pressure"
        "#section-of-the-third-quarter",
    ),
    Text(
        "Chinese",
        "writing without spaces, whose full stop is not the Latin one",
        "潮水每天涨落两次。港口的工人记下水位，早晨一次，傍晚一次。风大的日子里，他们要多记一次。"
        "数字写在一本蓝色的簿子里，簿子放在门边的架子上。到了年底，有人把所有的数字抄到另一本"
        "簿子里，再把旧的那一本收进柜子。没有人知道最早的一本在哪里。",
    ),
    Text(
        "marks",
        "emoji and accents: starts counted in bytes or in UTF-16 would be wrong from the first on",
        "👩‍🚀 lands 🚀 on the moon 🌕. Cafe\u0301 and nai\u0308ve re\u0301sume\u0301s "
        "🇫🇷🇩🇪🇯🇵. 👨‍👩‍👧‍👦 waves back 👋🏽, then 👩‍🚀 lands 🚀 on the moon 🌕 again. Zu\u0308rich, "
        "Mu\u0308nchen, Ko\u0308ln 🇨🇭🇩🇪. 👍🏿👍🏾👍🏽👍🏼👍🏻👍 says "
        "👨‍👩‍👧‍👦 and waves 👋🏽 once more.",
    ),
    Text(
        "blanks",
        "spaces and empty lines around and between: some splitters leave them out",
        "\n\n   First the harbour, then the mole.   \n\n\n\n\n\n"
        "\tNobody has measured the outer mole since.   \n\n\n\n\n\n\n      A short line.\n\n\n\n\n"
        "\n\n\n\n  And, at the very end, a line that is a bit longer.   \n\n\n   ",
    ),
    Text(
        "paragraph",
        "one sentence that is much longer than a chunk",
        "The harbour master measured the tide every morning before the boats went out, and again "
        "every evening when they had come back, because the insurance asked for it, because his "
        "father had done it, and because the long column of numbers in the blue book was the one "
        "thing in the whole town that nobody had ever argued about.",
    ),
    Text(
        "code",
        "lines that begin with tabs, and lines that come again",
        "def tide(day):\n\tif day.wind > 7:\n\t\tfor hour in day.hours:\n\t\t\tif hour.calm:\n"
        "\t\t\t\treturn hour\n\t\treturn None\n\tfor hour in day.hours:\n\t\tif hour.high:\n"
        "\t\t\treturn hour\n\treturn None\n",
    ),
)

TEXTS = {text.name: text for text in _ALL}
