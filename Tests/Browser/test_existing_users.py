# SPDX-License-Identifier: Apache-2.0
"""The example of a guide: an application with users, passwords and sessions of its own, and passkeys at the server."""

import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from cases import BrowserCase
from server import Server, free_port

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "Examples/ExistingUsers"
GUIDE = ROOT / "docs/guides/add-passkeys-to-existing-users.md"
FILES = ("app.py", "index.html", "notes.json")
SERVER, SITE = "http://localhost:8080", "http://localhost:3000"
# Leaves requests for autofill pending. The device would respond to one at once if it came before the click on the button.
PENDING_AUTOFILL = """(() => {
    const get = CredentialsContainer.prototype.get;
    CredentialsContainer.prototype.get = function (options) {
        const { mediation, signal } = options;
        if (mediation !== "conditional") return get.call(this, options);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
})()"""


class ExistingUsers(BrowserCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        cls.addClassCleanup(folder.cleanup)
        cls.folder, cls.url = Path(folder.name), f"http://localhost:{free_port()}"
        cls.copy("notes.json", {SITE: cls.url})
        cls.own_server = Server(cls.folder / "server", configuration=cls.folder / "notes.json")
        cls.addClassCleanup(cls.stop)
        cls.copy("index.html", {SERVER: cls.own_server.url})
        cls.copy("app.py", {SERVER: cls.own_server.url, SITE: cls.url})
        application = subprocess.Popen(
            [sys.executable, "app.py"], cwd=folder.name, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(application.stdout.close)
        cls.addClassCleanup(application.wait)
        cls.addClassCleanup(application.terminate)
        assert application.stdout.readline().strip() == b"ready"

    @classmethod
    def stop(cls):
        assert (faults := cls.own_server.stop()) == [], faults

    @classmethod
    def copy(cls, name, replacements):
        """Copies a file of the example, with the ports of the tests."""
        text = (EXAMPLE / name).read_text()
        for printed, own in replacements.items():
            assert printed in text, printed
            text = text.replace(printed, own)
        (cls.folder / name).write_text(text)

    def setUp(self):
        super().setUp()
        self.server = self.own_server
        for table in ("sessions", "passkey_accounts"):
            self.query(f"DELETE FROM {table}")
        self.page.add_init_script(PENDING_AUTOFILL)
        self.open_application()

    def open_application(self):
        self.page.goto(f"{self.url}/")
        self.page.get_by_role("button", name="Sign in", exact=True).wait_for()

    def sign_in(self, user="ada"):
        self.page.get_by_placeholder("Email address").fill(f"{user}@example.org")
        self.page.get_by_placeholder("Password").fill("correct horse")
        self.user.press("Sign in")
        self.page.get_by_text(f"Signed in as {user}@example.org.").wait_for()

    def sign_out(self):
        with self.page.expect_event("load"):
            self.user.press("Sign out")
        self.page.get_by_role("button", name="Sign in", exact=True).wait_for()

    def add_passkey(self):
        self.user.press("Add a passkey")
        self.page.get_by_role("button", name="Add a passkey").wait_for(state="hidden")

    def expect_passkey_sign_in(self):
        self.user.press("Sign in with a passkey")
        self.page.get_by_text("Signed in as ada@example.org.").wait_for()

    def linked(self):
        """The accounts that are linked, by user."""
        return dict(self.query("SELECT user, sub FROM passkey_accounts WHERE sub IS NOT NULL"))

    def query(self, statement):
        with closing(sqlite3.connect(self.folder / "notes.sqlite")) as db, db:
            return db.execute(statement).fetchall()

    def post(self, path, token="", origin=None):
        """The status of a request with the session of the page."""
        cookie = self.user.cookies().get("notes", {}).get("value", "")
        headers = {"Origin": origin or self.url, "Cookie": f"notes={cookie}", "Authorization": f"Bearer {token}"}
        request = urllib.request.Request(self.url + path, method="POST", data=b"", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.status
        except urllib.error.HTTPError as error:
            return error.code

    def with_sdk(self, script, **options):
        """What a script returns that uses a client of its own."""
        given = {"url": self.server.url, "clientId": "notes", "session": False, "prefetch": False, **options}
        return self.page.evaluate(
            """async (options) => {
              const { Thumbturn } = await import(`${options.url}/sdk/thumbturn.js`);
              const auth = new Thumbturn(options);
              %s
            }""" % script, given)

    def test_a_user_of_a_table_adds_a_passkey_after_the_password_and_signs_in_with_it(self):
        self.sign_in()
        self.add_passkey()
        self.sign_out()
        self.expect_passkey_sign_in()
        self.assertEqual(list(self.linked()), [1])

    def test_a_user_whose_passkey_was_not_linked_at_first_links_it_with_the_next_attempt(self):
        self.expected_complaints = ("net::ERR_FAILED", "status of 400")
        self.sign_in()
        self.page.route("**/passkey/link", lambda route: route.abort())
        self.user.press("Add a passkey")
        self.page.get_by_role("status").filter(has_text="Failed").wait_for()
        self.page.unroute("**/passkey/link")
        self.add_passkey()
        self.assertEqual(len(self.user.passkeys()), 1)
        self.sign_out()
        self.expect_passkey_sign_in()

    def test_a_stranger_s_passkey_is_not_linked_and_begins_no_session(self):
        # Anybody can create an account.
        token = self.with_sdk(
            """await auth.signUp({ username: `ada@example.org~${crypto.randomUUID()}`, name: "ada@example.org" });
            return auth.accessToken();""", audience="urn:notes:sign-in")
        self.assertEqual(self.post("/passkey", token), 403)
        self.sign_in()
        self.assertEqual(self.post("/passkey/name"), 200)
        self.assertEqual(self.post("/passkey/link", token), 403)
        self.assertEqual(self.linked(), {})

    def test_another_site_can_t_link_a_passkey(self):
        self.sign_in()
        for path in ("/passkey/name", "/passkey/link", "/passkey", "/password"):
            self.assertEqual(self.post(path, origin="https://elsewhere.test"), 403, path)

    def test_a_token_for_something_else_begins_no_session(self):
        self.sign_in()
        self.add_passkey()
        self.sign_out()
        tokens = self.with_sdk(
            """await auth.signIn();
            const account = { audience: `${options.url}/me/`, scope: "read:me:authentication_methods" };
            return [await auth.accessToken(), await auth.accessToken(account)];""")
        self.assertEqual([self.post("/passkey", token) for token in tokens], [401, 401])

    def test_a_token_of_an_earlier_sign_in_or_of_another_client_is_not_accepted(self):
        self.sign_in()
        self.add_passkey()
        token = self.with_sdk("await auth.signIn(); return auth.accessToken();", audience="urn:notes:sign-in")
        # The functions of the application, without its server.
        functions = {}
        exec((self.folder / "app.py").read_text().partition("\n\n\nwith ")[0], functions)
        self.assertEqual(functions["checked"](token)["sub"], self.linked()[1])
        for changed in ({"CLIENT": "other"}, {"time": SimpleNamespace(time=lambda: time.time() + 301)}):
            with mock.patch.dict(functions, changed), self.assertRaises(functions["Rejection"]):
                functions["checked"](token)

    def test_a_session_that_is_not_new_can_t_add_a_passkey(self):
        self.expected_complaints = ("status of 403",)
        self.sign_in()
        self.query("UPDATE sessions SET since = since - 301")
        self.user.press("Add a passkey")
        self.page.get_by_text("Sign in again, then add the passkey.").wait_for()
        self.assertEqual(self.user.passkeys(), [])

    def test_a_user_who_lost_the_device_gets_a_passkey_with_an_invitation(self):
        self.sign_in()
        self.add_passkey()
        self.sign_out()
        self.user.use_device()
        (name,), = self.query("SELECT name FROM passkey_accounts")
        self.page.goto(self.server.run("users", "invite", name))
        self.page.locator("main button").first.click()
        self.assertTrue(self.user.expect_passkeys(1))
        self.open_application()
        self.expect_passkey_sign_in()


class Guide(unittest.TestCase):
    def test_the_code_of_the_guide_for_existing_users_is_that_of_the_example(self):
        example = [(EXAMPLE / name).read_text() for name in FILES]
        blocks = re.findall(r"```(?:json|sql|python|js)\n(.*?)```", GUIDE.read_text(), re.S)
        self.assertEqual(len(blocks), 6)
        for printed in blocks:
            self.assertTrue(any(printed in text for text in example), printed)
