# SPDX-License-Identifier: Apache-2.0
"""The main path in a second browser engine, over plain HTTP as on a developer's machine."""

import tempfile
import unittest
from pathlib import Path

from cases import new_address
from client import Attempt, Site, parameters_of
from firefox import FIREFOX, Firefox
from server import Server


@unittest.skipUnless(FIREFOX, "Firefox ESR is not installed")
class InFirefox(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        self.server = Server(Path(folder.name, "plain"))
        self.addCleanup(lambda: self.assertEqual(self.server.stop(), []))
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.firefox = Firefox()
        self.addCleanup(self.firefox.stop)
        self.firefox.add_device()

    def attempt(self, **more):
        return Attempt(self.server, redirect_uri=f"http://127.0.0.1:{self.site.port}/callback", **more)

    def returned(self):
        self.firefox.wait_for("location.pathname === '/callback'")
        return parameters_of(self.firefox.url)

    def test_a_user_of_firefox_signs_up_and_in(self):
        attempt = self.attempt(screen_hint="signup")
        self.firefox.open(attempt.url)
        self.firefox.fill("email", new_address())
        self.firefox.press("Continue")
        self.firefox.wait_for("location.pathname === '/signup' && document.querySelector('[data-ceremony]')")
        self.firefox.press("Continue")
        self.firefox.fill("name", "Ada Lovelace")
        self.firefox.press("Save and continue")
        signed_up, _ = attempt.finish(self.returned())
        again = self.attempt(prompt="login")
        self.firefox.open(again.url)
        self.firefox.press("Sign in with a passkey")
        claims, _ = again.finish(self.returned())
        self.assertEqual(claims["sub"], signed_up["sub"])
        self.assertNotEqual(claims["sid"], signed_up["sid"])
        silent = self.attempt(prompt="none")
        self.firefox.open(silent.url)
        self.assertEqual(silent.finish(self.returned())[0]["sid"], claims["sid"])
