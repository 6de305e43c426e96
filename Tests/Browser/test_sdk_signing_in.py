# SPDX-License-Identifier: Apache-2.0
"""Sign-up, sign-in and the user's passkeys with the web SDK."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from cases import BRAND, new_address
from sdk import APP, PAGE, WEB, SDKCase


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

    def test_the_sdk_signs_in_on_the_server_s_pages(self):
        user = self.signed_out()
        self.leave_by("client.signInWithRedirect({ redirectUri: location.href, appState: 'notes' })")
        self.page.wait_for_url(f"{APP}/app?**")
        self.page.wait_for_function("'attempt' in window")
        done = self.run_script("client.handleRedirectCallback()")
        self.assertEqual((done["user"]["sub"], done["appState"]), (user["sub"], "notes"))
        self.assertEqual(self.page.url, f"{APP}/app")
        self.expect_event("signedIn", self.page)

    def test_the_sdk_adds_lists_renames_and_removes_passkeys(self):
        self.signed_up()
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        first, second = self.run_script("client.passkeys.list()")
        self.assertIs(self.run_script("client.hasPasskeys()"), True)
        self.run_script("client.passkeys.rename(first, 'Laptop')", first["id"])
        self.assertEqual(self.run_script("client.passkeys.list()")[0]["name"], "Laptop")
        tokens = self.requests_to("/oauth/token")
        self.run_script("client.passkeys.remove(first)", second["id"])
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 1)
        self.assertEqual(len(tokens), 1, "the token that removed a passkey was used again")
        self.assertTrue(self.user.expect_passkeys(0), "the device still has the removed passkey")

    def test_options_that_were_fetched_before_the_click_are_used_once(self):
        self.signed_out()
        self.open_app(prefetch=True)
        self.page.wait_for_function("exchange.length === 1")
        begun = self.requests_to("/passkey/challenge")
        self.run_script("client.signIn()")
        self.assertEqual(begun, [])
        self.run_script("client.signIn()")
        self.assertEqual(len(begun), 1)

    def test_a_sign_up_that_was_prepared_goes_to_the_device_at_once(self):
        self.open_app()
        profile = {"email": new_address()}
        self.run_script("client.prepare('signUp', first)", profile)
        begun = self.requests_to("/passkey/register")
        self.assertEqual(self.run_script("client.signUp(first)", profile)["user"]["email"], profile["email"])
        self.assertEqual(begun, [])

    def test_options_expire_and_are_fetched_again(self):
        self.open_app()
        self.page.clock.install()
        begun = self.requests_to("/passkey/challenge")
        self.run_script("client.prepare()")
        self.run_script("client.prepare()")
        self.assertEqual(len(begun), 1)
        self.page.clock.fast_forward(200_000)
        self.run_script("client.prepare()")
        self.assertEqual(len(begun), 2)

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

    def test_the_sdk_signs_in_with_autofill_in_the_field_it_is_given(self):
        user = self.signed_out()
        signed_in = self.run_script("client.signInWithAutofill({ field })")
        self.assertEqual(signed_in["user"]["sub"], user["sub"])
        self.assertEqual(self.page.locator("#email").get_attribute("autocomplete"), "username webauthn")

    def test_the_sdk_says_that_no_field_offers_passkeys(self):
        self.expected_complaints = ("no field of this page",)
        self.open_app()
        self.page.evaluate("field.autocomplete = 'password webauthn'")
        self.assertIsNone(self.run_script("client.signInWithAutofill()"))
        self.assertTrue(any("no field of this page" in text for text in self.user.complaints))
        self.user.complaints.clear()

    def test_another_ceremony_ends_the_pending_request_for_autofill(self):
        self.signed_out()
        self.begin_autofill()
        self.assertTrue(self.run_script("client.signIn()")["user"]["sub"])
        self.page.wait_for_function("'done' in window")
        self.assertIsNone(self.page.evaluate("window.done"))

    def test_autofill_begins_again_after_a_ceremony_that_was_canceled(self):
        self.signed_out()
        self.begin_autofill()
        self.page.evaluate(
            """() => {
              const get = navigator.credentials.get.bind(navigator.credentials);
              navigator.credentials.get = async (request) => {
                if (request.mediation) return get(request);
                throw new DOMException("no", "NotAllowedError");
              };
            }"""
        )
        self.expect_failure("canceled", "client.signIn()")
        self.page.wait_for_function("window.done")

    def test_a_view_that_goes_ends_its_request_for_autofill(self):
        self.signed_out()
        self.user.set_present(False)
        script = """new Promise((resolve) => {
            const controller = new AbortController();
            client.signInWithAutofill({ field, signal: controller.signal }).then((done) => resolve(done ?? "ended"));
            setTimeout(() => controller.abort(), 300);
        })"""
        self.assertEqual(self.run_script(script), "ended")
        self.user.set_present(True)
        self.assertTrue(self.run_script("client.signIn()")["user"]["sub"])

    def test_a_browser_with_conditional_create_makes_a_passkey_without_a_prompt(self):
        self.signed_up()
        self.user.use_device()
        self.page.evaluate(
            """() => {
              const supported = PublicKeyCredential.getClientCapabilities;
              PublicKeyCredential.getClientCapabilities = async () =>
                ({ ...await supported.call(PublicKeyCredential), conditionalCreate: true });
              const create = navigator.credentials.create.bind(navigator.credentials);
              navigator.credentials.create = ({ mediation, ...request }) => {
                window.mediation = mediation;
                return create(request);
              };
            }"""
        )
        self.assertIs(self.run_script("client.upgradeToPasskey()"), True)
        self.assertEqual(self.page.evaluate("mediation"), "conditional")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 2)

    def test_a_browser_that_refuses_conditional_create_is_no_failure(self):
        self.signed_up(timeout=500)
        self.page.evaluate("PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: false })")
        self.assertIs(self.run_script("client.upgradeToPasskey()"), False)
        self.page.evaluate("PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: true })")
        self.assertIs(self.run_script("client.upgradeToPasskey()"), False)

    def test_a_browser_without_a_platform_authenticator_can_use_passkeys(self):
        self.open_app()
        self.page.evaluate(
            "PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = async () => false")
        self.assertIs(self.run_script("client.capabilities()")["passkeys"], True)
        self.assertEqual(self.run_script("client.readiness()"), [])

    def test_the_browser_gets_the_client_s_options(self):
        options = {"timeout": 40_000, "attestation": "direct", "extensions": {"credProps": True}}
        self.open_app(rpId="brand.test", rpName="My notes", attachment="platform", **options)
        self.page.evaluate(
            """() => {
              const create = navigator.credentials.create.bind(navigator.credentials);
              navigator.credentials.create = (request) => { window.asked = request.publicKey; return create(request); };
            }"""
        )
        self.run_script("client.signUp({ email: first })", new_address())
        asked = self.page.evaluate(
            "(({ rp, timeout, attestation, extensions }) => ({ rp, timeout, attestation, extensions }))(asked)")
        self.assertEqual(asked, {"rp": {"id": "brand.test", "name": "My notes"}, **options})
        selection = self.page.evaluate("asked.authenticatorSelection")
        self.assertEqual(selection["authenticatorAttachment"], "platform")
        # What the server decides stays.
        self.assertEqual((selection["residentKey"], selection["userVerification"]), ("required", "preferred"))

    def test_results_of_extensions_stay_with_the_page(self):
        self.open_app(extensions={"credProps": True})
        done = self.run_script("client.signUp({ email: first })", new_address())
        self.assertIs(done["extensions"]["credProps"]["rk"], True)
        self.assertEqual(self.sent_results(), ["credProps"])

    def sent_results(self):
        """The names of the extensions whose results the page sent last."""
        sent = "JSON.stringify(exchange.findLast(({ url }) => url?.endsWith('/oauth/token')).request)"
        return list(json.loads(self.page.evaluate(sent))["authn_response"]["clientExtensionResults"])

    def test_a_page_stores_data_with_a_passkey_and_reads_it(self):
        self.user.use_device(hasLargeBlob=True)
        self.open_app(extensions={"largeBlob": {"support": "required"}})
        done = self.run_script("client.signUp({ email: first })", new_address())
        self.assertIs(done["extensions"]["largeBlob"]["supported"], True)
        write = "{ largeBlob: { write: new TextEncoder().encode('a note') } }"
        done = self.run_script(f"client.signIn({{ credentialId: first, extensions: {write} }})", done["credentialId"])
        self.assertIs(done["extensions"]["largeBlob"]["written"], True)
        read = "(await client.signIn({ extensions: { largeBlob: { read: true } } })).extensions.largeBlob.blob"
        self.assertEqual(self.run_script(f"new TextDecoder().decode({read})"), "a note")
        self.assertEqual(self.sent_results(), [])

    def test_a_page_gets_the_same_secret_of_a_passkey_at_each_sign_in(self):
        self.user.use_device(hasPrf=True)
        self.open_app(extensions={"prf": {}})
        done = self.run_script("client.signUp({ email: first })", new_address())
        self.assertIs(done["extensions"]["prf"]["enabled"], True)
        secret = """[...new Uint8Array((await client[first]({
            field, extensions: { prf: { eval: { first: new TextEncoder().encode(second) } } } })).extensions.prf.results.first)]"""
        once = self.run_script(secret, "signIn", "salt")
        self.assertEqual(len(once), 32)
        self.assertEqual(self.run_script(secret, "signIn", "salt"), once)
        self.assertNotEqual(self.run_script(secret, "signIn", "pepper"), once)
        self.assertEqual(self.run_script(secret, "signInWithAutofill", "salt"), once)
        self.assertEqual(self.sent_results(), [])


class Module(SDKCase):
    def test_the_server_serves_the_sdk_that_pages_load(self):
        status, headers, text = self.server.request("GET", "/sdk/thumbturn.js", BRAND)
        self.assertEqual((status, headers["Access-Control-Allow-Origin"]), (200, "*"))
        self.assertIn(b"export class Thumbturn extends EventTarget {", text)
        self.assertNotIn(b"\nimport ", text)

    def test_pages_with_an_earlier_release_go_on_after_an_upgrade(self):
        self.page.context.unroute("**/sdk/*.js")
        for release in sorted((WEB / "sdk/releases").glob("*.js")):
            digest = base64.urlsafe_b64encode(hashlib.sha256(release.read_bytes()).digest()).decode()[:16]
            page = PAGE.replace("/sdk/thumbturn.js", f"https://{BRAND}/sdk/{release.stem}-{digest}.js")
            self.site.pages["/app"] = page.replace("OPTIONS", json.dumps({"domain": BRAND, "clientId": "sdk"}))
            self.load(self.page, f"{APP}/app")
            user = self.run_script("client.signUp({ email: first, name: 'Ada' })", new_address())["user"]
            self.reload()
            self.assertEqual(self.run_script("client.user()")["sub"], user["sub"])
            self.run_script("client.signOut()")
            self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])

    def test_the_sdk_is_small(self):
        text = self.server.request("GET", "/sdk/thumbturn.js", BRAND)[2]
        self.assertLessEqual(len(gzip.compress(text)), 27_000)

    def test_the_package_has_what_it_needs(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        if npm := shutil.which("npm"):
            command = [npm, "pack", "--offline", "--silent", "--pack-destination", folder]
            home = {**os.environ, "HOME": str(folder)}
            subprocess.run(command, cwd=WEB / "sdk", check=True, capture_output=True, timeout=120, env=home)
            (archive,) = folder.glob("*.tgz")
            with tarfile.open(archive) as packed:
                packed.extractall(folder)
            package = folder / "package"
        else:
            # What npm packs: the listed files, and these three always.
            names = json.loads((WEB / "sdk/package.json").read_text())["files"] + ["package.json", "README.md", "LICENSE"]
            package = folder / "package"
            package.mkdir()
            for name in names:
                for file in (WEB / "sdk").glob(name):
                    shutil.copy(file, package)
        found = {str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()}
        sources = {file.name for file in (WEB / "sdk").glob("*.js")}
        self.assertEqual(found, sources | {"thumbturn.d.ts", "package.json", "README.md", "LICENSE"})
        if node := shutil.which("node"):
            script = 'import * as sdk from "thumbturn"; console.log(Object.keys(sdk).sort().join())'
            modules = folder / "application/node_modules"
            modules.mkdir(parents=True)
            package.rename(modules / "thumbturn")
            command = [node, "--input-type=module", "-e", script]
            done = subprocess.run(command, cwd=modules.parent, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.stdout.strip(), done.returncode), ("Thumbturn,ThumbturnError", 0), done.stderr)

    def test_importing_the_sdk_needs_no_page(self):
        if not (node := shutil.which("node")):
            self.skipTest("there is no node")
        script = f"""import {{ Thumbturn }} from "{WEB}/sdk/thumbturn.js";
            const client = new Thumbturn({{ domain: "auth.example.test", clientId: "sdk" }});
            console.log(await client.user(), (await client.capabilities()).passkeys);"""
        done = subprocess.run([node, "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.stdout.strip(), done.returncode), ("undefined false", 0), done.stderr)

    def test_the_types_are_those_of_the_module(self):
        if not (tsc := shutil.which("tsc")):
            self.skipTest("there is no tsc")
        example = Path(__file__).with_name("sdk-types.ts")
        command = [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--lib", "es2022,dom"]
        done = subprocess.run([*command, example], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_the_types_name_what_the_module_has(self):
        types = (WEB / "sdk/thumbturn.d.ts").read_text()
        module = (WEB / "sdk/thumbturn.js").read_text()
        texts = (WEB / "sdk/texts.js").read_text()
        methods = set(re.findall(r"^  (?:async )?([a-z]\w*)\(.*\) \{$", module, re.M)) - {"constructor"}
        self.assertEqual({name for name in methods if not re.search(rf"^\s+{name}[(<]", types, re.M)}, set())
        english, german = (
            [set(re.findall(r"^      (\w+): \[\"", block, re.M)) for block in language.split("situations: {")]
            for language in re.split(r"^  de: \{$", texts, flags=re.M))
        self.assertEqual(english, german)
        self.assertEqual({reason for reason in english[0] if f'"{reason}"' not in types}, set())
        english, german = (
            re.findall(r"^      (\w+): \"", language, re.M) for language in re.split(r"^  de: \{$", texts, flags=re.M))
        self.assertEqual(english, german)
        self.assertIn("lengthAtLeast", english)
