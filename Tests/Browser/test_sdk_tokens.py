# SPDX-License-Identifier: Apache-2.0
"""Which tokens the web SDK has, where it sends them, and how its users confirm something."""

from cases import new_address, nightly
from sdk import APP, SDKCase


class Tokens(SDKCase):
    def expect_refresh_tokens(self, count, user):
        """Waits until the server has that many, because pages give theirs back on their way out."""
        for _ in range(100):
            if self.server.refresh_tokens(user["sub"]) == count:
                return
            self.page.wait_for_timeout(25)
        self.assertEqual(self.server.refresh_tokens(user["sub"]), count)

    def test_reloads_and_tabs_leave_no_refresh_tokens_behind(self):
        user = self.signed_up()
        for _ in range(5):
            self.reload()
            self.assertTrue(self.run_script("client.user()"))
            self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        other = self.open_tab()
        self.assertTrue(self.run_script("client.user()", page=other))
        self.expect_refresh_tokens(0, user)

    @nightly
    def test_twenty_clients_that_find_the_session_get_no_refresh_tokens(self):
        user = self.signed_up()
        found = self.run_script(
            """(async () => {
              const subjects = new Set();
              for (let number = 0; number < 20; number += 1) {
                const other = new Thumbturn({ domain: "login.brand.test", clientId: "sdk", prefetch: false });
                subjects.add((await other.user()).sub);
                other.close();
              }
              return [...subjects];
            })()""")
        self.assertEqual(found, [user["sub"]])
        self.expect_refresh_tokens(0, user)

    def test_a_page_without_a_session_has_a_refresh_token_and_gives_it_back_when_it_ends(self):
        user = self.signed_up(session=False)
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.expect_refresh_tokens(1, user)
        self.page.goto(f"{APP}/elsewhere")
        self.expect_refresh_tokens(0, user)

    def test_tabs_that_share_their_tokens_have_one_refresh_token(self):
        user = self.signed_up(storage="local")
        self.reload()
        other = self.open_tab()
        for page in (self.page, other):
            self.assertTrue(self.run_script("client.accessToken({ fresh: true })", page=page))
        self.expect_refresh_tokens(1, user)

    def test_without_a_refresh_token_the_session_gives_the_tokens_for_the_account(self):
        self.signed_up(scope="openid")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 2)

    def test_a_token_that_another_tab_s_removal_revoked_is_renewed_once(self):
        self.expected_complaints = ("status of 401",)
        self.signed_up()
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        other = self.open_tab()
        passkeys = self.run_script("client.passkeys.list()", page=other)
        self.run_script("client.passkeys.remove(first)", passkeys[1]["id"])
        self.assertEqual(len(self.run_script("client.passkeys.list()", page=other)), 1)

    def test_a_token_for_another_api_than_the_one_that_was_asked_for_is_rejected(self):
        self.signed_up()
        self.expect_failure("misconfigured", "client.accessToken({ audience: 'urn:nope' })")
        self.expect_advice("urn:nope", "resource_servers")
        requests = self.requests_to("/notes")
        self.expect_failure("misconfigured", "client.fetch('/notes', { audience: 'urn:nope' })")
        self.assertEqual(requests, [])

    def test_a_token_is_sent_to_no_other_origin_than_those_that_the_application_names(self):
        self.signed_up()
        requests = self.requests_to("/notes")
        self.expect_failure("misconfigured", "client.fetch('https://elsewhere.test/notes')")
        self.expect_advice("https://elsewhere.test", "apiOrigins")
        self.assertEqual(requests, [])
        self.run_script("(await client.fetch('/notes')).status")
        self.assertTrue(requests[0].headers["authorization"].startswith("Bearer "))
        self.page.route("https://home.client.test/notes", lambda route: route.fulfill(
            status=204, headers={"Access-Control-Allow-Origin": APP, "Access-Control-Allow-Headers": "Authorization"}))
        self.open_app(apiOrigins=["https://home.client.test"])
        self.assertEqual(self.run_script("(await client.fetch('https://home.client.test/notes')).status"), 204)

    def test_nothing_is_sent_without_a_token_unless_the_application_wants_it(self):
        self.open_app()
        requests = self.requests_to("/notes")
        self.expect_failure("notSignedIn", "client.fetch('/notes')")
        self.expect_failure("notSignedIn", "client.passkeys.list()")
        self.assertEqual(requests, [])
        self.run_script("(await client.fetch('/notes', { allowAnonymous: true })).status")
        self.assertNotIn("authorization", requests[0].headers)

    def test_a_client_whose_id_tokens_are_signed_with_ed25519_signs_in(self):
        self.assertTrue(self.signed_up(clientId="sdk-edwards")["sub"])
        self.page.evaluate(
            """() => { crypto.subtle.importKey = async () => { throw new DOMException("Unrecognized", "NotSupportedError"); }; }""")
        self.page.evaluate("() => { window.client = new Thumbturn({ domain: 'login.brand.test', clientId: 'sdk-edwards' }); }")
        self.expect_failure("misconfigured", "client.signIn()")
        self.expect_advice("EdDSA")

    def test_a_page_whose_policy_forbids_frames_stays_signed_in(self):
        self.expected_complaints = ("Content Security Policy",)
        self.open_app()
        policy = "<meta http-equiv=Content-Security-Policy content=\"frame-src 'none'; form-action 'none'\">"
        self.site.pages["/app"] = policy + self.site.pages["/app"]
        self.reload()
        user = self.run_script("client.signUp({ email: first })", new_address())["user"]
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_the_response_of_another_provider_is_left_alone(self):
        self.open_app()
        self.load(self.page, f"{APP}/app?code=1&state=2")
        self.assertIsNone(self.run_script("client.handleRedirectCallback()"))
        self.assertIn("code=1&state=2", self.page.url)

    def test_redirects_that_never_came_back_are_forgotten(self):
        self.open_app()
        self.page.evaluate("sessionStorage['thumbturn redirect old'] = JSON.stringify({ begunAt: Date.now() - 7_200_000 })")
        self.page.route("**/authorize?**", lambda route: route.fulfill(status=204))
        self.leave_by("client.signInWithRedirect()")
        self.page.wait_for_function("Object.keys(sessionStorage).length === 1 && !('thumbturn redirect old' in sessionStorage)")

    def test_a_client_that_was_ended_asks_for_nothing_and_hears_nothing(self):
        self.open_app(prefetch=True)
        self.page.wait_for_function("exchange.length === 1")
        self.begin_autofill()
        self.page.evaluate("client.close()")
        self.page.wait_for_function("'done' in window")
        other = self.open_tab()
        seen = self.page.evaluate("exchange.length")
        self.page.bring_to_front()
        self.page.locator("h1").click()
        other.evaluate("new BroadcastChannel('thumbturn https://login.brand.test sdk').postMessage({ type: 'signedOut' })")
        self.assertEqual(self.page.evaluate("(async () => { await client.capabilities(); return exchange.length; })()"), seen)
        self.assertEqual(self.page.evaluate("events"), [])


class Confirmations(SDKCase):
    def test_a_user_confirms_with_a_passkey_and_stays_signed_in_as_before(self):
        user = self.signed_up()
        token, cookies = self.run_script("client.accessToken()"), self.user.cookies()
        self.page.wait_for_function("(time) => Date.now() / 1000 >= time", arg=user["auth_time"] + 2)
        done = self.run_script("client.confirm()")
        self.assertEqual(done["user"]["sub"], user["sub"])
        self.assertGreater(done["user"]["auth_time"], user["auth_time"])
        self.assertIn("user", done["user"]["amr"])
        self.assertEqual(self.run_script("client.user()"), user)
        self.assertEqual(self.run_script("client.accessToken()"), token)
        self.assertEqual(self.user.cookies(), cookies)
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])

    def test_a_recent_sign_in_or_confirmation_is_not_repeated(self):
        user = self.signed_up()
        begun = self.requests_to("/passkey/challenge")
        done = self.run_script("client.confirm({ maxAge: 300 })")
        self.assertEqual((begun, done["user"]["auth_time"]), ([], user["auth_time"]))
        self.page.wait_for_function("(time) => Date.now() / 1000 >= time", arg=user["auth_time"] + 3)
        first = self.run_script("client.confirm({ maxAge: 2 })")
        self.assertEqual(len(begun), 1)
        self.assertEqual(self.run_script("client.confirm({ maxAge: 60 })")["user"]["sub"], first["user"]["sub"])
        self.assertEqual(len(begun), 1)

    def test_another_user_s_passkey_confirms_nothing_and_changes_nothing(self):
        self.signed_out()
        [other] = self.user.passkeys()
        self.user.use_device()
        user = self.signed_up()
        self.user.command("clearCredentials")
        self.user.command("addCredential", credential={**other, "signCount": 1000})
        cookies = self.user.cookies()
        self.expect_failure("wrongAccount", "client.confirm()")
        self.assertEqual(self.run_script("client.user()"), user)
        self.assertEqual(self.user.cookies(), cookies)
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_nobody_confirms_who_is_not_signed_in(self):
        self.open_app()
        self.expect_failure("notSignedIn", "client.confirm()")

    def test_a_passkey_is_added_once_the_user_has_confirmed(self):
        self.expected_complaints = ("status of 401",)
        user = self.signed_up(clientId="sdk-strict")
        # One second more than the client's enrollment_max_age.
        self.page.wait_for_function("(time) => Date.now() / 1000 >= time", arg=user["iat"] + 5)
        self.expect_failure("signInTooOld", "client.passkeys.add()")
        self.run_script("client.confirm()")
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 2)
