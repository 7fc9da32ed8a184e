"""The comparison as it is shown: saved figures and live ones, words, escaping, names."""

import dataclasses
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from chunklab.splitters import TEXTS, look, table
from chunklab.splitters.figures import Figures, figures_of
from chunklab.splitters.peers import SPLITTERS
from chunklab.splitters.table import CAPTION, Comparison, Detail, Row
from chunklab.splitters.texts import OVERLAP, SIZE

ROOT = Path(__file__).parents[2]
CHUNKS = SPLITTERS[0]


def row(answers):
    return Row(Figures(CHUNKS, "1.0", True, answers))


def broken(size, overlap):
    raise ImportError("half of it is missing")


def answering(answer):
    return lambda size, overlap: answer


def test_the_texts_are_ten_small_ones_with_reasons():
    assert len(TEXTS) == 10
    for name, text in TEXTS.items():
        assert name == text.name
        assert text.reason
        assert SIZE < len(text.text) < 400
    assert 0 < OVERLAP < SIZE


def test_one_row_a_splitter_and_figures_for_every_text():
    rows = table().rows
    assert [each.figures.splitter for each in rows] == list(SPLITTERS)
    assert all(list(each.figures.answers) == list(TEXTS) for each in rows)
    assert [each.origin for each in rows[:2]] == ["installed here"] * 2


def test_our_own_rows_are_true_and_keep_the_overlap():
    for name in ("chunks", "recursive_chunks"):
        own = look(name, "echo").row
        assert (own.offsets, own.overlap, own.seen) == ("10 of 10", ["every pair: 10"], [])


def test_what_is_not_installed_is_shown_as_saved():
    missing = dataclasses.replace(SPLITTERS[2], distribution="no-such-distribution")
    figures = figures_of(missing)
    assert not figures.installed
    assert re.fullmatch(r"[\d.]+", figures.version)


def test_what_is_installed_and_does_not_import_is_shown_as_saved():
    assert not figures_of(dataclasses.replace(SPLITTERS[2], distribution="pytest")).installed
    unsound = dataclasses.replace(SPLITTERS[2], distribution="pytest", set_up=broken)
    assert not figures_of(unsound).installed


def test_what_is_installed_is_run():
    def whole(text):
        return [(0, text)]

    peer = dataclasses.replace(SPLITTERS[2], distribution="pytest", set_up=answering(whole))
    figures = figures_of(peer)
    assert (figures.installed, figures.version) == (True, pytest.__version__)
    assert figures.answers["URL"] == [(0, TEXTS["URL"].text)]
    assert Row(figures).overlap == ["one chunk: 10"]
    assert "Longer than 60: on all 10 texts" not in "".join(Row(figures).seen), "lengths are said"
    assert "echo (246)" in "".join(Row(figures).seen)


def test_a_splitter_that_raises_is_shown_and_counts_as_nothing():
    def picky(text):
        if "\r" in text:
            raise RecursionError("too <deep>")
        return [(0, text)]

    peer = dataclasses.replace(SPLITTERS[2], distribution="pytest", set_up=answering(picky))
    shown = Row(figures_of(peer))
    assert shown.offsets == "9 of 10"
    assert shown.seen[-1] == "Raised on CRLF: RecursionError: too <deep>."
    assert "too &lt;deep&gt;" in Comparison([shown])._repr_html_()
    detail = Detail(shown, TEXTS["CRLF"])
    assert "It raised RecursionError: too <deep>." in repr(detail)
    assert detail.chunks == []


def test_what_is_seen_is_said_in_words():
    name = "CRLF"
    text = TEXTS[name].text
    half = len(text) // 2
    for pieces, said in [
        ([(1, text)], "Something else stands at a reported start: on all 1 texts."),
        ([(None, text)], "No start is reported: on all 1 texts."),
        ([(0, text[:half]), (half, text[half:])], "No pair shares anything: on all 1 texts."),
        ([(0, text)], f"Longer than 60: {name} ({len(text)})."),
        ([(0, text[:half])], "Characters are in no chunk: on all 1 texts."),
        ([(0, text.strip())], "White space is left out: on all 1 texts."),
        ([(0, text.replace("\r", ""))], "A chunk stands nowhere in the text: on all 1 texts."),
        ([(0, text), (len(text) - 5, text[-5:])], "A chunk holds nothing new: on all 1 texts."),
    ]:
        assert said in row({name: pieces}).seen


def test_the_first_wrong_start_is_named_with_one_that_fits():
    echo = TEXTS["echo"].text
    pieces = [(0, echo[:30]), (3, echo[15:45]), (30, echo[30:])]
    (said,) = [each for each in row({"echo": pieces}).seen if each.startswith("The same text")]
    assert "(chunk 2 is said to start at 3, and fits at 1" in said


class Tags(HTMLParser):
    def __init__(self, html):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in {"br", "wbr"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("shown", [table(), look("chonkie recursive", "blanks")])
def test_the_html_is_a_table_with_a_caption_and_heads(shown):
    html = shown._repr_html_()
    tags = Tags(html)
    assert tags.open == []
    names = [tag for tag, _ in tags.seen]
    assert names.count("caption") == 1
    scopes = [attributes.get("scope") for tag, attributes in tags.seen if tag == "th"]
    rows = len(shown.rows) if isinstance(shown, Comparison) else len(shown.chunks)
    assert (scopes.count("col"), scopes.count("row"), len(scopes)) == (5, rows, 5 + rows)


def test_texts_are_escaped():
    detail = Detail(row({"CRLF": [(0, "<script>")]}), TEXTS["CRLF"])
    assert "<script>" not in detail._repr_html_()
    assert "&lt;script&gt;" in detail._repr_html_()


def test_the_words_say_what_the_html_says():
    shown = table()
    assert repr(shown).split()[: len(CAPTION.split())] == CAPTION.split()
    for each in shown.rows:
        said = " ".join(repr(shown).split())
        for part in (each.figures.version, each.origin, each.offsets, *each.overlap, *each.seen):
            assert part in said
    assert max(map(len, repr(shown).splitlines())) <= 110


def test_a_chunk_is_shown_with_what_stands_at_its_start():
    detail = Detail(row({"CRLF": [(2, "Open the"), (None, "valve.")]}), TEXTS["CRLF"])
    assert "at the start: other text: 'en the v'" in repr(detail)
    assert "at the start: nothing, no start is reported" in repr(detail)
    assert "shares 0 of 20 with the one before" in repr(detail)


@pytest.mark.parametrize(
    ("names", "argument"), [(("nltk", "echo"), "splitter"), (("chunks", "Echo"), "text")]
)
def test_an_unknown_name_is_refused_with_those_that_are_known(names, argument):
    with pytest.raises(ValueError, match=f"{argument} must be one of .*, .*, got '"):
        look(*names)


def test_it_works_with_nothing_installed():
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from chunklab.splitters import look, table\n"
        "print(table(), look('langchain', 'echo'), table()._repr_html_())"
    )
    # Without site-packages: the standard library, and what lies in the course folder.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "langchain 1.1.3, saved" in done.stdout
