"""Seccomp: from here on the kernel answers this process only those system calls that Python needs.

The kernel runs a small program in BPF, an assembly language of loads, compares and returns, on the
number and arguments of every system call. This one is a list of what is allowed; everything else,
calls of future kernels too, is answered with "operation not permitted". There is no socket, no new
process, no signal to others, no change to any file or to this process's own limits on the list.
Where there is a scratch folder, the calls that change files are on it, those that link or make
pipes, devices or files without a name are not.

Written for 64-bit x86 Linux, as the numbers of system calls differ from one architecture to the
next. No list can stop what allowed calls do: which files is the business of :mod:`landlock`, and
how much memory and time may be used that of the resource limits.
"""

from __future__ import annotations

import errno
import os
import sys

from kernel import address_of, call  # type: ignore[import-not-found]  # beside this file

SECCOMP = 317
"""The system call that installs a filter."""
SET_FILTER, ALL_THREADS = 1, 1

X86_64 = 0xC000003E
"""What the kernel calls this architecture; a call by the 32-bit gate carries another value."""

ALLOWED = {
    "memory": {
        *(9, 10, 11, 12),  # mmap mprotect munmap brk
        *(25, 28),  # mremap madvise
    },
    "files that are open": {
        *(0, 1, 3, 8),  # read write close lseek
        *(5, 17, 19, 20, 295),  # fstat pread64 readv writev preadv
        *(22, 293, 290),  # pipe pipe2 eventfd2
        *(32, 33, 292),  # dup dup2 dup3
        *(7, 23, 270, 271),  # poll select pselect6 ppoll
        *(213, 291, 232, 233, 281),  # epoll: create create1 wait ctl pwait
    },
    "files by name; which ones, Landlock says": {
        *(4, 6, 262, 332),  # stat lstat newfstatat statx
        *(21, 269, 439),  # access faccessat faccessat2
        *(79, 89, 267, 217),  # getcwd readlink readlinkat getdents64
    },
    "time": {
        *(201, 96, 228, 229),  # time gettimeofday clock_gettime clock_getres
        *(35, 230),  # nanosleep clock_nanosleep
        *(36, 37, 38),  # getitimer alarm setitimer
        *(222, 223, 224, 225, 226),  # timer: create settime gettime getoverrun delete
    },
    "signals that arrive here": {
        *(13, 14, 15, 131),  # rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack
        *(34, 127, 128, 130, 219),  # pause rt_sigpending rt_sigtimedwait rt_sigsuspend restart
    },
    "threads": {
        *(202, 24, 204),  # futex sched_yield sched_getaffinity
        *(218, 273, 334),  # set_tid_address set_robust_list rseq
    },
    "facts about this process and its machine": {
        *(39, 110, 186),  # getpid getppid gettid
        *(111, 121, 124),  # getpgrp getpgid getsid
        *(102, 104, 107, 108),  # getuid getgid geteuid getegid
        *(115, 118, 120),  # getgroups getresuid getresgid
        *(97, 98, 100),  # getrlimit getrusage times
        *(63, 99, 318),  # uname sysinfo getrandom
    },
    "the end": {60, 231},  # exit exit_group
}
SCRATCH = {
    *(18, 77, 74, 75),  # pwrite64 ftruncate fsync fdatasync
    *(82, 264, 316),  # rename renameat renameat2
    *(83, 258, 84, 87, 263),  # mkdir mkdirat rmdir unlink unlinkat
}
"""What is allowed besides where there is a scratch folder."""

# Calls that are allowed with certain arguments only. Each argument is two words of 32 bits:
FIRST, SECOND, THIRD, THIRD_HIGH = 16, 24, 32, 36  # where they lie in struct seccomp_data
WHOLE = 0xFFFFFFFF

WRITING = 0o3 | 0o100 | 0o1000  # O_ACCMODE O_CREAT O_TRUNC; the last empties what is only read
NAMELESS = 0o20000000  # O_TMPFILE but for O_DIRECTORY: nobody could count such a file
THREAD = 0xD0F00  # CLONE_: VM FS FILES SIGHAND THREAD SYSVSEM SETTLS, as a thread is started
THREAD_OPTIONS = 0x1700000  # where to note the thread's number; CLONE_DETACHED, which is void
CLONE, CLONE3 = 56, 435

IOCTLS = (
    *(0x5401, 0x802C542A, 0x5413),  # TCGETS, TCGETS2 (isatty) TIOCGWINSZ
    *(0x5450, 0x5451, 0x5421, 0x541B),  # FIONCLEX FIOCLEX FIONBIO FIONREAD
)
FCNTLS = (0, 1030, 1, 2, 3, 4)  # F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD F_SETFD F_GETFL F_SETFL
LOCKS = (5, 6, 7)  # F_GETLK F_SETLK F_SETLKW
PRCTLS = (15, 16, 2, 3, 21, 39)  # PR_SET_NAME; PR_GET: NAME PDEATHSIG DUMPABLE SECCOMP NO_NEW_PRIVS


def conditions(scratch: bool) -> dict[int, list[tuple[int, int, tuple[int, ...]]]]:
    """Return the calls that are looked at closely: number to (word, mask, values).

    Each word, masked, must be one of its values. The kernel itself reads no more than the lower
    word of an int (a process number, flags, a command), so neither does this.
    """
    myself = (os.getpid(),)
    refused = NAMELESS if scratch else WRITING
    return {
        2: [(SECOND, refused, (0,))],  # open
        257: [(THIRD, refused, (0,))],  # openat
        CLONE: [(FIRST, WHOLE & ~THREAD_OPTIONS, (THREAD,))],
        62: [(FIRST, WHOLE, myself)],  # kill: neither 0, the group, nor -1, everyone
        200: [(FIRST, WHOLE, myself)],  # tkill
        234: [(FIRST, WHOLE, myself)],  # tgkill
        302: [  # prlimit64, to be told one's own limits: where new ones would stand is null
            (FIRST, WHOLE, (0, *myself)),
            (THIRD, WHOLE, (0,)),
            (THIRD_HIGH, WHOLE, (0,)),
        ],
        16: [(SECOND, WHOLE, IOCTLS)],  # ioctl
        72: [(SECOND, WHOLE, FCNTLS + LOCKS if scratch else FCNTLS)],  # fcntl
        157: [(FIRST, WHOLE, PRCTLS)],  # prctl
    }


# The program: instructions of 64 bits, (operation, jump if true, jump if false, operand).
LOAD, AND, EQUAL, RETURN = 0x20, 0x54, 0x15, 0x06
ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000


def program(scratch: bool) -> list[tuple[int, int, int, int]]:
    """Return the filter. Jumps count the instructions to pass over."""
    refuse = (RETURN, 0, 0, ERROR | errno.EPERM)
    code = [
        (LOAD, 0, 0, 4),  # the architecture
        (EQUAL, 1, 0, X86_64),
        (RETURN, 0, 0, KILL),
        # The number of the call. Those of x32, another set on this architecture, have a bit more
        # and so are not on the list.
        (LOAD, 0, 0, 0),
    ]
    for numbers in [*ALLOWED.values(), *([SCRATCH] if scratch else [])]:
        for number in numbers:
            code += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    for number, words in conditions(scratch).items():
        close_look = []
        for word, mask, values in words:
            close_look += [(LOAD, 0, 0, word), (AND, 0, 0, mask)]
            close_look += [
                (EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)
            ]
            close_look += [refuse]
        close_look += [(RETURN, 0, 0, ALLOW)]
        code += [(EQUAL, 0, len(close_look), number), *close_look]
    # Its flags lie in memory, where no filter can see them. The C library takes the hint and
    # starts its threads by the older call.
    code += [(EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, ERROR | errno.ENOSYS)]
    return [*code, refuse]


def restrict(scratch: bool = False) -> str:
    """Install the filter, for good; return this layer's name.

    ``scratch`` says whether there is a folder in which files may be changed.

    Raises ``OSError`` where it cannot be had. Needs PR_SET_NO_NEW_PRIVS (or CAP_SYS_ADMIN).
    """
    if os.uname().machine != "x86_64" or sys.maxsize < 2**32:
        raise OSError(errno.ENOSYS, "written for 64-bit x86 only")
    code = bytearray()
    for operation, if_true, if_false, operand in program(scratch):
        code += operation.to_bytes(2, "little") + bytes((if_true, if_false))
        code += operand.to_bytes(4, "little")
    # struct sock_fprog: how many instructions, and where they are
    described = (len(code) // 8).to_bytes(8, "little") + address_of(code).to_bytes(8, "little")
    if call("syscall", SECCOMP, SET_FILTER, ALL_THREADS, described):
        raise OSError(errno.EBUSY, "another thread has a filter of its own")
    return "seccomp"
