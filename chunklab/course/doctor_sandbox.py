"""What ``doctor`` looks at where checks run: whether they can, and the layers of the sandbox."""

from chunklab.course.findings import Finding, good, note, problem


def sandbox() -> Finding:
    """Start a child as a check does, with every layer, and else with those that there are."""
    from chunklab.grading.child import Limits, SandboxMissing
    from chunklab.grading.nursery import Nursery

    try:
        with Nursery("require") as nursery, nursery.child(Limits()) as child:
            return good("sandbox", f"checks run in all layers: {', '.join(child.layers)}")
    except SandboxMissing as error:
        lacking = str(error)
    try:
        with Nursery("best") as nursery, nursery.child(Limits()) as child:
            layers = ", ".join(child.layers) or "none"
    except SandboxMissing as error:
        return problem(
            "sandbox",
            f"checks cannot run: {error}",
            "Check on another machine or hub, and show this to your instructor.",
        )
    return note(
        "sandbox",
        f"checks run in the layers: {layers}. {lacking}",
        "For your own code that will do. Strangers' code belongs on Linux 5.13 or newer on 64-bit "
        "x86, in a container that allows Landlock and seccomp.",
    )
