"""Runs the application with uvicorn and bounds the resources that a client can take.

``server`` and ``workers`` are the processes, ``connections`` the HTTP connections, ``security`` and
``rates`` the checks of requests, ``pools`` the threads, ``page_files`` and ``bundle`` the page.
docs/results/robustness.md lists the guarantee of each, its measurement, and why no library
provides it.
"""
