# SPDX-License-Identifier: Apache-2.0
"""What users are asked beyond their passkey: consent, and the account."""

from cases import BrowserCase


class Choices(BrowserCase):
    def open_as_known_user(self, **more):
        claims, _ = self.signed_up()
        return claims, self.open(self.attempt("third", **more))

    def test_a_client_of_others_gets_what_the_user_allows_and_asks_once(self):
        known, attempt = self.open_as_known_user()
        self.assertEqual(self.user.heading(), "Allow Acme <b>Prints</b> to access your account?")
        self.assertIn(known["email"], self.page.locator("main").inner_text())
        self.user.press("Allow")
        self.assertEqual(attempt.finish(self.returned())[0]["sub"], known["sub"])
        self.open(self.attempt("third")).finish(self.returned())

    def test_a_client_of_others_gets_an_error_if_the_user_does_not_allow_it(self):
        self.open_as_known_user()
        self.user.press("Don’t allow")
        self.assertEqual(self.returned()["error"], "access_denied")
        self.open(self.attempt("third"))
        self.user.wait_for_heading("Allow Acme")

    def test_a_client_may_forward_the_browser_after_a_form(self):
        known, attempt = self.open_as_known_user(redirect_uri="https://app.client.test/forwarding")
        self.user.press("Allow")
        self.assertEqual(attempt.finish(self.returned("https://home.client.test/callback"))[0]["sub"], known["sub"])

    def test_consent_comes_after_a_sign_up(self):
        attempt = self.sign_up(self.attempt("third", screen_hint="signup"))
        self.user.wait_for_heading("Allow Acme")
        self.user.press("Allow")
        attempt.finish(self.returned())

    def test_consent_comes_after_a_sign_in(self):
        self.signed_up()
        self.user.forget_session()
        attempt = self.open(self.attempt("third"))
        self.user.wait_for_heading("Allow Acme")
        self.user.press("Allow")
        attempt.finish(self.returned())

    def test_a_consent_is_posted_to_the_client(self):
        _, attempt = self.open_as_known_user(response_mode="form_post")
        self.user.press("Allow")
        self.page.get_by_text("Posted").wait_for()
        attempt.finish(self.site.posts.get(timeout=5))

    def test_a_silent_request_that_needs_consent_gets_an_error(self):
        self.open_as_known_user(prompt="none")
        self.assertEqual(self.returned()["error"], "login_required")

    def test_a_user_continues_with_the_account(self):
        known, _ = self.signed_up()
        attempt = self.open(self.attempt(prompt="select_account"))
        self.user.wait_for_heading("Choose an account")
        self.page.get_by_role("button", name="Continue as Ada Lovelace").click()
        self.assertEqual(attempt.finish(self.returned())[0]["sub"], known["sub"])

    def test_a_user_continues_with_another_account(self):
        self.signed_up()
        attempt = self.open(self.attempt(prompt="select_account"))
        self.page.get_by_role("button", name="Use another account").click()
        attempt.finish(self.returned())

    def test_a_second_account_can_be_created_in_the_same_browser(self):
        first, _ = self.signed_up()
        second, _ = self.sign_up(self.attempt(prompt="create")).finish(self.returned())
        self.assertNotEqual(first["sub"], second["sub"])

    def test_a_maximum_age_asks_again(self):
        known, _ = self.signed_up()
        attempt = self.open_and_wait(self.attempt(max_age="0"))
        self.user.press("Sign in with a passkey")
        claims, _ = attempt.finish(self.returned())
        self.assertGreaterEqual(claims["auth_time"], known["auth_time"])
