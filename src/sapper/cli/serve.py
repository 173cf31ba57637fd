"""``sapper serve``: the web lab in the browser."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from sapper import files, logs
from sapper.cli import lab_options
from sapper.cli.failures import InputError

EXAMPLES = """\b
Examples:
  sapper serve --open
  sapper serve --port 8080 --store lab.db
  sapper serve --workers 4
  sapper serve --host 0.0.0.0 --port 8080
"""

MAX_WORKERS = 64


def serve(
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="Address to bind; 0.0.0.0 exposes the server to your network."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port; 0 selects a free one.")
    ] = 8000,
    store: lab_options.StoreFile = lab_options.DEFAULT_STORE,
    workers: Annotated[
        int, typer.Option(min=1, max=MAX_WORKERS, metavar="N", help="Number of server processes.")
    ] = 1,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser of this machine.")
    ] = False,
) -> None:
    """Serve the web page to play, analyse and explore in a browser.

    By default only this machine can reach the server. It reads and writes only the store and, next
    to it, the list of sweeps. Ctrl-C ends it.
    """
    from importlib.util import find_spec

    missing = [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]
    if missing:
        raise InputError(f"sapper serve needs {' and '.join(missing)}: pip install 'sapper[web]'")
    from sapper.web.app import create_loaded_app
    from sapper.web.serving import browser, server
    from sapper.web.serving.workers import serve_all

    _check_store(store)
    make_app = partial(create_loaded_app, str(store.resolve()), server.names_of(host))
    settings = server.Settings(make_app, host, port, workers, logs.level())
    with ExitStack() as opened:
        try:
            sockets = opened.enter_context(server.listen(settings))
        except OSError as error:
            raise InputError(_why_not(host, port, error)) from None
        bound = sockets[0].getsockname()[1]
        typer.echo(f"Sapper is at {server.address(host, bound)}  (Ctrl-C ends it)")
        if open_browser:
            # Connections wait in the socket's queue until the application has started.
            browser.open_page(server.address(browser.local_host(host), bound))
        serve_all(settings, sockets)


def _check_store(path: Path) -> None:
    """Refuse a file that is not a store before the server starts."""
    from sapper.lab.store.store import Store

    if files.exists(path):
        with Store(path):
            pass
    elif not files.exists(path.parent) or not path.parent.is_dir():
        raise InputError(f"the folder of the store, {str(path.parent)!r}, does not exist")


def _why_not(host: str, port: int, error: OSError) -> str:
    import errno
    import socket

    if error.errno == errno.EADDRINUSE:
        return f"port {port} of {host} is in use: choose another --port"
    if error.errno == errno.EACCES:
        return f"no permission for port {port} of {host}: choose a --port from 1024 up"
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{host!r} is not an address of this machine"
    return f"cannot listen on port {port} of {host}: {error.strerror or error}"
