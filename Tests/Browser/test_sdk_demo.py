# SPDX-License-Identifier: Apache-2.0
"""The sample application, at a server with the configuration that it creates by itself."""

import base64
import json
import re
import tempfile
from pathlib import Path

from accessibility import faults_of, faults_of_focus, overflow
from cases import BrowserCase, new_address, nightly
from first_minute import set_up, start_server
from sdk import WEB
from server import Server


def other_origin(body):
    """The request for tokens with a response that another origin's page got."""
    request = json.loads(body)
    if "authn_response" not in request:
        return body
    response = request["authn_response"]["response"]
    data = response["clientDataJSON"]
    client = json.loads(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)))
    client["origin"] = "https://other.example"
    response["clientDataJSON"] = base64.urlsafe_b64encode(json.dumps(client).encode()).decode().rstrip("=")
    return json.dumps(request)


class DemoCase(BrowserCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        cls.addClassCleanup(folder.cleanup)
        cls.server = Server(Path(folder.name, "plain"), configuration=None, options=["--demo", "on"])
        cls.addClassCleanup(cls.stop)

    @classmethod
    def stop(cls):
        assert (faults := cls.server.stop()) == [], faults

    def setUp(self):
        server = self.server
        super().setUp()
        self.server = server

    def open_demo(self, user=None):
        user = user or self.user
        user.set_present(False)
        user.page.goto(f"{self.server.url}/demo/")
        user.page.get_by_role("button", name="Create an account").wait_for()
        user.set_present(True)

    def sign_up(self, user=None):
        user = user or self.user
        user.page.get_by_label("Email address").fill(new_address())
        user.press("Create an account")
        user.wait_for_heading("Your account")
        user.page.locator("#passkeys li").first.wait_for()


class SetUpBefore(BrowserCase):
    def test_the_creation_of_the_owner_s_passkey_is_what_the_sample_application_shows_first(self):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        server = start_server(folder.name)
        self.addCleanup(lambda: self.assertEqual(server.stop(), []))
        set_up(self.user, server, new_address())
        first = self.page.locator("#exchange > li")
        first.nth(1).get_by_text("Verified: ").wait_for()
        self.assertIn("navigator.credentials.create()", first.nth(0).inner_text())
        self.assertIn("POST /setup/passkey", first.nth(1).inner_text())
        # What to do next, on this page and, for the owner of a server without other clients, on the account's.
        steps = self.page.get_by_role("region", name="Build your own")
        self.assertIn(f'url: "{server.url}", clientId: "thumbturn-web"', steps.inner_text())
        self.assertRegex(steps.inner_text(), rf"npm install {server.url}/sdk/thumbturn-[\w.-]+\.tgz")
        self.page.get_by_role("link", name="a page for your account").click()
        steps = self.page.get_by_role("region", name="Next steps")
        self.assertIn("thumbturn clients add Notes --type spa --origin http://localhost:4200", steps.inner_text())
        server.run("clients", "add", "Notes", "--type", "spa", "--id", "notes", "--origin", "http://localhost:4200")
        server.wait_for_client("notes")
        self.page.reload()
        self.user.wait_for_heading("Your account")
        self.assertFalse(steps.is_visible())


class Demo(DemoCase):
    def setUp(self):
        super().setUp()
        self.open_demo()

    def test_a_user_of_the_sample_application_signs_up_manages_passkeys_and_signs_in(self):
        self.sign_up()
        self.assertFalse(self.page.get_by_role("button", name="Remove").is_visible())
        self.page.get_by_label("Name").fill("Laptop")
        with self.page.expect_response("**/authentication-methods/*"):
            self.user.press("Rename")
        self.page.reload()
        self.page.locator("#passkeys li").first.wait_for()
        self.assertEqual(self.page.get_by_label("Name").input_value(), "Laptop")
        self.user.use_device()
        self.user.press("Add a passkey")
        self.page.locator("#passkeys li").nth(1).wait_for()
        self.page.get_by_role("button", name="Remove").nth(1).click()
        self.page.locator("#passkeys li").nth(1).wait_for(state="detached")
        self.assertTrue(self.user.expect_passkeys(0))

    def test_the_sample_application_offers_to_confirm_and_repeats_what_needed_a_recent_sign_in(self):
        self.expected_complaints = ("status of 401",)
        self.sign_up()
        self.user.use_device()
        self.user.press("Add a passkey")
        self.page.locator("#passkeys li").nth(1).wait_for()
        self.server.settle_passkeys()
        # As the server does 15 minutes after the sign-in.
        body = '{ "error": "insufficient_user_authentication" }'
        self.page.route(
            "**/me/v1/authentication-methods/*",
            lambda route: route.fulfill(status=401, content_type="application/json", body=body), times=1)
        self.page.get_by_role("button", name="Remove").nth(1).click()
        self.assertIn("It has been a while", self.user.notice())
        self.user.press("Confirm with a passkey")
        self.page.locator("#passkeys li").nth(1).wait_for(state="detached")
        self.assertEqual(self.page.locator("#passkeys li").count(), 1)

    def test_the_sample_application_signs_in_with_autofill(self):
        self.sign_up()
        self.user.press("Sign out")
        # The device responds to the request for autofill at once.
        self.page.locator("#exchange > li", has_text="navigator.credentials.get()").filter(has_text="credential").first.wait_for()
        self.user.wait_for_heading("Your account")

    def test_the_sample_application_shows_why_a_sign_in_fails(self):
        self.user.press("Sign in with a passkey")
        self.assertIn("No passkey was used", self.user.notice())

    def test_the_sample_application_leads_a_known_address_to_sign_in(self):
        self.expected_complaints = ("status of 400",)
        address = new_address()
        self.page.get_by_label("Email address").fill(address)
        self.user.press("Create an account")
        self.user.wait_for_heading("Your account")
        self.user.set_present(False)
        self.user.press("Sign out")
        self.user.wait_for_heading("Sign in to Notes")
        self.page.get_by_label("Email address").fill(address)
        self.user.press("Create an account")
        self.assertIn("Sign in instead", self.user.notice())
        self.assertEqual(self.page.evaluate("document.activeElement.id"), "sign-in")

    def test_the_sample_application_shows_the_exchange_and_the_verified_steps(self):
        self.sign_up()
        entry = self.page.locator("#exchange > li", has_text="navigator.credentials.create()")
        entry.locator("summary").first.click()
        shown = entry.inner_text()
        for part in ('"type": "webauthn.create"', '"user verified"', '"attestationFormat": "none"', '"counter"'):
            self.assertIn(part, shown)
        token = self.page.locator("#exchange > li", has_text="The server verifies the response")
        token.locator("summary", has_text="Verified").click()
        shown = token.inner_text()
        for part in "7.1.7 the client data is for a registration (webauthn.create)", f"({self.server.url})", "(none)":
            self.assertIn(part, shown)

    def test_the_sample_application_shows_the_step_that_rejects_a_response(self):
        self.expected_complaints = ("status of 403",)
        self.sign_up()
        # The device would answer for the field's suggestions at once.
        self.user.set_present(False)
        self.user.press("Sign out")
        self.user.wait_for_heading("Sign in to Notes")
        # The response comes from a page of another origin.
        self.page.route("**/oauth/token", lambda route: route.continue_(post_data=other_origin(route.request.post_data)))
        self.user.set_present(True)
        self.user.press("Sign in with a passkey")
        self.user.notice()
        rejected = self.page.locator("#exchange > li", has_text="Rejected at step").first
        self.assertIn('7.2.12: not "the origin is allowed"', rejected.inner_text())
        rejected.locator("summary", has_text="11 steps before it passed").click()
        self.assertIn("7.2.11", rejected.inner_text())
        self.assertNotIn("7.2.13", rejected.inner_text())

    def test_a_redirect_that_is_not_registered_is_explained_on_the_developer_s_machine(self):
        self.expected_complaints = ("status of 400",)
        self.page.goto(f"{self.server.url}/authorize?client_id=thumbturn-web&redirect_uri=http://localhost:4200/cb")
        shown = self.page.locator("main").inner_text()
        self.assertIn("Received: http://localhost:4200/cb.", shown)
        self.assertRegex(shown, r"The client .+ \(thumbturn-web\) lists: http://localhost:")
        reference = re.search(r"req_\S+", shown).group()
        record = next(line for line in self.server.notices("request") if line["reference"] == reference)
        self.assertEqual(record["received"], "http://localhost:4200/cb")

    @nightly
    def test_everyone_can_use_the_sample_application(self):
        user = self.user
        self.open_demo(user)
        user.set_present(False)
        with self.subTest("signed out"):
            self.look(user, "demo-signed-out")
        user.set_present(True)
        user.press("Sign in with a passkey")
        user.notice()
        with self.subTest("failed"):
            self.look(user, "demo-failed")
        self.sign_up(user)
        user.page.locator("summary", has_text="navigator.credentials.create()").click()
        with self.subTest("signed in"):
            self.look(user, "demo-signed-in")

    def look(self, user, name):
        """The darkness changes colors only, and the width what is on them."""
        for scheme, width in (("dark", 1280), ("light", 390)):
            user.page.emulate_media(color_scheme=scheme)
            user.page.set_viewport_size({"width": width, "height": 844})
            user.screenshot(f"{name}-{scheme}-{width}")
            self.assertEqual(overflow(user.page), 0)
            only = "color-contrast" if scheme == "dark" else None
            self.assertEqual(faults_of(user.page, only=only), [])
        self.assertEqual(faults_of_focus(user.page), [])

    def test_the_code_of_the_sample_application_is_short(self):
        # exchange.js and next.js show what happens and what to do next, which an application of one's own doesn't need.
        lines = sum(len((WEB / "demo" / name).read_text().splitlines()) for name in ("index.html", "demo.js"))
        self.assertLessEqual(lines, 130)
