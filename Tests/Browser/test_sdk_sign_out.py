# SPDX-License-Identifier: Apache-2.0
"""How users of the web SDK sign out: everywhere, for good, and from whatever state of the page."""

from cases import BRAND, HOST
from sdk import APP, SDKCase

RELATED = "https://app.client.test"
RELATED_OPTIONS = {"domain": HOST, "clientId": "embedded", "redirectUri": f"{RELATED}/callback"}
SESSION = "__Host-thumbturn-session"


class SigningOut(SDKCase):
    def expect_no_session(self):
        attempt = self.attempt("sdk", host=BRAND, redirect_uri=f"{APP}/app", prompt="none")
        self.open(attempt)
        self.assertEqual(self.returned(f"{APP}/app")["error"], "login_required")

    def hold_answer(self, script):
        """Runs a script that asks for tokens, which the server grants. The page gets them when it is released."""
        self.page.evaluate(
            """() => {
              const fetch = window.fetch;
              window.fetch = async (...request) => {
                const answer = await fetch(...request);
                if (answer.url.endsWith("/oauth/token") && answer.ok) {
                  await new Promise((resolve) => { window.release = resolve; });
                }
                return answer;
              };
            }""")
        self.page.evaluate(script)
        self.page.wait_for_function("'release' in window")

    def test_a_user_who_signs_out_right_after_a_reload_is_signed_out_at_the_server(self):
        self.signed_up()
        self.reload()
        self.assertEqual(self.run_script("client.signOut()"), "signedOut")
        self.assertIsNone(self.run_script("client.user({ ask: true })"))
        self.assertNotIn(SESSION, self.user.cookies())
        self.expect_no_session()

    def test_a_sign_out_while_the_page_asks_who_is_signed_in_is_not_undone_by_the_answer(self):
        self.signed_up()
        self.reload()
        self.hold_answer("() => { window.asked = client.user(); }")
        self.assertEqual(self.run_script("client.signOut()"), "signedOut")
        self.page.evaluate("release()")
        self.assertIsNone(self.run_script("window.asked"))
        self.assertIsNone(self.run_script("client.user({ ask: true })"))
        self.assertIsNone(self.run_script("client.accessToken()"))

    def test_a_sign_out_while_tokens_are_refreshed_is_not_undone_by_the_answer(self):
        self.signed_up(storage="local")
        self.hold_answer("() => { window.asked = client.accessToken({ fresh: true }); }")
        self.run_script("client.signOut()")
        self.page.evaluate("release()")
        self.assertIsNone(self.run_script("window.asked"))
        self.assertIsNone(self.run_script("client.user()"))

    def test_a_sign_out_ends_a_sign_in_that_is_not_finished(self):
        self.signed_out()
        self.hold_answer("() => { window.signingIn = attempt(() => client.signIn()); }")
        self.run_script("client.signOut()")
        self.page.evaluate("release()")
        self.assertEqual(self.page.evaluate("window.signingIn")["reason"], "aborted")
        self.assertIsNone(self.run_script("client.user({ ask: true })"))

    def test_a_sign_out_that_does_not_reach_the_server_says_so_and_can_be_repeated(self):
        self.expected_complaints = ("ERR_INTERNET_DISCONNECTED",)
        self.signed_up()
        self.page.context.set_offline(True)
        self.expect_failure("network", "client.signOut()")
        self.page.context.set_offline(False)
        self.assertIn(SESSION, self.user.cookies())
        self.assertIsNone(self.run_script("client.user({ ask: true })"))
        self.reload()
        self.assertIsNone(self.run_script("client.user({ ask: true })"))
        self.assertEqual(self.run_script("client.signOut()"), "signedOut")
        self.expect_no_session()

    def test_an_address_that_is_no_page_is_not_opened_after_a_sign_out(self):
        self.signed_up()
        failed = self.attempt_to("client.signOut({ returnTo: 'javascript:alert(1)' })")
        self.assertEqual(failed["name"], "TypeError")
        self.assertTrue(self.run_script("client.user()"))

    def test_a_page_of_another_origin_can_not_sign_the_user_out(self):
        self.signed_up()
        self.expected_complaints = ("CORS", "ERR_FAILED", "status of 403")
        self.open_site("<title>Elsewhere</title>", "https://evil.brand.test/page")
        send = """(url) => fetch(url, { method: "POST", credentials: "include", headers: { Accept: "application/json" },
            body: new URLSearchParams({ client_id: "sdk" }) }).then(() => "read", () => "failed")"""
        self.assertEqual(self.page.evaluate(send, f"https://{BRAND}/oidc/logout"), "failed")
        self.assertIn(SESSION, self.user.cookies())

    def test_an_account_that_is_deleted_is_signed_out_everywhere_and_signs_in_nowhere(self):
        self.expected_complaints = ("status of 403",)
        self.signed_up()
        self.expect_failure("aborted", "client.deleteAccount({ signal: AbortSignal.abort() })")
        days = self.run_script("client.deleteAccount().then(({ deletesAt }) => (deletesAt - Date.now()) / 86400000)")
        self.assertTrue(2.9 < days <= 3, days)
        self.assertIsNone(self.run_script("client.user({ ask: true })"))
        self.expect_no_session()
        self.expect_failure("accountToBeDeleted", "client.signIn()")
        url = self.run_script("client.signIn().catch(({ url }) => url)")
        self.assertEqual(url, f"https://{BRAND}/account/keep")


class OnAnotherSite(SDKCase):
    """An application on another site than the server, whose frames have no cookies of the server."""

    def setUp(self):
        super().setUp()
        self.user.block_third_party_cookies()

    def open_related(self, **options):
        self.open_app(RELATED, **RELATED_OPTIONS, **options)

    def sign_in_with_redirect(self):
        """Signs up on the server's page, and comes back to the application."""
        self.open_related()
        self.site.pages["/callback"] = self.site.pages["/app"]
        self.leave_by("client.signInWithRedirect({ screen_hint: 'signup' })")
        self.sign_up_here()
        self.page.wait_for_url(f"{RELATED}/callback?**")
        self.page.wait_for_function("'attempt' in window")
        return self.run_script("client.handleRedirectCallback()")["user"]

    def expect_session(self, error):
        attempt = self.attempt("embedded", host=HOST, redirect_uri=f"{RELATED}/callback", prompt="none")
        self.open(attempt)
        self.assertEqual(self.returned(f"{RELATED}/callback").get("error"), error)

    def test_a_sign_in_on_another_site_lasts_as_long_as_its_page(self):
        self.open_related()
        user = self.run_script("client.signUp({ email: first })", "ada-related@example.org")["user"]
        fresh = self.run_script("client.accessToken({ fresh: true })")
        self.assertTrue(fresh)
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        other = self.page.context.new_page()
        self.load(other, f"{RELATED}/app")
        self.assertIsNone(self.run_script("client.user()", page=other))
        self.assertIsNone(self.run_script("client.user({ ask: true })", page=other))
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken()"))
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])

    def test_a_tab_that_finds_no_session_after_a_redirect_leaves_the_others_signed_in(self):
        user = self.sign_in_with_redirect()
        other = self.page.context.new_page()
        self.user.block_third_party_cookies(other)
        self.load(other, f"{RELATED}/app")
        self.assertIsNone(self.run_script("client.user()", page=other))
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])

    def test_a_sign_out_after_a_redirect_visits_the_server_which_ends_the_session(self):
        self.sign_in_with_redirect()
        with self.page.expect_navigation(url=f"https://{HOST}/oidc/logout?**"):
            self.page.evaluate("() => { client.signOut(); }")
        self.assertNotIn(SESSION, self.user.cookies())
        self.expect_session("login_required")

    def test_a_sign_out_after_a_redirect_and_a_reload_has_the_user_asked_by_the_server(self):
        self.sign_in_with_redirect()
        self.load(self.page, f"{RELATED}/app")
        with self.page.expect_navigation(url=f"https://{HOST}/oidc/logout?**"):
            self.page.evaluate("() => { client.signOut(); }")
        self.user.press("Sign out")
        self.page.wait_for_load_state()
        self.assertNotIn(SESSION, self.user.cookies())
        self.expect_session("login_required")
