"""The fault that the API's calls raise; the site answers it as `{"code", "message"}`."""

from __future__ import annotations


class ApiError(Exception):
    """An HTTP status, a code for programs and a sentence in the caller's language."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
