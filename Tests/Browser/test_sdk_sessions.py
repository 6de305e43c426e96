# SPDX-License-Identifier: Apache-2.0
"""How users of the web SDK stay signed in: after a reload, in several tabs, and until it ends."""

from sdk import APP, SDKCase


class Sessions(SDKCase):
    def test_a_user_is_still_signed_in_after_a_reload_and_no_token_is_stored(self):
        user = self.signed_up()
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken()"))
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        stored = self.page.evaluate("JSON.stringify([localStorage, sessionStorage])")
        self.assertNotIn("ey", stored)

    def test_a_page_that_nobody_was_signed_in_on_asks_for_nothing(self):
        self.open_app()
        requests = self.requests_to("/authorize")
        self.assertIsNone(self.run_script("client.user()"))
        self.assertEqual(requests, [])

    def test_a_user_who_signed_out_stays_signed_out_after_a_reload(self):
        self.signed_up()
        self.run_script("client.signOut()")
        self.reload()
        self.assertIsNone(self.run_script("client.user()"))
        self.assertIsNone(self.run_script("client.accessToken()"))
        attempt = self.attempt("sdk", host="login.brand.test", redirect_uri=f"{APP}/app", prompt="none")
        self.open(attempt)
        self.assertEqual(self.returned(f"{APP}/app")["error"], "login_required")

    def test_without_a_session_a_reload_signs_the_user_out(self):
        self.signed_up(session=False)
        self.assertEqual(self.user.cookies(), {})
        self.reload()
        self.assertIsNone(self.run_script("client.user()"))

    def test_a_session_that_has_ended_is_reported_once_by_the_tab_that_finds_it_out(self):
        user = self.signed_up()
        other = self.open_tab()
        self.assertEqual(self.run_script("client.user()", page=other)["sub"], user["sub"])
        self.user.forget_session()
        self.reload()
        self.assertIsNone(self.run_script("client.user()"))
        self.expect_event("expired", self.page)
        self.assertIsNone(self.run_script("client.user()"))
        self.assertEqual(self.page.evaluate("events"), ["expired"])
        # The other tab has tokens of its own, which are valid.
        self.assertTrue(self.run_script("client.accessToken()", page=other))
        self.assertEqual(other.evaluate("events"), [])

    def test_signing_in_and_out_reaches_all_tabs(self):
        self.open_app()
        other = self.open_tab()
        self.page.bring_to_front()
        self.signed_up()
        self.expect_event("signedIn", other)
        self.assertTrue(self.run_script("client.user()", page=other)["sub"])
        self.run_script("client.signOut()")
        self.expect_event("signedOut", other)
        self.assertIsNone(self.run_script("client.user()", page=other))

    def test_signing_out_with_a_redirect_ends_at_the_application(self):
        self.signed_up()
        with self.page.expect_navigation(url=f"{APP}/app"):
            self.leave_by("client.signOut({ returnTo: '/app' })")
        self.page.wait_for_function("'attempt' in window")
        self.assertIsNone(self.run_script("client.user()"))

    def test_tokens_that_are_bound_to_a_key_work_for_the_account_and_after_a_reload(self):
        # The server asks for a nonce with each first request.
        self.expected_complaints = ("status of 400", "status of 401")
        self.signed_up(dpop=True, storage="local")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        self.reload()
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        response = self.run_script("(await client.fetch('https://login.brand.test/userinfo')).status")
        self.assertEqual(response, 200)
        self.assertIs(self.page.evaluate(
            """new Promise((resolve) => { indexedDB.open("thumbturn").onsuccess = ({ target }) =>
              { target.result.transaction("keys").objectStore("keys").getAll().onsuccess = ({ target }) =>
                resolve(target.result[0].privateKey.extractable); }; })"""), False)


class Tabs(SDKCase):
    def test_two_tabs_refresh_once_and_stay_signed_in(self):
        self.signed_up(storage="local")
        other = self.open_tab()
        tokens = self.requests_to("/oauth/token")
        script, held = "() => { window.fresh = client.accessToken({ fresh: true }); }", []
        # The first request waits until the other tab has asked, too.
        self.page.route("**/oauth/token", lambda route: held.append(route))
        with self.page.expect_request("**/oauth/token"):
            self.page.evaluate(script)
        other.evaluate(script)
        held[0].continue_()
        self.page.unroute("**/oauth/token")
        self.assertTrue(all([page.evaluate("() => window.fresh") for page in (self.page, other)]))
        self.assertEqual(len(tokens), 1)
        self.reload()
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))

    def test_a_tab_that_is_closed_between_refreshing_and_saving_signs_nobody_out(self):
        user = self.signed_up(storage="local")
        other = self.open_tab()
        # The server rotates the token, and the tab never gets to know the new one.
        other.evaluate(
            """() => {
              const fetch = window.fetch;
              window.fetch = async (...request) => {
                await fetch(...request);
                window.isRotated = true;
                return new Promise(() => {});
              };
              client.accessToken({ fresh: true });
            }"""
        )
        other.wait_for_function("window.isRotated")
        other.close()
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_the_session_renews_what_a_refresh_token_no_longer_does(self):
        user = self.signed_up(storage="local")
        self.expected_complaints = ("status of 403",)
        self.page.evaluate(
            """() => { for (const [name, text] of Object.entries(localStorage)) if (text.includes("refreshToken"))
              localStorage[name] = JSON.stringify({ ...JSON.parse(text), refreshToken: "v1.unknown", access: {} }); }""")
        self.assertTrue(self.run_script("client.accessToken()"))
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])
