"""The judge: a submission runs in a child process, and its answers are compared outside it."""
