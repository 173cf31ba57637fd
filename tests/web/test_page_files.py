"""How the page is served: joined, compressed, kept by browsers, and never a wrong script."""

from __future__ import annotations

import gzip
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from sapper.web.app import PAGE
from sapper.web.serving.bundle import BundleError, bundle, join_modules
from web_client import Client, web_client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with web_client(tmp_path_factory.mktemp("web") / "store.db") as found:
        yield found


def linked(client: Client) -> list[str]:
    index = client.request("GET", "/").text
    found = re.findall(r'(?:src|href)="(bundle/[^"]+)"', index)
    assert len(found) == 2
    assert "scripts/" not in index
    assert "styles/" not in index
    return [f"/{path}" for path in sorted(found, key=lambda path: path.rpartition(".")[2])]


def test_the_joined_files_are_small_and_kept_for_ever(client: Client) -> None:
    sent = 0
    for path, kind in zip(linked(client), ("text/css", "text/javascript"), strict=True):
        answer = client.request("GET", path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        sent += int(answer.headers["content-length"])
        plain = client.request("GET", path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == answer.text
        again = client.request("GET", path, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""
    assert sent < 120_000


def test_every_module_of_the_page_is_in_the_joined_script(client: Client) -> None:
    css, script = (client.request("GET", path).text for path in linked(client))
    classes = re.findall(r"^export class (\w+)", _all("scripts", "*.js"), re.MULTILINE)
    assert len(classes) > 20
    for name in classes:
        assert f"class {name}" in script
    assert css == "".join(
        (PAGE / path).read_text()
        for path in re.findall(r'stylesheet" href="([^"]+)"', (PAGE / "index.html").read_text())
    )
    assert css.count("{") == _all("styles", "*.css").count("{")


def _all(folder: str, pattern: str) -> str:
    return "".join(file.read_text() for file in sorted((PAGE / folder).rglob(pattern)))


def test_a_hash_that_is_of_no_file_is_not_there(client: Client) -> None:
    assert client.get("/bundle/page.0000000000000000.js", status=404)["kind"] == "NotFound"


def test_the_page_as_it_stands_in_its_folder_is_served_too(client: Client) -> None:
    assert "scripts/main.js" in client.request("GET", "/index.html").text
    assert client.request("GET", "/scripts/main.js").status_code == 200


def test_answers_are_compressed_for_those_who_take_it(client: Client) -> None:
    packed = client.request("GET", "/api/boards/16x30")
    assert packed.headers["content-encoding"] == "gzip"
    plain = client.request("GET", "/api/boards/16x30", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert len(gzip.compress(plain.content)) < len(plain.content) / 3
    assert "content-encoding" not in client.request("GET", "/api/lab/sweeps").headers


def test_an_edit_is_seen_at_the_next_reload(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    monkeypatch.setattr("sapper.web.app.PAGE", page)
    with web_client(tmp_path / "store.db") as client:
        before = linked(client)
        main = page / "scripts" / "main.js"
        main.write_text(main.read_text() + "\nconst edited = 1;\n")
        after = linked(client)
        assert before[0] == after[0]
        assert before[1] != after[1]
        assert "const edited = 1;" in client.request("GET", after[1]).text
        main.write_text('import main from "./api.js";\n')  # served as it is
        assert "scripts/main.js" in client.request("GET", "/").text


# -- joining --------------------------------------------------------------------------------------


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_modules_come_after_what_they_import(tmp_path: Path) -> None:
    page = write(
        tmp_path,
        {
            "a.js": '/** About a. */\nimport { two as second } from "./in/b.js";\n'
            'import "./c.js";\n\n/** Says it. */\nexport function one() {\n  // why\n'
            "  return second;\n}\n",
            "in/b.js": 'import { C } from "../c.js";\n\nexport const two = new C();\n',
            "c.js": "export class C {}\nexport {};\n",
        },
    )
    assert join_modules(page, "a.js") == (
        '"use strict";\n'
        "const m0 = (() => {\nclass C {}\nreturn { C };\n})();\n"
        "const m1 = (() => {\nconst { C } = m0;\n\nconst two = new C();\nreturn { two };\n})();\n"
        "const m2 = (() => {\nconst { two: second } = m1;\n\nfunction one() {\n"
        "  return second;\n}\nreturn { one };\n})();\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('import { b } from "./b.js";\n', "circle"),
        ('import { x } from "./missing.js";\n', "missing.js"),
        ('import { x } from "elsewhere";\n', "elsewhere"),
        ("export default 1;\n", "export default"),
        ("export let count = 0;\n", "export let"),
        ('import * as all from "./c.js";\n', r"import \* as all"),
        ('export { x } from "./c.js";\n', "export { x }"),
        ('const later = () => import("./c.js");\n', "import"),
        ("const here = import.meta;\n", "import.meta"),
    ],
)
def test_what_cannot_be_joined_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    page = write(tmp_path, {"a.js": text, "b.js": 'import { a } from "./a.js";\n', "c.js": ""})
    with pytest.raises(BundleError, match=message):
        join_modules(page, "a.js")


def test_the_page_can_be_served_under_any_path(client: Client) -> None:
    index = client.request("GET", "/").text
    links = re.findall(r'(?:src|href)="([^"]+)"', index)
    assert len(links) > 6
    assert not [link for link in links if link.startswith("/") or ":" in link]
    manifest = client.get("/manifest.webmanifest")
    paths = [manifest["start_url"], manifest["scope"], *(icon["src"] for icon in manifest["icons"])]
    assert not [path for path in paths if path.startswith("/")]


def test_a_page_without_a_script_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"index\.html"):
        bundle(write(tmp_path, {"index.html": "<p>Nothing</p>"}))
