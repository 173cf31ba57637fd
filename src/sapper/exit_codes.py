"""What ``sapper`` ends with; by itself, as Ctrl-C may come before anything else is loaded."""

OUTPUT_LOST = 1
BAD_INPUT = 2
INTERRUPTED = 130
