"""Looking through a folder that may hold anything: what is read, and what is refused and why."""

import os
import socket
import struct
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab.classroom import folder
from chunklab.classroom.folder import printable, sweep
from chunklab.course.errors import CourseError
from chunklab.grading.source import Unreadable

from .zips import Member, deflated_zeros, zipped


def put(root, **files):
    for name, content in files.items():
        path = root / name.replace("__", "/").replace("_zip", ".zip").replace("_py", ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def found(root):
    """Return the content by path, or the reason for none, and the refusals."""
    files = {}
    with sweep(root) as swept:
        for each in swept.files:
            assert each.time.tzinfo is UTC
            try:
                files[each.path] = each.read()
            except Unreadable as error:
                files[each.path] = str(error)
    return files, [str(refused) for refused in swept.refused]


def in_zip(tmp_path, *members):
    put(tmp_path, a_zip=zipped(*members))
    return found(tmp_path)


def test_files_and_members_are_found_with_their_paths(tmp_path):
    inner = zipped(Member("inner.py"))
    put(
        tmp_path,
        anna__work__overlap_py=b"1",
        c_zip=zipped(Member("b/o.py"), Member("n.zip", inner)),
    )
    (tmp_path / "empty").mkdir()
    files, refused = found(tmp_path)
    assert files == {
        "anna/work/overlap.py": b"1",
        "c.zip/b/o.py": b"x = 1\n",
        "c.zip/n.zip/inner.py": b"x = 1\n",
    }
    assert refused == []
    with sweep(tmp_path) as swept:
        assert set(swept.holders) == {"anna", "anna/work", "c.zip", "c.zip/n.zip", "empty"}


def test_a_zip_in_place_of_the_folder_counts_as_all_that_is_in_it(tmp_path):
    put(tmp_path, a_zip=zipped(Member("b/o.py")))
    assert found(tmp_path / "a.zip") == found(tmp_path)


def test_what_is_no_folder_and_no_zip_stops_the_command(tmp_path):
    put(tmp_path, x_py=b"x = 1")
    with pytest.raises(CourseError, match="neither a folder nor a zip"):
        found(tmp_path / "x.py")
    with pytest.raises(CourseError, match="cannot be read"):
        found(tmp_path / "nowhere")


def test_what_tools_leave_behind_is_passed_over_in_silence(tmp_path):
    junk = [".git", ".ipynb_checkpoints", "__MACOSX", "__pycache__", "node_modules", ".venv"]
    for name in junk:
        (tmp_path / "anna" / name).mkdir(parents=True)
        (tmp_path / "anna" / name / "overlap.py").write_text("")
    put(tmp_path, anna__ok_py=b"", anna__lab__pyvenv_cfg=b"", anna__lab__lib__x_py=b"")
    (tmp_path / "anna/lab/pyvenv_cfg").rename(tmp_path / "anna/lab/pyvenv.cfg")
    put(tmp_path, z_zip=zipped(*[Member(f"a/{name}/x.py") for name in junk], Member("._a.py")))
    assert found(tmp_path) == ({"anna/ok.py": b""}, [])


def test_the_mark_of_a_work_folder_is_seen_although_its_name_is_hidden(tmp_path):
    put(tmp_path, x=b"")
    (tmp_path / "x").rename(tmp_path / ".chunklab-work.json")
    assert list(found(tmp_path)[0]) == [".chunklab-work.json"]


def test_links_are_refused_wherever_they_lead(tmp_path):
    outside = tmp_path / "secret.py"
    outside.write_text("secret")
    root = tmp_path / "class"
    put(root, anna__real_py=b"1")
    for name, target in {
        "out.py": outside,
        "in.py": root / "anna/real.py",
        "up": root,  # a loop
        "self": "self",
        "broken.py": "nowhere",
        "etc": "/etc",
    }.items():
        (root / "anna" / name).symlink_to(target)
    files, refused = found(root)
    assert files == {"anna/real.py": b"1"}
    assert len(refused) == 6
    assert all(each.endswith("is a link, and links are not followed") for each in refused)


def test_what_is_no_plain_file_is_refused_without_opening_it(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe.py")  # to open it would wait for ever
    (tmp_path / "overlap.py").mkdir()
    put(tmp_path / "overlap.py", inside_py=b"2")
    monkeypatch.chdir(tmp_path)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("s.ipynb")
        files, refused = found(tmp_path)
    assert files == {"overlap.py/inside.py": b"2"}
    assert sorted(refused) == [
        "overlap.py is a folder, named like a file",
        "pipe.py is no plain file",
        "s.ipynb is no plain file",
    ]


def test_a_file_that_became_a_pipe_or_link_meanwhile_is_not_waited_for(tmp_path):
    put(tmp_path, a_py=b"1", b_py=b"2")
    with sweep(tmp_path) as swept:
        for path in (tmp_path / "a.py", tmp_path / "b.py"):
            path.unlink()
        os.mkfifo(tmp_path / "a.py")
        (tmp_path / "b.py").symlink_to("/etc/hostname")
        pipe, link = swept.files
        assert pipe.read() == b""
        with pytest.raises(Unreadable, match="cannot be read"):
            link.read()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_told(tmp_path):
    put(tmp_path, closed__x_py=b"", shut_py=b"", z_zip=zipped())
    for name in ("closed", "shut.py", "z.zip"):
        (tmp_path / name).chmod(0)
    files, refused = found(tmp_path)
    assert "Permission denied" in files["shut.py"]
    assert [each.split()[0] for each in refused] == ["closed", "z.zip"]


def test_a_folder_that_cannot_be_listed_is_told(tmp_path, monkeypatch):
    put(tmp_path, anna__x_py=b"", bob__x_py=b"")
    really = os.scandir

    def scandir(path):
        if str(path).endswith("anna"):
            raise PermissionError(13, "Permission denied")
        return really(path)

    monkeypatch.setattr(os, "scandir", scandir)
    files, refused = found(tmp_path)
    assert list(files) == ["bob/x.py"]
    assert refused == ["anna cannot be looked into: Permission denied"]


def test_a_huge_sparse_file_is_not_read(tmp_path):
    with (tmp_path / "overlap.py").open("wb") as file:
        file.truncate(100_000_000)
    files, _ = found(tmp_path)
    assert files["overlap.py"] == "the file has 100,000,000 bytes; at most 20,000,000 are read"


def test_one_that_fills_a_folder_costs_that_folder_only(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "MAX_ENTRIES", 10)
    for i in range(11):
        put(tmp_path, **{f"anna__flood__{i}_py": b"", f"bob__{i % 8}_py": b""})
    put(tmp_path, anna__work__overlap_py=b"")
    files, refused = found(tmp_path)
    assert {path for path in files if path.startswith("anna")} == {"anna/work/overlap.py"}
    assert len(files) == 9
    assert [each.split(" was")[0] for each in refused] == ["anna/flood"]


def test_folders_too_deep_are_not_entered(tmp_path):
    deep = tmp_path.joinpath(*["d"] * 40)
    deep.mkdir(parents=True)
    (deep / "x.py").touch()
    files, refused = found(tmp_path)
    assert files == {}
    assert "20 folders within each other" in refused[0]


@pytest.mark.parametrize(
    ("member", "why"),
    [
        (Member("../evil.py"), "would leave the folder"),
        (Member("a/../../evil.py"), "would leave the folder"),
        (Member("/etc/evil.py"), "would leave the folder"),
        (Member("C:/evil.py"), "would leave the folder"),
        (Member("c:evil.py"), "would leave the folder"),
        (Member("..\\..\\evil.py"), "would leave the folder"),
        (Member("\\\\host\\evil.py"), "would leave the folder"),
        (Member("link.py", b"/etc/passwd", mode=0o120777), "is a link"),
        (Member("pipe.py", b"", mode=0o010644), "is no plain file"),
        (Member("locked.py", flags=1), "is encrypted"),
        (Member("bomb.py", size=1_000_000_000), "would unpack to 1,000,000,000 bytes"),
        (Member("bomb.bin", size=1_000_000_000), "would unpack to 1,000,000,000 bytes"),
        (Member("lzma.py", method=14), "compressed in a way"),
        (Member("bzip2.py", method=12), "compressed in a way"),
        (Member("d/" * 30 + "x.py"), "20 folders"),
        (Member("n" * 1_001 + ".py"), "too long a name"),
        (Member("\x01" * 251 + ".py"), "too long a name"),  # as it is shown
        (Member("bomb.zip", deflated_zeros(10), 10_000_000, method=8), "almost nothing"),
        (Member("fake.zip", b"no zip"), "cannot be read as a zip"),
    ],
    ids=lambda value: value.name[:20] if isinstance(value, Member) else "",
)
def test_a_member_that_is_not_taken_is_named_and_the_others_are_taken(tmp_path, member, why):
    files, (refused,) = in_zip(tmp_path, Member("b/first.py"), member, Member("last.py"))
    assert set(files) == {"a.zip/b/first.py", "a.zip/last.py"}
    assert refused.startswith("a.zip/")
    assert why in refused


@pytest.mark.parametrize(
    ("member", "why"),
    [
        # what it would unpack to: 1000 MB, within what it says, and beyond what it says
        (Member("x.py", deflated_zeros(1000), 50_000_000, method=8), "more than 20,000,000 bytes"),
        (Member("x.py", deflated_zeros(1000), 100, method=8), "cannot be unpacked"),
        (Member("x.py", crc=1), "cannot be unpacked: Bad CRC"),
        (Member("x.py", b"no deflate", method=8), "cannot be unpacked"),
        (Member("x.py", flags=0x20), "cannot be unpacked"),  # a patch
        (Member("x.py", offset=50), "cannot be unpacked"),
    ],
)
def test_a_member_that_lies_is_unreadable_and_the_others_are_not(tmp_path, member, why):
    files, refused = in_zip(tmp_path, Member("first.py"), member)
    assert refused == []
    assert files["a.zip/first.py"] == b"x = 1\n"
    assert why in files["a.zip/x.py"]


def test_members_that_share_their_place_are_refused(tmp_path):
    # One deflated block behind many headers unpacks to far more than the zip's size.
    whole = Member("0.py", b"x" * 1_000)
    files, refused = in_zip(tmp_path, whole, *[Member(f"{i}.py", offset=0) for i in range(1, 9)])
    assert files == {"a.zip/0.py": b"x" * 1_000}
    assert len(refused) == 8
    assert all("shares its place" in each for each in refused)


def test_a_zip_of_100_000_members_is_refused_before_they_are_read(tmp_path, monkeypatch):
    put(tmp_path, a_zip=zipped(*[Member(f"{i:05}.py") for i in range(100_000)]))
    monkeypatch.setattr(zipfile, "ZipInfo", None)  # none of its members is looked at
    files, refused = found(tmp_path)
    assert files == {}
    assert refused == ["a.zip cannot be read as a zip: its list of members has 5,400,000 bytes"]


def test_too_many_members_in_a_short_list(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "MAX_ENTRIES", 3)
    assert in_zip(tmp_path, *[Member(f"{i}.py") for i in range(4)]) == (
        {},
        ["a.zip has 4 members; at most 3 are read"],
    )


def test_zips_in_a_zip_cannot_multiply_what_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "MAX_NESTED", 2)
    full = zipped(
        *[Member(f"{i}.py") for i in range(3)], *[Member(f"a/b/c/{i}.png") for i in range(9)]
    )
    honest = zipped(Member("x.py"), Member(".venv/y.py"), Member("a/b/c/z.png"))
    put(
        tmp_path, a_zip=zipped(Member("1.zip", full), *[Member(f"{i}.zip", honest) for i in (2, 3)])
    )
    put(tmp_path, b_zip=zipped(Member("2.zip", honest)))
    files, refused = found(tmp_path)
    assert set(files) == {"a.zip/2.zip/x.py", "b.zip/2.zip/x.py"}
    assert refused == [
        "a.zip/1.zip holds 4 files and folders, which is too many",
        "a.zip/3.zip is one of more than 2 zips in a zip",
    ]


def test_zips_in_a_zip_have_a_bound_together(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "MAX_IN_NESTED", 5)
    three = zipped(*[Member(f"{i}.py") for i in range(3)])
    files, refused = in_zip(tmp_path, *[Member(f"{i}.zip", three) for i in range(3)])
    assert len(files) == 3
    assert refused == [
        f"a.zip/{i}.zip holds 3 files and folders, which is too many" for i in (1, 2)
    ]


def test_what_goes_wrong_is_told_briefly_whatever_names_it_quotes(tmp_path):
    files, _ = in_zip(tmp_path, Member("x.py\0" + "\x01" * 30_000, offset=1))
    assert len(files["a.zip/x.py"]) < 1_000


def test_a_path_of_any_length_is_told_briefly(tmp_path):
    deep = tmp_path.joinpath(*["\x01" * 100] * 3)
    deep.mkdir(parents=True)
    (deep / "x.py").touch()
    files, (refused,) = found(tmp_path)
    assert files == {}
    assert refused.endswith("is the beginning of too long a name")
    assert len(refused) < 1_100


def test_zips_are_looked_into_two_deep(tmp_path):
    third = zipped(Member("third.py"))
    second = zipped(Member("second.py"), Member("3.zip", third))
    files, refused = in_zip(tmp_path, Member("first.py"), Member("2.zip", second))
    assert set(files) == {"a.zip/first.py", "a.zip/2.zip/second.py"}
    assert refused == ["a.zip/2.zip/3.zip is a zip in a zip in a zip"]


def test_many_refusals_of_one_zip_are_summed_up(tmp_path):
    _, refused = in_zip(tmp_path, *[Member(f"../{i}.py") for i in range(500)])
    assert len(refused) == folder.MAX_REFUSED + 1
    assert refused[-1] == "a.zip has 480 more members that were refused"


def test_of_members_with_one_name_the_last_is_taken(tmp_path):
    files, _ = in_zip(tmp_path, Member("./x.py", b"1"), Member("x.py", b"2"))
    assert files == {"a.zip/x.py": b"2"}


def test_names_that_only_their_system_understands(tmp_path):
    files, _ = in_zip(
        tmp_path,
        Member("anna\\from_windows.py"),
        Member("Zoë/from_macos.py", flags=0),  # UTF-8 that does not say so
    )
    assert set(files) == {"a.zip/anna/from_windows.py", "a.zip/Zoë/from_macos.py"}


def test_the_time_of_a_member(tmp_path):
    utc = struct.pack("<HHBi", 0x5455, 5, 1, 1_700_000_000)
    put(
        tmp_path,
        a_zip=zipped(
            Member("local.py"),
            Member("utc.py", extra=b"\x01\x00\x00\x00" + utc),
            Member("none.py", stamp=(0, 0x21)),  # 1 January 1980
            Member("odd.py", stamp=(0xFFFF, 0xFFFF)),
        ),
    )
    os.utime(tmp_path / "a.zip", (1_000_000_000,) * 2)
    with sweep(tmp_path) as swept:
        times = {each.path.removeprefix("a.zip/"): each.time for each in swept.files}
    local = datetime(2026, 1, 1, 12).astimezone(UTC)
    otherwise = datetime.fromtimestamp(1_000_000_000, UTC)
    assert times == {
        "local.py": local,
        "utc.py": datetime.fromtimestamp(1_700_000_000, UTC),
        "none.py": otherwise,
        "odd.py": otherwise,
    }


@pytest.mark.parametrize("seconds", [-(2**40), 0, 2**40])
def test_a_time_stamp_beyond_all_dates_does_no_harm(tmp_path, seconds):
    put(tmp_path, x_py=b"")
    try:
        os.utime(tmp_path / "x.py", (seconds, seconds))
    except OSError:
        pytest.skip("this file system has no such time")
    assert found(tmp_path) == ({"x.py": b""}, [])


def test_names_are_shown_and_do_nothing_else(tmp_path):
    (tmp_path / "a\x1b[2J\n\udcff\u202eb.py").write_bytes(b"1")
    assert found(tmp_path)[0] == {"a\\x1b[2J\\n\\udcff\\u202eb.py": b"1"}
    assert printable("Zoë\xa0\u200cम") == "Zoë \u200cम"


WHOLE = zipped(
    Member("a.py"),
    Member("b.zip", zipped(Member("c.py"))),
    Member("z.py", deflated_zeros(1), method=8),
)


@settings(max_examples=200)
@given(
    st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), max_size=5),
    st.integers(0, len(WHOLE)),
)
def test_a_damaged_zip_is_told_and_never_raises(changes, length):
    damaged = bytearray(WHOLE)
    for place, value in changes:
        damaged[place] = value
    with TemporaryDirectory() as root:
        put(Path(root), a_zip=bytes(damaged[:length] if length % 2 else damaged))
        found(Path(root))
