"""The files of deploy/: their settings exist, and the tools that read them accept them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from tabletown.compile import unit
from tabletown.web.settings import Limits, Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SETTINGS = {field.name.upper() for field in fields(Settings)} | {f"LIMIT_{f.name.upper()}" for f in fields(Limits)}
OTHERS = {"CACHE", "DOMAIN", "UPSTREAM"}
"""Variables that are not the server's: of the compiler, and of the proxy in the compose file."""


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_every_variable_is_a_setting(file: Path) -> None:
    assert set(re.findall(r"TABLETOWN_([A-Z_]+)", file.read_text())) <= SETTINGS | OTHERS


def test_one_port_everywhere() -> None:
    """Whoever reads 8321 anywhere finds the server there."""
    told = [int(port) for file in DEPLOY.iterdir() for port in re.findall(r":(8\d\d\d)\b", file.read_text())]
    told += [
        int(port) for page in (ROOT / "docs").rglob("*.md") for port in re.findall(r":(8\d{3})\b", page.read_text())
    ]
    assert set(told) == {Settings.port}


def test_the_unit_is_accepted_and_hardened(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    file = tmp_path / "tabletown.service"
    file.write_text((DEPLOY / "tabletown.service").read_text().replace("/opt/tabletown/bin/tabletown", sys.executable))
    checked = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")
    asked = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", file]
    weighed = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert weighed.returncode == 0, weighed.stdout[-200:]


def test_the_compose_file_fits_the_image() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    server, image = services["tabletown"], (DEPLOY / "Containerfile").read_text()
    (volume,) = re.findall(r"^VOLUME (\S+)", image, re.MULTILINE)
    assert server["volumes"] == [f"tables:{volume}"]
    assert server["read_only"]
    assert f"EXPOSE {Settings.port}" in image
    assert f"tabletown:{Settings.port}" == services["proxy"]["environment"]["TABLETOWN_UPSTREAM"]
    for source in re.findall(r"^COPY ((?!--from)\S.*) \S+$", image, re.MULTILINE):
        assert all((ROOT / name).exists() for name in source.split())


def test_every_runtime_dependency_names_its_licence() -> None:
    command = [sys.executable, ROOT / "tools" / "licences.py", "web", "arena"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    assert re.search(r"^numpy +\S+ +BSD", told.stdout, re.MULTILINE)


def test_the_image_is_compiled_for_any_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both stages say so, and the key of compiled code then names nothing of the machine that built it."""
    assert (DEPLOY / "Containerfile").read_text().count("NUMBA_CPU_NAME=generic") == 2
    assert unit._processor() != ["generic", ""]
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert unit._processor() == ["generic", ""]
