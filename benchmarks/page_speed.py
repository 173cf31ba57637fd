"""Speed of the page in a real browser: loading, clicks, large boards, memory.

    python benchmarks/page_speed.py [--games 50]

Serves the page locally and drives a headless Chromium. Loading is measured with an empty cache,
without throttling and with Chromium's emulation of 150 ms and 1.6 Mbit/s. A click counts from the
release of the button to the end of the frame that shows the answer. Frames are those of
requestAnimationFrame while the mouse moves and the board scrolls. The heap is read after a garbage
collection. Run it alone on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from sapper.games import Deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--enable-precise-memory-info"]
WIDTH, HEIGHT = 1440, 900
SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 200_000,
}
EXPERT = "#/play?board=16x30&mines=99&first=open&seed=7&moves=6p"
MILLION = "#/play?board=1000x1000&mines=150000&first=open&seed=1&moves=apqs"

FRAMES = """milliseconds => new Promise(resolve => {
    const frames = [];
    let last = performance.now();
    const end = last + milliseconds;
    const tick = now => {
        frames.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(tick);
        else { window.framesSeen = frames.slice(1); }
    };
    window.framesSeen = null;
    requestAnimationFrame(tick);
    resolve();
})"""

COVERED = """() => {
    const pane = document.querySelector("section:not([hidden]) .board-scroll");
    const { left, right, top, bottom } = pane.getBoundingClientRect();
    return [...document.querySelectorAll("section:not([hidden]) [role=gridcell]")]
        .filter(cell => cell.ariaLabel.endsWith("covered"))
        .map(cell => [cell, cell.getBoundingClientRect()])
        .map(([cell, box]) => [
            Number(cell.dataset.cell), box.x + box.width / 2, box.y + box.height / 2,
        ])
        .filter(([, x, y]) => x > left + 30 && x < right - 20 && y > top + 30 && y < bottom - 20);
}"""

CLICK = """([x, y]) => new Promise(resolve => {
    const cells = document.querySelector("main > section:not([hidden]) [data-figure=safe]");
    const pane = document.elementFromPoint(x, y);
    const send = (type, buttons) => pane.dispatchEvent(new PointerEvent(type, {
        bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons,
        pointerId: 1, pointerType: "mouse", isPrimary: true,
    }));
    send("pointerdown", 1);
    const started = performance.now();
    send("pointerup", 0);
    new MutationObserver((_, seen) => {
        seen.disconnect();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now() - started);
        requestAnimationFrame(() => channel.port2.postMessage(null));
    }).observe(cells, { childList: true, characterData: true, subtree: true });
    setTimeout(() => resolve(null), 1500);
})"""


@contextmanager
def served() -> Iterator[str]:
    """Serve the page with an empty store; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sapper", "serve", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--store", str(Path(folder) / "lab.db")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert server.stdout is not None
        try:
            found = re.search(r"http://[0-9.:]+", server.stdout.readline())
            assert found is not None
            yield found[0].rstrip("/")
        finally:
            server.terminate()
            server.wait()


@contextmanager
def window(browser: Browser) -> Iterator[Page]:
    """Open a window with an empty cache."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    context.set_default_timeout(60_000)
    try:
        yield context.new_page()
    finally:
        context.close()


def ready(page: Page) -> None:
    """Wait until the board is drawn and the presets are loaded."""
    page.wait_for_selector("main > section:not([hidden]) [role=gridcell]", state="attached")
    page.wait_for_function("() => document.querySelectorAll('select option').length > 8")


def loading(browser: Browser, address: str, network: dict[str, Any] | None) -> tuple[float, ...]:
    """Return milliseconds to the first paint and to the end, requests and kilobytes."""
    with window(browser) as page:
        session = page.context.new_cdp_session(page)
        sizes: list[int] = []
        session.on(
            "Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"])
        )
        session.send("Network.enable")
        if network is not None:
            session.send("Network.emulateNetworkConditions", network)
        page.goto(f"{address}/")
        ready(page)
        done = page.evaluate("performance.now()")
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        return paint, done, len(sizes), sum(sizes) / 1000


def print_loading(browser: Browser, address: str) -> None:
    """Print the loading times."""
    for name, network in (("here", None), ("150 ms, 1.6 Mbit/s", SLOW)):
        runs = [loading(browser, address, network) for _ in range(5)]
        paint, done, requests, kilobytes = (
            statistics.median(run) for run in zip(*runs, strict=True)
        )
        print(
            f"loading, {name}: first paint {paint:.0f} ms, all there {done:.0f} ms, "
            f"{requests:.0f} requests, {kilobytes:.0f} kB"
        )


def safe_cells(spec: str, seed: int, start: int) -> set[int]:
    """Return the cells of a game without a mine."""
    mines = Deal.read(spec, first="open", start=start).game(seed, 0).mines
    return {cell for cell, count in enumerate(mines) if not count}


def click_times(page: Page, safe: set[int], most: int) -> list[float]:
    """Click safe cells that are covered and in view, one by one."""
    times: list[float] = []
    while len(times) < most:
        covered = page.evaluate(COVERED)
        places = [(x, y) for cell, x, y in covered if cell in safe]
        if not places:
            break
        found = page.evaluate(CLICK, places[len(places) * 7 // 11])
        if found is None:
            break
        times.append(found)
        page.wait_for_timeout(40)
    return times


def print_times(what: str, times: list[float]) -> None:
    """Print times from click to paint."""
    slow = statistics.quantiles(times, n=20)[-1]
    print(
        f"{what}, click to paint: fastest {min(times):.1f} ms, median "
        f"{statistics.median(times):.1f} ms, 95 % within {slow:.1f} ms, {len(times)} clicks"
    )


def print_clicks(browser: Browser, address: str) -> None:
    """Print the time from click to paint on expert."""
    times: list[float] = []
    with window(browser) as page:
        for seed in range(4):
            page.goto(f"{address}/#/play?board=16x30&mines=99&first=open&seed={seed}&moves=6p")
            ready(page)
            page.wait_for_timeout(600)
            times += click_times(page, safe_cells("16x30/99", seed, int("6p", 36)), 25)
    print_times("expert", times)


def frames_while(page: Page, what: str, act: Any) -> None:
    """Print the frame times during an action."""
    page.evaluate(FRAMES, 2000)
    act()
    page.wait_for_function("() => window.framesSeen !== null")
    frames = page.evaluate("window.framesSeen")
    slow = statistics.quantiles(frames, n=20)[-1]
    rate = 1000 / statistics.mean(frames)
    print(
        f"{what}: {rate:.0f} frames a second, median {statistics.median(frames):.1f} ms, "
        f"95 % within {slow:.1f} ms"
    )


def print_large(browser: Browser, address: str) -> None:
    """Print the frame times on a board of a million cells."""
    with window(browser) as page:
        page.goto(f"{address}/{MILLION}")
        page.wait_for_selector("main > section:not([hidden]) [role=gridcell]", state="attached")
        page.wait_for_timeout(1500)
        box = page.locator("main > section:not([hidden]) .board-scroll").bounding_box()
        assert box is not None

        def hover() -> None:
            for step in range(120):
                part = step / 119
                page.mouse.move(
                    box["x"] + 30 + part * (box["width"] - 60),
                    box["y"] + 30 + (part * 7 % 1) * (box["height"] - 60),
                )

        def scroll() -> None:
            page.evaluate(
                """() => {
                    const pane = document.querySelector("section:not([hidden]) .board-scroll");
                    const end = performance.now() + 1900;
                    const tick = now => {
                        pane.scrollTop += 17;
                        pane.scrollLeft += 11;
                        if (now < end) requestAnimationFrame(tick);
                    };
                    requestAnimationFrame(tick);
                }"""
            )

        frames_while(page, "1000x1000, hovering", hover)
        frames_while(page, "1000x1000, scrolling", scroll)
        fit = page.locator("main > section:not([hidden])").get_by_role("button", name="Fit")
        fit.click()
        frames_while(page, "1000x1000 seen whole, hovering", hover)
        page.goto("about:blank")
        page.goto(f"{address}/{MILLION}")
        page.wait_for_selector("main > section:not([hidden]) [role=gridcell]", state="attached")
        page.wait_for_timeout(1500)
        safe = safe_cells("1000x1000/150000", 1, int("apqs", 36))
        print_times("1000x1000", click_times(page, safe, 25))


def print_heap(browser: Browser, address: str, games: int) -> None:
    """Print the heap after some games and after many."""
    with window(browser) as page:
        session = page.context.new_cdp_session(page)

        def heap() -> float:
            session.send("HeapProfiler.collectGarbage")
            used: float = session.send("Runtime.getHeapUsage")["usedSize"]
            return used / 1e6

        page.goto(f"{address}/{EXPERT}")
        ready(page)
        reported = []
        for number in range(games):
            page.keyboard.press("n")
            page.wait_for_timeout(60)
            for _ in range(6):
                page.keyboard.press("b")
                page.wait_for_timeout(40)
            if number % 10 == 9:
                reported.append(heap())
        print("heap, every 10 games:", ", ".join(f"{used:.1f} MB" for used in reported))


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50, help="how many games for the heap")
    games = parser.parse_args().games
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sys.exit("there is no Chromium here: make browser installs it")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        print_loading(browser, address)
        print_clicks(browser, address)
        print_large(browser, address)
        print_heap(browser, address, games)
        browser.close()


if __name__ == "__main__":
    main()
