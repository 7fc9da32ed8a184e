"""The course on a page, made from its index, and how far a learner has come in it."""

from chunklab.course.index import Course, Exercise
from chunklab.course.progress import Progress
from chunklab.course.work import Work


class Syllabus:
    """Every lesson with its minutes, points and objectives; in a notebook, with links to them."""

    def __init__(self, course: Course) -> None:
        """Show the lessons of ``course``."""
        self.course = course

    def __repr__(self) -> str:
        return self._page("{title}", "\n   ")

    def _repr_markdown_(self) -> str:
        return self._page("[{title}]({notebook})", "\n\n   ")

    def _page(self, heading: str, gap: str) -> str:
        lessons = self.course.exercises
        minutes = sum(lesson.minutes for lesson in lessons)
        head = f"{self.course.title}: {len(lessons)} lessons, {minutes} minutes in all."
        return "\n\n".join(
            [head]
            + [
                f"{number}. {heading.format(title=lesson.title, notebook=lesson.notebook)}"
                f"{gap}{_needs(lesson)}{gap}After it you can{gap}"
                + "\n   ".join(f"- {objective}" for objective in lesson.objectives)
                for number, lesson in enumerate(lessons, start=1)
            ]
        )


class Reached:
    """What a learner has reached, as text."""

    def __init__(self, progress: Progress) -> None:
        """Read the progress."""
        self.text = "\n".join([progress.told(), *progress.notes])

    def __repr__(self) -> str:
        return self.text


def syllabus(course: Course | None = None) -> Syllabus:
    """Return the syllabus of the course, by default of the one found from the current folder.

    ``CourseError`` where there is none.
    """
    return Syllabus(course or Course.find())


def reached(progress: Progress | None = None) -> Reached:
    """Return what has been passed, checked and asked hints for, and the next step.

    Without ``progress`` it is that of the course found from the current folder. ``CourseError``
    where there is none.
    """
    return Reached(progress or Progress(Work(Course.find())))


def _needs(lesson: Exercise) -> str:
    points = sum(function.points for function in lesson.functions)
    needs = ", ".join(lesson.prerequisites) or "nothing"
    return f"{lesson.minutes} minutes, {points} points. You need: {needs}"
