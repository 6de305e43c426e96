# SPDX-License-Identifier: Apache-2.0
"""Firefox ESR with a virtual authenticator, through Marionette: its own protocol, for which no package is needed."""

import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from server import free_port

FIREFOX = shutil.which("firefox-esr")
START_LIMIT = 90
# The longest wait for a page or for a response of the browser, in seconds.
LIMIT = 30
PREFERENCES = {
    "security.webauth.webauthn_enable_softtoken": True,
    "security.webauth.webauthn_enable_usbtoken": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "extensions.update.enabled": False,
    "app.update.disabledForTesting": True,
}
AUTHENTICATOR = {
    "protocol": "ctap2_1",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserConsenting": True,
    "isUserVerified": True,
}


class Firefox:
    def __init__(self, preferences=None):
        self._profile = tempfile.TemporaryDirectory(prefix="thumbturn-firefox.")
        port = free_port()
        wanted = {**PREFERENCES, **(preferences or {})}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted.items()]
        lines.append(f'user_pref("marionette.port", {port});')
        Path(self._profile.name, "user.js").write_text("\n".join(lines))
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", self._profile.name]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._count = 0
        self._socket = None
        try:
            self._connect(port)
            self.command("WebDriver:NewSession", {"acceptInsecureCerts": True})
        except Exception:
            self.stop()
            raise

    def _connect(self, port):
        deadline = time.monotonic() + START_LIMIT
        while True:
            try:
                self._socket = socket.create_connection(("127.0.0.1", port), timeout=START_LIMIT)
                self._stream = self._socket.makefile("rb")
                self._receive()
                return
            except OSError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise
                time.sleep(0.2)

    def stop(self):
        if self._socket:
            self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._profile.cleanup()

    def _receive(self):
        length = b""
        while (byte := self._stream.read(1)) != b":":
            if not byte:
                raise OSError("the browser closed the connection")
            length += byte
        return json.loads(self._stream.read(int(length)))

    def command(self, name, parameters=None):
        self._count += 1
        message = json.dumps([0, self._count, name, parameters or {}]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._receive()
        if error:
            raise RuntimeError(f"{name}: {error['error']}: {error['message']}")
        return result

    def add_device(self):
        return self.command("WebAuthn:AddVirtualAuthenticator", AUTHENTICATOR)["value"]

    def open(self, url):
        self.command("WebDriver:Navigate", {"url": url})

    def run(self, script, *arguments):
        parameters = {"script": script, "args": list(arguments), "newSandbox": True}
        return self.command("WebDriver:ExecuteScript", parameters)["value"]

    @property
    def url(self):
        return self.command("WebDriver:GetCurrentURL")["value"]

    def wait_for(self, script, *arguments):
        """Waits until a script returns something that is true, and returns it."""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            try:
                if found := self.run(f"return {script}", *arguments):
                    return found
            except RuntimeError:
                pass  # The page is being replaced.
            time.sleep(0.05)
        raise AssertionError(f"{script} stayed false at {self.url}: {self.run('return document.body.innerText')}")

    def fill(self, name, text):
        """Fills the field with a name or an ID."""
        field = f"document.querySelector('input[name={name}], input#{name}')"
        self.wait_for(field)
        self.run(f"{field}.value = arguments[0]", text)

    def press(self, text):
        pressed = (
            "[...document.querySelectorAll('button')].filter((one) => one.textContent.trim() === arguments[0])"
            ".map((one) => (one.click(), true)).length"
        )
        # Before the script has run, the button sends the form.
        self.wait_for("document.readyState === 'complete'")
        self.wait_for(pressed, text)
