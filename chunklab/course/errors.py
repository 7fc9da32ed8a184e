"""The one exception of the learner's side."""


class CourseError(Exception):
    """What stops the course and how to go on, in words meant for a learner.

    A command prints the message and no traceback, and so does a notebook.
    """

    def _render_traceback_(self) -> list[str]:  # asked for by IPython
        return [str(self)]
