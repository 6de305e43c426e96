# SPDX-License-Identifier: Apache-2.0
"""The web SDK's calls of the browser: one at a time, on a challenge that lasts, and for the user who is signed in."""

import json

from cases import new_address
from sdk import WEB, SDKCase

# A browser that allows one call at a time, as all do: it rejects any other until the first has settled, which takes a while
# after it was aborted. `calls` are the calls, `lasts` how long the latest one of a kind may last, and `replies` what it does
# with those of a kind, in their order; its last one repeats. Without one, a sign-in stays pending until it is aborted.
BROWSER = """() => {
    const real = {};
    window.pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
    window.calls = [];
    window.lasts = {};
    window.replies = { "prompt create": [(...given) => respond(...given)] };
    window.refuse = () => { throw new DOMException("no", "NotAllowedError"); };
    window.stay = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () =>
        setTimeout(() => reject(new DOMException("stopped", "AbortError")), 100)));
    window.respond = ({ mediation, ...request }, method) => real[method](request);
    let isBusy = false;
    for (const method of ["get", "create"]) {
        real[method] = navigator.credentials[method].bind(navigator.credentials);
        navigator.credentials[method] = async (request) => {
            const kind = `${request.mediation ?? "prompt"} ${method}`;
            calls.push(kind);
            lasts[kind] = request.publicKey.timeout;
            if (isBusy) throw new DOMException("A request is already pending.", "OperationError");
            isBusy = true;
            const replying = replies[kind] ?? [stay];
            const reply = replying.length > 1 ? replying.shift() : replying[0];
            try {
                return await reply(request, method);
            } finally {
                isBusy = false;
            }
        };
    }
}"""
UPGRADES = """() => {
    const supported = PublicKeyCredential.getClientCapabilities;
    PublicKeyCredential.getClientCapabilities = async () =>
        ({ ...await supported.call(PublicKeyCredential), conditionalCreate: true });
}"""


class Ceremonies(SDKCase):
    def open_app(self, **options):
        super().open_app(**options)
        self.page.evaluate(BROWSER)

    def signed_out(self, **options):
        user = super().signed_out(**options)
        self.page.evaluate("() => { calls.length = 0; }")
        return user

    def calls(self):
        return self.page.evaluate("calls")

    def wait_for_calls(self, kind, count):
        self.page.wait_for_function(
            "([kind, count]) => calls.filter((each) => each === kind).length >= count", arg=[kind, count])

    def offer(self, options="{ field }"):
        """Begins autofill, and waits until the browser is asked. `window.offered` is what comes of it."""
        self.page.evaluate(f"() => {{ window.offered = attempt(() => client.signInWithAutofill({options})); }}")
        self.wait_for_calls("conditional get", 1)

    def fail_challenges(self, count, status=503):
        """Has the next requests for a challenge fail."""
        left = [None] * count
        headers = {"Access-Control-Allow-Origin": "*", "Content-Type": "application/json"}

        def respond(route):
            if not left:
                return route.fallback()
            left.pop()
            return route.fulfill(status=status, body=json.dumps({"error": "server_error"}), headers=headers)

        self.page.route("**/passkey/challenge", respond)

    def test_the_second_of_two_clicks_wins_beside_autofill(self):
        user = self.signed_out()
        self.offer()
        self.page.evaluate("replies['prompt get'] = [respond]")
        first, second = self.page.evaluate(
            """async () => {
                const first = attempt(() => client.signIn());
                await pause(30);
                const second = attempt(() => client.signIn());
                return Promise.all([first, second]);
            }"""
        )
        self.assertEqual(first.get("reason"), "aborted", first)
        self.assertEqual(second["value"]["user"]["sub"], user["sub"])
        self.assertEqual(self.calls(), ["conditional get", "prompt get"])
        self.assertEqual(self.page.evaluate("offered"), {"value": None})

    def test_a_second_click_takes_the_place_of_a_prompt(self):
        user = self.signed_out()
        self.page.evaluate("replies['prompt get'] = [stay, respond]")
        first, second = self.page.evaluate(
            """async () => {
                const first = attempt(() => client.signIn());
                while (!calls.length) await pause(10);
                const second = attempt(() => client.signIn());
                return Promise.all([first, second]);
            }"""
        )
        self.assertEqual(first.get("reason"), "aborted", first)
        self.assertEqual(second["value"]["user"]["sub"], user["sub"])

    def test_a_click_right_after_a_view_that_went_waits_for_the_browser(self):
        user = self.signed_out()
        self.page.evaluate("window.view = new AbortController()")
        self.offer("{ field, signal: view.signal }")
        self.page.evaluate("replies['prompt get'] = [respond]")
        done = self.run_script("(view.abort(), pause(20)).then(() => client.signIn())")
        self.assertEqual(done["user"]["sub"], user["sub"])
        self.assertEqual(self.page.evaluate("offered"), {"value": None})

    def test_the_prompt_goes_on_without_a_browser_that_never_ends_an_aborted_call(self):
        user = self.signed_out()
        self.page.evaluate(
            "() => { navigator.credentials.get = ((get) => (request) => (request.mediation"
            " ? (calls.push('conditional get'), new Promise(() => {})) : get(request)))(navigator.credentials.get); }")
        self.offer()
        self.page.evaluate("replies['prompt get'] = [respond]")
        self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])

    def test_two_copies_of_the_module_share_the_browser(self):
        user = self.signed_out()
        self.page.context.route(
            "**/copy/*.js", lambda route: route.fulfill(path=WEB / "sdk" / route.request.url.rsplit("/", 1)[-1]))
        self.offer()
        self.page.evaluate("replies['prompt get'] = [respond]")
        copy = "new (await import('/copy/thumbturn.js')).Thumbturn({ domain: first, clientId: 'sdk', prefetch: false })"
        done = self.run_script(f"({copy}).signIn()", "login.brand.test")
        self.assertEqual(done["user"]["sub"], user["sub"])
        self.assertEqual(self.calls(), ["conditional get", "prompt get"])

    def test_autofill_leaves_a_silent_upgrade_alone(self):
        self.open_app()
        self.run_script("client.signUp({ email: first })", new_address())
        self.user.use_device()
        self.page.evaluate(UPGRADES)
        self.offer()
        # The user agrees after a while.
        self.page.evaluate("replies['conditional create'] = [async (request, method) => { await pause(500);"
                           " request.signal.throwIfAborted(); return respond(request, method); }]")
        self.assertIs(self.run_script("client.upgradeToPasskey()"), True)
        self.assertEqual(self.calls(), ["prompt create", "conditional get", "conditional create"])

    def test_a_click_finds_options_although_autofill_took_some(self):
        user = self.signed_out()
        self.open_app(prefetch=True)
        self.page.wait_for_function("exchange.length === 1")
        self.offer()
        self.page.wait_for_function("exchange.filter(({ url }) => url?.endsWith('/passkey/challenge')).length === 2")
        self.page.route("**/passkey/challenge", lambda route: None)
        self.page.evaluate("replies['prompt get'] = [respond]")
        self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])

    def test_a_click_finds_options_after_one_that_was_canceled(self):
        self.signed_out()
        self.open_app(prefetch=True)
        self.page.wait_for_function("exchange.length === 1")
        self.page.evaluate("replies['prompt get'] = [refuse, respond]")
        self.expect_failure("canceled", "client.signIn()")
        self.page.wait_for_function("exchange.filter(({ url }) => url?.endsWith('/passkey/challenge')).length === 2")
        self.page.route("**/passkey/challenge", lambda route: None)
        self.assertTrue(self.run_script("client.signIn()")["user"]["sub"])

    def test_no_request_outlives_its_challenge(self):
        self.open_app()
        self.page.clock.install()
        self.run_script("client.prepare()")
        self.page.clock.fast_forward(120_000)
        self.offer()
        # The challenge of 300 s is not used for the last tenth, in which the response travels.
        self.assertLessEqual(self.page.evaluate("lasts['conditional get']"), 150_000)
        self.page.clock.fast_forward(151_000)
        self.wait_for_calls("conditional get", 2)
        self.run_script("client.prepare()")
        self.page.clock.fast_forward(120_000)
        self.page.evaluate("replies['prompt get'] = [refuse]")
        self.expect_failure("canceled", "client.signIn()")
        self.assertLessEqual(self.page.evaluate("lasts['prompt get']"), 150_000)

    def test_prepared_options_end_with_their_user(self):
        self.open_app()
        self.run_script("client.signUp({ email: first })", new_address())
        self.user.use_device()
        self.run_script("client.prepare('passkeys.add')")
        self.run_script("client.signOut()")
        self.run_script("client.signUp({ email: first })", new_address())
        self.user.use_device()
        self.run_script("client.passkeys.add()")
        self.assertEqual(len(self.run_script("client.passkeys.list()")), 2)

    def test_autofill_begins_again_after_a_failed_request(self):
        self.expected_complaints = ("status of 503",)
        user = self.signed_out()
        self.fail_challenges(2)
        self.page.evaluate("replies['conditional get'] = [respond]")
        self.assertEqual(self.run_script("client.signInWithAutofill({ field })")["user"]["sub"], user["sub"])

    def test_autofill_begins_again_however_often_it_is_interrupted(self):
        self.open_app()
        self.offer()
        self.page.evaluate("replies['prompt get'] = [refuse]")
        for count in range(2, 17):
            self.expect_failure("canceled", "client.signIn()")
            self.wait_for_calls("conditional get", count)

    def test_autofill_begins_again_after_a_sign_in_that_the_server_rejected(self):
        self.expected_complaints = ("status of 401",)
        address = new_address()
        user = self.signed_up(email=address)
        self.run_script("client.signOut()")
        self.server.run("users", "block", address)
        self.page.evaluate("() => { window.failures = []; replies['conditional get'] = [respond, stay]; }")
        self.page.evaluate(
            """() => { window.offered = attempt(() => client.signInWithAutofill(
                { field, onFailure: ({ reason }) => failures.push(reason) })); }""")
        self.wait_for_calls("conditional get", 2)
        self.assertEqual(self.page.evaluate("failures"), ["accountBlocked"])
        self.server.run("users", "unblock", address)
        self.page.evaluate("replies['prompt get'] = [respond]")
        self.assertEqual(self.run_script("client.signIn()")["user"]["sub"], user["sub"])
        self.assertEqual(self.page.evaluate("offered"), {"value": None})
