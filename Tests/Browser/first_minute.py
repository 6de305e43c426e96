# SPDX-License-Identifier: Apache-2.0
"""The way from a new server to the sample application: its steps, and how long they take, as medians of rounds.

Usage: scripts/bench first-minute [--rounds N] [--gate] [--record]
"""

import argparse
import datetime
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from chromium import Chromium, User
from playwright.sync_api import sync_playwright
from server import Server, free_port

ROOT = Path(__file__).parents[2]

# By the name of a time, its text and its target in seconds.
TARGETS = {
    "ready": ("start of the program in a fresh folder to ready", 5),
    "signed_in": ("start of the program in a fresh folder to the sample application, signed in", 60),
    "run": ("scripts/run in a fresh folder to ready, nothing left to build", 10),
}


def start_server(folder):
    """Starts a server as `make run` does."""
    return Server(Path(folder, "new"), configuration=None, options=["--demo", "on"])


def set_up(user, server, address):
    """Opens the address of a new server, and creates the owner's passkey. Ends at the sample application."""
    user.page.goto(server.setup_address())
    user.screenshot("first-minute-1")
    user.page.get_by_label("Email address").fill(address)
    user.page.locator("main button").first.click()
    user.page.wait_for_url("**/demo/")
    user.wait_for_heading("Your account")
    user.screenshot("first-minute-2")


def time_first_minute(chromium):
    """Returns the times from the start of the process until it is ready, and until its owner is signed in."""
    with tempfile.TemporaryDirectory(prefix="thumbturn-bench.") as folder:
        user = User(chromium.new_context())
        begun = time.monotonic()
        server = start_server(folder)
        ready = time.monotonic()
        set_up(user, server, "ada@example.org")
        done = time.monotonic()
        user.close()
        if faults := server.stop():
            sys.exit(f"first minute: {faults}")
        return {"ready": ready - begun, "signed_in": done - begun}


def time_run():
    """Returns the time that scripts/run takes to a running server."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="thumbturn-bench.") as folder:
        command = [ROOT / "scripts/run", "serve", "--demo", "on", "--data", folder]
        command += ["--url", f"http://localhost:{port}", "--listen", f"127.0.0.1:{port}"]
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            line = next((line for line in process.stdout if line.startswith(b"Thumbturn is running")), None)
            ready = time.monotonic()
            # The script has become the server.
            process.terminate()
        if not line:
            sys.exit("first minute: scripts/run started no server")
        return {"run": ready - begun}


def measure(rounds):
    """Returns the times of all rounds by name."""
    with sync_playwright() as playwright:
        chromium = Chromium(playwright, {})
        times = [time_first_minute(chromium) | time_run() for _ in range(rounds)]
        chromium.stop()
    return {name: [each[name] for each in times] for name in TARGETS}


def machine():
    information = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", information.read_text()) if information.exists() else None
    return f"{os.cpu_count()} processors, {model[1] if model else platform.processor()}, {platform.system()}"


def page(times):
    rows = [
        f"| {text} | {statistics.median(times[name]):.1f} s ({min(times[name]):.1f} to {max(times[name]):.1f}) | {target} s |"
        for name, (text, target) in TARGETS.items()
    ]
    return "\n".join([
        "# Results: the first minute", "",
        "<!-- Written by scripts/bench first-minute --record. Changes by hand are lost. -->", "",
        f"{datetime.date.today()}, {machine()}. Medians of {len(times['run'])}; Chromium is running, and nobody has to type:", "",
        "|  | result | target |", "|---|---:|---:|", *rows, "",
        "[Benchmarks](../benchmarks.md) explains what is measured, and how.", "",
    ])


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench first-minute", allow_abbrev=False)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--gate", action="store_true", help="fail if a target is missed")
    parser.add_argument("--record", type=Path, metavar="PAGE", help="write the results to a page")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds takes a number from 1 on.")
    times = measure(options.rounds)
    if options.record:
        options.record.write_text(page(times))
    missed = False
    for name, (text, target) in TARGETS.items():
        holds = statistics.median(times[name]) <= target
        missed = missed or not holds
        print(f"{'holds ' if holds else 'MISSED'} {text}, s: {statistics.median(times[name]):.2f}, at most {target}")
    return 1 if missed and options.gate else 0


if __name__ == "__main__":
    sys.exit(main())
