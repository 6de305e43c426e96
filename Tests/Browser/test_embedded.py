# SPDX-License-Identifier: Apache-2.0
"""Sign-up and sign-in on a client's own page, which belongs to another origin than the server."""

import json

from cases import BRAND, HOST, BrowserCase, new_address

SITE = """
<h1>Client</h1>
<script>
  const send = async (url, body) => {
    const response = await fetch(url, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ client_id: "embedded", ...body }),
    });
    return { status: response.status, ...await response.json() };
  };
  const token = (server, begun, credential) => send(`${server}/oauth/token`, {
    grant_type: "urn:okta:params:oauth:grant-type:webauthn", auth_session: begun.auth_session,
    authn_response: credential.toJSON(), scope: "openid profile offline_access",
  });
  async function signUp(server, email) {
    const begun = await send(`${server}/passkey/register`, { user_profile: { email } });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(begun.authn_params_public_key);
    return token(server, begun, await navigator.credentials.create({ publicKey }));
  }
  async function signIn(server) {
    const begun = await send(`${server}/passkey/challenge`, {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(begun.authn_params_public_key);
    return token(server, begun, await navigator.credentials.get({ publicKey }));
  }
  async function respond(options) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  }
</script>
"""


class Embedded(BrowserCase):
    def open_client(self, origin):
        self.open_site(SITE, f"{origin}/page")

    def call(self, name, *arguments):
        return self.page.evaluate(f"(given) => {name}(...given)", list(arguments))

    def sign_up_on(self, origin, host):
        self.open_client(origin)
        signed_up = self.call("signUp", f"https://{host}", new_address())
        self.assertEqual(signed_up["status"], 200, signed_up)
        return signed_up

    def test_a_page_of_the_same_domain_signs_a_user_up_and_in(self):
        self.sign_up_on("https://app.brand.test", BRAND)
        self.assertEqual([made["rpId"] for made in self.user.passkeys()], ["brand.test"])
        signed_in = self.call("signIn", f"https://{BRAND}")
        self.assertEqual(signed_in["status"], 200, signed_in)
        self.assertIn("refresh_token", signed_in)

    def test_a_page_of_a_related_origin_signs_a_user_up_and_in(self):
        self.sign_up_on("https://app.client.test", HOST)
        self.assertEqual([made["rpId"] for made in self.user.passkeys()], [HOST])
        self.assertEqual(self.call("signIn", f"https://{HOST}")["status"], 200)

    def test_a_passkey_of_an_embedded_page_opens_the_hosted_page(self):
        self.sign_up_on("https://app.client.test", HOST)
        self.open(self.attempt()).finish(self.returned())

    def test_a_session_of_the_hosted_page_is_none_of_the_embedded_page(self):
        self.signed_up()
        self.open_client("https://app.client.test")
        credentials = """(url) => fetch(url, { method: "POST", credentials: "include", headers: { "Content-Type":
            "application/json" }, body: "{}" }).then(() => "read", () => "failed")"""
        self.expected_complaints = ("CORS policy", "net::ERR_FAILED", "status of 4")
        self.assertEqual(self.page.evaluate(credentials, f"https://{HOST}/oauth/token"), "failed")

    def test_a_page_that_is_not_listed_can_t_begin(self):
        self.expected_complaints = ("CORS policy", "net::ERR_FAILED", "status of 4")
        self.open_client("https://evil.brand.test")
        with self.assertRaisesRegex(Exception, "Failed to fetch"):
            self.call("signIn", f"https://{BRAND}")

    def test_a_response_that_an_unlisted_page_of_the_domain_got_is_rejected(self):
        self.sign_up_on("https://app.brand.test", BRAND)
        begun = self.post("/passkey/challenge", {"client_id": "embedded"})[1]
        self.open_client("https://evil.brand.test")
        response = self.call("respond", begun["authn_params_public_key"])
        body = {"grant_type": "urn:okta:params:oauth:grant-type:webauthn", "client_id": "embedded"}
        body.update(auth_session=begun["auth_session"], authn_response=response)
        status, error = self.post("/oauth/token", body)
        self.assertEqual((status, error["error"]), (403, "invalid_grant"), error)

    def post(self, path, body):
        headers = {"Content-Type": "application/json"}
        status, _, text = self.server.request("POST", path, BRAND, json.dumps(body), headers)
        return status, json.loads(text)

    def test_a_page_of_another_domain_can_t_use_the_passkeys(self):
        self.signed_up()
        begun = self.server.request(
            "POST", "/passkey/challenge", HOST, '{"client_id":"embedded"}', {"Content-Type": "application/json"}
        )
        self.open_client("https://elsewhere.test")
        with self.assertRaisesRegex(Exception, "SecurityError|relying party"):
            self.call("respond", json.loads(begun[2])["authn_params_public_key"])
