"""What can become of a function: one vocabulary for learner, instructor and records."""

from enum import StrEnum


class Outcome(StrEnum):
    """What became of one function, best first."""

    PASSED = "passed"
    WRONG = "wrong"
    RAISED = "raised"
    TIMED_OUT = "timed out"
    OUT_OF_MEMORY = "out of memory"
    CRASHED = "crashed"
    NOT_ATTEMPTED = "not attempted"
    ABSENT = "absent"
