"""The shipped proxy configuration, in front of a web process that only tells what it was asked."""

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from tests.services.processes import free_port
from tests.services.proxy import check_config, running_proxy, write_config


class Mirror(BaseHTTPRequestHandler):
    """Answers every GET with the headers that came with it, as JSON."""

    def do_GET(self) -> None:
        body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Stay silent."""


@pytest.fixture
def mirror_port() -> Iterator[int]:
    """Yield the port of a running mirror."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Mirror) as mirror:
        thread = Thread(target=mirror.serve_forever, args=(0.05,))
        thread.start()
        yield mirror.server_port
        mirror.shutdown()
        thread.join()


@pytest.fixture
def proxy(mirror_port: int, tmp_path: Path) -> Iterator[str]:
    """Yield the proxy's host and port; one of its two web processes is down."""
    with running_proxy(tmp_path, [mirror_port, free_port()], probe="/") as address:
        yield address


@pytest.fixture
def client(proxy: str) -> Iterator[httpx.Client]:
    """Yield a client of the proxy."""
    with httpx.Client(base_url=f"http://{proxy}", trust_env=False) as visitor:
        yield visitor


def mirrored(client: httpx.Client, **headers: str) -> dict[str, str]:
    """Return the headers that reached the web process."""
    seen: dict[str, str] = client.get("/", headers=headers).json()
    return seen


def test_configuration_is_valid(tmp_path: Path) -> None:
    assert "upstream tripeaks" in check_config(write_config(tmp_path, port=8080, web_ports=[1, 2]))


def test_a_socket_may_idle_far_longer_than_a_five_minute_think(tmp_path: Path) -> None:
    config = check_config(write_config(tmp_path, port=8080, web_ports=[1, 2]))
    sockets = config.partition("location /ws/ {")[2].partition("}")[0]
    hours = re.findall(r"proxy_(?:read|send)_timeout (\d+)h;", sockets)
    assert [int(value) >= 1 for value in hours] == [True, True]


def test_web_process_learns_host_address_and_scheme(client: httpx.Client, proxy: str) -> None:
    seen = mirrored(client)
    assert seen["host"] == seen["x-forwarded-host"] == proxy
    assert seen["x-forwarded-for"] == "127.0.0.1"
    assert seen["x-forwarded-proto"] == "http"


def test_a_forged_address_stays_left_of_the_true_one(client: httpx.Client) -> None:
    seen = mirrored(client, **{"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https"})
    assert seen["x-forwarded-for"] == "1.2.3.4, 127.0.0.1"
    assert seen["x-forwarded-proto"] == "http"


def test_an_upgrade_is_handed_on_and_a_plain_request_is_none(client: httpx.Client) -> None:
    seen = mirrored(client, Connection="Upgrade", Upgrade="websocket")
    assert (seen["connection"], seen["upgrade"]) == ("upgrade", "websocket")
    assert "upgrade" not in mirrored(client)


def test_text_is_compressed(client: httpx.Client) -> None:
    answer = client.get("/", headers={"Accept-Encoding": "gzip", "X-Long": "a" * 2000})
    assert answer.headers["Content-Encoding"] == "gzip"


def test_metrics_are_not_for_visitors(client: httpx.Client) -> None:
    assert client.get("/metrics").status_code == 404


def test_a_process_that_is_down_is_passed_over(client: httpx.Client) -> None:
    assert all(mirrored(client) for _ in range(6))
