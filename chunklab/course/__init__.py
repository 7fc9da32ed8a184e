"""The learner's side of the course: lessons, the work folder, checks, hints and questions."""

from chunklab.course.ask import ask
from chunklab.course.check import check
from chunklab.course.doctor import doctor
from chunklab.course.errors import CourseError
from chunklab.course.hints import hint
from chunklab.course.reached import progress
from chunklab.course.syllabus import syllabus

__all__ = ["CourseError", "ask", "check", "doctor", "hint", "progress", "syllabus"]
