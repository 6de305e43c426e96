# SPDX-License-Identifier: Apache-2.0
"""The web SDK's failures end at the person who can do something about them: the user, the developer or the operator."""

from cases import BRAND, new_address
from sdk import APP, SDKCase

BLOCKED_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); } });"""


class ForUsers(SDKCase):
    def test_the_sdk_names_the_field_that_has_to_be_corrected(self):
        self.expected_complaints = ("status of 400",)
        self.open_app()
        for profile, field in (
            ({}, "email"), ({"email": ""}, "email"), ({"email": "ada@"}, "email"), ({"email": "a" * 400}, "email"),
            ({"email": new_address(), "username": "ada"}, "username"),
            ({"email": new_address(), "picture": "http://example.org/me.png"}, "picture"),
            ({"email": new_address(), "givenName": "A" * 200}, "givenName"),
        ):
            with self.subTest(profile=profile):
                self.assertEqual(self.expect_failure("invalidProfile", "client.signUp(first)", profile)["field"], field)
        self.assertIn("email address", self.expect_failure("invalidProfile", "client.signUp({})")["message"])

    def test_a_blocked_user_is_not_told_to_try_again(self):
        self.expected_complaints = ("status of 401",)
        address = new_address()
        self.signed_up(email=address)
        self.run_script("client.signOut()")
        self.server.run("users", "block", address)
        failed = self.expect_failure("accountBlocked", "client.signIn()")
        self.assertIn("blocked", failed["message"])
        self.assertTrue(failed["reference"])

    def test_a_sign_up_that_was_canceled_says_that_nothing_was_created(self):
        self.open_app()
        self.user.use_device(isUserVerified=False)
        failed = self.expect_failure("canceled", "client.signUp({ email: first })", new_address())
        self.assertEqual(failed["message"], "No passkey was created.")

    def test_a_failure_of_the_device_does_not_send_the_user_to_another_browser(self):
        self.open_app()
        for name, reason in (("UnknownError", "canceled"), ("NotReadableError", "canceled"), ("OperationError", "aborted")):
            with self.subTest(name):
                self.page.evaluate(
                    "(name) => { navigator.credentials.get = async () => { throw new DOMException('no', name); }; }", name)
                self.assertIn("ry again", self.expect_failure(reason, "client.signIn()")["recovery"])

    def test_the_account_of_nobody_asks_to_sign_in(self):
        self.open_app()
        self.expect_failure("notSignedIn", "client.passkeys.list()")

    def test_a_passkey_of_another_account_than_the_entered_one_signs_nobody_in(self):
        self.expected_complaints = ("status of 403",)
        first, second = new_address(), new_address()
        self.signed_up(email=first)
        self.run_script("client.signOut()")
        self.user.use_device()
        kim = self.signed_up(email=second)
        self.run_script("client.signOut()")
        self.page.evaluate("() => { events.length = 0; }")
        self.expect_failure("wrongAccount", "client.signIn({ username: first })", first)
        self.expect_failure("wrongAccount", "client.signIn({ username: first })", "nobody@example.org")
        self.assertEqual(self.page.evaluate("events"), [])
        self.assertIsNone(self.run_script("client.user({ ask: true })"))
        signed_in = self.run_script("client.signIn({ username: first })", second.upper())
        self.assertEqual(signed_in["user"]["sub"], kim["sub"])

    def test_the_words_are_in_the_language_of_the_page(self):
        self.open_app()
        self.page.evaluate("document.documentElement.lang = 'de-CH'")
        self.assertEqual(self.expect_failure("notSignedIn", "client.passkeys.list()")["message"], "Sie sind nicht angemeldet.")
        self.open_app(language="de")
        self.assertEqual(self.expect_failure("notSignedIn", "client.passkeys.list()")["message"], "Sie sind nicht angemeldet.")
        self.open_app(language="fr")
        self.assertEqual(self.expect_failure("notSignedIn", "client.passkeys.list()")["message"], "You are not signed in.")

    def test_a_sign_in_that_is_offered_at_once_shows_no_prompt_without_a_passkey(self):
        user = self.signed_out()
        self.assertEqual(self.run_script("client.signIn({ immediate: true })")["user"]["sub"], user["sub"])
        self.run_script("client.signOut()")
        self.user.use_device()
        self.expect_failure("noPasskeyHere", "client.signIn({ immediate: true })")
        self.page.evaluate(
            """() => {
              window.asked = 0;
              navigator.credentials.get = async () => { asked += 1; throw new DOMException("no", "NotAllowedError"); };
              PublicKeyCredential.getClientCapabilities = async () => ({ immediateGet: false });
            }""")
        self.expect_failure("notSupported", "client.signIn({ immediate: true })")
        self.assertEqual(self.page.evaluate("asked"), 0)


class WithoutStorage(SDKCase):
    def test_a_page_without_storage_signs_up_and_in_and_out(self):
        self.page.add_init_script(BLOCKED_STORAGE)
        for options in ({}, {"storage": "local"}):
            with self.subTest(options):
                self.user.use_device()
                user = self.signed_up(prefetch=True, **options)
                self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
                self.run_script("client.signOut()")
                self.assertIsNone(self.run_script("client.user()"))
                self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])


class ForDevelopers(SDKCase):
    def test_a_response_that_is_a_page_is_explained(self):
        self.signed_out()
        for path in ("/passkey/challenge", "/oauth/token"):
            for body in ("<title>App</title>", '{"auth_session": "', '"text"'):
                with self.subTest(path=path, body=body):
                    self.load(self.page, f"{APP}/app")
                    self.answer(path, body)
                    failed = self.expect_failure("server", "client.signIn()")
                    self.assertEqual(failed["code"], "response_unreadable")
                    self.expect_advice(path, "JSON")
                    self.answer(path, None)

    def test_a_response_of_something_else_is_no_other_error(self):
        self.signed_out()
        self.answer("/passkey/challenge", "{}")
        self.expect_failure("server", "client.signIn()")
        self.answer("/passkey/challenge", None)
        self.answer("/oauth/token", "{}")
        self.expect_failure("server", "client.signIn()")

    def answer(self, path, body):
        """Has something else respond to the requests for a path; with `None`, the server does again."""
        self.page.unroute(f"**{path}")
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/html"}
        if body is not None:
            self.page.route(f"**{path}", lambda route: route.fulfill(body=body, headers=headers))

    def test_a_page_that_no_client_lists_is_told_how_to_add_one(self):
        self.expected_complaints = ("CORS", "net::ERR_FAILED")
        self.check_unlisted("https://home.client.test")

    def test_a_page_that_only_another_client_lists_is_told_so(self):
        self.expected_complaints = ("CORS", "net::ERR_FAILED")
        self.check_unlisted("https://app.client.test")

    def check_unlisted(self, origin):
        self.open_app(origin=origin)
        self.expect_failure("originNotAllowed", "client.signIn()")
        self.assertEqual(self.run_script("(await client.readiness()).map(({ reason }) => reason)"), ["originNotAllowed"])
        self.expect_advice(f'thumbturn clients add "Notes" --type spa --origin {origin}', "client sdk")

    def test_a_request_that_is_lost_does_not_blame_the_page(self):
        self.expected_complaints = ("net::ERR_FAILED",)
        self.open_app()
        lost = iter([True])
        self.page.route(
            "**/passkey/challenge", lambda route: route.abort() if next(lost, False) else route.fallback())
        self.expect_failure("network", "client.signIn()")

    def test_what_the_server_has_not_is_explained_to_the_developer_only(self):
        self.expected_complaints = ("status of 40",)
        for options, word in (
            ({"clientId": "nobody"}, "client"), ({"realm": "Nowhere"}, "Nowhere"), ({"organization": "none"}, "organization"),
        ):
            with self.subTest(options):
                self.open_app(**options)
                failed = self.expect_failure("misconfigured", "client.signIn()")
                self.assertIn("isn't set up", failed["message"])
                self.expect_advice(word, failed["code"], failed["reference"])

    def test_an_audience_that_the_server_has_not_is_explained_to_the_developer_only(self):
        self.expected_complaints = ("status of 40",)
        self.signed_out()
        self.open_app(audience="urn:nowhere")
        failed = self.expect_failure("misconfigured", "client.signIn()")
        self.expect_advice("urn:nowhere", failed["code"])

    def test_options_that_cannot_work_say_what_to_write(self):
        self.open_app()
        for options, right in (
            ({"url": "localhost:8080"}, 'url: "http://localhost:8080"'),
            ({"url": "https://auth.example.test/login"}, 'url: "https://auth.example.test"'),
            ({"url": "auth.example.test"}, 'url: "https://auth.example.test"'),
            ({"domain": "https://auth.example.test"}, 'domain: "auth.example.test"'),
            ({"domain": "auth.example.test/"}, 'domain: "auth.example.test"'),
            ({"domain": "auth.example.test", "storage": "session"}, "storage"),
            ({"domain": "auth.example.test", "apiOrigins": ["https://api.example.test/"]}, '"https://api.example.test"'),
            ({"domain": "auth.example.test", "clientId": ""}, "clientId"),
        ):
            with self.subTest(options):
                failed = self.attempt_to("new Thumbturn({ clientId: 'sdk', prefetch: false, ...first }) && 0", options)
                self.assertEqual(failed.get("name"), "TypeError", failed)
                self.assertIn(right, failed["message"])
        for options in ({"domain": "localhost:8080"}, {"url": "http://localhost:8080/"}, {"url": "https://auth.example.test"}):
            self.run_script("new Thumbturn({ clientId: 'sdk', prefetch: false, ...first }) && 0", options)


class ForOperators(SDKCase):
    def test_the_log_says_why_a_ceremony_failed_on_the_device(self):
        self.signed_out()
        self.user.use_device(isUserVerified=False)
        count = len(self.server.notices("passkey.failed-on-device"))
        with self.page.expect_response("**/passkey/report"):
            self.expect_failure("canceled", "client.signIn()")
        reported = self.server.next_notice("passkey.failed-on-device", count)
        self.assertEqual((reported["reason"], reported["error"]), ("canceled", "NotAllowedError"))
        explained = self.server.explain(reported["reference"])
        self.assertIn("closed the dialog", explained)
        self.assertIn("use another device", explained)


class WithoutServer(SDKCase):
    expected_complaints = ("net::ERR", "Failed to load resource", "Framing", "frame")

    def test_a_server_that_cannot_be_asked_is_no_signed_out_user(self):
        user = self.signed_up()
        self.page.route(f"https://{BRAND}/**", lambda route: route.abort())
        self.expect_failure("network", "client.accessToken({ fresh: true })")
        self.expect_failure("network", "client.passkeys.list()")
        self.reload()
        self.expect_failure("network", "client.user()")
        self.page.unroute(f"https://{BRAND}/**")
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_a_sign_up_that_the_configuration_rejects_leaves_no_passkey(self):
        self.open_app(audience="urn:nope")
        self.expect_failure("misconfigured", "client.signUp({ email: first })", new_address())
        self.user.complaints.clear()
        self.assertTrue(self.user.expect_passkeys(0))

    def test_a_page_that_is_no_server_is_told_from_one_in_trouble(self):
        self.page.route(f"{APP}/passkey/challenge", lambda route: route.fulfill(status=501, body="Unsupported method"))
        self.open_app(domain="app.brand.test")
        self.expect_failure("misconfigured", "client.signIn()")
        self.expect_advice("https://app.brand.test is no Thumbturn server")
