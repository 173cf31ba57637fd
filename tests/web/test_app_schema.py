"""Whatever fits the schema, or nearly does, is answered as the schema says, and never with 5xx."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sapper.web.app import create_app

FOLDER = tempfile.TemporaryDirectory()
APP = create_app(Path(FOLDER.name) / "store.db")
SCHEMA = schemathesis.openapi.from_asgi("/api/openapi.json", APP)

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module", autouse=True)
def _clean() -> Any:
    yield
    FOLDER.cleanup()


def made_for(operation: str) -> Any:
    """Return a test of one operation; all that came from one function would share an id."""

    @SCHEMA.include(name=operation).parametrize()
    @settings(
        max_examples=12,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def test_every_request_is_answered_as_the_schema_says(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    return test_every_request_is_answered_as_the_schema_says


for path, methods in APP.openapi()["paths"].items():
    for method in methods:
        name = "_".join(re.findall(r"\w+", f"{method} {path}"))
        globals()[f"test_{name}"] = made_for(f"{method.upper()} {path}")
