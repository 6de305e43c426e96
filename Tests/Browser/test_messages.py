# SPDX-License-Identifier: Apache-2.0
"""The receiver of text messages that the documentation prints, as it is printed."""

import hashlib
import hmac
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

from server import Server, free_port

PAGE = Path(__file__).parents[2] / "docs/operations/messages.md"
NUMBER = "+4915112345678"
START_LIMIT = 60


class MessageReceiver(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.key = secrets.token_urlsafe(32)
        self.key_file = self.folder / "key"
        self.key_file.touch(mode=0o600)
        self.key_file.write_text(self.key)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        script = self.folder / "receiver.py"
        script.write_text(re.search(r"```python\n(.*?)```", PAGE.read_text(), re.S)[1])
        environment = {**os.environ, "THUMBTURN_MESSAGES_KEY": self.key}
        self.receiver = subprocess.Popen(
            [sys.executable, script, str(self.port)], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(self.receiver.stdout.close)
        self.addCleanup(self.receiver.wait)
        self.addCleanup(self.receiver.terminate)
        self.wait_for_receiver()

    def wait_for_receiver(self):
        deadline = time.monotonic() + START_LIMIT
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
            except OSError:
                if time.monotonic() > deadline or self.receiver.poll() is not None:
                    raise
                time.sleep(0.05)

    def received(self):
        """Stops the receiver, and returns what it has passed on."""
        self.receiver.terminate()
        return self.receiver.stdout.read().splitlines()

    def post(self, number, key=None, age=0, text="Hello", signed=None):
        """Returns the status of the answer to a message."""
        body = json.dumps({"id": str(number), "to": NUMBER, "text": text}).encode()
        moment = int(time.time()) - age
        code = hmac.new((key or self.key).encode(), f"{moment}.".encode() + (signed or body), hashlib.sha256)
        request = urllib.request.Request(
            self.url, body, {"Thumbturn-Signature": f"t={moment},v1={code.hexdigest()}"}, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def test_the_receiver_of_the_page_takes_what_the_server_sends(self):
        server = Server(self.folder / "server")
        output = server.run("messages", "test", NUMBER, "--messages", self.url, "--messages-key-file", self.key_file)
        self.assertIn(f"took the text message to {NUMBER}", output)
        self.assertEqual(server.stop(), [])
        received = self.received()
        self.assertEqual(len(received), 1)
        self.assertTrue(received[0].startswith(f"to {NUMBER} localhost: "), received)

    def test_the_receiver_of_the_page_rejects_what_is_forged_old_or_changed_and_sends_nothing_twice(self):
        self.assertEqual(self.post(1), 204)
        self.assertEqual(self.post(1), 204)
        self.assertEqual(self.post(2, key="another key of the same length ok"), 401)
        self.assertEqual(self.post(3, age=400), 401)
        self.assertEqual(self.post(4, age=-400), 401)
        self.assertEqual(self.post(5, signed=b"{}"), 401)
        self.assertEqual(self.received(), [f"to {NUMBER} Hello"])

    def test_the_receiver_of_the_page_rejects_a_request_without_a_signature(self):
        request = urllib.request.Request(self.url, b"{}", method="POST")
        with self.assertRaises(urllib.error.HTTPError) as raised:
            urllib.request.urlopen(request, timeout=60)
        raised.exception.close()
        self.assertEqual(raised.exception.code, 401)
