"""Opening the page in the browser of the person who started the server."""

from __future__ import annotations

import logging
import threading
import webbrowser

_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}

_LOG = logging.getLogger(__name__)


def local_host(host: str) -> str:
    """Return the host under which a browser of this machine reaches a server bound to ``host``.

    >>> local_host("0.0.0.0"), local_host("localhost")
    ('127.0.0.1', 'localhost')
    """
    return _ANY_ADDRESS.get(host, host)


def open_page(address: str) -> threading.Thread:
    """Open an address in the browser, and return the thread that does so.

    The caller need not wait: a browser in a terminal blocks the thread. A warning is logged if this
    machine has no browser.
    """
    opening = threading.Thread(target=_open, args=(address,), name="browser", daemon=True)
    opening.start()
    return opening


def _open(address: str) -> None:
    if not webbrowser.open(address):
        _LOG.warning("no browser was found: open %s yourself", address)
