"""The questions of a lesson as widgets: a prompt, an answer to give, a Check button, a reply.

No reply is in a widget before the learner has asked for it. Everything works from the keyboard:
each part is a plain radio button, text box or button with a visible label.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from typing import Any

import ipywidgets

from chunklab.course.questions import Choice, Numbers, Question, Quiz, Reply

# Okabe and Ito's bluish green and vermillion, which people with the common colour-vision
# deficiencies tell apart; sign and word say the same.
_RIGHT, _WRONG = "#009E73", "#D55E00"

_STYLE = f"""<style>
.cl-question {{ max-width: 46em; margin: 0.5em 0; overflow: visible;
  container-type: inline-size }}
.cl-question p, .cl-question ul {{ margin: 0.3em 0; line-height: 1.45 }}
.cl-question .widget-html-content {{ white-space: normal; font-size: var(--jp-content-font-size1) }}
.cl-question .widget-radio, .cl-question .widget-radio-box {{ width: auto; max-width: 100% }}
.cl-question .widget-radio-box label {{
  height: auto; line-height: 1.45; padding: 0.15em 0; white-space: normal; width: auto;
  font-size: var(--jp-content-font-size1) }}
.cl-question .widget-radio-box input {{ margin: 0.15em 0.6em 0 0.2em }}
.cl-question code {{ white-space: nowrap }}
.cl-question > .widget-vbox {{ padding-bottom: 0.8em }}
.cl-question .widget-text > label {{ white-space: normal; line-height: 1.3; width: 16em }}
@container (max-width: 25em) {{
  .cl-question .widget-text {{ flex-flow: row wrap; height: auto }}
  .cl-question .widget-text > label {{ width: 100%; text-align: left }}
  .cl-question code {{ white-space: normal }}
}}
.cl-question .cl-reply {{ border-left: 4px solid; padding-left: 0.7em; margin: 0.3em 0 }}
.cl-question .cl-right {{ border-color: {_RIGHT} }}
.cl-question .cl-wrong {{ border-color: {_WRONG} }}
.cl-question .cl-right .cl-sign {{ color: {_RIGHT} }}
.cl-question .cl-wrong .cl-sign {{ color: {_WRONG} }}
</style>"""


class QuestionBox(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets is not typed
    """A question on the page; ``blocks`` are its parts, one unless it is a quiz.

    Where widgets cannot run, the page shows the prompt and the answers to choose from instead.
    """

    def __init__(self, question: Question) -> None:
        """Make the blocks of ``question``, nothing answered."""
        self._question = question
        self.blocks = [_block(part) for part in _parts(question)]
        intro = [ipywidgets.HTML(_STYLE)]
        if isinstance(question, Quiz):
            intro.append(ipywidgets.HTML(_paragraph(question.prompt)))
        super().__init__([*intro, *self.blocks])
        self.add_class("cl-question")

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/html"] = static_html(self._question)
        data["text/plain"] = static_text(self._question)
        return bundle


class ChoiceBlock(ipywidgets.VBox):  # type: ignore[misc]
    """Radio buttons of which none is chosen at first, and a reply on request."""

    def __init__(self, choice: Choice) -> None:
        """Make the buttons for ``choice``, in the file's order."""
        self._choice = choice
        self.answer = ipywidgets.RadioButtons(
            # Pairs: two options may read alike to the widget, which looks them up by value.
            options=[(option.text, number) for number, option in enumerate(choice.options)],
            value=None,
        )
        self.button = _check_button(self.check)
        self.reply = ipywidgets.HTML()
        self.answer.observe(self._forget, names="value")
        prompt = ipywidgets.HTML(_paragraph(choice.prompt))
        super().__init__([prompt, self.answer, self.button, self.reply])

    def check(self) -> None:
        """Show the reply to the chosen option."""
        self.reply.value = _announced(_reply(self._choice.judge(self.answer.value)))

    def _forget(self, _: object) -> None:
        self.reply.value = ""  # it answered the choice before


class NumbersBlock(ipywidgets.VBox):  # type: ignore[misc]
    """Labelled text boxes, and one reply to each of them on request."""

    def __init__(self, numbers: Numbers) -> None:
        """Make an empty text box for every field."""
        self._numbers = numbers
        self.entries = [
            ipywidgets.Text(
                description=field.label,
                # Sent whole when the box is left: letters on their way could arrive after Check.
                continuous_update=False,
                layout={"width": "26em", "max_width": "calc(100% - 4px)"},
            )
            for field in numbers.fields
        ]
        self.button = _check_button(self.check)
        self.reply = ipywidgets.HTML()
        for entry in self.entries:
            entry.observe(self._forget, names="value")
        prompt = ipywidgets.HTML(_paragraph(numbers.prompt))
        super().__init__([prompt, *self.entries, self.button, self.reply])

    def check(self) -> None:
        """Show the reply to every field."""
        replies = self._numbers.judge([entry.value for entry in self.entries])
        self.reply.value = _announced(
            "".join(
                _reply(reply, about=field.label)
                for field, reply in zip(self._numbers.fields, replies, strict=True)
            )
        )

    def _forget(self, _: object) -> None:
        self.reply.value = ""


def static_html(question: Question) -> str:
    """Return what is asked, for a page without widgets: no reply, and no sign of the right one."""
    blocks = [
        _paragraph(prompt)
        + f"<ul>{''.join(f'<li>{marked_up(answer)}</li>' for answer in answers)}</ul>"
        if answers
        else _paragraph(prompt)
        for prompt, answers in _outline(question)
    ]
    return f"<div>{''.join(blocks)}</div>"


def static_text(question: Question) -> str:
    """Return what is asked as plain text, for a terminal."""
    return "\n".join(
        "\n".join([prompt, *(f"- {answer}" for answer in answers)])
        for prompt, answers in _outline(question)
    )


def marked_up(prose: str) -> str:
    """Return prose as HTML: everything escaped, and what stands between backticks as code.

    >>> marked_up("`range(0, n, 2)` & 1 < 2")
    '<code>range(0, n, 2)</code> &amp; 1 &lt; 2'
    """
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(prose))


def _outline(question: Question) -> Iterator[tuple[str, list[str]]]:
    if isinstance(question, Quiz):
        yield question.prompt, []
    for part in _parts(question):
        if isinstance(part, Numbers):
            yield part.prompt, [field.label for field in part.fields]
        else:
            yield part.prompt, [option.text for option in part.options]


def _parts(question: Question) -> list[Choice | Numbers]:
    if not isinstance(question, Quiz):
        return [question]
    return [
        replace(part, prompt=f"{number}. {part.prompt}")
        for number, part in enumerate(question.parts, start=1)
    ]


def _block(part: Choice | Numbers) -> ChoiceBlock | NumbersBlock:
    return NumbersBlock(part) if isinstance(part, Numbers) else ChoiceBlock(part)


def _check_button(action: Callable[[], None]) -> Any:
    button = ipywidgets.Button(description="Check")
    button.on_click(lambda _: action())
    return button


def _paragraph(prose: str) -> str:
    return f"<p>{marked_up(prose)}</p>"


def _reply(reply: Reply, about: str = "") -> str:
    sign, word, css = ("✓", "Right", "cl-right") if reply.right else ("✗", "Not yet", "cl-wrong")
    subject = f"{escape(about)}: " if about else ""
    return (
        f'<p class="cl-reply {css}"><b><span class="cl-sign" aria-hidden="true">{sign}</span> '
        f"{subject}{word}.</b> {marked_up(reply.text)}</p>"
    )


def _announced(html: str) -> str:
    # The widget makes its content anew each time, and screen readers say of a new live region
    # only what has the role alert; aria-live keeps it from interrupting.
    return f'<div role="alert" aria-live="polite">{html}</div>'
