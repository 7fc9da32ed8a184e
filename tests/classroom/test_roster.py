"""The roster: CSV as spreadsheets write it, and which row a name means."""

import pytest

from chunklab.classroom.names import Owner
from chunklab.classroom.roster import Roster, Student
from chunklab.course.errors import CourseError


@pytest.fixture
def read(tmp_path):
    def read_it(content):
        path = tmp_path / "roster.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Roster.read(path)

    return read_it


ANNA = Student("asmith", "Smith, Anna", "12345", "anna.smith@example.org")


@pytest.mark.parametrize(
    "content",
    [
        'student,name,id,email\nasmith,"Smith, Anna",12345,anna.smith@example.org\n',
        "student;name;id;email\nasmith;Smith, Anna;12345;anna.smith@example.org\n",
        "student\tname\tid\temail\r\nasmith\tSmith, Anna\t12345\tanna.smith@example.org\r\n",
        b"\xef\xbb\xbfStudent;Name;ID;Email\nasmith;Smith, Anna;12345;anna.smith@example.org",
        "\n\nname;student;group;id;email\n;;;;\nSmith, Anna;asmith;A;12345;anna.smith@example.org",
        "student;name;id;email\nasmith;Smith, Anna;12345;anna.smith@example.org\n".encode("utf-16"),
    ],
)
def test_every_csv_that_a_spreadsheet_writes(read, content):
    assert read(content).students == (ANNA,)


def test_the_gradebook_of_canvas_has_a_line_that_is_no_student(read):
    roster = read('Student,ID,Overlap (1)\n    Points Possible,,15\n"Smith, Anna",12345,\n')
    assert roster.students == (Student("Smith, Anna", id="12345"),)


def test_columns_that_are_not_there_are_empty(read):
    roster = read("student\nanna\nbob,more,than,asked\n")
    assert roster.students == (Student("anna"), Student("bob"))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("name,id\nAnna,1\n", "line 1: there must be one column student, got 'name,id'"),
        ("student,student\n", "line 1: there must be one column student"),
        ("", "the file is empty"),
        ("student\nanna\n\n ,x\n", "line 4: student must not be blank"),
        ("name,student\nanna\n", "line 2: student must not be blank"),
        (
            "student\nanna\nbob\nAnna\n",
            "line 4: student must be different in every line, got 'Anna' as in line 2; give the "
            "two different identifiers, as in the names of their files",
        ),
        ('student,name\nanna,"open\n', "this is no CSV"),
        ("PK\3\4" + "\0\1" * 200, "there must be one column student"),
    ],
)
def test_what_is_no_roster_is_told_with_its_line(read, content, told):
    with pytest.raises(CourseError) as caught:
        read(content)
    assert told in str(caught.value)
    assert "roster.csv" in str(caught.value)


def test_a_roster_that_is_missing_or_a_folder_is_told(tmp_path):
    for path in (tmp_path, tmp_path / "none.csv"):
        with pytest.raises(CourseError, match="cannot be read"):
            Roster.read(path)


@pytest.mark.parametrize(
    "owner",
    [
        Owner("asmith"),
        Owner("A_Smith"),
        Owner("Anna Smith"),
        Owner("annasmith"),
        Owner("smithanna"),
        Owner("Smith, Anna"),
        Owner("ÀNNA smith"),
        Owner("anna.smith"),  # the email
        Owner("whoever", "12345"),
    ],
)
def test_every_way_to_name_a_student(owner):
    assert Roster([Student("bob"), ANNA]).find(owner) is ANNA


@pytest.mark.parametrize("spelling", ["garciamarquezana", "anagarciamarquez", "marquezanagarcia"])
def test_a_name_of_several_words_in_any_turn(spelling):
    ana = Student("s1", "Ana García Márquez")
    assert Roster([ana]).find(Owner(spelling)) is ana


def test_an_identifier_that_is_a_name_is_known_in_any_turn_too():
    anna, bo = Student("Smith, Anna"), Student("Smith, Bo Ann")
    roster = Roster([anna, bo])
    assert roster.find(Owner("Anna Smith")) is anna
    assert roster.find(Owner("Bo Ann Smith")) is bo
    assert roster.find(Owner("Smith")) is None


def test_the_number_counts_most_and_then_the_identifier():
    one, two = Student("s1", "Anna Smith", "1"), Student("anna smith", "Bo", "2")
    roster = Roster([one, two])
    assert roster.find(Owner("anna smith", "1")) is one
    assert roster.find(Owner("anna smith")) is two
    assert roster.find(Owner("bo", "77")) is two


def test_what_two_students_share_names_neither():
    roster = Roster([Student("s1", "Anna Smith"), Student("s2", "Smith Anna"), Student("s_1")])
    assert roster.find(Owner("annasmith")) is None
    assert roster.find(Owner("s-1")).student == "s_1"
    assert roster.find(Owner("s1")).student == "s1"
    assert roster.find(Owner("nobody")) is None
    assert roster.find(Owner("???")) is None
