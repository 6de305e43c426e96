# SPDX-License-Identifier: Apache-2.0
"""Sign-up, sign-in and the user's passkeys with the web SDK."""

import gzip
import json
import re

from cases import BRAND, new_address
from sdk import APP, WEB, SDKCase


class SigningIn(SDKCase):
    def test_the_sdk_signs_a_user_up_and_in(self):
        address = new_address()
        user = self.signed_up(email=address)
        self.assertEqual((user["email"], user["name"]), (address, "Ada"))
        self.run_script("client.signOut()")
        self.assertIsNone(self.run_script("client.user()"))
        self.assertIsNone(self.run_script("client.accessToken()"))
        signed_in = self.run_script("client.signIn()")
        self.assertEqual(signed_in["user"]["sub"], user["sub"])
        self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])

    def test_the_sdk_adds_lists_renames_and_removes_passkeys(self):
        self.signed_up()
        self.user.use_device()
        self.run_script("client.addPasskey()")
        first, second = self.run_script("client.passkeys.list()")
        self.assertIs(self.run_script("client.hasPasskeys()"), True)
        self.run_script("client.passkeys.rename(first, 'Laptop')", first["id"])
        self.assertEqual(self.run_script("client.passkeys.list()")[0]["name"], "Laptop")
        self.run_script("client.passkeys.remove(first)", second["id"])
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        self.assertTrue(self.user.expect_passkeys(0), "the device still has the removed passkey")

    def test_the_sdk_says_that_a_device_has_a_passkey_of_the_account_already(self):
        self.signed_up()
        self.expect_failure("alreadyRegistered", "client.addPasskey()")

    def test_the_sdk_says_that_the_user_cancelled_and_reports_it(self):
        self.expected_complaints = ()
        self.open_app()
        self.user.use_device(isUserVerified=False)
        reports = self.requests_to("/passkey/report")
        with self.page.expect_response("**/passkey/report") as reported:
            self.expect_failure("cancelled", "client.signUp({ email: first })", new_address())
        self.assertEqual(reported.value.status, 204)
        self.assertEqual(json.loads(reports[0].post_data)["reason"], "cancelled")

    def test_the_sdk_says_that_a_passkey_is_not_registered(self):
        self.expected_complaints = ("status of 403",)
        self.signed_up()
        self.run_script("client.signOut()")
        credential = self.user.passkeys()[0]
        self.user.use_device()
        stranger = {**credential, "credentialId": "c3RyYW5nZXIgc3RyYW5nZXIgc3RyYW5nZXI="}
        self.user.command("addCredential", credential=stranger)
        self.expect_failure("noPasskeyHere", "client.signIn()")
        self.assertTrue(self.user.expect_passkeys(0), "the device still has the unknown passkey")

    def test_the_sdk_says_that_the_domain_is_another(self):
        self.expected_complaints = ("wellknown", "well-known", "net::", "CORS", "status of 404")
        self.open_app(domain="auth.example.test")
        self.expect_failure("wrongDomain", "client.signIn()")

    def test_the_sdk_says_that_the_server_cannot_be_reached(self):
        self.expected_complaints = ("ERR_INTERNET_DISCONNECTED",)
        self.open_app()
        self.page.context.set_offline(True)
        self.expect_failure("network", "client.signIn()")
        self.page.context.set_offline(False)

    def test_the_sdk_says_what_the_server_did_not_accept(self):
        self.expected_complaints = ("status of 400",)
        address = new_address()
        self.signed_up(email=address)
        failed = self.expect_failure("server", "client.signUp({ email: first })", address)
        self.assertEqual(failed["code"], "sign-in.account-exists")
        self.assertTrue(failed["reference"].startswith("req_"))

    def test_the_sdk_gives_up_on_a_password_manager_that_never_settles_its_promise(self):
        self.open_app(timeout=300)
        self.page.evaluate("() => { navigator.credentials.get = () => new Promise(() => {}); }")
        self.expect_failure("timedOut", "client.signIn()")

    def test_the_sdk_works_where_the_browser_has_no_json_methods(self):
        self.open_app()
        self.page.evaluate(
            """() => {
              delete PublicKeyCredential.parseCreationOptionsFromJSON;
              delete PublicKeyCredential.parseRequestOptionsFromJSON;
              delete PublicKeyCredential.prototype.toJSON;
            }"""
        )
        self.run_script("client.signUp({ email: first })", new_address())
        self.run_script("client.signOut()")
        self.assertTrue(self.run_script("client.signIn()")["user"]["sub"])

    def test_another_ceremony_ends_the_pending_request_for_autofill(self):
        self.signed_up()
        self.run_script("client.signOut()")
        self.user.set_present(False)
        with self.page.expect_response("**/passkey/challenge"):
            self.page.evaluate("() => { client.signInWithAutofill().then((done) => { window.done = done; }); }")
        self.page.wait_for_timeout(300)
        self.user.set_present(True)
        self.assertTrue(self.run_script("client.signIn()")["user"]["sub"])
        self.assertIsNone(self.page.evaluate("window.done"))

    def test_the_sdk_signs_in_with_autofill(self):
        user = self.signed_up()
        self.run_script("client.signOut()")
        signed_in = self.run_script("client.signInWithAutofill()")
        self.assertEqual(signed_in["user"]["sub"], user["sub"])

    def test_two_tabs_refresh_once_and_stay_signed_in(self):
        self.signed_up(storage="local")
        other = self.page.context.new_page()
        self.load(other, f"{APP}/app")
        tokens = self.requests_to("/oauth/token")
        script = "() => { window.fresh = client.accessToken({ isFresh: true }); }"
        self.page.evaluate(script)
        other.evaluate(script)
        held = [page.evaluate("() => window.fresh") for page in (self.page, other)]
        self.assertTrue(all(held))
        self.assertEqual(len(tokens), 1)
        self.reload()
        self.assertTrue(self.run_script("client.accessToken({ isFresh: true })"))

    def test_the_sdk_uses_the_plain_api_of_its_own_origin(self):
        page = "https://auth.example.test/app"
        self.page.route(page, lambda route: route.fulfill(body=self.own_page(), content_type="text/html"))
        self.load(self.page, page)
        name = new_address()
        self.assertEqual(self.run_script("client.signUp({ username: first })", name)["user"], {"username": name})
        self.assertEqual(self.run_script("client.signIn({ username: first })", name)["user"], {"username": name})
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        self.assertIs(self.run_script("client.hasPasskeys(first)", name), True)
        self.run_script("client.signOut()")
        self.expected_complaints = ("status of 401",)
        self.expect_failure("server", "client.passkeys.list()")

    @staticmethod
    def own_page():
        from sdk import PAGE

        return PAGE.replace("OPTIONS", json.dumps({"apiEndpoint": "/api/auth"}))

    def test_the_server_serves_the_sdk_that_pages_load(self):
        status, headers, text = self.server.request("GET", "/sdk/thumbturn.js", BRAND)
        self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (200, "*"))
        self.assertEqual(text, (WEB / "sdk/thumbturn.js").read_bytes())

    def test_the_sdk_is_small(self):
        self.assertLessEqual(len(gzip.compress((WEB / "sdk/thumbturn.js").read_bytes())), 10_240)

    def test_the_types_name_what_the_module_has(self):
        types = (WEB / "sdk/thumbturn.d.ts").read_text()
        module = (WEB / "sdk/thumbturn.js").read_text()
        own = module[: module.index("export class ThumbturnError")]
        methods = set(re.findall(r"^  (?:async )?([a-z]\w*)\(.*\) \{$", own, re.M)) - {"constructor"}
        self.assertEqual({name for name in methods if not re.search(rf"^\s+{name}[(<]", types, re.M)}, set())
        reasons = re.findall(r"^  (\w+): \[\"", module[module.index("const TEXTS") : module.index("const CODE_TEXTS")], re.M)
        self.assertEqual([reason for reason in reasons if f'"{reason}"' not in types], [])
