"""A server that stops and restarts: a banner is shown meanwhile, and nothing is lost."""

from __future__ import annotations

import re
import socket
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from browser_page import PATIENCE, Visitor, expect
from command_line import SAPPER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

BANNER = "Can't reach the server"


class Server:
    """A server that is started and stopped repeatedly at the same address."""

    def __init__(self, store: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.store = store
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [*SAPPER, "serve", "--port", str(self.port), "--store", str(self.store)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        assert "http://" in self.process.stdout.readline()

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


@contextmanager
def window(browser: Browser, server: Server, hash_: str) -> Iterator[Visitor]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    visitor = Visitor(context.new_page(), server.address)
    visitor.go(hash_)
    visitor.page.wait_for_selector("main > section:not([hidden])")
    try:
        yield visitor
    finally:
        context.close()


@pytest.fixture(scope="module")
def only_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("away") / "lab.db")
    yield made
    made.end()


@pytest.fixture
def server(only_server: Server) -> Server:
    """Return a running server: that of the previous test or a new one."""
    if only_server.process is None:
        only_server.start()
    return only_server


def test_a_game_continues_when_the_server_is_back(browser: Browser, server: Server) -> None:
    with window(browser, server, "#/play?board=9x9&mines=10&first=open&seed=5") as visitor:
        banner = visitor.page.locator(".page-problem")
        visitor.click((4, 4))
        expect(visitor.page).to_have_url(re.compile("moves="))
        expect(visitor.notice).to_contain_text(re.compile("safe move|guess"))
        seen = visitor.everything_said()
        server.end()
        visitor.key("h")
        expect(banner).to_contain_text(BANNER)
        expect(banner).to_be_visible()
        assert visitor.everything_said() == seen
        server.start()
        expect(banner).to_be_hidden()
        expect(visitor.notice).to_contain_text(re.compile("safe move|guess"))
        assert visitor.everything_said() == seen
        visitor.key("b")
        expect(visitor.room.locator("[data-figure=safe]")).not_to_have_text("71")
        expect(visitor.page).to_have_url(re.compile(r"moves=[0-9a-z]+\.[0-9a-z]+"))


def test_a_position_painted_meanwhile_is_analysed_afterwards(
    browser: Browser, server: Server
) -> None:
    with window(browser, server, "#/analyse?board=3x3&mines=2") as visitor:
        expect(visitor.room.locator("[data-fact=layouts]")).to_have_text("36")
        server.end()
        visitor.hover(4)
        visitor.key("2")
        banner = visitor.page.locator(".page-problem")
        expect(banner).to_contain_text(BANNER)
        server.start()
        expect(banner).to_be_hidden()
        expect(visitor.room.locator("[data-fact=layouts]")).to_have_text("28")
        assert "clue 2" in visitor.says(4)


def test_the_lab_has_its_methods_when_the_server_is_back(browser: Browser, server: Server) -> None:
    with window(browser, server, "#/analyse") as visitor:
        expect(visitor.room.locator("[data-fact=layouts]")).to_be_visible()
        server.end()
        visitor.page.get_by_role("link", name="Lab", exact=True).click()
        banner = visitor.page.locator(".page-problem")
        expect(banner).to_contain_text(BANNER)
        method = visitor.room.get_by_label("Critical density by")
        expect(method.locator("option")).to_have_count(1)
        server.start()
        expect(banner).to_be_hidden()
        expect(method.locator("option")).to_have_count(7)
        expect(visitor.panel("Phase diagram").locator(".chart .phase").first).to_be_attached()
