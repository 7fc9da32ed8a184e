"""The learner's side of the course: lessons, the work folder, checks, hints and questions."""


class CourseError(Exception):
    """What stops the course and how to go on, in words meant for a learner.

    The one exception of this package: a command prints its message and no traceback.
    """
