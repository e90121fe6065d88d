"""The load test: starts a server, lets players.py play at its tables, and says whether it kept its promises.

    python benchmarks/load/run.py [SCENARIO ...] [--seconds 60] [--tables N] [--think 10-30] [--database URL] [--write]

Scenarios: club (50 tables, 300 sockets, quick players), town (400 tables, 2,000 sockets, one process on SQLite) and
city (680 tables, 3,400 sockets, 1.7 times as many, two processes on a PostgreSQL that is started for it). Without a
name: all of them. Promises: in 95 of 100 cases the other player sees a move within 150 ms of its POST; no error; when
all have gone the server holds no socket and no more memory than before. --write keeps the numbers in README.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
README = HERE / "README.md"
PLENTY = "10000000/minute"
MOST_MS = 150
CACHE_MB = 40
"""The cache of drawings may still fill during the measured burst; memory that grows by more than it holds is a leak."""
TABLES_A_SECOND = 15
"""How quickly tables are set up at the beginning of a burst."""
SETTLED = 10
"""Seconds after the last table was set up before anything is measured."""


@dataclass(frozen=True)
class Scenario:
    name: str
    tables: int
    each: int
    """Sockets at a table."""
    think: str
    """Seconds from and to that a player thinks."""
    workers: int = 1

    @property
    def kind(self) -> str:
        return "PostgreSQL" if self.workers > 1 else "SQLite"

    @property
    def processes(self) -> str:
        return "one process" if self.workers == 1 else f"{self.workers} processes"

    @property
    def mark(self) -> str:
        return f"<!-- measured: {self.name} -->"


SCENARIOS = {
    scenario.name: scenario
    for scenario in (
        Scenario("club", tables=50, each=6, think="2-4"),
        Scenario("town", tables=400, each=5, think="10-30"),
        Scenario("city", tables=680, each=5, think="10-30", workers=2),
    )
}


# ------------------------------------------------------------------ the server


@contextmanager
def running(database: str, workers: int) -> Iterator[tuple[int, str]]:
    """A server without limits; its process and its address."""
    limits = {f"TABLETOWN_LIMIT_{kind}": PLENTY for kind in ("READING", "PLAYING", "CREATING", "CLAIMING", "THINKING")}
    counts = dict.fromkeys(("SOCKETS", "SOCKETS_EACH", "UNFINISHED_EACH"), "10000")
    settings = {**counts, "IDLE": "5", "PREPARE": "false"}
    environment = {**os.environ, **limits, **{f"TABLETOWN_{name}": value for name, value in settings.items()}}
    command = [sys.executable, "-m", "tabletown.web", "--port", "0", "--database", database, "--workers", str(workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert server.stdout is not None
        yield server.pid, server.stdout.readline().split()[-1]
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL for this run only, with its own defaults for safety: every commit reaches the disk."""
    programs = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    path = os.pathsep.join([*map(str, programs), os.environ.get("PATH", "")])
    initdb, pg_ctl = shutil.which("initdb", path=path), shutil.which("pg_ctl", path=path)
    if initdb is None or pg_ctl is None:
        sys.exit("PostgreSQL is not installed; give one with --database.")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    folder = tempfile.mkdtemp(prefix="tabletown-load-")
    if prefix:
        shutil.chown(folder, "postgres")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200"

    def ask(*command: str) -> None:
        subprocess.run([*prefix, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")

    ask(initdb, "-D", f"{folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8")
    try:
        ask(pg_ctl, "-D", f"{folder}/data", "-w", "-l", f"{folder}/data/log", "-o", options, "start")
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        ask(pg_ctl, "-D", f"{folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def processes(server: int) -> list[int]:
    """The server's processes that answer visitors: its workers, or itself."""
    below = [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/stat") if _parent(path) == server]
    workers = [each for each in below if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]
    return workers or [server]


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rsplit(")", 1)[1].split()[1])
    except OSError:  # it ended in the meantime
        return 0


def memory(server: int) -> float:
    """Resident megabytes."""
    texts = [Path(f"/proc/{each}/status").read_text() for each in processes(server)]
    return sum(int(text.split("VmRSS:")[1].split()[0]) for text in texts) / 1024


def processor(server: int) -> float:
    """Seconds of processor time so far."""
    entries = [Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split() for each in processes(server)]
    return sum(int(fields[11]) + int(fields[12]) for fields in entries) / os.sysconf("SC_CLK_TCK")


def machine() -> float:
    """Seconds that all cores together were busy so far, with whatever."""
    user, nice, system, _, _, *more = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:8])
    return (user + nice + system + sum(more)) / os.sysconf("SC_CLK_TCK")


def writes(seconds: int) -> list[float]:
    """How long the disk takes, in ms, to make a little data safe, as every move does: asked twice a second."""
    found, until = [], time.monotonic() + seconds
    with tempfile.NamedTemporaryFile() as file:
        while time.monotonic() < until:
            file.write(b"x" * 8192)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            found.append(1000 * (time.perf_counter() - began))
            time.sleep(0.5)
    return found


def sockets(address: str) -> int:
    """Connections that the server holds open at its port."""
    port = f":{int(address.rpartition(':')[2]):04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(row[1].endswith(port) and row[3] == "01" for row in rows)


# ------------------------------------------------------------------ the players


def burst(address: str, server: int, scenario: Scenario, seconds: int) -> dict[str, Any]:
    """Let all players play for some time after all are there."""
    ramp = scenario.tables / TABLES_A_SECOND + SETTLED
    options = {
        "tables": scenario.tables,
        "each": scenario.each,
        "think": scenario.think,
        "rate": TABLES_A_SECOND,
        "ramp": ramp,
        "seconds": seconds,
    }
    command = [sys.executable, str(HERE / "players.py"), address]
    command += [part for name, value in options.items() for part in (f"--{name}", str(value))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as players:
        assert players.stdout is not None
        players.stdout.readline()  # measuring begins
        spent, busy, began = processor(server), machine(), time.monotonic()
        disk = writes(seconds)
        lasted = time.monotonic() - began
        spent, busy = (processor(server) - spent) / lasted, (machine() - busy) / lasted
        found: dict[str, Any] = json.loads(players.stdout.read())
    return found | {"cpu": spent, "busy": busy, "disk": disk}


def measure(database: str, scenario: Scenario, seconds: int) -> dict[str, Any]:
    with running(database, scenario.workers) as (server, address):
        burst(address, server, scenario, 5)  # compiled rules, fonts and caches are there after this
        time.sleep(12)
        before = memory(server)
        found = burst(address, server, scenario, seconds)
        time.sleep(12)
        after, left = memory(server), sockets(address)
    if len(found["ms"]) < 2:
        sys.exit("\n".join(["Nobody played, so there is nothing to measure.", *found["problems"]]))
    times = statistics.quantiles(found["ms"], n=100)
    return {
        **found,
        "p50": times[49],
        "p95": times[94],
        "p99": times[98],
        "worst": max(found["ms"]),
        "rate": len(found["ms"]) / seconds,
        "kB": found["bytes"] / max(1, found["frames"]) / 1000,
        "each": 1000 * found["cpu"] * seconds / max(1, found["moves"]),
        "before": before,
        "after": after,
        "left": left,
        "load": os.getloadavg()[0],
    }


# ------------------------------------------------------------------ the report


def table(f: dict[str, Any], scenario: Scenario, seconds: int) -> str:
    lines = [
        f"Measured {time.strftime('%d %B %Y')} on {os.cpu_count()} cores ({platform.machine()}), "
        f"Python {platform.python_version()}, {scenario.processes} on {scenario.kind}, {seconds} s, players think "
        f"{scenario.think} s, client and server on the same cores; "
        f"load average of the machine at the end {f['load']:.1f}.",
        "",
        "| what | measured | promised |",
        "| --- | --- | --- |",
        f"| tables, sockets | {scenario.tables}, {scenario.tables * scenario.each} | |",
        f"| moves a second | {f['rate']:.1f} | |",
        f"| POST to the other player's frame, median | {f['p50']:.0f} ms | |",
        f"| the same, 95 of 100 | {f['p95']:.0f} ms | under {MOST_MS} ms |",
        f"| the same, 99 of 100 and worst | {f['p99']:.0f} ms, {f['worst']:.0f} ms | |",
        f"| moves, frames, size of a frame | {f['moves']}, {f['frames']}, {f['kB']:.1f} kB | |",
        f"| errors | {f['errors']} | 0 |",
        "| the server's processor time, and for one move with all its frames | "
        f"{100 * f['cpu']:.0f} % of one core, {f['each']:.0f} ms | |",
        "| the players' own processor time, and how late their clock was in 95 of 100 cases | "
        f"{100 * f['own_cpu']:.0f} % of one core, {f['own_lag']:.0f} ms | |",
        f"| all cores together, with database and system | {100 * f['busy'] / (os.cpu_count() or 1):.0f} % busy | |",
        "| the disk alone: a write of 8 kB made safe, median and 95 of 100 | "
        f"{statistics.median(f['disk']):.1f} ms, {statistics.quantiles(f['disk'], n=20)[-1]:.1f} ms | |",
        f"| memory before, and after all have gone | {f['before']:.0f} MB, {f['after']:.0f} MB | flat |",
        f"| sockets left behind | {f['left']} | 0 |",
    ]
    return "\n".join(lines)


def keep(scenario: Scenario, text: str) -> None:
    """Write a table into README.md, below the mark of its scenario and up to the next."""
    head, _, rest = README.read_text().partition(scenario.mark)
    after = rest.find("\n## ")
    README.write_text(f"{head}{scenario.mark}\n{text}\n" + (rest[after:] if after >= 0 else ""))


def kept_promises(found: dict[str, Any], scenario: Scenario) -> bool:
    return bool(
        found["p95"] < MOST_MS
        and not found["errors"]
        and found["left"] <= 0
        and found["after"] < found["before"] + CACHE_MB * scenario.workers
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--tables", type=int, help="other than the scenario's")
    parser.add_argument("--think", help="seconds from-to, other than the scenario's")
    parser.add_argument("--database", help="other than a new one")
    parser.add_argument("--write", action="store_true", help="keep the numbers in README.md")
    chosen = parser.parse_args()
    unknown = set(chosen.scenarios) - set(SCENARIOS)
    if unknown:
        parser.error(f"there is no scenario {', '.join(unknown)}; there are {', '.join(SCENARIOS)}")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the players hold all their sockets in one process
    kept = True
    for name in chosen.scenarios or SCENARIOS:
        scenario = SCENARIOS[name]
        changes = {"tables": chosen.tables, "think": chosen.think}
        scenario = replace(scenario, **{key: value for key, value in changes.items() if value})
        found = measured(chosen.database, scenario, chosen.seconds)
        text = table(found, scenario, chosen.seconds)
        print(f"{name}:", text, *found["problems"], "", sep="\n", flush=True)
        if chosen.write:
            keep(scenario, text)
        kept &= kept_promises(found, scenario)
    print("All promises were kept." if kept else "A promise was broken.")
    return 0 if kept else 1


def measured(database: str | None, scenario: Scenario, seconds: int) -> dict[str, Any]:
    if database:
        return measure(database, scenario, seconds)
    if scenario.workers > 1:
        with postgresql() as address:
            return measure(address, scenario, seconds)
    with tempfile.TemporaryDirectory() as folder:
        return measure(f"sqlite:///{folder}/load.sqlite3", scenario, seconds)


if __name__ == "__main__":
    sys.exit(main())
