# SPDX-License-Identifier: Apache-2.0
"""The code of the guides for web applications, as it is printed, and the first minute with a new server."""

import contextlib
import functools
import http.server
import io
import itertools
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
import urllib.request
from pathlib import Path

from cases import BRAND, HOST, BrowserCase, new_address, nightly
from chromium import CHROMIUM, SHELL
from first_minute import set_up, start_server
from sdk import APP
from server import free_port
from test_sdk_demo import DemoCase

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "docs/guides"
# scripts/examples builds it.
EXAMPLE = ROOT / ".build/examples/debug/CheckAToken"
# The build of Auth0's SDK, or what takes its place.
AUTH0_SDK = Path(os.environ.get("AUTH0_SPA_JS") or Path(__file__).with_name("auth0-spa-js.js"))
IMPORTS = """<title>Notes</title><script type=importmap>{ "imports": { "@auth0/auth0-spa-js": "/auth0-spa-js.js" } }</script>
<script type=module>%s
window.user = user;</script>"""
AUDIENCE = "urn:thumbturn:sample-api"
SITE = "http://localhost:3000"
NUMBERS = itertools.count(1)


def block(language, guide="add-passkeys-to-a-web-app.md", number=0):
    """One of the blocks of a guide in a language, the first if no number is given."""
    return re.findall(rf"```{language}\n(.*?)```", (GUIDES / guide).read_text(), re.S)[number]


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(folder):
    """Serves a folder's files, and yields the origin."""
    handler = functools.partial(QuietHandler, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://localhost:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Guide(DemoCase):
    def setUp(self):
        super().setUp()
        self.port = str(free_port())
        page = block("html").replace("http://localhost:8080", self.server.url).replace(":4000", f":{self.port}")
        page = page.replace("window.callBackend", "window.auth = auth;\n  window.callBackend")
        # Chromium doesn't know that a page that the test provides comes from this machine.
        self.page.context.grant_permissions(["local-network-access"])
        self.page.route(f"{SITE}/", lambda route: route.fulfill(body=page, content_type="text/html"))
        self.user.set_present(False)
        self.page.goto(f"{SITE}/")
        self.page.wait_for_function("'callBackend' in window")
        self.user.set_present(True)

    def sign_up(self):
        address = new_address()
        self.page.get_by_placeholder("Email address").fill(address)
        self.user.press("Sign up")
        self.page.get_by_text(f"Signed in as {address}.").wait_for()
        return address

    def run_backend(self, command, name, code, *arguments):
        """Runs the backend of a guide. Returns its URL."""
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        file = Path(folder.name, name)
        file.write_text(code)
        arguments = [command, file, f"{self.server.url}/", AUDIENCE, *arguments, self.port]
        backend = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(backend.stdout.close)
        self.addCleanup(backend.wait)
        self.addCleanup(backend.terminate)
        self.assertEqual(backend.stdout.readline().strip(), b"ready")
        return f"http://127.0.0.1:{self.port}/"


class WebAppGuide(Guide):
    def expect_backend(self, command, language, name):
        """The backend of the guide accepts the page's token and rejects another."""
        url = self.run_backend(command, name, block(language))
        self.sign_up()
        self.assertRegex(self.page.evaluate(f"callBackend('{url}')"), r"^auth0\|")
        self.expected_complaints = ("status of 401",)
        rejected = self.page.evaluate(
            "(url) => fetch(url, { headers: { Authorization: 'Bearer a.b.c' } }).then(({ status }) => status)",
            url)
        self.assertEqual(rejected, 401)

    def test_the_guide_s_page_keeps_its_user_signed_in_after_a_reload(self):
        address = self.sign_up()
        self.page.reload()
        self.page.get_by_text(f"Signed in as {address}.").wait_for()

    def test_the_guide_s_backend_in_node_checks_the_token(self):
        if not (node := shutil.which("node")):
            self.skipTest("there is no node")
        self.expect_backend(node, "js", "backend.mjs")

    def test_the_guide_s_backend_in_python_checks_the_token(self):
        self.expect_backend(sys.executable, "python", "backend.py")

    def test_the_guide_s_backend_in_swift_is_the_example_that_is_built(self):
        example = (ROOT / "Examples/CheckAToken/Sources/CheckAToken/TokenCheck.swift").read_text()
        self.assertEqual(example.partition("\n\n")[2], block("swift"))

    def test_the_guide_s_backend_in_swift_accepts_the_token(self):
        if not EXAMPLE.exists():
            self.skipTest("the examples are not built")
        self.sign_up()
        self.page.route(f"{SITE}/notes", lambda route: route.fulfill(body="no notes"))
        with self.page.expect_request(f"{SITE}/notes") as sent:
            self.page.evaluate("callBackend('/notes')")
        token = sent.value.headers["authorization"].removeprefix("Bearer ")
        command = [EXAMPLE, f"{self.server.url}/", AUDIENCE, token]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertRegex(done.stdout, r"^auth0\|", done.stderr)


class PaymentGuide(Guide):
    GUIDE = "confirm-a-payment.md"

    def open_payments(self, command, name, backend):
        """Runs the backend of the guide, and gives the page its code and a user."""
        url = self.run_backend(command, name, backend, "thumbturn-web")
        self.sign_up()
        code = block("js", self.GUIDE).replace("http://127.0.0.1:4001/", url)
        self.page.evaluate(f"() => {{ {code} window.pay = pay; }}")

    def pay(self):
        return self.page.evaluate("pay('Tea').then(async (done) => [done.status, await done.text()])")

    def expect_payments(self, command, name, code):
        """The backend accepts a confirmation of this user, and no other token."""
        self.open_payments(command, name, code)
        self.assertEqual(self.pay(), [200, "Tea is paid"])
        self.expected_complaints = ("status of 401",)
        tokens = self.page.evaluate("(async () => [await auth.accessToken(), (await auth.confirm()).idToken])()")
        self.user.use_device()
        self.page.evaluate("auth.signOut()")
        self.page.get_by_text("Signed in").wait_for(state="hidden")
        self.sign_up()
        for token, reason in zip(tokens, ("recipient|Audience", "another user confirmed")):
            self.page.evaluate("(token) => { auth.confirm = async () => ({ idToken: token }); }", token)
            status, text = self.pay()
            self.assertEqual(status, 401)
            self.assertRegex(text, reason)

    def expect_recent(self, command, name, code):
        """The backend of the guide with a limit that is over already accepts no confirmation."""
        self.assertEqual(code.count(" 60"), 1)
        self.open_payments(command, name, code.replace(" 60", " -60"))
        self.expected_complaints = ("status of 401",)
        self.assertEqual(self.pay(), [401, "too long ago"])

    def node(self):
        if not (node := shutil.which("node")):
            self.skipTest("there is no node")
        return node, "payments.mjs", block("js", self.GUIDE, 1)

    def python(self):
        return sys.executable, "payments.py", block("python", self.GUIDE)

    def test_the_payment_guide_s_backend_in_node_wants_this_user_s_confirmation(self):
        self.expect_payments(*self.node())

    def test_the_payment_guide_s_backend_in_python_wants_this_user_s_confirmation(self):
        self.expect_payments(*self.python())

    def test_the_payment_guide_s_backend_in_node_wants_a_recent_confirmation(self):
        self.expect_recent(*self.node())

    def test_the_payment_guide_s_backend_in_python_wants_a_recent_confirmation(self):
        self.expect_recent(*self.python())


class PasswordGuide(BrowserCase):
    """The page that offers a passkey first, and then the password."""

    def test_the_guide_s_page_signs_in_with_a_password_and_then_with_the_passkey_that_it_has_added(self):
        email, password = new_address(), "quite-long-enough-for-everyone"
        fields = {"client_id": "sdk-passwords", "connection": "Members", "email": email, "password": password}
        self.assertEqual(self.server.post_form("/dbconnections/signup", fields)[0], 200)
        page = block("html", number=1)
        own = {"https://auth.example.com": f"https://{BRAND}", '"auth.example.com"': f'"{BRAND}"', '"app"': '"sdk-passwords"',
               '"users"': '"Members"', "const [form,": "window.auth = auth;\n  const [form,"}
        for example, value in own.items():
            self.assertEqual(page.count(example), 1, example)
            page = page.replace(example, value)
        # The browser of the tests has no password manager that makes a passkey.
        self.page.add_init_script("PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: false });")
        self.user.set_present(False)
        self.open_site(page, f"{APP}/notes")
        self.page.get_by_label("Email address").fill(email)
        self.page.get_by_label("Password").fill("not-that-one-but-another")
        self.expected_complaints = ("status of 403",)
        self.user.press("Sign in with the password")
        self.page.get_by_text("This doesn't match.").wait_for()
        self.page.get_by_label("Password").fill(password)
        self.user.press("Sign in with the password")
        self.page.get_by_text(f"Signed in as {email}.").wait_for()
        self.user.set_present(True)
        self.user.press("Add a passkey")
        self.page.get_by_role("button", name="Add a passkey").wait_for(state="hidden")
        self.assertEqual(len(self.user.passkeys()), 1)
        # The request for autofill, which begins again, must be pending before the user is present: it would sign in by itself.
        self.user.set_present(False)
        self.page.evaluate(
            """() => {
              const get = navigator.credentials.get.bind(navigator.credentials);
              navigator.credentials.get = (request) => { window.isAsked = true; return get(request); };
            }""")
        self.page.evaluate("auth.signOut()")
        self.page.wait_for_function("window.isAsked")
        self.page.wait_for_timeout(100)
        self.user.set_present(True)
        self.user.press("Sign in with a passkey")
        self.page.get_by_text(f"Signed in as {email}.").wait_for()
        self.assertTrue(self.page.get_by_role("button", name="Add a passkey").is_hidden())


class PasskeyWebManagerGuide(DemoCase):
    def test_the_code_of_the_guide_registers_signs_in_and_knows_the_user_after_a_reload(self):
        url, name = f"{self.server.url}/notes", f"ada{next(NUMBERS)}"
        page = block("html", "from-passkey-web-manager.md")
        self.page.route(url, lambda route: route.fulfill(body=page, content_type="text/html"))
        self.expected_complaints = ("status of 401",)
        self.user.set_present(False)
        self.page.goto(url)
        self.user.set_present(True)
        self.page.get_by_placeholder("User name").fill(name)
        self.user.press("Register")
        self.page.get_by_text(f"Signed in as {name}.").wait_for()
        self.page.reload()
        self.page.get_by_text(f"Signed in as {name}.").wait_for()
        self.user.forget_session()
        self.page.reload()
        self.user.press("Sign in")
        self.page.get_by_text(f"Signed in as {name}.").wait_for()


class Auth0Guide(BrowserCase):
    def test_the_code_of_the_guide_for_auth0_s_sdk_signs_a_user_up_and_in(self):
        address, code = new_address(), block("js", "use-auth0-sdks.md")
        own = {'"ada@example.org"': f'"{address}"', '"auth.example.com"': f'"{BRAND}"', '"app"': '"sdk"'}
        for example, value in own.items():
            self.assertEqual(code.count(example), 1, example)
            code = code.replace(example, value)
        self.page.route(f"{APP}/auth0-spa-js.js", lambda route: route.fulfill(path=AUTH0_SDK, content_type="text/javascript"))
        self.open_site(IMPORTS % code, f"{APP}/notes")
        self.page.wait_for_function("'user' in window")
        self.assertEqual(self.page.evaluate("user.email"), address)


class Brands(BrowserCase):
    def sign_up_and_invite(self, *options):
        """Signs up at one brand, and returns the claims and the link of an invitation to another."""
        claims, _ = self.signed_up()
        command = ["users", "invite", claims["sub"], "--host", BRAND, *options]
        return claims, self.server.run(*command).splitlines()[-1]

    def accept(self, link):
        self.page.goto(link)
        self.page.get_by_role("button", name="Add a passkey").click()
        self.page.locator("#notice", has_text="Your passkey is ready.").wait_for()

    def test_a_user_of_one_brand_gets_a_passkey_for_another_and_keeps_the_first(self):
        claims, link = self.sign_up_and_invite("--existing", "keep")
        self.accept(link)
        self.assertEqual(sorted(made["rpId"] for made in self.user.passkeys()), [HOST, "brand.test"])
        for host in (HOST, BRAND):
            self.user.forget_session()
            signed_in, _ = self.open(self.attempt(host=host)).finish(self.returned())
            self.assertEqual(signed_in["sub"], claims["sub"], host)

    def test_an_invitation_to_another_brand_replaces_the_first_passkey_unless_it_is_to_be_kept(self):
        claims, link = self.sign_up_and_invite()
        self.accept(link)
        account = json.loads(self.server.run("users", "show", claims["sub"], "--json"))
        self.assertEqual(len(account["passkeys"]), 1)


class TestingGuide(DemoCase):
    @nightly
    def test_the_guide_s_tests_pass_on_the_page_of_the_web_guide(self):
        """They run as the guide says, with a page and a server of their own."""
        files = [block("python", "test-your-sign-in.md", number) for number in (0, 1)]
        client = f"notes-{next(NUMBERS)}"
        with tempfile.TemporaryDirectory(prefix="thumbturn-browser.") as folder, serving(folder) as url:
            page = block("html").replace("http://localhost:8080", self.server.url)
            Path(folder, "index.html").write_text(page.replace("thumbturn-web", client))
            for name, text in zip(("passkeys.py", "test_sign_in.py"), files):
                Path(folder, name).write_text(text)
            self.server.run(
                "clients", "add", "Notes", "--type", "spa", "--id", client, "--origin", url, "--api", AUDIENCE)
            self.server.wait_for_client(client)
            environment = {
                **os.environ, "APP": f"{url}/", "AUTHENTICATOR": f"{os.environ['PROGRAM']}-tools authenticator",
                "CHROMIUM": SHELL or CHROMIUM,
            }
            command = [sys.executable, "-m", "unittest", "test_sign_in"]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("Ran 2 tests", done.stderr)


# What the registries would have: enough of React's, Vite's and Node's types for the code of the guide.
DECLARATIONS = """
declare module "react" {
  export function useState<T>(initial: T): [T, (value: T) => void];
  export function useEffect(effect: () => void | (() => void), dependencies?: unknown[]): void;
  export function useRef<T>(initial: T | null): { readonly current: T | null };
  export type FormEvent = { preventDefault(): void };
}
declare namespace JSX {
  interface Element {}
  interface IntrinsicElements {
    main: { children?: unknown }; p: { role?: "alert"; children?: unknown }; pre: { children?: unknown };
    label: { children?: unknown }; form: { onSubmit?: (event: import("react").FormEvent) => void; children?: unknown };
    input: { ref?: { readonly current: HTMLInputElement | null }; type?: "email"; autoComplete?: string; required?: boolean };
    button: { type?: "button"; onClick?: () => unknown; children?: unknown };
  }
}
interface ImportMeta { readonly env: { readonly VITE_AUTH_URL: string; readonly VITE_AUTH_CLIENT_ID: string } }
declare const process: { env: Record<string, string | undefined> };
declare const Buffer: { from(text: string, encoding?: "base64url"): Uint8Array };
declare module "next/server" {
  export class NextResponse extends Response { static json(body: unknown, init?: { status: number }): NextResponse }
}
declare module "node:crypto" {
  export type JsonWebKey = Record<string, unknown>;
  export type KeyObject = { readonly type: string };
  export function createPublicKey(from: { key: JsonWebKey; format: "jwk" }): KeyObject;
  export function verify(
    digest: string, data: Uint8Array, key: { key: KeyObject; dsaEncoding: "ieee-p1363" }, signature: Uint8Array): boolean;
}
"""


class ReactGuide(DemoCase):
    GUIDE = "react.md"

    def install(self, folder):
        """Unpacks the package of the server, as npm does it."""
        with urllib.request.urlopen(f"{self.server.url}/sdk/thumbturn.tgz", timeout=20) as response:
            package = tarfile.open(fileobj=io.BytesIO(response.read()), mode="r:gz")
        for member in package.getmembers():
            member.name = member.name.replace("package/", "thumbturn/", 1)
            package.extract(member, f"{folder}/node_modules")

    @nightly
    def test_the_files_of_the_guide_have_the_types_of_the_package(self):
        if not (tsc := shutil.which("tsc")):
            self.skipTest("there is no tsc")
        auth, hook, next_auth, route = (block("ts", self.GUIDE, number) for number in range(4))
        app, page = (block("tsx", self.GUIDE, number) for number in range(2))
        files = {
            "src/auth.ts": auth, "src/useUser.ts": hook, "src/App.tsx": app, "types.d.ts": DECLARATIONS,
            "app/auth.ts": next_auth, "app/useUser.ts": f'"use client";\n{hook}', "app/page.tsx": page,
            "app/api/notes/route.ts": route,
        }
        with tempfile.TemporaryDirectory(prefix="thumbturn-browser.") as folder:
            self.install(folder)
            for name, text in files.items():
                Path(folder, name).parent.mkdir(parents=True, exist_ok=True)
                Path(folder, name).write_text(text)
            command = [
                tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "node",
                "--jsx", "preserve", "--lib", "es2022,dom", "types.d.ts", *(name for name in files if name != "types.d.ts"),
            ]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stdout)

    def test_npm_installs_the_package_from_the_server(self):
        if not (npm := shutil.which("npm")):
            self.skipTest("there is no npm")
        with urllib.request.urlopen(f"{self.server.url}/sdk/thumbturn.json", timeout=20) as response:
            address = json.load(response)["package"]
        with tempfile.TemporaryDirectory(prefix="thumbturn-browser.") as folder:
            Path(folder, "package.json").write_text('{ "name": "notes", "type": "module" }')
            command = [npm, "install", "--no-audit", "--no-fund", "--cache", f"{folder}/cache", address]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            locked = json.loads(Path(folder, "package-lock.json").read_text())["packages"]["node_modules/thumbturn"]
            self.assertEqual(locked["resolved"], address)
            self.assertRegex(locked["integrity"], "^sha512-")
            script = 'import("thumbturn").then(({ Thumbturn }) => console.log(Thumbturn.name))'
            run = subprocess.run(["node", "-e", script], cwd=folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(run.stdout.strip(), "Thumbturn", run.stderr)

    def test_the_page_without_a_build_loads_the_module_with_its_integrity(self):
        with urllib.request.urlopen(f"{self.server.url}/sdk/thumbturn.json", timeout=20) as response:
            sdk = json.load(response)
        page = block("html", self.GUIDE).replace("https://auth.example.com/sdk/thumbturn-0.2.0-DIGEST.js", sdk["url"])
        page = page.replace("sha384-INTEGRITY", sdk["integrity"]).replace("https://auth.example.com", self.server.url)
        page = page.replace("notes-7kq2mx4d", "thumbturn-web")
        self.open_demo()
        self.sign_up()
        self.page.context.grant_permissions(["local-network-access"])
        self.page.route(f"{SITE}/", lambda route: route.fulfill(body=page, content_type="text/html"))
        self.page.goto(f"{SITE}/")
        self.user.press("Sign in with a passkey")
        self.page.get_by_text("Signed in as").wait_for()


class Configurations(unittest.TestCase):
    def test_every_configuration_of_the_guides_is_accepted(self):
        blocks = [(guide.name, text) for guide in sorted(GUIDES.glob("*.md"))
                  for text in re.findall(r"```json\n(\{.*?)```", guide.read_text(), re.S)]
        self.assertGreaterEqual(len(blocks), 5)
        for guide, text in blocks:
            printed = set(re.findall(r'"client_secret": "(.*?)"', text))
            self.assertLessEqual(printed, {"REPLACE_ME"}, guide)
            with self.subTest(guide), tempfile.TemporaryDirectory(prefix="thumbturn-browser.") as folder:
                command = [os.environ["PROGRAM"], "apply", "-", "--dry-run", "--data", f"{folder}/data"]
                given = text.replace("REPLACE_ME", secrets.token_urlsafe(36))
                # Without variables of this run, of which the program would warn.
                done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=60, env={})
                self.assertEqual(done.returncode, 0, done.stderr)
                # A guide warns of such a domain itself.
                known = "example.com is a registrable domain"
                self.assertEqual([line for line in done.stderr.splitlines() if known not in line], [])


class Walk(unittest.TestCase):
    def test_what_the_walk_through_the_passkey_api_prints_can_be_pasted_into_a_shell(self):
        with tempfile.TemporaryDirectory(prefix="thumbturn-browser.") as folder:
            server = start_server(folder)
            environment = {**os.environ, "TMPDIR": folder}
            shown = subprocess.run(
                [ROOT / "scripts/walk", server.url], env=environment, capture_output=True, text=True, timeout=120)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            pasted = subprocess.run(
                ["bash", "-e"], input=shown.stdout.replace("ada.", "eve."), env=environment, capture_output=True,
                text=True, timeout=120)
            self.assertEqual(pasted.returncode, 0, pasted.stderr)
            for output, name in (shown.stdout, "ada."), (pasted.stdout, "eve."):
                user = json.loads(output.strip().splitlines()[-1].removeprefix("#   "))
                self.assertTrue(user["email"].startswith(name), output)
            self.assertEqual(server.stop(), [])


class DeviceKeyGuide(unittest.TestCase):
    def test_the_guide_s_shell_signs_a_user_up_and_in_with_a_device_key(self):
        with tempfile.TemporaryDirectory(prefix="thumbturn-browser.") as folder:
            server = start_server(folder)
            configuration = Path(folder, "device-keys.json")
            for number in range(2):
                configuration.write_text(block("json", "device-keys.md", number))
                server.run("apply", str(configuration))
            server.wait_for_client("notes-old")
            script = f"set -eu\nurl={server.url} client=notes-ios\n{block('sh', 'device-keys.md')}"
            done = subprocess.run(
                ["bash", "-c", script], env={**os.environ, "TMPDIR": folder}, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("access_token", json.loads(done.stdout))
            self.assertEqual(server.stop(), [])


class FirstMinute(BrowserCase):
    def test_from_the_start_of_the_server_to_the_sample_application_takes_four_clicks_at_most(self):
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        server = start_server(folder.name)
        self.addCleanup(lambda: self.assertEqual(server.stop(), []))
        self.page.add_init_script(
            "addEventListener('click', ({ isTrusted }) => isTrusted && window.count(), true)")
        clicks = []
        self.page.expose_function("count", lambda: clicks.append(1))
        address = new_address()
        set_up(self.user, server, address)
        self.assertIn(address, self.page.locator("#user").inner_text())
        self.assertLessEqual(len(clicks), 4)
