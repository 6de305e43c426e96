# SPDX-License-Identifier: Apache-2.0
"""Users of the web SDK with a password: sign-ups, sign-ins, and what fails about them."""

from cases import HOST, new_address
from test_sdk_races import RaceCase

# Long enough to be searched for in the server's log after the run, like every other secret.
PASSWORD = "quite-long-enough-for-everyone"
OTHER = "something-else-that-is-as-long"
RELATED = "https://app.client.test"


class PasswordCase(RaceCase):
    def open_members(self, **options):
        self.open_app(**{"clientId": "sdk-passwords", "realm": "Members", **options})

    def sign_up(self, email=None, password=PASSWORD):
        """Signs up on the page that is open. Returns the user."""
        script = "client.signUp({ email: first, password: second, name: 'Ada' })"
        return self.run_script(script, email or new_address(), password)["user"]

    def sign_in(self, email, password=PASSWORD):
        return self.run_script("client.signIn({ email: first, password: second })", email, password)["user"]

    def signed_up(self, email=None, **options):
        self.open_members(**options)
        return self.sign_up(email)

    def signed_out(self, **options):
        user = self.signed_up(**options)
        self.run_script("client.signOut()")
        return user

    def expect_wrong(self, email, password):
        return self.expect_failure("wrongPassword", "client.signIn({ email: first, password: second })", email, password)

    def expect_weak(self, password, email=None):
        script = "client.signUp({ email: first, password: second })"
        return self.expect_failure("weakPassword", script, email or new_address(), password)

    def reply(self, path, status, body, headers=()):
        """Has the server's place taken for a path."""
        fields = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "*", **dict(headers)}
        self.page.route(path, lambda route: route.fulfill(status=status, json=body, headers=fields))


class SigningInWithAPassword(PasswordCase):
    # The first proof has no nonce.
    NONCES = ("status of 400", "status of 401")

    def test_a_user_signs_up_with_a_password_and_in_with_it(self):
        user = self.signed_up()
        self.assertEqual((user["name"], user["amr"]), ("Ada", ["pwd"]))
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])
        self.run_script("client.signOut()")
        again = self.sign_in(user["email"])
        self.assertEqual(again["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.assertFalse(self.run_script("client.hasPasskeys()"))

    def test_a_user_with_a_password_is_still_signed_in_after_a_reload_and_in_another_tab(self):
        user = self.signed_up()
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        other = self.open_tab()
        self.assertEqual(self.run_script("client.user()", page=other)["sub"], user["sub"])
        self.run_script("client.signOut()")
        self.expect_event("signedOut", other)

    def test_the_tokens_of_a_password_are_bound_to_a_key(self):
        self.expected_complaints = self.NONCES
        grants = self.requests_to("/oauth/token")
        self.signed_up(dpop=True)
        granted = [sent for sent in grants if "password-realm" in sent.post_data]
        self.assertTrue(all("dpop" in sent.headers for sent in granted))
        self.assertEqual(self.run_script("client.passkeys.list()"), [])
        self.assertEqual(granted[-1].response().json()["token_type"], "DPoP")

    def test_a_password_signs_in_on_another_site_where_a_reload_keeps_shared_tokens(self):
        self.expected_complaints = self.NONCES
        self.user.block_third_party_cookies()
        options = {"domain": HOST, "clientId": "sdk-passwords", "realm": "Members", "storage": "local", "dpop": True}
        self.open_app(origin=RELATED, **options)
        user = self.sign_up()
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.run_script("client.signOut()")
        self.assertEqual(self.sign_in(user["email"])["sub"], user["sub"])
        self.run_script("client.changePassword({ currentPassword: first, newPassword: second })", PASSWORD, OTHER)
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))

    def test_a_sign_in_with_a_password_ends_autofill(self):
        user = self.signed_out()
        self.begin_autofill()
        self.sign_in(user["email"])
        self.page.wait_for_function("'done' in window")
        self.assertIsNone(self.page.evaluate("window.done"))

    def test_a_user_with_a_password_adds_the_first_passkey_and_signs_in_with_it(self):
        user = self.signed_out()
        self.sign_in(user["email"])
        self.run_script("client.passkeys.add()")
        self.assertTrue(self.run_script("client.hasPasskeys()"))
        self.run_script("client.signOut()")
        signed_in = self.run_script("client.signIn({ email: first })", user["email"])
        self.assertEqual(signed_in["user"]["sub"], user["sub"])
        self.assertTrue(signed_in["credentialId"])

    def test_a_sign_in_with_a_password_confirms_nothing(self):
        user = self.signed_up()
        self.run_script("client.passkeys.add()")
        confirmed = self.run_script("client.confirm({ maxAge: 60 })")
        self.assertEqual(self.page.evaluate("exchange.filter(({ type }) => type === 'webauthn').length"), 2)
        self.assertNotIn("pwd", confirmed["user"]["amr"])
        self.assertEqual(confirmed["user"]["sub"], user["sub"])

    def test_the_double_click_of_a_sign_up_makes_one_account(self):
        self.open_members()
        sent = self.requests_to("/dbconnections/signup")
        script = "Promise.all([1, 2].map(() => client.signUp({ email: first, password: second })))"
        users = self.run_script(script, new_address(), PASSWORD)
        self.assertEqual(users[0]["user"]["sub"], users[1]["user"]["sub"])
        self.assertEqual(len([one for one in sent if one.method == "POST"]), 1)
        self.assertEqual(self.page.evaluate("events"), ["signedIn"])

    def test_the_double_click_of_a_sign_in_sends_the_password_once(self):
        user = self.signed_out()
        sent = self.requests_to("/oauth/token")
        script = """Promise.allSettled([1, 2].map(() => client.signIn({ email: first, password: second })))
            .then((all) => all.map(({ status, reason }) => reason?.reason ?? status))"""
        self.expected_complaints = ("status of 403",)
        self.assertEqual(self.run_script(script, user["email"], OTHER), ["wrongPassword"] * 2)
        self.assertEqual(self.run_script(script, user["email"], PASSWORD), ["fulfilled"] * 2)
        self.assertEqual(len([one for one in sent if one.method == "POST"]), 2)

    def test_a_sign_in_that_is_stopped_keeps_no_tokens(self):
        user = self.signed_out(session=False)
        self.page.evaluate("() => { window.stop = new AbortController(); }")
        self.hold("/oauth/token")
        given_back = self.requests_to("/oauth/revoke")
        self.begin(f"client.signIn({{ email: '{user['email']}', password: '{PASSWORD}', signal: stop.signal }})")
        self.wait_until_held()
        self.page.evaluate("stop.abort()")
        self.assertEqual(self.outcome(), "aborted")
        with self.page.expect_request("**/oauth/revoke"):
            self.let_go()
        self.assertEqual(len(given_back), 1)
        self.assertIsNone(self.run_script("client.user()"))

    def test_a_sign_up_that_is_stopped_signs_nobody_in(self):
        self.open_members()
        grants = self.requests_to("/oauth/token")
        self.page.evaluate("() => { window.stop = new AbortController(); }")
        self.hold("/dbconnections/signup")
        email = new_address()
        self.begin(f"client.signUp({{ email: '{email}', password: '{PASSWORD}', signal: stop.signal }})")
        self.wait_until_held()
        self.page.evaluate("stop.abort()")
        self.assertEqual(self.outcome(), "aborted")
        self.let_go()
        self.assertEqual(grants, [])
        self.assertEqual(self.sign_in(email)["email"], email)

    def test_a_call_with_a_signal_that_was_given_sends_nothing(self):
        self.open_members()
        self.expect_failure("aborted", "client.signUp({ email: 'a', password: 'b', signal: AbortSignal.abort() })")
        self.expect_failure("aborted", "client.signIn({ email: 'a', password: 'b', signal: AbortSignal.abort() })")
        self.expect_failure("aborted", "client.changePassword({ newPassword: 'b', signal: AbortSignal.abort() })")
        self.assertEqual(self.page.evaluate("exchange"), [])

    def test_the_later_of_two_sign_ins_takes_the_place_of_the_other(self):
        first, second = new_address(), new_address()
        self.open_members()
        for email in (first, second):
            self.sign_up(email)
            self.run_script("client.signOut()")
        self.hold("/oauth/token")
        self.begin(f"client.signIn({{ email: '{first}', password: '{PASSWORD}' }})")
        self.wait_until_held()
        self.assertEqual(self.sign_in(second)["email"], second)
        self.assertEqual(self.outcome(), "aborted")
        self.let_go()
        self.assertEqual(self.run_script("client.user()")["email"], second)


class FailuresOfPasswords(PasswordCase):
    expected_complaints = ("status of 400", "status of 401", "status of 403", "status of 429")

    def test_whatever_does_not_match_is_a_wrong_password(self):
        user = self.signed_out()
        grants = self.requests_to("/oauth/token")
        failed = self.expect_wrong(user["email"], OTHER)
        self.assertEqual((failed["code"], failed["message"]), ("sign-in.password-mismatch", "This doesn't match."))
        self.expect_wrong("nobody@example.org", PASSWORD)
        self.assertEqual(len([sent for sent in grants if sent.method == "POST"]), 2)
        self.assertIsNone(self.run_script("client.user({ ask: true })"))

    def test_a_field_that_was_left_empty_is_not_sent(self):
        self.open_members()
        self.expect_wrong("ada@example.org", "")
        failed = self.expect_failure("invalidProfile", "client.signIn({ email: '', password: first })", PASSWORD)
        self.assertIn("nothing to sign in with", failed["message"])
        self.assertEqual(self.page.evaluate("exchange"), [])
        self.assertEqual(self.expect_weak("")["weakness"], "rules")

    def test_a_weak_password_names_the_rules(self):
        self.open_members()
        failed = self.expect_weak("short")
        self.assertEqual(failed["code"], "sign-in.password-rejected.too-short")
        rule = {"code": "lengthAtLeast", "message": "Use at least 8 characters.", "isMet": False}
        self.assertEqual((failed["weakness"], failed["rules"]), ("rules", [rule]))
        self.assertEqual(failed["recovery"], rule["message"])

    def test_the_rules_about_kinds_of_characters_are_in_the_language_of_the_page(self):
        self.open_members(realm="Officers", language="de")
        failed = self.expect_weak("abcdefghij")
        length, kinds = failed["rules"]
        self.assertTrue(length["isMet"])
        self.assertEqual(
            kinds["message"], "Verwenden Sie mindestens 3 dieser 4 Arten von Zeichen: Kleinbuchstaben, Großbuchstaben, "
            "Ziffern, Sonderzeichen wie !@#.")
        self.assertEqual(failed["recovery"], kinds["message"])
        self.assertEqual([part["isMet"] for part in kinds["items"]], [True, False, False, False])

    def test_a_password_that_everyone_uses_is_common(self):
        self.open_members()
        failed = self.expect_weak("password1")
        self.assertEqual((failed["weakness"], failed["rules"]), ("common", []))
        self.assertIn("Many people", failed["message"])

    def test_a_password_that_is_the_name_is_personal(self):
        self.open_members()
        email = new_address()
        failed = self.expect_weak(email, email)
        self.assertEqual(failed["weakness"], "personal")
        self.assertIn("similar to your name", failed["message"])

    def test_a_password_that_is_longer_than_the_server_reads_is_weak(self):
        self.open_members()
        for length in (300, 2000):
            self.assertEqual(self.expect_weak("a" * length)["weakness"], "rules")

    def test_a_server_that_is_too_busy_says_when_to_try_again(self):
        self.open_members()
        body = {
            "error": "too_many_requests", "error_description": "Too much is being verified. Try again in a moment.",
            "code": "sign-in.too-busy", "reference": "req_x",
        }
        self.reply("**/oauth/token", 429, body, {"Retry-After": "1"})
        failed = self.expect_failure("tooBusy", "client.signIn({ email: first, password: second })", "ada@example.org", PASSWORD)
        self.assertEqual((failed["code"], failed["retryAfter"]), ("sign-in.too-busy", 1))

    def test_after_too_many_wrong_passwords_the_user_is_told_of_passkeys(self):
        self.open_members()
        body = {
            "error": "too_many_attempts", "error_description": "Your account has been blocked after multiple …",
            "code": "sign-in.too-many-attempts", "reference": "req_x",
        }
        self.reply("**/oauth/token", 429, body, {"Retry-After": "90"})
        failed = self.expect_failure("tooBusy", "client.signIn({ email: first, password: second })", "ada@example.org", PASSWORD)
        self.assertEqual((failed["code"], failed["retryAfter"]), ("sign-in.too-many-attempts", 90))
        self.assertIn("A passkey works", failed["recovery"])

    def test_a_password_that_the_tenant_blocks_asks_for_a_passkey(self):
        self.open_members()
        body = {
            "error": "password_leaked", "error_description": "This password was stolen somewhere.",
            "code": "sign-in.password-breached", "reference": "req_x",
        }
        self.reply("**/oauth/token", 401, body)
        failed = self.expect_failure(
            "weakPassword", "client.signIn({ email: first, password: second })", "ada@example.org", PASSWORD)
        self.assertEqual(failed["weakness"], "common")
        self.assertIn("Use a passkey", failed["recovery"])

    def test_a_sign_up_with_a_known_address_and_a_password_leads_to_sign_in(self):
        user = self.signed_out()
        script = "client.signUp({ email: first, password: second })"
        failed = self.expect_failure("accountExists", script, user["email"], OTHER)
        self.assertEqual(failed["code"], "sign-in.account-exists")
        self.assertTrue(failed["reference"].startswith("req_"))

    def test_the_sdk_names_the_field_of_a_sign_up_with_a_password_that_has_to_be_corrected(self):
        self.open_members()
        for profile, field in (
            ({}, "email"), ({"email": "ada@"}, "email"), ({"email": "a" * 400}, "email"),
            ({"email": new_address(), "givenName": "A" * 200}, "givenName"),
        ):
            with self.subTest(profile=profile):
                script = "client.signUp({ ...first, password: second })"
                self.assertEqual(self.expect_failure("invalidProfile", script, profile, PASSWORD)["field"], field)

    def test_only_the_right_password_says_that_the_account_is_blocked(self):
        user = self.signed_out()
        self.server.run("users", "block", user["email"])
        self.expect_wrong(user["email"], OTHER)
        self.expect_failure("accountBlocked", "client.signIn({ email: first, password: second })", user["email"], PASSWORD)

    def test_a_client_without_the_grant_is_explained_to_the_developer_only(self):
        self.open_app(realm="Members")
        failed = self.expect_failure("misconfigured", "client.signIn({ email: first, password: second })", "a", PASSWORD)
        self.assertEqual(failed["code"], "oauth.grant-type-not-allowed")
        self.expect_advice("http://auth0.com/oauth/grant-type/password-realm", "Add it to grant_types")

    def test_a_connection_without_passwords_is_explained_to_the_developer_only(self):
        self.open_members(realm="Users")
        self.expect_failure("misconfigured", "client.signUp({ email: first, password: second })", new_address(), PASSWORD)
        self.expect_advice('Passwords are not enabled for the connection "Users"')

    def test_the_plain_ceremony_api_has_no_passwords(self):
        self.open_app(apiEndpoint="/api/auth")
        for call in ("signUp({ username: 'ada', password: 'b' })", "signIn({ username: 'ada', password: 'b' })",
                     "changePassword({ newPassword: 'b' })"):
            failed = self.attempt_to(f"client.{call}")
            self.assertEqual((failed["name"], failed.get("reason")), ("TypeError", None))

    def test_no_password_is_left_in_the_page(self):
        user = self.signed_out(storage="local")
        self.expect_wrong(user["email"], OTHER)
        self.sign_in(user["email"])
        self.run_script("client.changePassword({ currentPassword: first, newPassword: second })", PASSWORD, OTHER)
        texts = self.page.evaluate(
            """async () => {
              const failed = await client.signIn({ email: "nobody@example.org", password: "another-one-that-is-wrong" })
                .catch((error) => error);
              const members = Object.getOwnPropertyNames(failed).map((name) => failed[name]);
              const seen = { exchange, members, local: { ...localStorage }, session: { ...sessionStorage } };
              return JSON.stringify(seen) + location.href + failed.stack + (await indexedDB.databases()).length;
            }""")
        self.assertIn("password-realm", texts)
        self.assertIn('"new_password":"…"', texts)
        for password in (PASSWORD, OTHER, "another-one-that-is-wrong"):
            self.assertNotIn(password, texts)
