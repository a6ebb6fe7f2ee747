"""Exit with one clear line when the port named on the command line can't be served."""

import errno
import socket
import sys


def fault_of(text: str) -> str | None:
    """Return what keeps a server from using this port of 127.0.0.1, None if nothing does."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        return f"PORT={text} is no port; choose one from 1 to 65535: PORT=8123 make play"
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(text)))
        except OSError as error:
            reason = "is taken" if error.errno == errno.EADDRINUSE else "can't be used"
            return f"Port {text} {reason}; choose another: PORT=8123 make play"
    return None


if __name__ == "__main__":
    sys.exit(fault_of(sys.argv[1]))
