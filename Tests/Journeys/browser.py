# SPDX-License-Identifier: Apache-2.0
"""Chromium with a virtual authenticator, and the sites that it visits."""

import base64
import functools
import hashlib
import http.server
import os
import shutil
import ssl
import threading
from contextlib import contextmanager
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from wire import FOLDER

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PICTURES = os.environ.get("JOURNEYS_PICTURES")
PAGES = Path(__file__).with_name("pages")
AUTHENTICATOR = {
    "protocol": "ctap2",
    "ctap2Version": "ctap2_1",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
    "defaultBackupEligibility": True,
    "defaultBackupState": True,
}


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def sites():
    """Serves the sites of other origins at the address that their names resolve to."""
    handler = functools.partial(QuietHandler, directory=str(PAGES))
    server = http.server.ThreadingHTTPServer(("127.0.0.2", 443), handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "leaf.pem", FOLDER / "leaf.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield
    server.shutdown()


def flags():
    """Flags that prevent background requests and trust only the certificate's key."""
    certificate = x509.load_pem_x509_certificate((FOLDER / "leaf.pem").read_bytes())
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
    quiet = "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update"
    return [f"--{flag}" for flag in quiet.split()] + [f"--ignore-certificate-errors-spki-list={pin}"]


class BrowserUser:
    """A user with one device: a page and its passkeys."""

    def __init__(self, context):
        self.page = context.new_page()
        self.complaints = []
        self.page.on("console", lambda told: told.type == "error" and self.complaints.append(told.text))
        self._protocol = context.new_cdp_session(self.page)
        self._protocol.send("WebAuthn.enable", {"enableUI": False})
        self.device = self.add_device()

    def add_device(self, **options):
        added = self._protocol.send("WebAuthn.addVirtualAuthenticator", {"options": {**AUTHENTICATOR, **options}})
        return added["authenticatorId"]

    def passkeys(self):
        return self._protocol.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"]

    def expect_passkeys(self, count):
        """Waits for the number of passkeys, because signals reach the device after a delay."""
        for _ in range(200):
            if len(self.passkeys()) == count:
                return True
            self.page.wait_for_timeout(25)
        return False

    def send_command(self, command, **options):
        self._protocol.send(f"WebAuthn.{command}", {"authenticatorId": self.device, **options})

    def run(self, script, *arguments):
        return self.page.evaluate(f"(given) => site.{script}(...given)", list(arguments))

    def screenshot(self, name):
        if PICTURES:
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{PICTURES}/{name}.png")
