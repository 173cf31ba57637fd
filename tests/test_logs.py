"""Log records: silent in the library, on standard error for programs that ask for them."""

import logging
import subprocess
import sys

import pytest

from sapper import logs
from sapper.errors import SapperError
from sapper.lab import Store, points, sweep

LIBRARY = """
import logging, sys
import sapper
logging.getLogger("sapper.lab").warning("not shown")
if len(sys.argv) > 1:
    logging.basicConfig(level="INFO", format="%(name)s: %(message)s")
    from sapper.lab import Store, points, sweep
    with Store() as store:
        sweep(points(["4x4/3"]), 10, store)
"""


def test_the_library_is_silent_until_the_program_configures_logging() -> None:
    def errors(*arguments: str) -> str:
        command = [sys.executable, "-c", LIBRARY, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stderr

    assert errors() == ""
    assert errors("configured").splitlines() == [
        "sapper.lab.sweeps.sweep: 1 point of 4x4 with perimeter: 10 games, 0 already stored",
        "sapper.lab.sweeps.sweep: 1 point, 10 games: 0 already stored, 10 played",
    ]


def test_a_sweep_logs_its_batches(caplog: pytest.LogCaptureFixture) -> None:
    chosen = points(["4x4", "5x5"], [3, 4], ["pseq", "basic"])
    with Store() as store, caplog.at_level(logging.DEBUG, "sapper"):
        sweep(chosen, 10, store)
    lines = [record.getMessage() for record in caplog.records if record.name.endswith("sweep")]
    assert lines[0] == (
        "8 points of 4x4 and 1 more with pseq and 1 more: 80 games, 0 already stored"
    )
    assert lines[-2].endswith("80 of 80 games")
    assert lines[-1] == "8 points, 80 games: 0 already stored, 80 played"


def test_records_are_shown_from_the_level_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A server of another test in this process may show its records.
    monkeypatch.setattr(logging.getLogger("sapper"), "handlers", [])
    log = logging.getLogger("sapper.lab.sweeps")
    with logs.shown("info"):
        log.debug("a detail")
        log.info("an event")
        logs.PROGRESS.info("a line")
    with logs.shown("error"):
        log.warning("a warning")
        logs.PROGRESS.info("another line")
    log.error("after the end")
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(" ", 1)[1] for line in lines] == [
        "INFO sapper.lab.sweeps: an event",
        "INFO sapper.progress: a line",
        "INFO sapper.progress: another line",
    ]


def test_a_level_that_does_not_exist() -> None:
    with pytest.raises(SapperError, match=r"a log level is one of debug, info, .*, not 'loud'"):
        logs.check_level("loud")
