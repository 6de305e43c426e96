# SPDX-License-Identifier: Apache-2.0
"""What the tests of a run share: the servers, a client's site and the browser; and the steps that many of them take."""

import itertools
import os
import tempfile
import unittest
import urllib.parse
from pathlib import Path

from chromium import Chromium, User
from client import Attempt, Site, parameters_of
from playwright.sync_api import sync_playwright
from server import Server, make_certificate

HOST, BRAND = "auth.example.test", "login.brand.test"
OTHERS_PAGE = "https://elsewhere.test/page"
# Sites of clients, and of others. The first three share a domain with one of the server's hosts.
SITES = ("app.example.test", "app.brand.test", "evil.brand.test")
SITES += ("app.client.test", "home.client.test", "elsewhere.test")
# Whether the tests that take long are run, too.
NIGHTLY = bool(os.environ.get("NIGHTLY"))
_numbers = itertools.count(1)


def nightly(test):
    """Marks a test that takes long, of what other tests have in part: it runs at night, or by its name."""
    test.is_nightly = True
    return test


def new_address():
    return f"ada{next(_numbers)}@example.org"


class Run:
    """The servers, the sites and the browser of a run."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        folder = Path(self._folder.name)
        certificate = make_certificate(folder)
        self.site = Site(certificate)
        self.server = Server(folder / "tls", f"https://{HOST}", certificate)
        self.ports = {HOST: self.server.port, BRAND: self.server.port}
        for name in SITES:
            self.ports[name] = self.site.port
        self.secrets = set()
        self._playwright = sync_playwright().start()
        self._chromium = Chromium(self._playwright, self.ports)

    def new_context(self, **options):
        return self._chromium.new_context(**options)

    def new_profile(self, folder, preferences):
        return self._chromium.new_profile(folder, preferences)

    def stop(self):
        """Stops everything, and returns what was wrong with the server."""
        self._chromium.stop()
        self._playwright.stop()
        self.site.stop()
        faults = self.server.stop() + self.server.leaks(self.secrets)
        self._folder.cleanup()
        return faults


class BrowserCase(unittest.TestCase):
    run_: Run
    # What the test expects the browser to complain about.
    expected_complaints = ()

    def setUp(self):
        self.server, self.site = self.run_.server, self.run_.site
        self.site.reset()
        self.user = self.new_user()
        self.page = self.user.page

    def new_user(self, **options):
        return self.user_of(self.run_.new_context(**options))

    def user_of(self, context):
        user = User(context)
        self.addCleanup(user.close)
        self.addCleanup(lambda: self.run_.secrets.update(user.all_secrets()))
        self.addCleanup(self.expect_no_complaint, user)
        return user

    def expect_no_complaint(self, user):
        unexpected = [text for text in user.complaints if not any(part in text for part in self.expected_complaints)]
        self.assertEqual(unexpected, [], "the browser complained")

    def open_site(self, html, url=OTHERS_PAGE):
        """Opens a page of another site."""
        self.site.pages[urllib.parse.urlsplit(url).path] = html
        self.page.goto(url)

    def attempt(self, client="web", **more):
        return Attempt(self.server, client, **more)

    def open(self, attempt):
        self.page.goto(attempt.url)
        return attempt

    def open_and_wait(self, attempt):
        """Opens the sign-in page of a user who is not present, and waits until the request for autofill is pending."""
        self.user.set_present(False)
        with self.page.expect_response("**/login/challenge"):
            self.open(attempt)
        self.page.wait_for_timeout(500)
        self.user.set_present(True)
        return attempt

    def returned(self, path="https://app.client.test/callback"):
        """Waits until the browser is back at the client, and returns the parameters of the response."""
        self.page.wait_for_url(f"{path}?**")
        return parameters_of(self.page.url)

    def sign_up(self, attempt=None, email=None, name=None):
        """Signs up with a passkey, and returns the request, which is not finished yet."""
        attempt = self.open(attempt or self.attempt(screen_hint="signup"))
        self.sign_up_here(email, name)
        return attempt

    def sign_up_here(self, email=None, name=None):
        """Signs up on the server's page that is open."""
        self.page.get_by_label("Email address").fill(email or new_address())
        self.user.press("Continue")
        self.user.wait_for_heading("Create a passkey?")
        self.user.press("Continue")
        self.user.wait_for_heading("What should we call you?")
        self.page.get_by_label("Name").fill(name or "Ada Lovelace")
        self.user.press("Save and continue")

    def signed_up(self, **more):
        """Signs up, and returns the claims and the tokens that the client got."""
        return self.sign_up(**more).finish(self.returned())

    def sign_in_with_phone(self, ready=lambda: None):
        """Signs in with a phone that has the account's only passkey. `ready` is called before."""
        self.user.use_device(transport="hybrid")
        claims, _ = self.signed_up()
        self.user.forget_session()
        attempt = self.open(self.attempt())
        ready()
        self.page.get_by_role("button", name="Use another device").click()
        return claims, attempt
