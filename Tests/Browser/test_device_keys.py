# SPDX-License-Identifier: Apache-2.0
"""The device keys of an account, which its user sees and removes on the account page."""

from cases import BrowserCase, new_address
from device_keys import DeviceApp
from test_account_passwords import ACCOUNT
from test_passwords import PASSWORD


class DeviceKeys(BrowserCase):
    # A page that is shown again with what is wrong has the status of the failure.
    expected_complaints = ("status of 403",)

    def new_app(self, email, name="Ada’s <b>iPad</b>"):
        app = DeviceApp(self.server, name)
        app.add(email)
        return app

    def sign_up_with_password(self, user):
        """Returns the address."""
        email = new_address()
        user.page.goto(self.attempt(connection="Members", screen_hint="signup").url)
        user.page.get_by_label("Email address").fill(email)
        user.press("Continue")
        user.page.get_by_role("link", name="Use a password instead").click()
        user.page.get_by_label("New password").fill(PASSWORD)
        user.press("Create account")
        user.wait_for_heading("What should we call you?")
        self.server.run("users", "verify", email)
        return email

    def rows(self, user):
        user.page.goto(ACCOUNT)
        user.wait_for_heading("Your account")
        return user.page.locator("section[aria-labelledby=device-keys] > ul > li")

    def remove_key(self, user):
        email = self.sign_up_with_password(user)
        app = self.new_app(email)
        self.assertIn("A device key was added", self.server.next_mail(email)["subject"])
        self.assertEqual(app.sign_in()[0], 200)
        row = self.rows(user)
        for text in ("Ada’s <b>iPad</b>", "For Trip Planner", "Last used", "Not confirmed"):
            self.assertIn(text, row.inner_text())
        row.locator("summary").click()
        with user.page.expect_navigation():
            row.locator("button", has_text="Remove").click()
        user.page.get_by_text("Device key removed.").wait_for()
        self.assertEqual(self.rows(user).count(), 0)
        self.assertEqual(app.sign_in()[0], 403)
        self.assertIn("A device key was removed", self.server.next_mail(email, 1)["subject"])

    def test_a_user_removes_a_device_key_and_is_told(self):
        self.remove_key(self.user)

    def test_a_user_without_scripts_removes_a_device_key(self):
        self.remove_key(self.new_user(java_script_enabled=False))

    def test_a_second_click_is_no_failure(self):
        email = new_address()
        claims, _ = self.signed_up(attempt=self.attempt(connection="Members", screen_hint="signup"), email=email)
        self.server.settle_passkeys()
        self.server.insert_device_key(claims["sub"], "Ada’s iPhone", 1_790_000_000)
        row = self.rows(self.user)
        row.locator("summary").click()
        self.page.evaluate(
            """async () => {
                const form = document.querySelector("form[action='/account/device-keys/remove']");
                await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
            }""")
        with self.page.expect_navigation():
            row.locator("button", has_text="Remove").click()
        self.page.get_by_text("Device key removed.").wait_for()

    def test_the_only_way_into_an_account_stays(self):
        claims, _ = self.signed_up(attempt=self.attempt(connection="Members", screen_hint="signup"))
        self.server.insert_device_key(claims["sub"], "Ada’s iPhone", 1_790_000_000)
        row = self.rows(self.user)
        self.assertEqual(row.locator("summary").count(), 1)
        passkeys = self.page.locator("section[aria-labelledby=passkeys]")
        self.assertEqual(passkeys.get_by_text("Remove", exact=True).count(), 0)
        self.assertNotIn("Only this one", passkeys.inner_text())
