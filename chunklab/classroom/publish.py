"""Write what is made of a class's grades: tables for programs, pages for people."""

from pathlib import Path

from chunklab.classroom.exports import grades_csv, results_json
from chunklab.classroom.grades import ClassGrades
from chunklab.classroom.pages import feedback_page, page_name, report_page
from chunklab.classroom.summary import summarise
from chunklab.course import files


def write_all(grades: ClassGrades, out: Path) -> list[Path]:
    """Write everything into the folder ``out``; return the files that had to be written.

    A file that holds the same already is left alone, date included. The page of a student who is
    no longer in the class stays: it may be the only record of what that student was told, and no
    list leads to it. ``CourseError`` where a file cannot be written; each is old or new, never a
    part.
    """
    summary = summarise(grades)
    contents = {
        out / "grades.csv": grades_csv(grades),
        out / "results.json": results_json(grades, summary),
    }
    feedback = out / "feedback"
    for grade in grades.grades:
        page = feedback / page_name(grade.student)
        contents[page] = feedback_page(grade, grades.layers).encode()
    contents[out / "report.html"] = report_page(grades, summary).encode()  # last: it links to all
    files.make_folder(feedback)
    written = [path for path, content in contents.items() if files.read(path) != content]
    for path in written:
        files.replace(path, contents[path])
    return written
