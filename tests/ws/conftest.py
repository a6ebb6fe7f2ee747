from tests.ws.local import sockets

__all__ = ["sockets"]
