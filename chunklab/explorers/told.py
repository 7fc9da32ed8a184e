"""What an explorer says in words: a paragraph a sentence, or which rule its settings break."""

from collections.abc import Iterable
from html import escape

from chunklab.explorers import svg


def told(sentences: Iterable[str], label: str, *, problem: str = "", last: str = "") -> str:
    """Return the words in a frame that is read out when they change; the first stands out.

    ``sentences`` have no full stop, and empty ones are left out. Where settings are impossible,
    ``problem`` says why, and ``last`` what the dimmed picture still shows.

    >>> told(["One chunk", ""], "The chunk in words")
    '<div class="cl-words" role="group" aria-label="The chunk in words" tabindex="0" \
style="overflow:auto"><div aria-live="polite"><p class="cl-now">One chunk.</p></div></div>'
    """
    if problem:
        said = (
            f'<p class="cl-problem">Impossible settings: {escape(problem)}.</p>'
            f"<p>What is dimmed shows the last possible ones: {escape(last)}.</p>"
        )
    else:
        first, *others = (f"{escape(each)}.</p>" for each in sentences if each)
        said = f'<p class="cl-now">{first}' + "".join(f"<p>{each}" for each in others)
    return svg.frame(f'<div aria-live="polite">{said}</div>', label, "cl-words")
