# SPDX-License-Identifier: Apache-2.0
"""How users of the web SDK set and change their password, and what a password is not enough for."""

from cases import new_address
from sdk import serve_sdk
from test_sdk_passwords import OTHER, PASSWORD, PasswordCase


class ChangingPasswords(PasswordCase):
    # A change that needs a passkey is first asked for without one.
    expected_complaints = ("status of 400", "status of 401", "status of 403")
    CHANGE = "client.changePassword({ newPassword: first })"
    CHANGE_WITH = "client.changePassword({ currentPassword: first, newPassword: second })"

    def with_settled_passkey(self, **options):
        """A user with a password and a passkey that has settled, who has signed in with the password."""
        user = self.signed_up(**options)
        self.run_script("client.passkeys.add()")
        self.server.settle_passkeys()
        self.run_script("client.signOut()")
        self.sign_in(user["email"])
        self.page.evaluate("() => { exchange.length = events.length = 0; }")
        return user

    def prompts(self):
        return self.page.evaluate("exchange.filter(({ type }) => type === 'webauthn').length")

    def test_the_current_password_changes_it_and_the_user_stays_signed_in(self):
        user = self.signed_up()
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.assertTrue(self.run_script("client.accessToken({ fresh: true })"))
        self.assertEqual(self.run_script("client.passkeys.list()"), [])
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.run_script("client.signOut()")
        self.expect_wrong(user["email"], PASSWORD)
        self.assertEqual(self.sign_in(user["email"], OTHER)["sub"], user["sub"])

    def test_a_change_after_a_reload_keeps_the_user_signed_in(self):
        user = self.signed_up()
        self.reload()
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def signed_in_elsewhere(self, user):
        """The same user in another browser. Returns its page."""
        other = self.new_user().page
        serve_sdk(other.context)
        self.open_members(page=other)
        self.run_script("client.signIn({ email: first, password: second })", user["email"], PASSWORD, page=other)
        return other

    def test_a_change_ends_what_the_old_password_has_opened_elsewhere(self):
        other = self.signed_in_elsewhere(self.signed_up())
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)
        self.assertIsNone(self.run_script("client.accessToken({ fresh: true })", page=other))
        self.expect_event("expired", other)

    def test_beside_a_browser_that_has_been_signed_in_for_days_a_new_sign_in_does_not_change_it(self):
        user = self.signed_up()
        self.server.let_days_pass(user)
        other = self.signed_in_elsewhere(user)
        failed = self.expect_failure("passkeyNeeded", self.CHANGE_WITH, PASSWORD, OTHER, page=other)
        self.assertIn("signed in for three days", failed["recovery"])
        self.reload()
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)

    def test_where_the_user_has_been_signed_in_for_days_the_current_password_needs_no_passkey_beside_it(self):
        user = self.with_settled_passkey()
        self.server.let_days_pass(user)
        self.reload()
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)
        self.assertEqual(self.prompts(), 0)
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_without_the_current_password_it_is_asked_for(self):
        self.signed_up()
        failed = self.expect_failure("wrongPassword", self.CHANGE, OTHER)
        self.assertEqual(failed["message"], "The current password is missing.")
        self.assertEqual(self.prompts(), 0)
        self.expect_failure("wrongPassword", self.CHANGE_WITH, "not-that-one-but-another", OTHER)
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)

    def test_a_passkey_confirms_the_change_once(self):
        user = self.with_settled_passkey()
        self.run_script(self.CHANGE, OTHER)
        self.assertEqual(self.prompts(), 1)
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
        self.run_script("client.signOut()")
        self.assertEqual(self.sign_in(user["email"], OTHER)["sub"], user["sub"])

    def test_a_passkey_confirms_what_the_current_password_is_not_enough_for(self):
        self.with_settled_passkey()
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)
        self.assertEqual(self.prompts(), 1)

    def test_nobody_confirms_a_password_that_is_not_accepted(self):
        self.with_settled_passkey()
        failed = self.expect_failure("weakPassword", self.CHANGE, "short")
        self.assertEqual([rule["code"] for rule in failed["rules"]], ["lengthAtLeast"])
        self.assertEqual(self.expect_failure("weakPassword", self.CHANGE, "password1")["weakness"], "common")
        self.expect_failure("wrongPassword", self.CHANGE_WITH, "not-that-one-but-another", OTHER)
        self.assertEqual(self.prompts(), 0)

    def test_a_password_that_was_used_before_is_rejected(self):
        first, second = "Quite-Long-Enough-4-Everyone", "Something-Else-That-Is-As-Long-1"
        self.open_members(realm="Officers")
        self.sign_up(password=first)
        self.assertEqual(self.expect_failure("weakPassword", self.CHANGE_WITH, first, first)["weakness"], "reused")
        self.run_script(self.CHANGE_WITH, first, second)
        self.assertEqual(self.expect_failure("weakPassword", self.CHANGE_WITH, second, first)["weakness"], "reused")

    def test_a_user_who_signed_in_with_a_passkey_stays_so_and_the_new_password_is_not_sent_for_it(self):
        user = self.with_settled_passkey()
        self.run_script("client.signOut()")
        self.run_script("client.signIn()")
        grants = self.requests_to("/oauth/token")
        self.run_script(self.CHANGE, OTHER)
        self.assertFalse([sent for sent in grants if "password-realm" in (sent.post_data or "")])
        self.assertNotIn("pwd", self.run_script("client.user()")["amr"])
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_a_passkey_sets_the_first_password(self):
        self.open_members()
        user = self.run_script("client.signUp({ email: first })", new_address())["user"]
        self.run_script(self.CHANGE, PASSWORD)
        self.run_script("client.signOut()")
        self.assertEqual(self.sign_in(user["email"])["sub"], user["sub"])

    def test_a_prompt_that_is_canceled_or_stopped_changes_nothing(self):
        user = self.with_settled_passkey()
        self.user.command("setUserVerified", isUserVerified=False)
        self.expect_failure("canceled", self.CHANGE, OTHER)
        self.user.command("setUserVerified", isUserVerified=True)
        self.user.set_present(False)
        self.page.evaluate("() => { window.stop = new AbortController(); exchange.length = 0; }")
        self.page.evaluate(
            """() => {
              const get = navigator.credentials.get.bind(navigator.credentials);
              navigator.credentials.get = (request) => { window.isAsked = true; return get(request); };
            }""")
        self.begin(f"client.changePassword({{ newPassword: '{OTHER}', signal: stop.signal }})")
        self.page.wait_for_function("window.isAsked")
        self.page.evaluate("stop.abort()")
        self.assertEqual(self.outcome(), "aborted")
        self.user.set_present(True)
        self.run_script("client.signOut()")
        self.assertEqual(self.sign_in(user["email"])["sub"], user["sub"])

    def test_the_double_click_of_a_change_changes_it_once(self):
        user = self.signed_up()
        script = "Promise.all([1, 2].map(() => client.changePassword({ currentPassword: first, newPassword: second })))"
        self.run_script(script, PASSWORD, OTHER)
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def held(self, page, path):
        """Holds back the responses to a path in a page, until `release` is called there."""
        page.evaluate("""path => {
            const send = window.fetch;
            const released = new Promise((resolve) => { window.release = resolve; });
            window.fetch = async (...request) => {
                const response = await send(...request);
                if (!String(request[0].url ?? request[0]).includes(path)) return response;
                window.isHeld = true;
                await released;
                return response;
            };
        }""", path)

    def change_held(self):
        """Begins a change whose response is held back, after the server has made it."""
        self.held(self.page, "/verify")
        self.page.evaluate(
            "([first, second]) => { window.change = attempt(() => client.changePassword({ "
            "currentPassword: first, newPassword: second })); }", [PASSWORD, OTHER])
        self.page.wait_for_function("window.isHeld")

    def test_a_sign_out_during_a_change_stays_a_sign_out(self):
        self.signed_up()
        self.change_held()
        self.run_script("client.signOut()")
        self.page.evaluate("release(), change")
        self.assertIsNone(self.run_script("client.user()"))
        self.reload()
        self.assertIsNone(self.run_script("client.user()"))

    def test_a_change_does_not_sign_in_over_the_user_of_another_tab(self):
        other = self.signed_up()
        self.run_script("client.signOut()")
        self.sign_up()
        tab = self.page.context.new_page()
        self.load(tab, self.page.url)
        self.run_script("client.user()", page=tab)
        self.change_held()
        self.run_script("client.signOut()", page=tab)
        self.run_script("client.signIn({ email: first, password: second })", other["email"], PASSWORD, page=tab)
        self.page.evaluate("release(), change")
        self.assertEqual(self.run_script("client.user()", page=tab)["sub"], other["sub"])
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], other["sub"])

    def test_a_client_that_may_not_sign_in_with_the_new_password_says_that_the_sign_in_has_ended(self):
        self.signed_up()
        self.page.route("**/oauth/token", lambda route: route.abort() if "password-realm" in route.request.post_data
                        else route.fallback())
        self.expected_complaints = (*self.expected_complaints, "ERR_FAILED")
        self.run_script(self.CHANGE_WITH, PASSWORD, OTHER)
        self.assertIsNone(self.run_script("client.user()"))
        self.assertIn("expired", self.page.evaluate("events"))

    def test_nobody_changes_a_password_who_is_not_signed_in(self):
        self.open_members()
        self.expect_failure("notSignedIn", self.CHANGE, OTHER)


class WhatAPasswordIsNotEnoughFor(PasswordCase):
    expected_complaints = ("status of 401",)

    def test_beside_a_passkey_a_password_adds_none_until_the_passkey_confirms(self):
        user = self.signed_up()
        self.run_script("client.passkeys.add()")
        self.server.settle_passkeys()
        self.run_script("client.signOut()")
        self.sign_in(user["email"])
        failed = self.expect_failure("passkeyNeeded", "client.passkeys.add()")
        self.assertEqual(failed["code"], "sign-in.confirmation-required")
        self.assertIn("Confirm with one", failed["recovery"])
        self.run_script("client.confirm()")
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 2)
