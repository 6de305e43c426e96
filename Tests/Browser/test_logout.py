# SPDX-License-Identifier: Apache-2.0
"""Signing out at the request of clients."""

from urllib.parse import urlencode

from cases import HOST, BrowserCase

CLIENT = "https://app.client.test/"
SESSION = "__Host-thumbturn-session"


class Logout(BrowserCase):
    def open_path(self, path, **parameters):
        self.page.goto(f"https://{HOST}{path}?{urlencode(parameters)}")

    def expect_signed_out(self):
        self.assertNotIn(SESSION, self.user.cookies())
        self.open(self.attempt(prompt="none"))
        self.assertEqual(self.returned()["error"], "login_required")

    def test_a_client_with_an_id_token_signs_its_user_out(self):
        _, tokens = self.signed_up()
        hint = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": CLIENT, "state": "a+b"}
        self.open_path("/oidc/logout", **hint)
        self.page.wait_for_url(f"{CLIENT}?state=a%2Bb")
        self.expect_signed_out()

    def test_a_client_without_an_id_token_has_the_user_asked(self):
        self.signed_up()
        self.open_path("/oidc/logout", client_id="web", post_logout_redirect_uri=CLIENT)
        self.user.wait_for_heading("Sign out?")
        self.assertIn(SESSION, self.user.cookies())
        self.user.press("Sign out")
        self.page.wait_for_url(CLIENT)
        self.expect_signed_out()

    def test_the_history_shows_no_address_after_a_logout(self):
        self.expected_complaints = ("status of 400",)
        self.signed_up()
        self.open_path("/v2/logout", client_id="web", returnTo=CLIENT)
        self.page.wait_for_url(CLIENT)
        shown = []
        for _ in range(4):
            self.page.go_back()
            shown.append(self.page.url)
            self.assertNotIn("@example.org", self.page.content())
        self.assertTrue(any("/signup?" in url for url in shown), shown)

    def test_a_user_who_stays_signed_in_keeps_the_session(self):
        self.signed_up()
        self.open_path("/oidc/logout")
        self.page.get_by_role("link", name="Stay signed in").click()
        self.user.wait_for_heading("Your account")
        self.open(self.attempt(prompt="none")).finish(self.returned())

    def test_auth0_s_address_signs_out_and_returns(self):
        self.signed_up()
        self.open_path("/v2/logout", client_id="web", returnTo=CLIENT)
        self.page.wait_for_url(CLIENT)
        self.expect_signed_out()

    def test_an_address_that_is_not_registered_is_not_opened(self):
        self.expected_complaints = ("status of 400",)
        _, tokens = self.signed_up()
        hint = {"id_token_hint": tokens["id_token"]}
        for path, parameters in (
            ("/oidc/logout", {**hint, "post_logout_redirect_uri": "https://elsewhere.test/"}),
            ("/v2/logout", {"client_id": "web", "returnTo": f"{CLIENT}more"}),
            ("/v2/logout", {"returnTo": "//elsewhere.test"}),
        ):
            self.open_path(path, **parameters)
            self.assertTrue(self.page.url.startswith(f"https://{HOST}/"), self.page.url)
            self.assertIn(SESSION, self.user.cookies())
