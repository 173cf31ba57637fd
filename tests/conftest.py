"""Fixtures and hypothesis profiles of all tests.

The default profile ``sapper`` uses the same examples on every machine and in every run.
``--hypothesis-profile=random`` (or ``HYPOTHESIS_PROFILE=random``) draws new examples in every run,
and more of them if a test does not set their number.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

from command_line import Outcome, Run
from sapper.cli import app
from sapper.cli.failures import exit_code

pytest_plugins = ["browser_page"]

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
settings.register_profile("sapper", deadline=None, derandomize=True, suppress_health_check=SLOW)
settings.register_profile(
    "random", deadline=None, max_examples=400, print_blob=True, suppress_health_check=SLOW
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "sapper"))

# Programs that the tests run keep what they compiled: not each compiles all that it imports.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A shell that starts the tests in the background has them ignore interruptions, and their children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run_sapper(*arguments: str) -> Outcome:
        code = exit_code(lambda: app(list(arguments), prog_name="sapper", standalone_mode=False))
        return Outcome(code, *capsys.readouterr())

    return run_sapper


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse tests that share an id: pytest-xdist would run only one of them."""
    shared = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if shared:
        raise pytest.UsageError(f"several tests have the id {shared[0]}")
