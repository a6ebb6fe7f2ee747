"""The shipped reverse proxy, in front of whatever ports a test names."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template

from tests.services.processes import free_port, program, running
from tests.services.server import answers

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "deploy" / "nginx.conf.template"
PACKAGE = "nginx-light"
# What Debian's and the image's own nginx.conf bring besides the shipped file.
FRAME = Template("""
$user
pid $folder/nginx.pid;
error_log stderr;
events {}
http {
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path $folder/body;
    proxy_temp_path $folder/proxy;
    fastcgi_temp_path $folder/fastcgi;
    uwsgi_temp_path $folder/uwsgi;
    scgi_temp_path $folder/scgi;
    include $folder/tripeaks.conf;
}
""")


def fill_in(template: str, values: Mapping[str, str]) -> str:
    """Replace ${NAMES} as the image does at its start: those named, nothing else."""
    for name, value in values.items():
        template = template.replace("${" + name + "}", value)
    return template


def write_config(folder: Path, *, port: int, web_ports: Sequence[int]) -> Path:
    """Write the shipped configuration for two web ports into the folder; return its frame."""
    first, second = (f"127.0.0.1:{web_port}" for web_port in web_ports)
    values = {"LISTEN": f"127.0.0.1:{port}", "WEB_1": first, "WEB_2": second, "PROTO": "http"}
    (folder / "tripeaks.conf").write_text(fill_in(TEMPLATE.read_text(), values))
    frame = folder / "nginx.conf"
    # Its workers have to write into a folder that belongs to whoever runs the tests.
    user = "user root;" if os.geteuid() == 0 else ""
    frame.write_text(FRAME.substitute(folder=folder, user=user))
    return frame


def check_config(frame: Path) -> str:
    """Return what `nginx -T` says: its verdict and the whole configuration, if it is valid."""
    checked = subprocess.run(
        [program("nginx", package=PACKAGE), "-T", "-e", "stderr", "-c", str(frame)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    return checked.stdout


@contextlib.contextmanager
def running_proxy(folder: Path, web_ports: Sequence[int], *, probe: str) -> Iterator[str]:
    """Run nginx until the block ends and yield its host and port; `probe` is a path it serves."""
    port = free_port()
    frame = write_config(folder, port=port, web_ports=web_ports)
    nginx = program("nginx", package=PACKAGE)
    with running(
        [nginx, "-e", "stderr", "-c", str(frame), "-g", "daemon off;"],
        log=folder / "nginx.log",
        ready=lambda: answers(f"http://127.0.0.1:{port}{probe}"),
    ):
        yield f"127.0.0.1:{port}"
