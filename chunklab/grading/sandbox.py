"""A process locks itself in, before it sees a submission: a hostile one runs in this very process.

Each layer is the system's own and holds for good; none can be undone from inside. Together: the
standard library can be read, and nothing else; nothing can be written, started, signalled or
reached over a network; memory, files and time are bounded. Where an exercise needs a scratch
folder, each copy (fork) of the process has one of its own, and may read and write there. The
layers, in the order in which each can still be put on; the first four are handed down to every
copy, but that Landlock has to wait for the copy's own folder where there is to be one:

1. resource limits, wherever there is Python on POSIX;
2. no new privileges: nothing this process could start would be more than it is;
3. no capabilities: an all-powerful user (root) becomes one who merely owns root's files;
4. :mod:`landlock`, files (Linux 5.13 and later);
5. :mod:`seccomp`, system calls (Linux on 64-bit x86).

A layer counts only if the system said that it is on. How many of them, a level says:
``"require"`` every layer, or raise :class:`SandboxError`; ``"best"`` go without the missing ones;
``"none"`` resource limits only.
"""

from __future__ import annotations

import errno
import os
import resource
import sys

import landlock  # type: ignore[import-not-found]  # beside this file: see worker.py
import seccomp  # type: ignore[import-not-found]
from kernel import call  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Layer = tuple[str, Callable[[], str]]
    """A layer's name, and what puts it on and names it in full."""

LEVELS = ("require", "best", "none")

MIB = 1 << 20
LIMITS = {
    "AS": 1024 * MIB,  # memory, bytes; each thread's stack is 8 MiB of it
    "FSIZE": 0,  # longest file that can be written, bytes: pipes and terminals do not count
    "CORE": 0,  # memory image left behind by a crash, bytes
    "NOFILE": 64,  # descriptors open at a time
    "CPU": 600,  # seconds, should the parent, which measures more finely, ever fail to
    "MEMLOCK": 0,  # memory that cannot be swapped out, bytes
    "MSGQUEUE": 0,  # POSIX message queues, bytes
}
"""Resource limits by the name of their constant; those that a system does not have are left out."""
LONGEST_FILE = 4 * MIB
"""FSIZE where there is a scratch folder."""

# prctl(2), and the signal it is asked for
SET_PDEATHSIG, SET_DUMPABLE, CAPBSET_DROP, SET_NO_NEW_PRIVS, CAP_AMBIENT = 1, 4, 24, 38, 47
CAP_AMBIENT_CLEAR_ALL, SIGKILL = 4, 9
CAPABILITY_VERSION_3 = 0x20080522


class SandboxError(Exception):
    """A layer that is required cannot be had; the message says which and why."""


def enclose(level: str, keep: Collection[int] = (), *, scratch: bool = False) -> list[str]:
    """Put on the layers that copies of this process inherit; return the names of those on.

    Descriptors other than 0, 1, 2 and those in ``keep`` are closed. ``scratch`` says that each
    copy will have a folder. Call it while there is only one thread.
    """
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, got {level!r}")
    _close_descriptors(keep)
    limits = {**LIMITS, "FSIZE": LONGEST_FILE} if scratch else LIMITS
    layers: list[Layer] = [("rlimits", lambda: _limit_resources(limits))]
    if level != "none":
        layers += [
            ("no new privileges", _renounce_privileges),
            ("capabilities dropped", _drop_capabilities),
        ]
        if not scratch:
            layers.append(("landlock", landlock.restrict))
    return [name for layer in layers if (name := _put_on(layer, level))]


def lock(level: str, scratch: str = "") -> list[str]:
    """Put on what is left, after which there are no more copies; return the names of those on.

    ``scratch`` is this copy's own folder, if :func:`enclose` was told that there will be one.
    """
    if level == "none":
        return []
    layers: list[Layer] = [("seccomp", lambda: seccomp.restrict(bool(scratch)))]
    if scratch:
        layers.insert(0, ("landlock", lambda: landlock.restrict(scratch)))
    return [name for layer in layers if (name := _put_on(layer, level))]


def _put_on(layer: Layer, level: str) -> str | None:
    name, put_on = layer
    try:
        if sys.platform != "linux" and name != "rlimits":
            raise OSError(errno.ENOSYS, "only Linux has it")
        return put_on()
    except OSError as error:
        if level == "require":
            raise SandboxError(f"{name}: {error.strerror or error}") from error
        return None


def end_with(parent: int) -> None:
    """Have this process killed when ``parent``, its parent, ends; a copy must ask for it anew."""
    if sys.platform != "linux":
        return
    call("prctl", SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it ended just before it could be waited for
        os._exit(1)


def _close_descriptors(keep: Collection[int]) -> None:
    for name in os.listdir("/dev/fd"):
        if int(name) > 2 and int(name) not in keep:
            try:
                os.close(int(name))
            except OSError:  # it was that of the listing itself
                continue


def _limit_resources(limits: dict[str, int]) -> str:
    refused = []
    for name, wanted in limits.items():
        kind = getattr(resource, f"RLIMIT_{name}", None)
        if kind is None:
            continue
        _, most = resource.getrlimit(kind)
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        try:
            resource.setrlimit(kind, (limit, limit))
        except ValueError:
            refused.append(name)
    if not refused:
        return "rlimits"
    if sys.platform == "linux":
        raise OSError(errno.EPERM, f"{', '.join(refused)} cannot be set")
    return f"rlimits (not {', '.join(refused)})"  # macOS has RLIMIT_AS, and refuses to set it


def _renounce_privileges() -> str:
    call("prctl", SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", SET_DUMPABLE, 0, 0, 0, 0)  # closes /proc/PID/mem to the user's other processes
    return "no new privileges"


def _drop_capabilities() -> str:
    try:
        for capability in range(64):
            call("prctl", CAPBSET_DROP, capability, 0, 0, 0)
    except OSError as error:
        # EINVAL: there are no more. EPERM: only who has the capability for it needs to do this.
        if error.errno not in (errno.EINVAL, errno.EPERM):
            raise
    call("prctl", CAP_AMBIENT, CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    # struct __user_cap_header_struct (0: this process) and two __user_cap_data_struct
    header = CAPABILITY_VERSION_3.to_bytes(4, sys.byteorder) + bytes(4)
    call("capset", header, bytes(24))
    return "capabilities dropped"
