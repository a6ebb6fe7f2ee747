"""The compose file: valid by the schema, and made of the parts that the README names."""

import subprocess
import sys
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.services.proxy import ROOT

FILE = ROOT / "docker-compose.yml"


@pytest.fixture
def services() -> dict[str, Any]:
    """Return the services by name, merge keys resolved."""
    loaded: dict[str, Any] = YAML(typ="safe").load(FILE)["services"]
    return loaded


def test_compose_file_fits_the_schema() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", FILE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout


def test_two_web_processes_stand_behind_the_proxy(services: dict[str, Any]) -> None:
    proxy = services["proxy"]["environment"]
    assert [proxy["WEB_1"], proxy["WEB_2"]] == ["web-1:8000", "web-2:8000"]
    assert {"web-1", "web-2"} <= services.keys()


def test_web_processes_share_one_database_and_one_redis(services: dict[str, Any]) -> None:
    first, second = (services[name]["environment"] for name in ("web-1", "web-2"))
    assert first == second
    assert "@database/" in first["DATABASE_URL"]
    assert first["REDIS_URL"].startswith("redis://redis:")


def test_no_secret_is_written_into_the_file() -> None:
    text = FILE.read_text()
    assert "SECRET_KEY: ${SECRET_KEY:?" in text
    assert "POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?" in text


def test_proxy_reads_the_shipped_template(services: dict[str, Any]) -> None:
    source, *_ = services["proxy"]["volumes"][0].split(":")
    assert (ROOT / source).read_text().startswith("# The reverse proxy")
