# SPDX-License-Identifier: Apache-2.0
"""What other sites try, in a browser that enforces what it is told."""

import json

from cases import BRAND, HOST, NIGHTLY, BrowserCase, new_address
from client import Attempt, parameters_of

# Each runs if it gets into a page unescaped: in text, in an attribute, in a script, or as a link.
PAYLOADS = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onfocus=alert(1) autofocus x='",
    "</title></textarea></script><svg onload=alert(1)>",
    "javascript:alert(1)//",
    "{{constructor.constructor('alert(1)')()}}${alert(1)}",
    "\\u003cscript\\u003ealert(1)</script\n\r\t\u2028>",
)
EVERYTHING = "".join(PAYLOADS)
# Where each takes several pages.
FEW = PAYLOADS if NIGHTLY else (EVERYTHING, PAYLOADS[1])
SESSION = "__Host-thumbturn-session"


def posting_form(url, fields, more=""):
    inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in fields.items())
    return f'<form method="post" action="{url}" {more}>{inputs}<button>Go</button></form>'


def without_controls(text):
    """Names with control characters are rejected."""
    return "".join(symbol for symbol in text if symbol.isprintable())


class Attacks(BrowserCase):
    # --- frames ---

    def test_no_page_of_a_signed_in_user_can_be_framed(self):
        self.signed_up()
        self.expected_complaints = ("frame-ancestors", "X-Frame-Options", "violates", "refused to connect", "status of 4")
        paths = ("/account", "/activate", "/oidc/logout", "/login?state=x", "/invitation", "/authorize?client_id=x", "/")
        frames = "".join(f"<iframe src='https://{HOST}{path}'></iframe>" for path in paths)
        for url in ("https://elsewhere.test/frames", "https://app.example.test/frames"):
            self.open_site(frames, url)
            self.page.wait_for_timeout(1000)
            self.assertEqual({frame.url for frame in self.page.frames[1:]}, {"chrome-error://chromewebdata/"})

    # --- forms and requests of other sites ---

    def test_another_site_can_t_change_the_account(self):
        self.expected_complaints = ("status of 4",)
        self.signed_up(name="Ada Lovelace")
        forms = {
            "/account/profile": {"name": "Mallory"},
            "/account/passkeys/rename": {"id": "x", "name": "Mallory"},
            "/account/passkeys/remove": {"id": "x"},
            "/account/sessions/remove": {"id": "others"},
            "/account/consents/remove": {"id": "third"},
            "/account/logout": {},
            "/activate": {"user_code": "BBBB-BBBB"},
            "/activate/confirm": {"user_code": "BBBB-BBBB", "decision": "allow"},
        }
        for path, fields in forms.items():
            for token in ({}, {"csrf": "x" * 43}):
                self.open_site(posting_form(f"https://{HOST}{path}", {**fields, **token}))
                with self.page.expect_response(f"https://{HOST}{path}") as response:
                    self.user.press("Go")
                self.assertIn(response.value.status, (400, 403), path)
        self.page.goto(f"https://{HOST}/account")
        self.user.wait_for_heading("Your account")
        self.assertEqual(self.page.get_by_label("Name", exact=True).input_value(), "Ada Lovelace")

    def test_another_site_can_t_sign_the_user_out(self):
        self.signed_up()
        self.expected_complaints = ("status of 403",)
        asked, rejected = "Sign out?", "You can’t do this"
        for fields, heading in (({}, asked), ({"client_id": "web"}, asked), ({"csrf": "x"}, rejected)):
            self.open_site(posting_form(f"https://{HOST}/oidc/logout", fields))
            self.user.press("Go")
            self.user.wait_for_heading(heading)
        self.assertIn(SESSION, self.user.cookies())
        self.open(self.attempt(prompt="none")).finish(self.returned())

    def test_a_script_of_another_site_can_t_use_the_pages_interface(self):
        self.expected_complaints = ("CORS policy", "net::ERR_FAILED", "status of 4")
        self.signed_up()
        self.open_site("<h1>Client</h1>")
        send = """([url, type]) => fetch(url, { method: "POST", credentials: "include", mode: type ? "cors" : "no-cors",
            headers: type ? { "Content-Type": type } : {}, body: "{}" }).then((one) => one.type, () => "failed")"""
        paths = ("/login/challenge", "/login/passkey", "/signup/challenge", "/account/passkeys/challenge")
        for path in paths:
            url = f"https://{HOST}{path}"
            self.assertEqual(self.page.evaluate(send, [url, "application/json"]), "failed", path)
            with self.page.expect_response(url) as response:
                self.assertEqual(self.page.evaluate(send, [url, None]), "opaque", path)
            self.assertGreaterEqual(response.value.status, 400, path)

    # --- sign-ins to the attacker's account ---

    def test_another_site_can_t_sign_the_user_in_as_the_attacker(self):
        self.expected_complaints = ("status of 4",)
        attacker = self.user
        self.signed_up()
        # The attacker's response is held back and given to another browser.
        held = []
        attacker.forget_session()
        attacker.page.route("**/login/passkey", lambda route: (held.append(route.request.post_data), route.abort()))
        self.expected_complaints += ("net::ERR_FAILED",)
        self.open(self.attempt())
        attacker.notice()
        victim = self.new_user()
        # A form whose body reads like JSON is the only way to send it without asking first.
        name, value = json.dumps(json.loads(held[0])).split('"session":', 1)
        fields = f"<input name='{name}\"session\":' value='{value}'>".replace("\n", "")
        form = f"<form method=post enctype=text/plain action=https://{HOST}/login/passkey>"
        self.page = victim.page
        self.open_site(f"{form}{fields}<button>Go</button></form>")
        with victim.page.expect_response("**/login/passkey") as response:
            victim.press("Go")
        self.assertIn(response.value.status, (400, 403, 415))
        self.assertNotIn(SESSION, victim.cookies())
        # Even the server's own page can't continue what another browser began.
        victim.set_present(False)
        victim.page.goto(self.attempt().url)
        send = """(body) => fetch("/login/passkey", { method: "POST", body,
            headers: { "Content-Type": "application/json" } }).then((one) => one.status)"""
        self.assertIn(victim.page.evaluate(send, held[0]), (400, 403))
        self.assertNotIn(SESSION, victim.cookies())

    def test_a_sibling_domain_can_t_plant_a_session(self):
        self.expected_complaints = ("status of 400",)
        attempt = self.sign_up(self.attempt(host=BRAND, screen_hint="signup"))
        attacker, _ = attempt.finish(self.returned())
        secret = self.user.cookies()[SESSION]["value"]
        victim = self.new_user()
        names = (SESSION, SESSION.removeprefix("__Host-"), "__Host-thumbturn-browser", "thumbturn-browser")
        self.page = victim.page
        self.open_site("<h1>Client</h1>", "https://evil.brand.test/page")
        for name in names:
            for path in ("/", "/authorize", "/login"):
                cookie = f"{name}={secret}; Domain=brand.test; Path={path}; Secure; SameSite=None"
                victim.page.evaluate("(cookie) => { document.cookie = cookie }", cookie)
        planted = [one for one in victim.page.context.cookies() if one["domain"] == ".brand.test"]
        self.assertEqual({one["name"] for one in planted}, {name for name in names if not name.startswith("__Host-")})
        self.open(self.attempt(host=BRAND, prompt="none"))
        self.assertEqual(self.returned()["error"], "login_required")
        self.user = victim
        own = self.sign_up(self.attempt(host=BRAND, screen_hint="signup"))
        self.assertNotEqual(own.finish(self.returned())[0]["sub"], attacker["sub"])

    def test_a_secret_known_before_a_sign_in_is_worth_nothing_after_it(self):
        self.expected_complaints = ("status of 400",)
        self.signed_up()
        known = self.user.cookies()[SESSION]
        self.open(self.attempt(prompt="login")).finish(self.returned())
        attacker = self.new_user()
        attacker.page.context.add_cookies([known])
        attacker.page.goto(self.attempt(prompt="none").url)
        self.assertIn("error=login_required", attacker.page.url)

    # --- text of strangers ---

    def expect_only_text(self, page, where):
        page.wait_for_load_state()
        page.evaluate("document.querySelectorAll('input, a, button').forEach((one) => one.focus())")
        found = page.evaluate(
            """() => [...document.querySelectorAll("*")].flatMap((one) => [...one.attributes])
                .filter(({ name, value }) => /^on/.test(name) || /^\\s*javascript:/i.test(value) && name !== "value")
                .map(({ name, value }) => `${name}=${value}`)"""
        )
        foreign = "[...document.querySelectorAll('main img, svg[onload], b')].map((one) => one.outerHTML)"
        found += page.evaluate(foreign)
        self.assertEqual(found, [], where)

    def test_parameters_of_requests_are_never_run(self):
        self.expected_complaints = ("status of 4",)
        names = ("ui_locales", "login_hint", "client_id", "redirect_uri", "scope", "acr_values", "display", "organization")
        names += ("connection", "audience", "id_token_hint", "request_uri", "claims", "prompt", "max_age", "nonce")
        self.user.set_present(False)
        for name in names:
            self.open(self.attempt(**{name: EVERYTHING}))
            self.expect_only_text(self.page, name)
        for payload in FEW:
            self.open(self.attempt(state=payload, login_hint=payload, ui_locales=payload, screen_hint="signup"))
            self.expect_only_text(self.page, payload)

    def test_other_addresses_never_run_their_parameters(self):
        self.expected_complaints = ("status of 4",)
        paths = ("/login?state=", "/signup?state=", "/consent?state=", "/activate?user_code=", "/no/such/")
        paths += ("/oidc/logout?id_token_hint=", "/oidc/logout?post_logout_redirect_uri=", "/v2/logout?returnTo=")
        paths += ("/v2/logout?client_id=", "/oidc/logout?ui_locales=", "/account?x=", "/invitation#")
        for path in paths:
            for payload in (EVERYTHING, PAYLOADS[1]):
                self.page.goto(f"https://{HOST}{path}" + Attempt.quote(payload))
                self.expect_only_text(self.page, f"{path}{payload}")

    def test_a_state_comes_back_to_the_client_unchanged(self):
        self.signed_up()
        for mode in ("query", "fragment", "form_post", "web_message"):
            for payload in FEW:
                attempt = self.attempt(state=payload, response_mode=mode, prompt="none")
                self.open(attempt)
                if mode == "form_post":
                    self.page.get_by_text("Posted").wait_for()
                    returned = self.site.posts.get(timeout=5)
                    # Browsers send the end of a line as CRLF.
                    returned["state"] = returned["state"].replace("\r\n", "\n").replace("\n\n", "\n\r")
                elif mode == "web_message":
                    self.expect_only_text(self.page, payload)
                    continue
                else:
                    self.page.wait_for_url("https://app.client.test/callback**")
                    returned = parameters_of(self.page.url)
                if mode != "form_post":
                    self.assertEqual(returned["state"], payload, mode)
                self.assertIn("code", returned)

    def test_a_name_is_only_shown(self):
        self.signed_up(name=PAYLOADS[0])
        paths = (f"https://{HOST}/account", self.attempt("third").url, self.attempt(prompt="select_account").url)
        paths += (f"https://{HOST}/oidc/logout",)
        for payload in map(without_controls, FEW):
            self.page.goto(paths[0])
            self.page.get_by_label("Name", exact=True).fill(payload)
            with self.page.expect_navigation():
                self.page.locator("section[aria-labelledby=profile] button").click()
            self.page.locator("summary").first.click()
            self.page.get_by_label("New name").fill(payload)
            with self.page.expect_navigation():
                self.page.locator("details[open] button").click()
            shown = " ".join(payload.split())
            # A passkey's name ends after 100 symbols.
            self.assertIn(shown[:90], " ".join(self.page.locator("#passkeys ~ ul .row-title").inner_text().split()))
            for url in paths:
                self.page.goto(url)
                self.expect_only_text(self.page, f"{url} {payload}")

    def test_an_address_is_only_shown(self):
        self.expected_complaints = ("status of 4",)
        for payload in FEW:
            self.open(self.attempt(screen_hint="signup"))
            self.page.evaluate("document.querySelector('form').noValidate = true")
            self.page.get_by_label("Email address").fill(f'{payload}"@example.org')
            self.user.press("Continue")
            self.page.wait_for_load_state()
            self.expect_only_text(self.page, payload)
