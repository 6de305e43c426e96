# SPDX-License-Identifier: Apache-2.0
"""The plain ceremony API, with a client as small as its guide's: atob, btoa and fetch on a page of the server's own origin."""

from cases import HOST, BrowserCase, new_address, nightly

PAGE = f"https://{HOST}/notes"
CLIENT = """
<!doctype html><title>Notes</title>
<script>
  const toBytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const toText = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));
  const withBytes = (list) => list.map((entry) => ({ ...entry, id: toBytes(entry.id) }));
  async function call(path, method = "GET", body) {
    const headers = body ? { "Content-Type": "application/json" } : {};
    const response = await fetch(`/api/auth/${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, ...await response.json() };
  }
  async function register(username, displayName) {
    const options = await call("register/options", "POST", { username });
    const made = await navigator.credentials.create({ publicKey: {
      challenge: toBytes(options.challenge), rp: { name: "Notes", id: location.hostname },
      user: { id: toBytes(options.user.id), name: username, displayName },
      pubKeyCredParams: [{ alg: -7, type: "public-key" }, { alg: -257, type: "public-key" }],
      authenticatorSelection: {
        authenticatorAttachment: "platform", userVerification: "required", residentKey: "required",
      },
      attestation: "direct", timeout: 60000, excludeCredentials: withBytes(options.excludeCredentials),
    } });
    return call("register/verify", "POST", { username, credential: {
      id: made.id, rawId: toText(made.rawId), type: made.type,
      response: {
        clientDataJSON: toText(made.response.clientDataJSON),
        attestationObject: toText(made.response.attestationObject),
        publicKey: toText(made.response.getPublicKey()), publicKeyAlgorithm: -7,
      },
    } });
  }
  async function authenticate(username = null) {
    const query = username ? `?username=${encodeURIComponent(username)}` : "";
    const options = await call(`authenticate/options${query}`);
    const given = await navigator.credentials.get({ publicKey: {
      challenge: toBytes(options.challenge), rpId: location.hostname, userVerification: "required",
      timeout: 60000, allowCredentials: withBytes(options.allowCredentials),
    } });
    const { userHandle } = given.response;
    return call("authenticate/verify", "POST", { username, assertion: {
      id: given.id, rawId: toText(given.rawId), type: given.type,
      response: {
        clientDataJSON: toText(given.response.clientDataJSON),
        authenticatorData: toText(given.response.authenticatorData), signature: toText(given.response.signature),
        userHandle: userHandle ? toText(userHandle) : null,
      },
    } });
  }
  const check = (username) => call(`passkeys/check?username=${encodeURIComponent(username)}`);
  const remove = (id) => call(`passkeys/${id}`, "DELETE");
</script>
"""


class PlainAPI(BrowserCase):
    def open_client(self, user=None):
        page = (user or self.user).page
        page.route(PAGE, lambda route: route.fulfill(body=CLIENT, content_type="text/html"))
        page.goto(PAGE)
        return page

    def call(self, name, *arguments, page=None):
        return (page or self.page).evaluate(f"(given) => {name}(...given)", list(arguments))

    @nightly
    def test_twenty_users_register_and_sign_in_with_the_client_of_the_guide(self):
        self.open_client()
        for number in range(20):
            # A virtual device has room for three passkeys.
            if number % 3 == 0:
                self.user.use_device()
            name = new_address()
            registered = self.call("register", name, "Ada")
            self.assertEqual(registered["status"], 200, registered)
            self.assertIs(registered["verified"], True)
            signed_in = self.call("authenticate", name)
            self.assertEqual(signed_in["status"], 200, signed_in)
            self.assertEqual(signed_in["user"], {"username": name})
            self.assertEqual(self.server.user_info(signed_in["token"], HOST)[1]["email"], name)

    def test_the_client_of_the_guide_checks_and_deletes(self):
        self.expected_complaints = ("status of 409",)
        self.open_client()
        name = new_address()
        first = self.call("register", name, "Ada")
        # A second device, because an account keeps its last passkey.
        self.user.use_device()
        second = self.call("register", name, "Ada")
        self.assertEqual(second["status"], 200, second)
        self.server.settle_passkeys()
        checked = self.call("check", name)
        self.assertEqual((checked["hasPasskeys"], checked["count"]), (True, 2))
        # Removing the passkey of a session ends the session, so the other one signs in.
        self.assertEqual(self.call("authenticate", name)["status"], 200)
        removed = self.call("remove", first["credentialId"])
        self.assertEqual((removed["status"], removed["success"]), (200, True))
        self.assertEqual(self.call("check", name)["count"], 1)
        self.assertEqual(self.call("remove", second["credentialId"])["status"], 409)

    def test_a_user_without_a_name_signs_in_with_any_passkey(self):
        self.open_client()
        name = new_address()
        self.call("register", name, "Ada")
        self.user.forget_session()
        self.assertEqual(self.call("authenticate")["user"], {"username": name})

    def test_a_page_of_another_site_can_neither_call_the_api_nor_use_its_cookie(self):
        self.expected_complaints = ("CORS policy", "net::ERR_FAILED", "status of 403")
        self.open_client()
        self.call("register", new_address(), "Ada")
        self.assertIn("__Host-thumbturn-api-session", self.user.cookies())
        self.open_site(f"<script>{self.attack_script}</script>")
        self.assertEqual(self.call("attack"), "refused")
        self.page.evaluate("submitForm()")
        self.page.wait_for_url(f"https://{HOST}/api/auth/sign-out")
        self.assertIn("did not come from this server", self.page.locator("body").inner_text())
        self.open_client()
        self.assertEqual(self.call("call", "passkeys")["status"], 200)

    attack_script = """
      const server = "https://%s/api/auth/";
      const attack = () => fetch(server + "passkeys", { credentials: "include" }).then(() => "read", () => "refused");
      function submitForm() {
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: server + "sign-out" });
        document.body.append(form);
        form.submit();
      }
    """ % HOST

    def test_two_tabs_do_not_disturb_each_other(self):
        self.open_client()
        name = new_address()
        self.call("register", name, "Ada")
        self.page.evaluate("async () => { window.pending = await call('authenticate/options'); }")
        self.assertEqual(self.call("authenticate")["status"], 200)
        finished = self.page.evaluate(
            """async () => {
              const first = window.pending;
              window.call = ((original) => (path, ...rest) =>
                path === "authenticate/options" ? first : original(path, ...rest))(call);
              return (await authenticate()).status;
            }"""
        )
        self.assertEqual(finished, 200)


class PlainSDK(BrowserCase):
    """The web SDK with an `apiEndpoint`."""

    def setUp(self):
        super().setUp()
        self.expected_complaints = ("status of 40",)
        page = """<title>Notes</title><script type=module>
          import { Thumbturn } from "/sdk/thumbturn.js"
          window.thumbturn = new Thumbturn({ apiEndpoint: "/api/auth", prefetch: false })
          window.reasonOf = (work) => work.then(() => "none", ({ reason }) => reason)
        </script>"""
        self.page.route(PAGE, lambda route: route.fulfill(body=page, content_type="text/html"))
        self.open()

    def open(self):
        self.user.set_present(False)
        self.page.goto(PAGE)
        self.page.wait_for_function("'reasonOf' in window")
        self.user.set_present(True)

    def evaluate(self, expression, argument=None):
        return self.page.evaluate(expression, argument)

    def test_the_sdk_manages_passkeys_with_the_plain_api(self):
        name = new_address()
        signed_up = self.evaluate("(username) => thumbturn.signUp({ username, displayName: 'Ada' })", name)
        self.assertEqual(signed_up["user"], {"username": name})
        self.assertTrue(self.evaluate("thumbturn.accessToken()"))
        self.assertTrue(self.evaluate("(name) => thumbturn.hasPasskeys(name)", name))
        self.user.use_device()
        self.evaluate("thumbturn.passkeys.add().then(() => null)")
        passkeys = self.evaluate("thumbturn.passkeys.list()")
        self.assertEqual([each["credentialId"] for each in passkeys][0], signed_up["credentialId"])
        self.evaluate("(id) => thumbturn.passkeys.rename(id, 'Phone')", passkeys[0]["id"])
        self.evaluate("(id) => thumbturn.passkeys.remove(id)", passkeys[1]["id"])
        self.assertEqual([each["name"] for each in self.evaluate("thumbturn.passkeys.list()")], ["Phone"])
        self.open()
        self.assertEqual(self.evaluate("thumbturn.user()"), {"username": name})
        self.evaluate("thumbturn.signOut()")
        self.assertIsNone(self.evaluate("thumbturn.user()"))

    def test_a_name_that_is_taken_leads_to_a_sign_in(self):
        name = new_address()
        self.evaluate("(username) => thumbturn.signUp({ username }).then(() => thumbturn.signOut())", name)
        self.user.use_device()
        reason = self.evaluate("(username) => reasonOf(thumbturn.signUp({ username }))", name)
        self.assertEqual(reason, "accountExists")

    def test_a_sign_in_with_a_name_offers_that_user_s_passkeys(self):
        first, second = new_address(), new_address()
        self.evaluate("(username) => thumbturn.signUp({ username }).then(() => null)", first)
        self.evaluate("(username) => thumbturn.signUp({ username }).then(() => null)", second)
        for name in (first, second):
            signed_in = self.evaluate("(username) => thumbturn.signIn({ username })", name)
            self.assertEqual(signed_in["user"], {"username": name})
