# SPDX-License-Identifier: Apache-2.0
"""The way from a new server to the sample application: its steps, and how long they take.

scripts/bench first-minute runs it with a number of rounds. It prints the times as JSON.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from chromium import Chromium, User
from playwright.sync_api import sync_playwright
from server import Server, free_port

ROOT = Path(__file__).parents[2]


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


def main(rounds):
    with sync_playwright() as playwright:
        chromium = Chromium(playwright, {})
        times = [time_first_minute(chromium) | time_run() for _ in range(rounds)]
        chromium.stop()
    print(json.dumps(times))


if __name__ == "__main__":
    main(int(sys.argv[1]))
