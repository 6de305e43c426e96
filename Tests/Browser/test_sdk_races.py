# SPDX-License-Identifier: Apache-2.0
"""What happens while a request of the web SDK is on its way: other tabs, other users, sign-outs, and clocks."""

from cases import BRAND, HOST, new_address
from chromium import AUTHENTICATOR
from client import Attempt
from sdk import APP, SDKCase

# Holds the first response to a path, or the request itself.
HOLD = """([path, isRequest]) => {
    const fetch = window.fetch;
    let isDone = false;
    window.isHeld = false;
    window.fetch = async (...given) => {
        if (isDone || !(given[0].url ?? given[0]).includes(path)) return fetch(...given);
        isDone = true;
        const response = isRequest ? undefined : await fetch(...given);
        await new Promise((resolve) => { window.release = resolve; window.isHeld = true; });
        return response ?? fetch(...given);
    };
}"""
MEMBERS = ("credentialId", "isResidentCredential", "rpId", "privateKey", "userHandle", "backupEligibility", "backupState")


class RaceCase(SDKCase):
    def hold(self, path, is_request=False):
        self.page.evaluate(HOLD, [path, is_request])

    def begin(self, script):
        """Begins work of the page, whose outcome is in `window.outcome`: a value, or the reason of its failure."""
        self.page.evaluate(
            f"() => {{ delete window.outcome; {script}.then((value) => {{ window.outcome = value ?? null; }}, "
            "(error) => { window.outcome = error.reason; }); }")

    def outcome(self):
        self.page.wait_for_function("'outcome' in window")
        return self.page.evaluate("window.outcome")

    def let_go(self):
        self.page.evaluate("release()")

    def wait_until_held(self):
        self.page.wait_for_function("window.isHeld")

    def passkeys_of_the_device(self):
        found = self.user.protocol.send("WebAuthn.getCredentials", {"authenticatorId": self.user.device})["credentials"]
        return [{name: one[name] for name in MEMBERS if name in one} | {"signCount": 500} for one in found]

    def give_device(self, page, passkeys):
        """Gives a tab a device of its own, with these passkeys."""
        protocol = page.context.new_cdp_session(page)
        protocol.send("WebAuthn.enable", {"enableUI": False})
        device = protocol.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
        for passkey in passkeys:
            protocol.send("WebAuthn.addCredential", {"authenticatorId": device, "credential": passkey})


class Races(RaceCase):
    def test_a_redirect_s_user_stays_when_somebody_else_signs_in_at_the_server(self):
        ada = self.signed_up()
        passkeys = self.passkeys_of_the_device()
        self.run_script("client.signOut()")
        self.leave_by("client.signInWithRedirect({ redirectUri: `${location.origin}/app`, screenHint: 'signup' })")
        self.page.wait_for_url(f"https://{BRAND}/**")
        self.user.use_device()
        self.sign_up_here(name="Bea")
        self.page.wait_for_url("**/app?**code=**")
        self.page.wait_for_function("'attempt' in window")
        self.hold("/oauth/token")
        self.begin("client.handleRedirectCallback().then(({ user }) => user.sub)")
        self.wait_until_held()
        tab = self.page.context.new_page()
        self.give_device(tab, passkeys)
        # The device responds to the page's request for autofill at once.
        tab.goto(Attempt(self.server, "web", host=BRAND, prompt="login").url)
        tab.wait_for_url(lambda url: not url.startswith(f"https://{BRAND}"))
        with self.page.expect_response("**/oauth/token"):
            self.let_go()
        bea = self.outcome()
        self.assertNotEqual(bea, ada["sub"])
        self.page.wait_for_timeout(500)
        self.assertEqual(self.run_script("client.user()")["sub"], bea)

    def test_a_clock_that_goes_wrong_confirms_nothing(self):
        self.page.add_init_script("{ const now = Date.now; Date.now = () => now() - 600_000; }")
        self.signed_up()
        before = self.page.evaluate("exchange.filter(({ type }) => type === 'webauthn').length")
        self.run_script("client.confirm({ maxAge: 60 }).then(({ user }) => user.sub)")
        self.assertEqual(self.page.evaluate("exchange.filter(({ type }) => type === 'webauthn').length"), before + 1)

    def test_the_user_who_was_to_confirm_is_the_one_of_the_call(self):
        self.signed_up(storage="local")
        passkeys = self.passkeys_of_the_device()
        self.run_script("client.signOut()")
        self.user.use_device()
        self.run_script("client.signUp({ email: first, name: 'Bea' })", new_address())
        tab = self.open_tab()
        self.give_device(tab, passkeys)
        self.hold("/passkey/challenge")
        self.begin("client.confirm()")
        self.wait_until_held()
        self.run_script("client.signIn()", page=tab)
        self.user.use_device()
        self.user.protocol.send("WebAuthn.addCredential", {"authenticatorId": self.user.device, "credential": passkeys[0] | {"signCount": 900}})
        self.let_go()
        self.assertEqual(self.outcome(), "wrongAccount")

    def test_a_sign_out_reaches_tabs_that_cannot_save(self):
        self.page.context.add_init_script(
            """for (const name of ["getItem", "setItem", "removeItem"]) {
                const method = Storage.prototype[name];
                Storage.prototype[name] = function (...given) {
                    if (this === window.localStorage) throw new DOMException("Denied", "SecurityError");
                    return method.apply(this, given);
                };
            }""")
        self.signed_up(storage="local")
        tab = self.open_tab()
        self.run_script("client.user({ ask: true })", page=tab)
        self.run_script("client.signOut()", page=tab)
        self.expect_event("signedOut", self.page)
        self.assertIsNone(self.run_script("client.user()"))
        self.assertIsNone(self.run_script("client.accessToken({ fresh: true })"))

    def test_a_sign_out_revokes_the_tokens_of_all_tabs(self):
        self.signed_up(session=False)
        token = self.page.evaluate("exchange.find(({ response }) => response?.refresh_token).response.refresh_token")
        tab = self.open_tab()
        with self.page.expect_response("**/oauth/revoke"):
            self.run_script("client.signOut()", page=tab)
        form = {"grant_type": "refresh_token", "client_id": "sdk", "refresh_token": token}
        self.assertEqual(self.server.post_form("/oauth/token", form, BRAND)[0], 403)

    def test_a_sign_in_waits_for_the_sign_out_before_it(self):
        user = self.signed_up()
        self.hold("/oidc/logout", is_request=True)
        self.begin("client.signOut()")
        self.wait_until_held()
        self.page.evaluate("() => { window.signingIn = client.signIn().then(({ user }) => user.sub); }")
        self.page.wait_for_function("exchange.filter(({ type }) => type === 'webauthn').length === 2")
        self.let_go()
        self.assertEqual(self.outcome(), "signedOut")
        self.assertEqual(self.page.evaluate("window.signingIn"), user["sub"])
        self.reload()
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_a_client_that_was_ended_still_signs_out(self):
        self.signed_up()
        self.run_script("client.close()")
        self.assertEqual(self.run_script("client.signOut()"), "signedOut")
        self.assertIsNone(self.run_script("client.user()"))

    def test_autofill_ends_with_its_client(self):
        self.signed_out()
        self.hold("/passkey/challenge")
        self.begin("client.signInWithAutofill({ field })")
        self.wait_until_held()
        self.run_script("client.close()")
        self.let_go()
        self.assertIsNone(self.outcome())
        self.assertIsNone(self.run_script("client.user()"))

    def test_a_redirect_s_response_is_left_to_its_client(self):
        user = self.signed_up()
        self.leave_by("client.signInWithRedirect({ redirectUri: location.href })")
        self.page.wait_for_url("**/app?**code=**")
        self.page.wait_for_function("'attempt' in window")
        other = "new Thumbturn({ domain: 'auth.example.test', clientId: 'plain', prefetch: false })"
        self.assertIsNone(self.run_script(f"{other}.handleRedirectCallback()"))
        self.assertEqual(self.run_script("client.handleRedirectCallback()")["user"]["sub"], user["sub"])


class PlainRaces(RaceCase):
    def open_notes(self):
        page = """<title>Notes</title><script type=module>
          import { Thumbturn } from "/sdk/thumbturn.js"
          window.client = new Thumbturn({ apiEndpoint: "/api/auth", prefetch: false });
        </script>"""
        self.page.route(f"https://{HOST}/notes", lambda route: route.fulfill(body=page, content_type="text/html"))
        self.page.goto(f"https://{HOST}/notes")
        self.page.wait_for_function("'client' in window")

    def test_a_sign_out_undoes_a_sign_in_that_is_on_its_way(self):
        self.expected_complaints = ("status of 401",)
        self.open_notes()
        self.page.evaluate("(name) => client.signUp({ username: name }).then(() => client.signOut())", new_address())
        self.hold("/authenticate/verify")
        self.begin("client.signIn()")
        self.wait_until_held()
        self.page.evaluate("client.signOut()")
        self.let_go()
        self.assertEqual(self.outcome(), "aborted")
        self.assertIsNone(self.page.evaluate("client.user().then((user) => user ?? null)"))

    def test_a_sign_out_leads_to_no_other_site(self):
        self.open_notes()
        self.page.evaluate("(name) => client.signUp({ username: name }).then(() => 0)", new_address())
        failed = self.page.evaluate("client.signOut({ returnTo: 'https://elsewhere.test/page' }).catch(({ name }) => name)")
        self.assertEqual(failed, "TypeError")
        self.assertTrue(self.page.url.startswith(f"https://{HOST}/notes"))
