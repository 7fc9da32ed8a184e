"""Landlock: from here on this process reads the standard library, and no other file.

Landlock is Linux's way for a process to give up rights to files for good, without being root. It
knows no "everything but": what is not granted is denied. So the grants name entries one by one,
the standard library's modules and the shared libraries that these load; whatever else lies in the
same folders (site-packages, a course, an answer key) stays closed. No folder that holds such
neighbours may be listed either: the import system remembers its listing from imports made before.

A scratch folder is granted as well where the exercise has one, with all that is below it: files
and folders may be made there, read, changed and removed; links, pipes, sockets and devices not.

Not covered, whatever the version: looking at a file's size and times, ``chmod`` and the like, and
UDP. The last two are the business of :mod:`seccomp`.
"""

from __future__ import annotations

import os
import sys

from kernel import call  # type: ignore[import-not-found]  # beside this file, as in worker.py

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# System calls, the same numbers on every architecture.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION = 1
"""Flag of CREATE_RULESET that asks for the version (ABI) of the kernel's Landlock."""
PATH_BENEATH = 1
"""Kind of rule: a file, or a folder with all that is below it."""

READ_FILE = 1 << 2
READ_DIR = 1 << 3
# Write; remove a folder or a file; make a folder or a file; rename between folders; truncate.
SCRATCH = READ_FILE | READ_DIR | sum(1 << right for right in (1, 4, 5, 7, 8, 13, 14))

# (since which version, how many rights to files, to the network, how many scopes there are): the
# rights are numbered from bit 0. Of all these, only those above are ever granted.
RIGHTS = (
    (1, 13, 0, 0),  # execute, write, read, list, remove 2 and make 7 kinds of entry
    (2, 14, 0, 0),  # rename and link between folders
    (3, 15, 0, 0),  # truncate
    (4, 15, 2, 0),  # bind and connect TCP
    (5, 16, 2, 0),  # ioctl on devices
    (6, 16, 2, 2),  # connect to abstract Unix sockets, send signals: to those outside
)
LOG_OFF = 1 << 0
"""Flag of RESTRICT_SELF, since version 7: refusals do not fill the machine's audit log."""

SYSTEM = (
    *("/dev/null", "/dev/urandom", "/etc/ld.so.cache"),
    *("/etc/localtime", "/etc/zoneinfo", "/usr/share/zoneinfo"),
)
"""What modules of the standard library, and the loader of shared libraries, read besides."""

LIBRARIES = frozenset(
    b"libatomic libb2 libbsd libbz2 libc libcom_err libcrypt libcrypto libdb-5.3 libdl"
    b" libedit libexpat libffi libgcc_s libgdbm libgdbm_compat libgomp libgssapi_krb5"
    b" libicudata libicui18n libicuuc libk5crypto libkeyutils libkrb5 libkrb5support liblzma"
    b" libm libmd libmpdec libncurses libncursesw libnsl libpanel libpanelw libpthread"
    b" libreadline libresolv librt libsqlite3 libssl libstdc++ libtinfo libtinfow libtirpc"
    b" libutil libuuid libz libzstd".split()
)
"""Shared libraries that extension modules of the standard library are linked with somewhere, and
those that these need in turn. Not those of tkinter, which has no screen here."""


def restrict(scratch: str = "") -> str:
    """Close the file system but for the standard library; return this layer's name.

    The folder ``scratch``, if there is one, may be read and written.

    Raises ``OSError`` where the kernel has no Landlock, or has it switched off. Needs
    PR_SET_NO_NEW_PRIVS (or CAP_SYS_ADMIN), and binds the calling thread and those it starts.
    """
    version = call("syscall", CREATE_RULESET, 0, 0, VERSION)
    _, files, network, scopes = [rights for rights in RIGHTS if rights[0] <= version][-1]
    # struct landlock_ruleset_attr; a field that an older kernel does not know may be there as 0.
    handled = [(1 << number) - 1 for number in (files, network, scopes)]
    attributes = b"".join(rights.to_bytes(8, sys.byteorder) for rights in handled)
    rules = call("syscall", CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path, is_folder in _readable():
            _grant(rules, path, READ_FILE | READ_DIR if is_folder else READ_FILE)
        if scratch:
            _grant(rules, scratch, SCRATCH & handled[0])
        call("syscall", RESTRICT_SELF, rules, LOG_OFF if version >= 7 else 0)
    finally:
        os.close(rules)
    return f"landlock (ABI {min(version, 7)})"


def _grant(rules: int, path: str, rights: int) -> None:
    """Allow ``rights`` on a file, or on a folder and all below; nothing if it does not exist."""
    try:
        entry = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # a dangling link, or closed to this user: then there is nothing to allow
        return
    # struct landlock_path_beneath_attr, which is packed
    rule = rights.to_bytes(8, sys.byteorder) + entry.to_bytes(4, sys.byteorder)
    try:
        call("syscall", ADD_RULE, rules, PATH_BENEATH, rule, 0)
    finally:
        os.close(entry)


def _readable() -> Iterator[tuple[str, bool]]:
    """Yield what may be read, each with whether it is a folder."""
    yield from _standard_library()
    for path in _shared_libraries():
        yield path, False
    for path in SYSTEM:
        yield path, os.path.isdir(path)


def _standard_library() -> Iterator[tuple[str, bool]]:
    """Yield the standard library's modules and packages, where this interpreter has them."""
    folder = os.path.dirname(os.__file__)
    compiled = f"{folder}/__pycache__/%s.{sys.implementation.cache_tag}.pyc"
    for entry in os.scandir(folder):
        name, _, suffix = entry.name.partition(".")
        # lib-dynload holds extension modules; sysconfig and zoneinfo read _sysconfigdata_*.
        if name in sys.stdlib_module_names or name.startswith(("lib-dynload", "_sysconfigdata")):
            if suffix == "py":
                yield entry.path, False
                yield compiled % name, False
            elif not suffix and entry.is_dir():
                yield entry.path, True


def _shared_libraries() -> Iterator[str]:
    """Yield the files of :data:`LIBRARIES` that the loader would find."""
    own = os.fsencode(f"{sys.base_prefix}/{sys.platlibdir}/")  # where conda has them
    paths = [own + name for name in os.listdir(own)]
    try:
        with open("/etc/ld.so.cache", "rb") as cache:
            # Among other things it holds each path as text, between two zeros.
            paths += [b"/" + text.partition(b"\0")[0] for text in cache.read().split(b"\0/")[1:]]
    except FileNotFoundError:  # a C library other than glibc
        for folder in (b"/lib/", b"/usr/lib/"):
            paths += [folder + name for name in os.listdir(folder)]
    for path in paths:
        name, suffix, _ = path[path.rindex(b"/") + 1 :].partition(b".so")
        if suffix and name in LIBRARIES:
            yield os.fsdecode(path)
