# SPDX-License-Identifier: Apache-2.0
"""The web SDK in an application's page, on another origin than the server."""

import json
from pathlib import Path

from cases import BRAND, BrowserCase, new_address

WEB = Path(__file__).parents[2] / "Web"
APP = "https://app.brand.test"
# `attempt` turns a failure into data.
PAGE = """<html lang=en><title>Notes</title><h1>Notes</h1><input id=email aria-label="Email">
<script type=module>
    import { Thumbturn, ThumbturnError } from "/sdk/thumbturn.js";
    window.exchange = [];
    window.events = [];
    window.client = new Thumbturn({ onExchange: (entry) => exchange.push(entry), ...OPTIONS });
    for (const type of ["signedIn", "signedOut", "expired"]) client.addEventListener(type, () => events.push(type));
    Object.assign(window, { Thumbturn, ThumbturnError, field: document.getElementById("email") });
    window.attempt = async (work) => {
        try {
            return { value: await work() };
        } catch (error) {
            const { name, reason, code, reference, field, message, recovery, weakness, rules, retryAfter } = error;
            return { name, reason, code, reference, field, message, recovery, weakness, rules, retryAfter };
        }
    };
</script>"""


def serve_sdk(context):
    """Serves the SDK's files on every origin, as an application does that has a copy."""
    context.route("**/sdk/*.js", lambda route: route.fulfill(path=WEB / "sdk" / route.request.url.rsplit("/", 1)[-1]))


class SDKCase(BrowserCase):
    def setUp(self):
        super().setUp()
        serve_sdk(self.page.context)

    def open_app(self, origin=APP, page=None, **options):
        """Opens a page of the application, whose client has the given options."""
        options = {"domain": BRAND, "clientId": "sdk", "prefetch": False, **options}
        self.site.pages["/app"] = PAGE.replace("OPTIONS", json.dumps(options))
        self.load(page or self.page, f"{origin}/app")

    def open_tab(self):
        """Opens the application in another tab."""
        page = self.page.context.new_page()
        self.load(page, f"{APP}/app")
        return page

    def load(self, page, url):
        page.goto(url)
        page.wait_for_function("'attempt' in window")

    def reload(self, page=None):
        self.load(page or self.page, (page or self.page).url)

    def attempt_to(self, script, *arguments, page=None):
        """What a script of the page returns as `value`, or the failure it throws."""
        body = f"(given) => attempt(async () => {{ const [first, second] = given; return {script}; }})"
        return (page or self.page).evaluate(body, list(arguments))

    def run_script(self, script, *arguments, page=None):
        """What a script of the page returns, which must not fail."""
        done = self.attempt_to(script, *arguments, page=page)
        self.assertNotIn("name", done, done)
        return done.get("value")

    def leave_by(self, script, page=None):
        """Runs a script that leads elsewhere. What it returns may never be seen."""
        (page or self.page).evaluate(f"() => {{ {script}; }}")

    def expect_failure(self, reason, script, *arguments, page=None):
        failed = self.attempt_to(script, *arguments, page=page)
        self.assertEqual((failed.get("name"), failed.get("reason")), ("ThumbturnError", reason), failed)
        self.assertTrue(failed["message"] and failed["recovery"], failed)
        return failed

    def expect_advice(self, *words):
        """What the developer reads in the console."""
        advice = [text for text in self.user.complaints if text.startswith("Thumbturn: ")]
        self.assertEqual(len(advice), 1, self.user.complaints)
        for word in words:
            self.assertIn(word, advice[0])
        self.user.complaints.clear()

    def expect_event(self, name, page):
        page.wait_for_function("(name) => window.events.includes(name)", arg=name)

    def signed_up(self, email=None, **options):
        """Opens the application and signs up. Returns the user."""
        self.open_app(**options)
        return self.run_script("client.signUp({ email: first, name: 'Ada' })", email or new_address())["user"]

    def signed_out(self, **options):
        """Opens the application, signs up and signs out. Returns the user."""
        user = self.signed_up(**options)
        self.run_script("client.signOut()")
        return user

    def begin_autofill(self):
        """Begins a request for autofill that stays pending."""
        self.user.set_present(False)
        self.page.evaluate("() => { client.signInWithAutofill({ field }).then((done) => { window.done = done; }); }")
        self.page.wait_for_function("exchange.some(({ url }) => url?.endsWith('/passkey/challenge'))")
        self.page.wait_for_timeout(100)
        self.user.set_present(True)

    def requests_to(self, path):
        """The requests of all pages to a path of the server, from now on."""
        seen = []
        self.page.context.on("request", lambda sent: seen.append(sent) if sent.url.split("?")[0].endswith(path) else None)
        return seen
