# SPDX-License-Identifier: Apache-2.0
"""The web SDK in an application's page, on another origin than the server."""

import json
from pathlib import Path

from cases import BRAND, BrowserCase, new_address

WEB = Path(__file__).parents[2] / "Web"
APP = "https://app.brand.test"
# `attempt` turns a failure into data.
PAGE = """<html lang=en><title>Notes</title><h1>Notes</h1><input autocomplete="username webauthn" aria-label="Email">
<script type=module>
    import { Thumbturn, ThumbturnError } from "/sdk/thumbturn.js";
    window.exchange = [];
    window.client = new Thumbturn({ onExchange: (entry) => exchange.push(entry), ...OPTIONS });
    Object.assign(window, { Thumbturn, ThumbturnError });
    window.attempt = async (work) => {
        try {
            return { value: await work() };
        } catch (error) {
            const { name, reason, code, reference, message, recovery } = error;
            return { name, reason, code, reference, message, recovery };
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
        options = {"domain": BRAND, "clientId": "sdk", **options}
        self.site.pages["/app"] = PAGE.replace("OPTIONS", json.dumps(options))
        self.load(page or self.page, f"{origin}/app")

    def load(self, page, url):
        page.goto(url)
        page.wait_for_function("window.attempt")

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

    def expect_failure(self, reason, script, *arguments, page=None):
        failed = self.attempt_to(script, *arguments, page=page)
        self.assertEqual((failed.get("name"), failed.get("reason")), ("ThumbturnError", reason), failed)
        self.assertTrue(failed["message"] and failed["recovery"], failed)
        return failed

    def signed_up(self, email=None, **options):
        """Opens the application and signs up. Returns the user."""
        self.open_app(**options)
        return self.run_script("client.signUp({ email: first, name: 'Ada' })", email or new_address())["user"]

    def requests_to(self, path):
        """The requests of all pages to a path of the server, from now on."""
        seen = []
        self.page.context.on("request", lambda sent: seen.append(sent) if sent.url.endswith(path) else None)
        return seen
