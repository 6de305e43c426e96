# SPDX-License-Identifier: Apache-2.0
"""Accounts whose users said *not now*, where the connection allows that."""

from cases import HOST, BrowserCase, new_address
from client import parameters_of


class WithoutPasskey(BrowserCase):
    def sign_up_without(self):
        attempt = self.open(self.attempt(screen_hint="signup", connection="Guests"))
        self.page.get_by_label("Email address").fill(new_address())
        self.user.press("Continue")
        self.user.wait_for_heading("Create a passkey?")
        # The second press has no effect.
        self.page.get_by_role("button", name="Not now", exact=True).dblclick()
        self.user.wait_for_heading("What should we call you?")
        self.user.press("Save and continue")
        return attempt

    def test_a_user_signs_up_without_a_passkey_and_adds_one_later(self):
        claims, _ = self.sign_up_without().finish(self.returned())
        self.assertNotIn("amr", claims)
        self.assertEqual(self.user.passkeys(), [])
        self.page.goto(f"https://{HOST}/account")
        self.page.get_by_text("This browser is the only way into your account.").wait_for()
        self.user.press("Add a passkey")
        self.page.locator("section[aria-labelledby=passkeys] li .row").wait_for()
        self.assertEqual(len(self.user.passkeys()), 1)
        self.user.forget_session()
        again, _ = self.open(self.attempt(connection="Guests")).finish(self.returned())
        self.assertEqual(again["sub"], claims["sub"])

    def test_a_user_without_scripts_who_sends_the_form_twice_keeps_the_account(self):
        user, attempt = self.new_user(java_script_enabled=False), self.attempt(screen_hint="signup", connection="Guests")
        user.page.goto(attempt.url)
        user.page.get_by_label("Email address").fill(new_address())
        user.press("Continue")
        user.wait_for_heading("Create a passkey?")
        user.press("Not now")
        user.wait_for_heading("What should we call you?")
        # As if the browser had dropped the response, with its cookie.
        user.forget_session(name="__Host-thumbturn-session")
        user.page.go_back()
        user.press("Not now")
        user.wait_for_heading("What should we call you?")
        user.press("Save and continue")
        user.page.wait_for_url("https://app.client.test/callback?**")
        attempt.finish(parameters_of(user.page.url))

    def test_a_user_who_has_to_sign_in_again_adds_a_passkey_first(self):
        claims, _ = self.sign_up_without().finish(self.returned())
        attempt = self.open(self.attempt(prompt="login", connection="Guests"))
        self.user.wait_for_heading("Add a passkey first")
        self.user.press("Add a passkey here")
        again, _ = attempt.finish(self.returned())
        self.assertEqual(again["sub"], claims["sub"])

    def test_a_user_is_asked_before_a_link_for_somebody_else_loses_the_account(self):
        self.sign_up_without().finish(self.returned())
        attempt = self.attempt(login_hint="eve@example.org", connection="Guests")
        self.open(attempt)
        self.page.get_by_text("This browser is the only way into this account.").wait_for()
        self.user.screenshot("leave-account")
        self.page.get_by_role("link", name="Open the account of").click()
        self.user.press("Add a passkey")
        self.page.locator("section[aria-labelledby=passkeys] li .row").wait_for()
        # The device would answer for the field's suggestions.
        self.user.set_present(False)
        self.open(attempt)
        self.user.wait_for_heading("Sign in")

    def test_a_connection_that_requires_a_passkey_offers_no_way_around_it(self):
        self.open(self.attempt(screen_hint="signup"))
        self.page.get_by_label("Email address").fill(new_address())
        self.user.press("Continue")
        self.user.wait_for_heading("Create a passkey?")
        self.assertEqual(self.page.get_by_role("button", name="Not now").count(), 0)
