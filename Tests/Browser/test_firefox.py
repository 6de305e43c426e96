# SPDX-License-Identifier: Apache-2.0
"""A second browser engine: the main path, over plain HTTP as on a developer's machine, and its third-party cookies."""

import json
import tempfile
import unittest
from pathlib import Path

from cases import new_address
from client import Attempt, Site, parameters_of
from firefox import Firefox
from server import Server
from test_tickets import FRAME, PAGE, SERVERS, TicketCase
from tunnels import Tunnels

# Firefox's setting: all cookies are allowed. By default it partitions those of other sites.
ALLOW_THIRD_PARTY_COOKIES = {"network.cookie.cookieBehavior": 0}


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
        # Any program on the device could listen at the redirect URI.
        self.firefox.open(self.attempt(prompt="none").url)
        self.assertEqual(self.returned()["error"], "interaction_required")
        confirmed = self.attempt()
        self.firefox.open(confirmed.url)
        self.firefox.wait_for("[...document.querySelectorAll('[value=current]')].map((one) => (one.click(), true)).length")
        self.assertEqual(confirmed.finish(self.returned())[0]["sid"], claims["sid"])


class SDKInFirefox(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        self.server = Server(Path(folder.name, "plain"), configuration=None, options=["--demo", "on"])
        self.addCleanup(lambda: self.assertEqual(self.server.stop(), []))
        self.firefox = Firefox()
        self.addCleanup(self.firefox.stop)
        self.firefox.add_device()

    def expect_user(self, address):
        """Waits until the sample application, which uses the SDK for everything, shows who is signed in."""
        shown = "!document.getElementById('signed-in').hidden && document.getElementById('user').textContent"
        self.assertEqual(self.firefox.wait_for(shown), address)
        self.firefox.wait_for("document.querySelector('#passkeys li')")

    def sign_out(self):
        self.firefox.press("Sign out")
        self.firefox.wait_for("!document.getElementById('signed-out').hidden")

    def test_a_user_of_firefox_signs_up_and_in_with_the_sdk_and_stays_signed_in(self):
        address = new_address()
        self.firefox.open(f"{self.server.url}/demo/")
        self.firefox.wait_for("!document.getElementById('signed-out').hidden")
        self.firefox.fill("email", address)
        self.firefox.press("Create an account")
        self.expect_user(address)
        self.sign_out()
        self.firefox.press("Sign in with a passkey")
        self.expect_user(address)
        self.firefox.open(f"{self.server.url}/demo/")
        self.expect_user(address)
        self.sign_out()
        self.firefox.open(f"{self.server.url}/demo/")
        self.firefox.wait_for("!document.getElementById('signed-out').hidden")


class CookiesInFirefox(TicketCase):
    def open_firefox(self, preferences=None):
        tunnels = Tunnels(self.run_.ports)
        self.addCleanup(tunnels.stop)
        proxy = {"network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": tunnels.port}
        self.firefox = Firefox({**proxy, **(preferences or {})})
        self.addCleanup(self.firefox.stop)

    def begin(self, host):
        """Begins a session in Firefox. Chromium gets the ticket, which isn't bound to a browser. Returns the user's ID."""
        attempt = self.embedded(host, prompt="none")
        fields = {**attempt.parameters, "login_ticket": self.ticket(host, attempt)}
        self.site.pages["/own"] = PAGE % SERVERS[host] + f"<script>submit({json.dumps(fields)})</script>"
        self.firefox.open(f"https://{host}/own")
        return self.finish(attempt)

    def finish(self, attempt):
        self.firefox.wait_for("location.pathname === '/callback'")
        return attempt.finish(parameters_of(self.firefox.url))[0]["sub"]

    def redirected(self, host):
        attempt = self.embedded(host, prompt="none")
        self.firefox.open(attempt.url)
        return self.finish(attempt)

    def framed(self, host):
        """What a hidden frame of the client's page gets."""
        attempt = self.embedded(host, prompt="none", response_mode="web_message")
        showing = "<script>received.then((response) => { document.title = JSON.stringify(response) })</script>"
        self.site.pages["/frame"] = FRAME % attempt.url.replace("&", "&amp;") + showing
        self.firefox.open(f"https://{host}/frame")
        return attempt, json.loads(self.firefox.wait_for("document.title.startsWith('{') && document.title"))

    def test_firefox_finds_the_session_with_a_redirect_but_not_in_a_frame_of_another_site(self):
        self.open_firefox()
        user = self.begin("app.client.test")
        self.assertEqual(self.redirected("app.client.test"), user)
        self.assertEqual(self.framed("app.client.test")[1]["error"], "login_required")
        self.assertEqual(self.redirected("app.client.test"), user)

    def test_firefox_finds_the_session_with_a_redirect_and_in_a_frame_of_the_same_site(self):
        self.open_firefox()
        user = self.begin("app.brand.test")
        self.assertEqual(self.redirected("app.brand.test"), user)
        attempt, response = self.framed("app.brand.test")
        self.assertEqual(attempt.finish(response)[0]["sub"], user)

    def test_firefox_finds_the_session_in_a_frame_of_another_site_if_third_party_cookies_are_allowed(self):
        self.open_firefox(ALLOW_THIRD_PARTY_COOKIES)
        user = self.begin("app.client.test")
        attempt, response = self.framed("app.client.test")
        self.assertEqual(attempt.finish(response)[0]["sub"], user)
        self.assertEqual(self.redirected("app.client.test"), user)
