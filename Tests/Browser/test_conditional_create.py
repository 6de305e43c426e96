# SPDX-License-Identifier: Apache-2.0
"""A passkey that is created without a prompt, after a sign-in with a phone.

Debian's Chromium says that it can do this, but it has no password manager that does: it leaves every such request pending
until its timeout, and then refuses it. The tests see what the page asks for, and shorten the timeout or reply themselves.
"""

from cases import BrowserCase

OFFER = "Sign in faster next time?"

# Notes what the page asks for, and how the browser responds. `reply` is what it does with a conditional request.
BROWSER = """
    if (window.PublicKeyCredential) {
        PublicKeyCredential.getClientCapabilities = async () => ({ conditionalCreate: CAN });
        const create = navigator.credentials.create.bind(navigator.credentials);
        const reply = REPLY;
        navigator.credentials.create = async (options) => {
            const mediation = options.mediation ?? "none";
            await note(`${mediation}, excluding ${options.publicKey.excludeCredentials.length}`);
            try {
                const made = await (options.mediation ? reply(options, create) : create(options));
                await note(`${mediation}: created`);
                return made;
            } catch (error) {
                await note(`${mediation}: ${error.name}`);
                throw error;
            }
        };
    }"""
# The browser's own reply, at once.
REFUSES = """({ publicKey, ...options }, create) => create({ ...options, publicKey: { ...publicKey, timeout: 500 } })"""
AGREES = """async ({ publicKey, signal }, create) => {
    while (!window.agreed) await new Promise((resolve) => setTimeout(resolve, 25));
    return create({ publicKey, signal });
}"""
WAITS = """(options, create) => create(options)"""


class ConditionalCreate(BrowserCase):
    def offered(self, reply, can="true"):
        """Signs in with a phone, in a browser that can create passkeys without a prompt, or that can't."""
        self.notes = []
        self.page.expose_function("note", lambda text: self.notes.append(text))
        self.page.add_init_script(BROWSER.replace("CAN", can).replace("REPLY", reply))
        # What the sign-up asked for doesn't count. The offer may ask as soon as the phone has signed in.
        return self.sign_in_with_phone(ready=self.notes.clear)

    def wait_for_note(self, text):
        for _ in range(200):
            if text in self.notes:
                return
            self.page.wait_for_timeout(25)
        self.fail(f"{text} is not in {self.notes}")

    def add(self, claims, attempt):
        """Adds a passkey with the button, and returns to the client."""
        self.user.use_device()
        self.user.press("Add a passkey here")
        self.assertEqual(attempt.finish(self.returned())[0]["sub"], claims["sub"])
        self.assertEqual(len(self.user.passkeys()), 1)

    def test_the_browser_is_asked_for_a_passkey_without_a_prompt_and_may_refuse(self):
        claims, attempt = self.offered(REFUSES)
        self.user.wait_for_heading(OFFER)
        self.wait_for_note("conditional: NotAllowedError")
        self.assertFalse(self.page.locator("#notice").is_visible())
        self.assertEqual(self.page.locator("#status").inner_text(), "")
        self.add(claims, attempt)
        asked = ["conditional, excluding 1", "conditional: NotAllowedError", "none, excluding 1", "none: created"]
        self.assertEqual(self.notes, asked)

    def test_a_browser_that_agrees_leads_back_to_the_client(self):
        claims, attempt = self.offered(AGREES)
        self.wait_for_note("conditional, excluding 1")
        self.user.use_device()
        self.page.evaluate("window.agreed = true")
        self.assertEqual(attempt.finish(self.returned())[0]["sub"], claims["sub"])
        self.assertEqual(len(self.user.passkeys()), 1)

    def test_the_button_ends_a_request_that_is_pending(self):
        claims, attempt = self.offered(WAITS)
        self.wait_for_note("conditional, excluding 1")
        self.add(claims, attempt)
        self.assertEqual(self.notes[1:3], ["conditional: AbortError", "none, excluding 1"])

    def test_a_user_who_comes_back_to_the_offer_is_only_asked_by_the_button(self):
        claims, attempt = self.offered(REFUSES)
        self.wait_for_note("conditional: NotAllowedError")
        offer = self.page.url
        self.user.press("Not now")
        attempt.finish(self.returned())
        self.notes.clear()
        self.page.goto(offer)
        self.user.wait_for_heading(OFFER)
        self.page.wait_for_timeout(500)
        self.assertEqual(self.notes, [])

    def test_a_browser_that_can_t_do_it_is_not_asked(self):
        claims, attempt = self.offered(WAITS, can="false")
        self.user.wait_for_heading(OFFER)
        self.page.wait_for_timeout(500)
        self.assertEqual(self.notes, [])
        self.add(claims, attempt)
