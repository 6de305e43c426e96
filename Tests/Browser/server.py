# SPDX-License-Identifier: Apache-2.0
"""The program with a folder and a port of its own, and requests that do not come from a browser."""

import contextlib
import http.client
import json
import os
import re
import secrets
import select
import socket
import sqlite3
import ssl
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

TESTS = Path(__file__).parent
CONFIGURATION = json.loads((TESTS / "clients.json").read_text())
START_LIMIT = 120
STOP_LIMIT = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_certificate(folder):
    """Makes a certificate that the browser is told to accept."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
    names = ",".join(f"DNS:{domain['domain']}" for domain in CONFIGURATION["custom_domains"])
    command += ["-days", "2", "-subj", "/CN=example.test", "-addext", f"subjectAltName={names}"]
    command += ["-keyout", folder / "key.pem", "-out", folder / "leaf.pem"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return folder / "leaf.pem", folder / "key.pem"


class Server:
    """A running server. `url` is its public URL; over TLS it serves all hosts of the configuration.

    Without a configuration, it has the one that it creates by itself.
    """

    def __init__(self, folder, url=None, certificate=None, configuration=TESTS / "clients.json", options=()):
        folder.mkdir(exist_ok=True)
        self.port = free_port()
        self.url = url or f"http://localhost:{self.port}"
        self.is_secure = certificate is not None
        self._log, self._data, self._mail = folder / "log", folder / "data", folder / "mail"
        command = [os.environ["PROGRAM"], "serve", "--url", self.url, "--listen", f"127.0.0.1:{self.port}"]
        command += ["--data", self._data, "--rate-limits", "off", "--mail", f"file:{self._mail}", *options]
        if configuration:
            command += ["--config", configuration]
        if certificate:
            command += ["--tls-cert", certificate[0], "--tls-key", certificate[1]]
        with self._log.open("w") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, bufsize=0)
        self._wait_until_ready()

    def _wait_until_ready(self):
        """Waits for the line with which the server says that it is ready."""
        line, self.greeting = b"", ""
        while not line.startswith(b"Thumbturn is running"):
            self.greeting += line.decode()
            readable, _, _ = select.select([self._process.stdout], [], [], START_LIMIT)
            line = self._process.stdout.readline() if readable else b""
            if not line:
                self._process.kill()
                self._process.wait()
                raise RuntimeError(f"the server did not start:\n{self._log.read_text()}")

    def setup_address(self):
        """Returns a new address at which the owner sets the server up.

        A server issues an address itself soon after it has become ready, and the latest one is valid.
        """
        end = time.monotonic() + START_LIMIT
        while '"setup.code-issued"' not in self._log.read_text():
            if time.monotonic() > end:
                raise RuntimeError(f"the server issued no address:\n{self._log.read_text()}")
            time.sleep(0.02)
        return self.run("setup")

    def run(self, *arguments):
        """Returns the output of another command of the program."""
        command = [os.environ["PROGRAM"], *arguments, "--url", self.url, "--data", self._data]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def wait_for_client(self, client):
        """Waits until the running server has taken up a client that was added."""
        body = json.dumps({"client_id": client}).encode()
        request = urllib.request.Request(
            f"{self.url}/passkey/challenge", body, {"Content-Type": "application/json"}, method="POST")
        deadline = time.monotonic() + START_LIMIT
        while True:
            try:
                return urllib.request.urlopen(request, timeout=20).close()
            except urllib.error.HTTPError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def notices(self, event):
        """Returns the lines of the log about an event, the latest one last."""
        lines = [json.loads(line) for line in self._log.read_text().splitlines() if line.startswith("{")]
        return [line for line in lines if line.get("event") == event]

    def next_notice(self, event, count):
        """Returns the line about an event after the first ones, which may be written a moment after the response."""
        deadline = time.monotonic() + START_LIMIT
        while len(lines := self.notices(event)) <= count and time.monotonic() < deadline:
            time.sleep(0.02)
        return lines[count]

    def next_mail(self, address, count=0):
        """Returns the mail to an address after the first ones: its subject, its text and the file with all of it."""
        deadline = time.monotonic() + START_LIMIT
        while time.monotonic() < deadline:
            if len(mails := self.mails(address)) > count:
                return mails[count]
            time.sleep(0.05)
        raise RuntimeError(f"no mail to {address} came")

    def mails(self, address):
        """The mails to an address that have come, the oldest first."""
        paths = sorted(self._mail.glob("*.json"))
        mails = [{**json.loads(path.read_text()), "file": path.with_suffix(".eml")} for path in paths]
        return [mail for mail in mails if mail["to"] == address]

    def explain(self, reference):
        """Returns what thumbturn why says about a request."""
        command = [os.environ["PROGRAM"], "why", reference, "--log", self._log]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout

    def stop(self):
        """Stops the server, and returns what is wrong with how it ran."""
        self._process.terminate()
        try:
            status = self._process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._process.stdout.close()
        faults = [] if status == 0 else [f"the server ended with {status}"]
        for line in self._log.read_text().splitlines():
            if '"level":"error"' in line or '"status":5' in line:
                faults.append(line)
        return faults

    def leaks(self, secrets):
        """Returns the secrets that are in the log, among those of a whole run."""
        words = set(re.findall(r"[A-Za-z0-9_-]{22,}", self._log.read_text()))
        # The ID of an account, which the form of a review names its password by, is none.
        words = {word for word in words if not re.fullmatch("[0-9a-f]{24}", word)}
        return [f"the log has the secret {secret}" for secret in sorted(secrets & words)]

    def refresh_tokens(self, user):
        """How many sign-ins of a user can be renewed with a refresh token."""
        with contextlib.closing(sqlite3.connect(f"file:{self._data}/thumbturn.sqlite?mode=ro", uri=True)) as database:
            return database.execute("SELECT count(*) FROM refresh_families WHERE user = ?", [user]).fetchone()[0]

    def settle_passkeys(self):
        """Lets three days pass for every passkey, because one that is younger removes no other."""
        with contextlib.closing(sqlite3.connect(f"{self._data}/thumbturn.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE passkeys SET unconfirmed_until = NULL")

    def insert_device_key(self, user, name, added_at, until=None, shape="modern"):
        """Gives an account a device key whose private key nobody has. Returns its ID."""
        key = f"device-key|{secrets.token_urlsafe(16)}"
        with contextlib.closing(sqlite3.connect(f"{self._data}/thumbturn.sqlite", timeout=30)) as database, database:
            database.execute(
                "INSERT INTO device_keys (id, user, client, device_name, public_key, shape, created_at, unconfirmed_until) "
                "VALUES (?, ?, 'planner', ?, x'00', ?, ?, ?)", [key, user, name, shape, added_at, until])
        return key

    def settle_device_keys(self):
        """The same for device keys as for passkeys."""
        with contextlib.closing(sqlite3.connect(f"{self._data}/thumbturn.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE device_keys SET unconfirmed_until = NULL")

    def replace_device_key(self, user, key):
        """Has a user's passkeys be added by a device key."""
        with contextlib.closing(sqlite3.connect(f"{self._data}/thumbturn.sqlite", timeout=30)) as database, database:
            database.execute("UPDATE passkeys SET added_by = ? WHERE owner = ?", [key, user])

    def let_days_pass(self, user):
        """Lets four days pass since the sign-ins with which a user's sessions began."""
        days = 4 * 86_400
        with contextlib.closing(sqlite3.connect(f"{self._data}/thumbturn.sqlite", timeout=30)) as database, database:
            database.execute(
                "UPDATE browser_sessions SET authenticated_at = authenticated_at - ?, proven_since = proven_since - ? "
                "WHERE user = ?", [days, days, user["sub"]])

    def request(self, method, path, host=None, body=None, headers=None):
        """Returns the status, the headers and the body of a response. Redirects are not followed."""
        if self.is_secure:
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=20, context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        fields = {"Host": host or urllib.parse.urlsplit(self.url).netloc, **(headers or {})}
        try:
            connection.request(method, path, body=body, headers=fields)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def post_form(self, path, fields, host=None):
        body = urllib.parse.urlencode(fields)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, _, text = self.request("POST", path, host, body, headers)
        return status, json.loads(text)

    def user_info(self, token, host=None):
        status, _, text = self.request("GET", "/userinfo", host, headers={"Authorization": f"Bearer {token}"})
        return status, json.loads(text) if status == 200 else {}
