"""What the script ``sapper`` and ``python -m sapper`` begin with."""

from sapper.exit_codes import INTERRUPTED


def main() -> None:
    """Run the command line, and end quietly where Ctrl-C comes while it is still being loaded."""
    try:
        from sapper.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


if __name__ == "__main__":
    main()
