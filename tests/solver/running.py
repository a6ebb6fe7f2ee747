"""A management command run in this process, and what came out of it."""

from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from unittest.mock import patch

from django.core.management import ManagementUtility


class Run:
    """One run: the answers' lines, the faults' lines and the exit status."""

    def __init__(self, *arguments: str, given: str = "") -> None:
        stdin, out, err = TextIOWrapper(BytesIO(given.encode())), StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", stdin):
            try:
                ManagementUtility(["manage.py", *arguments]).execute()
                self.status: object = 0
            except SystemExit as end:
                self.status = end.code
        self.answers = out.getvalue().splitlines()
        self.faults = err.getvalue().splitlines()
