"""``python -m sapper``: the command line where its script is not on the path."""

from sapper.cli import main

if __name__ == "__main__":
    main()
