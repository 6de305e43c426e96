# SPDX-License-Identifier: Apache-2.0
"""The set-up of a new server, and its first page."""

import json
import os
import subprocess
import tempfile
import urllib.request
from pathlib import Path

from cases import nightly
from looks import LANGUAGES, LookingCase
from server import Server


class Setup(LookingCase):
    expected_complaints = ("status of 403", "status of 404", "status of 409")

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-setup.")
        self.addCleanup(folder.cleanup)
        self.new = Server(Path(folder.name, "new"), configuration=None)
        self.addCleanup(lambda: self.assertEqual(self.new.stop(), []))

    def begin(self, user, email="owner@example.org", address=None):
        user.page.goto(address or self.new.setup_address())
        user.page.get_by_label("Email address").fill(email)
        user.press("Create your passkey")

    def expect_owner(self, user):
        user.wait_for_heading("Your account")
        user.page.get_by_text("Your server is set up.").wait_for()

    def test_the_owner_follows_the_address_and_creates_a_passkey(self):
        self.begin(self.user)
        self.expect_owner(self.user)
        self.assertEqual(self.page.url, f"{self.new.url}/account")
        self.assertEqual(self.page.evaluate("document.activeElement.getAttribute('role')"), "status")
        self.assertEqual(len(self.user.passkeys()), 1)
        self.page.goto(f"{self.new.url}/setup")
        self.user.wait_for_heading("This server is set up")
        self.user.forget_session()
        self.page.goto(self.new.url)
        self.page.get_by_role("link", name="Sign in").click()
        self.user.wait_for_heading("Your account")

    def test_the_owner_of_a_new_server_tries_a_sign_in_up_to_its_code(self):
        self.begin(self.user)
        self.expect_owner(self.user)
        steps = self.page.get_by_role("region", name="Next steps")
        self.assertEqual(steps.get_by_role("listitem").count(), 3)
        self.assertEqual(steps.get_by_role("link", name="Add a second passkey").get_attribute("href"), "#passkeys")
        self.user.language = "en"
        self.assertEqual(list(self.look_closely(self.user, "next-steps")), [])
        steps.get_by_role("link", name="Try a sign-in").click()
        self.user.wait_for_heading("The sign-in worked")
        self.assertEqual(list(self.look_closely(self.user, "callback")), [])
        self.page.get_by_text("owner@example.org signed in to Sample web application.").wait_for()
        command = self.page.locator("code", has_text="curl").inner_text().replace("\\\n", " ").split()
        with urllib.request.urlopen(command[1], "&".join(command[3::2]).encode(), timeout=20) as response:
            self.assertIn("id_token", json.load(response))
        self.page.reload()
        self.user.wait_for_heading("There is no app here")

    def test_a_server_at_a_subdomain_says_what_it_excludes_and_keeps_the_domain_that_it_was_told(self):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-setup.")
        self.addCleanup(folder.cleanup)
        place, options = Path(folder.name, "new"), ["--trusted-proxy", "127.0.0.1"]

        def bound(*more):
            server = Server(place, url="https://login.example.org", configuration=None, options=[*options, *more])
            command = [os.environ["PROGRAM"], "config", "show", "--data", f"{place}/data"]
            shown = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
            shown = json.loads(shown)["custom_domains"][0].get("relying_party_identifier")
            self.assertEqual(server.stop(), [])
            return shown, "start it with --relying-party example.org" in server.greeting

        self.assertEqual(bound(), (None, True))
        self.assertEqual(bound(), (None, False))
        self.assertEqual(bound("--relying-party", "example.org"), ("example.org", False))
        # Without the option, it stays.
        self.assertEqual(bound(), ("example.org", False))

    def test_an_address_that_is_pasted_into_an_open_tab_fills_in_its_code(self):
        address = self.new.setup_address()
        self.page.goto(f"{self.new.url}/setup")
        self.assertEqual(self.page.evaluate("document.activeElement.name"), "code")
        self.page.goto(address)
        self.assertEqual(self.page.get_by_label("One-time code").input_value(), address.split("#")[1])

    def test_an_ip_address_leads_to_the_same_page_under_the_server_s_name(self):
        self.expected_complaints += ("status of 421",)
        address = self.new.setup_address()
        self.page.goto(address.replace("localhost", "127.0.0.1"))
        self.user.wait_for_heading("Passkeys don’t work at this address")
        self.page.get_by_role("link", name="Open http://localhost").click()
        self.page.wait_for_url(address)
        self.assertEqual(self.page.get_by_label("One-time code").input_value(), address.split("#")[1])

    def test_a_browser_without_passkeys_is_told_before_the_click(self):
        self.page.add_init_script("delete window.PublicKeyCredential")
        self.page.goto(self.new.setup_address())
        self.assertIn("doesn’t support passkeys", self.user.notice())

    def test_of_two_browsers_that_race_one_becomes_the_owner(self):
        address, other, held = self.new.setup_address(), self.new_user(), []
        other.page.route("**/setup/passkey", lambda route: held.append(route))
        with other.page.expect_request("**/setup/passkey"):
            self.begin(other, "another@example.org", address)
        self.begin(self.user, address=address)
        self.expect_owner(self.user)
        held[0].continue_()
        other.wait_for_heading("This server is set up")

    def test_a_wrong_code_is_explained_and_the_right_one_still_works(self):
        address = self.new.setup_address()
        self.begin(self.user, address=f"{self.new.url}/setup#AAAA-BBBB-CCCC-DDDD")
        self.assertIn("This is not the current code.", self.user.notice())
        self.page.get_by_label("One-time code").fill(address.split("#")[1].lower())
        self.user.press("Create your passkey")
        self.expect_owner(self.user)

    def expect_no_fault(self, pages):
        """Looks at pages, which have names, in each language."""
        for language in LANGUAGES:
            user = self.new_looking_user(language)
            for name, address in pages:
                user.page.goto(address())
                user.page.wait_for_load_state()
                self.assertEqual(list(self.look_closely(user, name)), [], name)

    @nightly
    def test_the_pages_of_a_new_server_can_be_used_by_everyone(self):
        self.expect_no_fault([("home-new", lambda: self.new.url), ("set-up", self.new.setup_address)])

    @nightly
    def test_the_first_page_of_a_server_that_is_set_up_can_be_used_by_everyone(self):
        self.begin(self.user)
        self.expect_owner(self.user)
        failed = f"{self.new.url}/?error=access_denied&error_description=The%20user%20did%20not%20allow%20the%20request."
        self.expect_no_fault([("home", lambda: self.new.url), ("callback-failed", lambda: failed)])

    @nightly
    def test_the_page_at_an_ip_address_can_be_used_by_everyone(self):
        self.expected_complaints += ("status of 421",)
        self.expect_no_fault([("address", lambda: self.new.url.replace("localhost", "127.0.0.1"))])
