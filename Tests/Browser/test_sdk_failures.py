# SPDX-License-Identifier: Apache-2.0
"""Each reason why the web SDK fails, and what it reports to the server."""

import json

from cases import new_address
from sdk import SDKCase


class Failures(SDKCase):
    def test_the_sdk_says_that_the_user_canceled_and_reports_it(self):
        self.open_app()
        self.user.use_device(isUserVerified=False)
        reports = self.requests_to("/passkey/report")
        with self.page.expect_response("**/passkey/report") as reported:
            failed = self.expect_failure("canceled", "client.signUp({ email: first })", new_address())
        self.assertEqual(failed["code"], "NotAllowedError")
        self.assertEqual(reported.value.status, 204)
        self.assertEqual(json.loads(reports[0].post_data)["reason"], "canceled")

    def test_a_page_that_lost_the_focus_asks_for_another_click(self):
        self.open_app()
        # As Safari does. `focused` is whether the page has the focus before and after the request.
        self.page.evaluate(
            """() => {
              document.hasFocus = () => window.focused[0];
              navigator.credentials.get = async () => {
                focused.shift();
                throw new DOMException("The document is not focused.", "NotAllowedError");
              };
            }"""
        )
        for before, after, words in ((False, True, "Click"), (True, False, "Click"), (True, True, "none was offered")):
            with self.subTest(before=before, after=after):
                self.page.evaluate("(values) => { window.focused = values; }", [before, after])
                failed = self.expect_failure("canceled", "client.signIn()")
                self.assertIn(words, failed["recovery"])

    def test_the_sdk_says_that_a_device_has_no_passkey(self):
        self.open_app()
        self.expect_failure("noPasskeyHere", "client.signIn({ immediate: true })")

    def test_the_sdk_says_that_a_passkey_is_not_registered(self):
        self.expected_complaints = ("status of 403",)
        self.signed_out()
        credential = self.user.passkeys()[0]
        self.user.use_device()
        stranger = {**credential, "credentialId": "c3RyYW5nZXIgc3RyYW5nZXIgc3RyYW5nZXI="}
        self.user.command("addCredential", credential=stranger)
        self.expect_failure("noPasskeyHere", "client.signIn()")
        self.assertTrue(self.user.expect_passkeys(0), "the device still has the unknown passkey")

    def test_a_device_is_told_of_no_unknown_passkey_unless_the_server_said_so(self):
        self.signed_out()
        self.page.evaluate(
            """() => {
              window.told = 0;
              PublicKeyCredential.signalUnknownCredential = async () => { told += 1; };
              navigator.credentials.get = async () => { throw new DOMException("no", "NotAllowedError"); };
            }"""
        )
        self.expect_failure("canceled", "client.signIn()")
        self.assertEqual(self.page.evaluate("told"), 0)

    def test_the_sdk_says_that_a_device_has_a_passkey_of_the_account_already(self):
        self.signed_up()
        self.expect_failure("alreadyRegistered", "client.passkeys.add()")

    def test_a_device_that_synchronizes_nothing_keeps_its_passkey(self):
        self.user.use_device(defaultBackupEligibility=False, defaultBackupState=False)
        self.signed_up()
        self.expect_failure("alreadyRegistered", "client.passkeys.add()")
        self.assertTrue(self.user.expect_passkeys(1))

    def test_a_sign_up_with_a_known_address_leads_to_sign_in(self):
        self.expected_complaints = ("status of 400",)
        address = new_address()
        user = self.signed_up(email=address)
        self.run_script("client.signOut()")
        failed = self.expect_failure("accountExists", "client.signUp({ email: first })", address)
        self.assertEqual(failed["code"], "sign-in.account-exists")
        self.assertTrue(failed["reference"].startswith("req_"))
        self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])

    def test_the_sdk_says_that_the_browser_has_no_passkeys(self):
        self.open_app()
        self.page.evaluate("delete window.PublicKeyCredential")
        self.expect_failure("notSupported", "client.signIn()")
        self.assertEqual(self.run_script("client.capabilities()")["passkeys"], False)
        self.assertEqual(self.run_script("(await client.readiness()).map(({ reason }) => reason)"), ["notSupported"])

    def test_the_sdk_says_that_the_page_is_not_secure(self):
        self.page.route("http://app.brand.test/**", lambda route: route.fulfill(body="<title>Plain</title>"))
        self.open_app()
        self.page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })")
        self.expect_failure("insecureContext", "client.signIn()")

    def test_the_sdk_says_that_the_domain_is_another(self):
        self.expected_complaints = ("wellknown", "well-known", "net::", "CORS", "status of 404")
        self.open_app(domain="auth.example.test")
        self.expect_failure("wrongDomain", "client.signIn()")
        self.assertEqual(self.run_script("(await client.readiness()).map(({ reason }) => reason)"), ["wrongDomain"])

    def test_the_sdk_says_that_the_relying_party_is_not_the_expected_one(self):
        self.open_app(rpId="elsewhere.test")
        self.expect_failure("wrongDomain", "client.signIn()")

    def test_a_call_that_is_aborted_says_so_and_leaves_room_for_the_next(self):
        self.signed_out()
        self.user.set_present(False)
        script = """(() => {
            const controller = new AbortController();
            setTimeout(() => controller.abort(), 300);
            return client.signIn({ signal: controller.signal });
        })()"""
        self.expect_failure("aborted", script)
        self.user.set_present(True)
        self.assertTrue(self.run_script("client.signIn()")["user"]["sub"])
        self.expect_failure("aborted", "client.signIn({ signal: AbortSignal.abort() })")

    def test_the_sdk_waits_until_an_aborted_request_has_settled(self):
        self.signed_out()
        self.page.evaluate(
            """() => {
              window.order = [];
              const get = navigator.credentials.get.bind(navigator.credentials);
              navigator.credentials.get = (request) => {
                order.push(request.mediation ?? "prompt");
                if (!request.mediation) return get(request);
                return new Promise((_, reject) => request.signal.addEventListener("abort", () =>
                  setTimeout(() => { order.push("settled"); reject({}); }, 200)));
              };
              client.signInWithAutofill({ field });
            }"""
        )
        self.page.wait_for_function("order.length === 1")
        self.run_script("client.signIn()")
        self.assertEqual(self.page.evaluate("order.slice(0, 3)"), ["conditional", "settled", "prompt"])

    def test_the_sdk_gives_up_on_a_password_manager_that_never_settles_its_promise(self):
        self.open_app(timeout=300)
        self.page.evaluate("() => { navigator.credentials.get = () => new Promise(() => {}); }")
        self.expect_failure("timedOut", "client.signIn()")

    def test_a_refusal_after_the_time_is_up_is_no_cancellation(self):
        self.open_app(timeout=200)
        self.page.evaluate(
            """() => { navigator.credentials.get = () => new Promise((_, reject) =>
              setTimeout(() => reject(new DOMException("no", "NotAllowedError")), 300)); }"""
        )
        self.expect_failure("timedOut", "client.signIn()")

    def test_the_sdk_says_that_the_server_cannot_be_reached(self):
        self.expected_complaints = ("ERR_INTERNET_DISCONNECTED",)
        self.open_app()
        self.page.context.set_offline(True)
        self.expect_failure("network", "client.signIn()")
        self.page.context.set_offline(False)

    def test_a_slow_network_does_not_lose_the_click(self):
        self.signed_out()
        self.open_app(prefetch=True)
        self.page.wait_for_function("exchange.length === 1")
        self.page.route("**/passkey/challenge", lambda route: None)
        script = """async () => {
            const get = navigator.credentials.get.bind(navigator.credentials);
            navigator.credentials.get = (request) => { window.isActive = navigator.userActivation.isActive; return get(request); };
            const button = document.createElement("button");
            button.onclick = () => { client.signIn().then(() => { window.done = true; }); };
            button.textContent = "Sign in";
            document.body.append(button);
        }"""
        self.page.evaluate(script)
        self.user.press("Sign in")
        self.page.wait_for_function("window.done")
        self.assertIs(self.page.evaluate("isActive"), True)

    def test_the_sdk_says_that_the_server_has_a_problem(self):
        self.expected_complaints = ("status of 503", "status of 429")
        self.open_app()
        answers = iter([503, 429])
        body = json.dumps({"error": "temporarily_unavailable", "code": "server.busy", "reference": "req_x"})
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "application/json"}
        self.page.route(
            "**/passkey/challenge", lambda route: route.fulfill(status=next(answers), body=body, headers=headers))
        self.assertIn("problem", self.expect_failure("server", "client.signIn()")["message"])
        failed = self.expect_failure("tooBusy", "client.signIn()")
        self.assertIn("too many", failed["message"])
        self.assertEqual((failed["code"], failed["reference"]), ("server.busy", "req_x"))

    def test_a_passkey_is_added_once_the_user_whose_sign_in_is_too_old_has_signed_in_again(self):
        self.expected_complaints = ("status of 401",)
        user = self.signed_up(clientId="sdk-strict")
        # One second more than the client's enrollment_max_age.
        self.page.wait_for_function("(time) => Date.now() / 1000 >= time", arg=user["iat"] + 5)
        failed = self.expect_failure("signInTooOld", "client.passkeys.add()")
        self.assertEqual(failed["code"], "insufficient_user_authentication")
        self.assertIn("Confirm with your passkey", failed["recovery"])
        self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 2)
