"""Writes the TypeScript types of the API from its OpenAPI document.

``make page-types`` writes the file; with ``--check`` it only checks that the file is up to date.
openapi-typescript supports more of OpenAPI, but needs the compiler of TypeScript 5.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

TYPES = Path(__file__).parents[1] / "src/sapper/web/page/scripts/api_types.d.ts"

HEAD = """/**
 * Requests and answers of the API, generated from the OpenAPI document by `make page-types`; do
 * not edit. `Gets` and `Posts` map each route to its request and answer.
 */
"""

PLAIN = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "string": "string",
}

Schema = dict[str, Any]


def type_of(schema: Schema) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(type_of(choice) for choice in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        entry = type_of(schema["items"])
        length = schema.get("minItems")
        if length is not None and length == schema.get("maxItems"):
            return f"[{', '.join([entry] * length)}]"
        return f"({entry})[]" if " | " in entry else f"{entry}[]"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"Record<string, {type_of(schema['additionalProperties'])}>"
    if schema.get("type") in PLAIN:
        return PLAIN[schema["type"]]
    raise ValueError(f"no type for the schema {schema}")


def comment(text: str | None, indent: str) -> list[str]:
    """Return a description as a comment."""
    if not text:
        return []
    lines = text.strip().split("\n")
    if len(lines) == 1:
        return [f"{indent}/** {lines[0]} */"]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def interface(name: str, schema: Schema) -> list[str]:
    """Return the schema of an object as an interface."""
    lines = [*comment(schema.get("description"), ""), f"export interface {name} {{"]
    for field, inner in schema["properties"].items():
        lines += comment(inner.get("description"), "  ")
        mark = "" if field in schema.get("required", []) else "?"
        lines.append(f"  {field}{mark}: {type_of(inner)};")
    if schema.get("additionalProperties"):
        lines.append("  [more: string]: unknown;")
    return [*lines, "}", ""]


def key(path: str) -> str:
    """Return a route as a property name; its parameters are any text."""
    pattern = re.sub(r"\{[^}]*\}", "${string}", path)
    return f'"{path}"' if pattern == path else f"[path: `{pattern}`]"


def json_schema(content: dict[str, Any]) -> Schema | None:
    """Return the schema of a JSON body, if it is one."""
    found: Schema | None = content.get("application/json", {}).get("schema")
    return found


def routes(document: dict[str, Any]) -> list[str]:
    """Return the request and answer types of the routes that answer with JSON."""
    gets, posts = [], []
    for path, methods in document["paths"].items():
        for method, route in methods.items():
            done = next(code for code in route["responses"] if code.startswith("2"))
            answer = json_schema(route["responses"][done]["content"])
            if answer is None:
                continue
            answered = type_of(answer)
            if method == "get":
                queried = any(part["in"] == "query" for part in route.get("parameters", []))
                gets.append(f"  {key(path)}: {answered};")
                if queried:
                    gets.append(f"  [path: `{path}?${{string}}`]: {answered};")
            else:
                body = json_schema(route.get("requestBody", {}).get("content", {}))
                taken = "Record<string, never>" if body is None else type_of(body)
                posts.append(f"  {key(path)}: {{ body: {taken}; answer: {answered} }};")
    return ["export interface Gets {", *gets, "}", "", "export interface Posts {", *posts, "}", ""]


def page_types(document: dict[str, Any]) -> str:
    """Return the types of a whole OpenAPI document."""
    lines = [HEAD]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += interface(name, schema)
    return "\n".join([*lines, *routes(document)])


def main() -> int:
    """Write the types, or report whether they are stale."""
    from sapper.web.app import create_app

    with tempfile.TemporaryDirectory() as folder:
        wanted = page_types(create_app(Path(folder) / "store.db").openapi())
    if "--check" not in sys.argv:
        TYPES.write_text(wanted)
    elif not TYPES.is_file() or TYPES.read_text() != wanted:
        print(f"{TYPES.name} is stale: make page-types", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
