"""A user of the web page, for tests in a real Chromium: clicks cells and reads their names.

After every visit the console must be empty, and there must be no request except to the server.
Without Chromium the tests are skipped; with CI=true they fail. With --late 600 every answer is
delayed by up to 600 ms, in any order, to find race conditions of the page and of the tests.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from command_line import SAPPER

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import (
        Browser,
        BrowserContext,
        FloatRect,
        Locator,
        Page,
        Playwright,
    )

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Programs in order of preference; the headless shell is the same engine and starts faster."""

FLAGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1280, 800)
PHONE = (360, 740)
LONG_PRESS = 600
"""Milliseconds, well above the delay of the page."""

PATIENCE = 100_000
"""Timeout in milliseconds, for machines with other load."""

NOT_KEPT = "Service Worker registration blocked by Playwright"
"""Console message of a window without storage."""

LATE = """
const prompt = window.fetch;
window.fetch = async (...asked) => {
    const answer = await prompt(...asked);
    await new Promise(done => setTimeout(done, Math.random() * LATE));
    return answer;
};
"""

Where = int | tuple[int, int]
Point = tuple[float, float]


class Visitor:
    """One window at the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.problems: list[str] = []
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.problems.append(f"uncaught: {error}"))
        page.on("request", lambda request: self._asked(request.url))

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and text != NOT_KEPT:
            self.problems.append(f"console {kind}: {text}")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and not url.startswith(self.address):
            self.problems.append(f"request outside: {url}")

    # -- where things are -------------------------------------------------------------------------

    @property
    def room(self) -> Locator:
        """The visible tab."""
        return self.page.locator("main > section:not([hidden])")

    def button(self, name: str) -> Locator:
        """A button of the tab."""
        return self.room.get_by_role("button", name=name, exact=True)

    def panel(self, name: str) -> Locator:
        """A panel of the room, shown or not."""
        return self.room.locator(f'section.panel[aria-label="{name}"]')

    def open_tab(self, name: str) -> None:
        """Open the panels that a button of the Play room shows next to the board."""
        button = self.room.locator("button.tab", has_text=name)
        if button.get_attribute("aria-expanded") == "false":
            button.click()

    def choose_difficulty(self, name: str) -> None:
        """Choose a difficulty of the Play room; its radio button is transparent over its name."""
        self.room.get_by_role("radio", name=name).click(force=True)

    def paste(self, text: str) -> None:
        """Paste a text without a focused field."""
        self.page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                const event = { clipboardData: data, bubbles: true, cancelable: true };
                document.body.dispatchEvent(new ClipboardEvent("paste", event));
            }""",
            text,
        )

    @property
    def notice(self) -> Locator:
        """The status line."""
        return self.room.locator(".notice")

    def figure(self, name: str) -> str:
        """A figure of the status bar."""
        return self.room.locator(f"[data-figure={name}]").inner_text()

    def cell(self, where: Where) -> Locator:
        """A cell as screen readers find it: by index, or by row and column."""
        if isinstance(where, int):
            return self.room.locator(f"[role=gridcell][data-cell='{where}']")
        row, column = where
        return self.room.locator(f"[role=gridcell][aria-label^='row {row}, column {column},']")

    def says(self, where: Where) -> str:
        """The accessible name of a cell."""
        return self.cell(where).get_attribute("aria-label") or ""

    def everything_said(self) -> list[str]:
        """The accessible names of all cells, in order."""
        labels: list[str] = self.room.locator("[role=gridcell]").evaluate_all(
            "cells => cells.map(cell => cell.ariaLabel)"
        )
        return labels

    def middle(self, where: Where) -> Point:
        """The centre of a cell on the screen; waits for the cell."""
        cell = self.cell(where)
        for _ in range(PATIENCE // 20):
            box = cell.bounding_box()
            if box is not None:
                return middle_of(box)
            self.page.wait_for_timeout(20)
        raise AssertionError(f"cell {where} is not shown")

    # -- what a person does -----------------------------------------------------------------------

    def click(self, where: Where, button: Any = "left") -> None:
        """Click a cell with the mouse."""
        self.page.mouse.click(*self.middle(where), button=button)

    def hover(self, where: Where) -> None:
        """Point at a cell."""
        self.page.mouse.move(*self.middle(where))

    def tap(self, where: Where) -> None:
        """Tap a cell with a finger."""
        self.page.touchscreen.tap(*self.middle(where))

    def press_long(self, where: Where) -> None:
        """Press a cell long with a finger."""
        self.touch([[self.middle(where)]], LONG_PRESS)

    def drag_finger(self, *path: Where) -> None:
        """Swipe over cells."""
        self.touch([[self.middle(where)] for where in path], 20)

    def touch(self, path: list[list[Point]], pause: float) -> None:
        """Put fingers down, move them along a path with pauses, and lift them."""
        session = self.page.context.new_cdp_session(self.page)

        def send(kind: str, points: list[Point]) -> None:
            touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

        send("touchStart", path[0])
        for fingers in path[1:]:
            self.page.wait_for_timeout(pause)
            send("touchMove", fingers)
        self.page.wait_for_timeout(pause)
        send("touchEnd", [])

    def key(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, hash_: str) -> None:
        """Follow a link within the page and wait for its tab."""
        self.page.goto(f"{self.address}/{hash_}")
        self.wait_for_room()

    def wait_for_room(self) -> None:
        """Wait until the visible tab is complete."""
        self.page.wait_for_selector("main > section:not([hidden]):not([aria-busy])")

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than the window."""
        return bool(
            self.page.evaluate(
                "document.scrollingElement.scrollWidth > document.documentElement.clientWidth"
            )
        )

    def script(self, module: str, expression: str, argument: Any = None) -> Any:
        """Evaluate a function of a module of the page, given as ``(m, argument) => ...``."""
        return self.page.evaluate(
            f"async (argument) => ({expression})(await import('{module}'), argument)", argument
        )


def expect(locator: Any) -> Any:
    """Return Playwright's assertions, which wait; imported late, as few tests need them."""
    from playwright.sync_api import expect as playwright_expect

    playwright_expect.set_options(timeout=PATIENCE)
    return playwright_expect(locator)


def middle_of(box: FloatRect) -> Point:
    """Return the middle of a rectangle."""
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# -- server, browser, visits ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the page with a fresh store; return its address."""
    store = tmp_path_factory.mktemp("web") / "lab.db"
    command = [*SAPPER, "serve", "--port", "0", "--store", str(store)]
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=_plain_env()
    )
    assert server.stdout is not None
    try:
        found = re.search(r"http://[0-9.:]+", server.stdout.readline())
        assert found is not None, "the server did not say where it is"
        yield found[0].rstrip("/")
    finally:
        server.terminate()
        server.wait(timeout=20)
        server.stdout.close()


def _plain_env() -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1"}


class Chromium:
    """One Chromium for all tests, because starting it takes as long as a test."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    def started(self, path: str) -> Browser:
        """Return the browser; start it if none runs or the last one crashed."""
        from playwright.sync_api import sync_playwright

        if self._playwright is None:
            self._playwright = sync_playwright().start()
        if self._browser is None or not self._browser.is_connected():
            self._browser = self._playwright.chromium.launch(executable_path=path, args=FLAGS)
        return self._browser

    def end(self) -> None:
        """End the browser, and the event loop with it."""
        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = None
        if browser is not None:
            browser.close()
        if playwright is not None:
            playwright.stop()


CHROMIUM = Chromium()


@pytest.fixture
def browser() -> Browser:
    """Return Chromium, shared with earlier tests."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        missing = "no Chromium on this machine: make browser installs it"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return CHROMIUM.started(path)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option --late."""
    parser.addoption("--late", type=int, default=0, metavar="MS", help="delay answers to the page")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """Stop Chromium before a test without it, because its event loop would interfere."""
    try:
        return (yield)
    finally:
        if "browser" not in getattr(nextitem, "fixturenames", ()):
            CHROMIUM.end()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, address: str, pytestconfig: pytest.Config) -> Iterator[Visit]:
    """Return a function that opens a window; every window must end without an error."""
    late: int = pytestconfig.getoption("--late")
    contexts: list[BrowserContext] = []
    visitors: list[Visitor] = []

    def open_window(
        hash_: str = "",
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        dark: bool = False,
        keep: bool = False,
    ) -> Visitor:
        # Installing the service worker takes a quarter of the time of a visit.
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference",
            accept_downloads=True,
            service_workers="allow" if keep else "block",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if late > 0:
            context.add_init_script(LATE.replace("LATE", str(late)))
        visitor = Visitor(context.new_page(), address)
        visitors.append(visitor)
        visitor.go(hash_)
        return visitor

    yield open_window
    problems = [problem for visitor in visitors for problem in visitor.problems]
    for context in contexts:
        context.close()
    assert problems == []


def download(visitor: Visitor, press: Callable[[], None], folder: Path) -> Path:
    """Press a button that downloads a file; return the file."""
    with visitor.page.expect_download() as pending:
        press()
    path = folder / pending.value.suggested_filename
    pending.value.save_as(path)
    return path


def play_best_to_the_end(visitor: Visitor) -> None:
    """Let the page play the best move until the game is over."""
    for _ in range(100):
        if visitor.notice.inner_text().startswith(("Won", "Lost")):
            return
        before = visitor.figure("safe"), visitor.notice.inner_text()
        visitor.button("Play best").click()
        visitor.page.wait_for_function(
            """([safe, notice]) => {
                const room = document.querySelector("main > section:not([hidden])");
                const now = room.querySelector("[data-figure=safe]").innerText;
                return now !== safe || room.querySelector(".notice").innerText !== notice;
            }""",
            arg=before,
        )
    raise AssertionError("the game does not end")
