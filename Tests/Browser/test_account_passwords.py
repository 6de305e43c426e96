# SPDX-License-Identifier: Apache-2.0
"""The password on the account page, and the pages that change it."""

from cases import HOST, BrowserCase, new_address
from test_passwords import PASSWORD

ACCOUNT = f"https://{HOST}/account"
OTHER = "another long one"


class AccountPasswords(BrowserCase):
    expected_complaints = ("status of 400", "status of 403")

    def new_member(self, passkeys=1):
        """Signs up with a passkey that has settled, adds more, and returns the address."""
        email = new_address()
        self.signed_up(attempt=self.attempt(connection="Members", screen_hint="signup"), email=email)
        for _ in range(passkeys - 1):
            self.user.use_device()
            self.open_account()
            with self.page.expect_response("**/account/passkeys"):
                self.user.press("Add a passkey")
            self.page.locator("section[aria-labelledby=passkeys] > ul > li").nth(1).wait_for()
        self.server.settle_passkeys()
        return email

    def open_account(self):
        self.page.goto(ACCOUNT)
        self.user.wait_for_heading("Your account")

    @property
    def section(self):
        return self.page.locator("section[aria-labelledby=password]")

    def follow(self, name):
        self.section.get_by_role("link", name=name, exact=True).click()

    def set_password(self, password):
        self.page.get_by_label("New password").fill(password)
        self.user.press("Save with your passkey")

    def signs_in(self, email, password):
        fields = {"client_id": "members", "grant_type": "http://auth0.com/oauth/grant-type/password-realm",
                  "realm": "Members", "username": email, "password": password}
        status, _ = self.server.post_form("/oauth/token", fields)
        return status == 200

    def test_a_passkey_sets_the_password_and_changes_it(self):
        email = self.new_member()
        self.open_account()
        self.follow("Set a password")
        self.user.wait_for_heading("Set a password")
        self.set_password("password1234")
        self.assertIn("Attackers try it first.", self.user.notice())
        # A space at its end is part of it.
        self.set_password(PASSWORD + " ")
        self.page.get_by_text("Password saved.").wait_for()
        self.assertEqual([self.signs_in(email, text) for text in (PASSWORD + " ", PASSWORD)], [True, False])
        self.follow("Change")
        self.user.wait_for_heading("Change your password")
        self.set_password(OTHER)
        self.page.get_by_text("Password saved.").wait_for()
        self.assertTrue(self.signs_in(email, OTHER))

    def test_two_passkeys_remove_the_password_and_bring_it_back(self):
        email = self.new_member(passkeys=2)
        self.open_account()
        self.follow("Set a password")
        self.set_password(PASSWORD)
        self.page.get_by_text("Password saved.").wait_for()
        for link, button, notice, signs_in in (
            ("Only passkeys", "Use only passkeys", "Only passkeys sign in now.", False),
            ("Allow again", "Allow the password", "Password allowed.", True),
            ("Remove", "Remove password", "Password removed.", False),
            ("Bring back", "Bring it back", "Password brought back.", True),
        ):
            self.follow(link)
            self.user.press(button)
            self.page.get_by_text(notice).wait_for()
            self.assertEqual(self.signs_in(email, PASSWORD), signs_in, link)

    def test_a_young_passkey_says_from_when_on_it_changes_the_password(self):
        self.signed_up(attempt=self.attempt(connection="Members", screen_hint="signup"))
        self.open_account()
        # The first way into an account has settled at once.
        self.follow("Set a password")
        self.set_password(PASSWORD)
        self.page.get_by_text("Password saved.").wait_for()
        self.section.get_by_text("With two passkeys that you have had for three days").wait_for()
        self.user.use_device()
        with self.page.expect_response("**/account/passkeys"):
            self.user.press("Add a passkey")
        self.section.get_by_text("on, the account can do without the password.").wait_for()
        self.assertRegex(self.section.locator("time[data-deadline]").inner_text(), r"20\d\d at \d")

    def test_a_user_without_scripts_changes_the_password_by_keyboard(self):
        user = self.new_user(java_script_enabled=False)
        email = new_address()
        user.page.goto(self.attempt(connection="Members", screen_hint="signup").url)
        user.page.get_by_label("Email address").fill(email)
        user.press("Continue")
        user.page.get_by_role("link", name="Use a password instead").click()
        user.wait_for_heading("Choose a password")
        user.page.get_by_label("New password").fill(PASSWORD)
        user.press("Create account")
        user.wait_for_heading("What should we call you?")
        user.page.goto(f"{ACCOUNT}/password")
        user.wait_for_heading("Change your password")
        # The first field has the focus.
        for text, key in ((PASSWORD, "Tab"), (OTHER, "Enter")):
            user.page.keyboard.type(text)
            user.page.keyboard.press(key)
        user.page.get_by_text("Password saved.").wait_for()
        self.assertTrue(self.signs_in(email, OTHER))

    def test_a_password_manager_finds_the_name_and_the_new_password(self):
        email = self.new_member()
        self.page.goto(f"{ACCOUNT}/password")
        fields = self.page.locator("form input[autocomplete]").evaluate_all(
            "all => all.map((one) => [one.autocomplete, one.value])")
        self.assertEqual(fields, [["username", email], ["new-password", ""]])
