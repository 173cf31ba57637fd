"""Entry point of the script ``sapper`` and of ``python -m sapper``."""

from signal import SIGINT


def main() -> None:
    """Run the command line; Ctrl-C during its import ends the process without a traceback."""
    try:
        from sapper.cli import main as command_line

        command_line()
    except KeyboardInterrupt:
        raise SystemExit(128 + SIGINT) from None


if __name__ == "__main__":
    main()
