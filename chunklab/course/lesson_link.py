"""A link that opens a lesson on a hub or on Binder: ``/chunklab/lesson/overlap``.

There the server runs before the course has arrived, so nobody has made the learner's copies. The
link does what ``chunklab lab`` does on a laptop: it makes them or brings them up to date, and leads
to the learner's own notebook. A new version of what the learner changed is told of first.

Installing the package switches this on, by ``lesson_link.json``.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado import web

from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.course.work import Work

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp

PAGE = """\
<!doctype html>
<html lang="en">
<title>{title}</title>
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>body {{ font: 1.1rem/1.5 sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem;
overflow-wrap: anywhere }}</style>
<h1>{title}</h1>
{body}
</html>
"""


class LessonLink(JupyterHandler):
    """Answers the link; what follows ``lesson/`` is the name of an exercise."""

    @web.authenticated
    def get(self, name: str) -> None:
        """Make the copies, then lead to the lesson, or say what is new or what is wrong."""
        root = Path(self.settings["server_root_dir"]).expanduser()
        try:
            course = Course.find(root)
            exercise = course.exercise(name)
            work = Work(course)
            lesson, stub = work.notebook(exercise), work.stub(exercise)
            address = address_in_lab(self.base_url, root, lesson)
            outcomes = work.start()
        except CourseError as error:
            self.set_status(500)
            self.finish(_page("The lesson cannot be opened", f"<p>{escape(str(error))}</p>"))
            return
        news = [each for each in outcomes if each.beside and each.path in (lesson, stub)]
        if not news:
            self.redirect(address)
            return
        items = ""
        for each in news:
            beside = address_in_lab(self.base_url, root, each.beside or each.path)
            items += (
                f"<li>{escape(each.sentence(work.root))} "
                f'<a href="{escape(beside)}">Open the new version</a></li>'
            )
        go_on = f'<p><a href="{escape(address)}">Go on with your own</a></p>'
        self.finish(_page("There is a new version", f"<ul>{items}</ul>{go_on}"))


def address_in_lab(base_url: str, root: Path, path: Path) -> str:
    """Return where JupyterLab, which shows what lies below ``root``, opens ``path``.

    >>> address_in_lab("/user/ada/", Path("/home/ada"), Path("/home/ada/work/my notes.ipynb"))
    '/user/ada/lab/tree/work/my%20notes.ipynb'
    """
    try:
        below = path.resolve().relative_to(root.resolve())
    except ValueError as error:
        raise CourseError(
            f"{path} lies outside of {root}, the folder that JupyterLab shows. Set the environment "
            "variable CHUNKLAB_WORK to a folder in it."
        ) from error
    return url_path_join(base_url, "lab", "tree", quote(below.as_posix()))


def _page(title: str, body: str) -> str:
    return PAGE.format(title=title, body=body)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "chunklab.course.lesson_link"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    pattern = url_path_join(server.web_app.settings["base_url"], "chunklab", "lesson", r"([^/]+)")
    server.web_app.add_handlers(".*$", [(pattern, LessonLink)])  # type: ignore[no-untyped-call]
