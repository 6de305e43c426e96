# SPDX-License-Identifier: Apache-2.0
"""Sessions that begin with a form that a client's own page posts, and what third-party cookies decide about them."""

import tempfile

from cases import BRAND, HOST, BrowserCase, new_address
from client import Attempt

PAGE = """<title>Own page</title><h1>Own page</h1>
<script>
const server = "https://%s"
const post = async (path, body) => {
  const sent = { client_id: "embedded", ...body }
  const headers = { "Content-Type": "application/json" }
  return (await fetch(server + path, { method: "POST", headers, body: JSON.stringify(sent) })).json()
}
async function signUp(email, challenge) {
  const started = await post("/passkey/register", { user_profile: { email } })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(started.authn_params_public_key)
  const credential = await navigator.credentials.create({ publicKey })
  return post("/oauth/token", {
    grant_type: "urn:okta:params:oauth:grant-type:webauthn", auth_session: started.auth_session, scope: "openid",
    authn_response: credential.toJSON(), code_challenge: challenge, code_challenge_method: "S256"
  })
}
function submit(fields) {
  const form = Object.assign(document.createElement("form"), { method: "POST", action: server + "/authorize" })
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }))
  }
  document.body.append(form)
  form.submit()
}
</script>
"""
FRAME = """<title>Client</title>
<script>
const received = new Promise(resolve => addEventListener("message", event => resolve(event.data.response)))
</script>
<iframe src="%s"></iframe>
"""
# Chromium's setting in the profile: third-party cookies are allowed, or blocked.
ALLOW_THIRD_PARTY_COOKIES, BLOCK_THIRD_PARTY_COOKIES = 0, 1
# The server's host that each of the client's pages calls. The second page is on another site, as a related origin.
SERVERS = {"app.brand.test": BRAND, "app.client.test": HOST}


class TicketCase(BrowserCase):
    """A client's own page that signs users up and gets tickets."""

    def embedded(self, host, **more):
        return Attempt(self.server, "embedded", host=SERVERS[host], redirect_uri=f"https://{host}/callback", **more)

    def ticket(self, host, attempt):
        """Signs up on the client's page, and returns the ticket."""
        self.site.pages["/own"] = PAGE % SERVERS[host]
        self.page.goto(f"https://{host}/own")
        challenge = attempt.parameters["code_challenge"]
        tokens = self.page.evaluate("([email, challenge]) => signUp(email, challenge)", [new_address(), challenge])
        self.assertIn("access_token", tokens)
        self.assertEqual(self.user.cookies(), {})
        return tokens["login_ticket"]


class Tickets(TicketCase):
    def submit(self, attempt, ticket):
        self.page.evaluate("submit", {**attempt.parameters, "login_ticket": ticket})

    def begin(self, host):
        """Signs up on the client's page and begins a session. Returns the claims."""
        attempt = self.embedded(host, prompt="none")
        self.submit(attempt, self.ticket(host, attempt))
        return attempt.finish(self.returned(f"https://{host}/callback"))[0]

    def framed(self, host):
        """What a hidden frame of the client's page gets."""
        attempt = self.embedded(host, prompt="none", response_mode="web_message")
        self.site.pages["/frame"] = FRAME % attempt.url.replace("&", "&amp;")
        self.page.goto(f"https://{host}/frame")
        return attempt, self.page.evaluate("received")

    def redirected(self, host):
        attempt = self.open(self.embedded(host, prompt="none"))
        return attempt.finish(self.returned(f"https://{host}/callback"))[0]

    def use_profile(self, allowing_cookies):
        """Replaces the user by one whose windows aren't private, with or without third-party cookies."""
        folder = tempfile.TemporaryDirectory(prefix="thumbturn-browser.")
        self.addCleanup(folder.cleanup)
        mode = ALLOW_THIRD_PARTY_COOKIES if allowing_cookies else BLOCK_THIRD_PARTY_COOKIES
        preferences = {"profile": {"cookie_controls_mode": mode, "block_third_party_cookies": not allowing_cookies}}
        self.user = self.user_of(self.run_.new_profile(folder.name, preferences))
        self.page = self.user.page

    def test_a_page_of_the_same_site_begins_a_session_that_a_frame_finds_without_third_party_cookies(self):
        self.user.block_third_party_cookies()
        claims = self.begin("app.brand.test")
        self.assertEqual(self.redirected("app.brand.test")["sub"], claims["sub"])
        attempt, response = self.framed("app.brand.test")
        self.assertEqual(attempt.finish(response)[0]["sub"], claims["sub"])

    def test_without_third_party_cookies_a_redirect_finds_the_session_and_a_frame_of_another_site_does_not(self):
        self.user.block_third_party_cookies()
        claims = self.begin("app.client.test")
        self.assertEqual(self.redirected("app.client.test")["sub"], claims["sub"])
        _, response = self.framed("app.client.test")
        self.assertEqual(response["error"], "login_required")
        self.assertEqual(self.redirected("app.client.test")["sub"], claims["sub"])

    def test_with_third_party_cookies_a_redirect_and_a_frame_of_another_site_find_the_session(self):
        self.use_profile(allowing_cookies=True)
        claims = self.begin("app.client.test")
        self.assertEqual(self.redirected("app.client.test")["sub"], claims["sub"])
        attempt, response = self.framed("app.client.test")
        self.assertEqual(attempt.finish(response)[0]["sub"], claims["sub"])

    def test_a_frame_of_another_site_does_not_find_the_session_of_a_profile_that_blocks_third_party_cookies(self):
        self.use_profile(allowing_cookies=False)
        claims = self.begin("app.client.test")
        self.assertEqual(self.framed("app.client.test")[1]["error"], "login_required")
        self.assertEqual(self.redirected("app.client.test")["sub"], claims["sub"])

    def test_a_script_of_another_origin_never_reads_with_the_session_s_cookie(self):
        self.expected_complaints = ("CORS policy", "net::ERR_FAILED")
        self.use_profile(allowing_cookies=True)
        script = "(url) => fetch(url, { credentials: 'include' }).then(() => 'read', () => 'failed')"
        for host, server in SERVERS.items():
            self.user.forget_session()
            self.begin(host)
            for path in ("/account", "/userinfo", "/me/v1/authentication-methods"):
                self.assertEqual(self.page.evaluate(script, f"https://{server}{path}"), "failed", (host, path))

    def test_a_page_of_another_origin_can_not_use_a_ticket(self):
        attempt = self.embedded("app.client.test", prompt="none")
        ticket = self.ticket("app.client.test", attempt)
        self.page.goto("https://elsewhere.test/own")
        self.submit(attempt, ticket)
        self.assertEqual(self.returned()["error"], "invalid_request")
        self.assertNotIn("__Host-thumbturn-session", self.user.cookies())

    def test_a_page_that_hides_its_origin_can_not_use_a_ticket(self):
        attempt = self.embedded("app.client.test", prompt="none")
        ticket = self.ticket("app.client.test", attempt)
        self.site.pages["/own"] = '<meta name="referrer" content="no-referrer">' + PAGE % HOST
        self.page.reload()
        self.submit(attempt, ticket)
        self.assertEqual(self.returned()["error"], "invalid_request")
        self.assertNotIn("__Host-thumbturn-session", self.user.cookies())
