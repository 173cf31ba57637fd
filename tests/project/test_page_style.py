"""The styles of the page, without a browser: readable colours, no external resources."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest

import sapper

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(sapper.__file__).parent / "web" / "page"


def themes() -> Iterator[tuple[str, dict[str, str]]]:
    found = re.findall(
        r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);",
        (PAGE / "styles/tokens.css").read_text(),
    )
    yield "light", {name: light for name, light, _ in found}
    yield "dark", {name: dark for name, _, dark in found}


THEMES = dict(themes())


def linear(color: str) -> npt.NDArray[np.float64]:
    channels = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    lights = sorted(float(linear(color) @ [0.2126, 0.7152, 0.0722]) for color in (one, other))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_every_colour_is_defined_for_both_themes() -> None:
    tokens = (PAGE / "styles/tokens.css").read_text()
    assert len(THEMES["dark"]) == len(re.findall(r"#[0-9a-f]{6}\b", tokens)) / 2 > 50


@pytest.mark.parametrize("theme", THEMES)
def test_everything_that_is_read_has_enough_contrast(theme: str) -> None:
    colors = THEMES[theme]
    grounds = [f"risk-{end}" for end in ("low", "middle", "high")]
    grounds += [f"scale-{end}" for end in ("low", "middle", "high")]
    pairs = [(f"clue-{clue}", "open") for clue in range(1, 9)]
    pairs += [("ink", ground) for ground in ("paper", "sheet", "tile", "tile-top", *grounds)]
    pairs += [("ink-soft", "sheet"), ("ink-soft", "paper"), ("accent", "sheet")]
    pairs += [("accent-ink", "accent"), ("lost-ink", "lost"), ("ink", "accent-soft")]
    pairs += [(tone, f"{tone}-soft") for tone in ("good", "bad", "careful")]
    found = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < 4.5} == {}
    shapes = [("flag", "tile"), ("mine", "tile"), ("focus", "sheet"), ("line-strong", "sheet")]
    shapes += [(f"lit-{light}", "open") for light in ("clue", "target", "conflict")]
    assert min(contrast(colors[one], colors[other]) for one, other in shapes) >= 3


# How colours look to people without one kind of cone (Machado, Oliveira and Fernandes 2009).
VISION = {
    "red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}

# From light to OKLab (Ottosson 2020), where distance is about what the eye sees.
CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
OKLAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("missing", VISION)
def test_digits_differ_for_colour_blind_people(theme: str, missing: str) -> None:
    colors = THEMES[theme]

    def seen(color: str) -> npt.NDArray[np.float64]:
        light = np.clip(np.array(VISION[missing]) @ linear(color), 0, 1)
        return np.array(OKLAB) @ np.cbrt(np.array(CONES) @ light)

    places = {clue: seen(colors[f"clue-{clue}"]) for clue in range(1, 9)}
    apart = {
        (one, other): float(np.linalg.norm(places[one] - places[other]))
        for one, other in combinations(places, 2)
    }
    assert min(apart.values()) > 0.07  # about four times a just noticeable difference


def test_the_page_holds_nothing_inline_and_nothing_from_elsewhere() -> None:
    html = (PAGE / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", html)
    for file in (path for path in PAGE.rglob("*.*") if path.suffix != ".png"):
        text = file.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, file
        assert "https://" not in text, file
        assert "innerHTML" not in text, file
        assert len(text.splitlines()) <= 500 or file.name == "api_types.d.ts", file
