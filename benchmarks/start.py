"""How soon a server answers after its start.

    python benchmarks/start.py [--times 5] [--json]

Starts `tabletown serve --no-browser` again and again, first on no database and then on the one that this made, and asks
until it answers. Seconds are those of the quickest start; the processor time is what the server had used by then.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

AIM = 1.5
"""Seconds until the first answer."""
ADDRESSES = ("/healthz", "/")


def start(database: Path) -> dict[str, float]:
    """Start a server, and end it when it has answered."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    program = shutil.which("tabletown", path=os.path.dirname(sys.executable)) or "tabletown"
    options = ["serve", "--no-browser", "--port", str(port), "--database", f"sqlite:///{database}"]
    began = time.perf_counter()
    process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL, cwd=database.parent)
    try:
        found = {path: _answered(f"http://127.0.0.1:{port}{path}", process) - began for path in ADDRESSES}
        return {**found, "processor": _used(process.pid)}
    finally:
        process.terminate()
        process.wait()


def _answered(address: str, process: subprocess.Popen[bytes]) -> float:
    while process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                answer.read()
            return time.perf_counter()
        except OSError:
            time.sleep(0.005)
    raise SystemExit("The server did not start.")


def _used(process: int) -> float:
    """Seconds of processor time, where the system tells them."""
    try:
        told = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return sum(int(ticks) for ticks in told[11:13]) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        first = start(database)
        starts = [start(database) for _ in range(args.times)]
    best = {name: min(found[name] for found in starts) for name in first}
    if args.json:
        print(json.dumps({"first": first, "later": best, "aim": AIM}))
        return
    print(f"{'seconds until':<14} {'first start':>12} {'later':>8}   aim {AIM}")
    for name in first:
        print(f"{name:<14} {first[name]:>12.2f} {best[name]:>8.2f}")


if __name__ == "__main__":
    main()
