# SPDX-License-Identifier: Apache-2.0
"""How the pages look and what they cost."""

import itertools

from cases import HOST, BrowserCase, new_address

SCHEMES, WIDTHS, LANGUAGES = ("light", "dark"), (390, 1280), ("en", "de")


class Pages(BrowserCase):
    def test_the_sign_in_page_takes_at_most_four_requests_and_50_kilobytes(self):
        self.user.set_present(False)
        self.user.protocol.send("Network.enable")
        sizes, urls = [], []
        self.user.protocol.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        self.user.protocol.on("Network.responseReceived", lambda event: urls.append(event["response"]["url"]))
        with self.page.expect_response("**/login/challenge"):
            self.open(self.attempt())
        self.page.wait_for_timeout(500)
        # The icon is in the page.
        self.assertLessEqual(len([url for url in urls if not url.startswith("data:")]), 4, urls)
        self.assertLessEqual(sum(sizes), 50_000, sizes)
        print(f"the sign-in page: {len(urls)} requests, {sum(sizes):.0f} bytes on the wire")

    def test_every_page_fits_and_loads_without_a_complaint(self):
        self.expected_complaints = ("status of 400",)
        for scheme, width, language in itertools.product(SCHEMES, WIDTHS, LANGUAGES):
            with self.subTest(scheme=scheme, width=width, language=language):
                self.visit(scheme, width, language)

    def visit(self, scheme, width, language):
        size = {"width": width, "height": 844}
        user = self.new_user(color_scheme=scheme, viewport=size, locale=language, reduced_motion="reduce")
        page = user.page

        def look(name):
            page.wait_for_load_state()
            self.assertEqual(page.locator("html").get_attribute("lang"), language)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width, name)
            user.screenshot(f"{name}.{language}.{scheme}.{width}")

        user.set_present(False)
        page.goto(self.attempt().url)
        look("sign-in")
        page.goto(self.attempt(screen_hint="signup").url)
        look("sign-up")
        page.locator("input[name=email]").fill("ada@")
        page.evaluate("document.querySelector('form').noValidate = true")
        page.locator("button[type=submit]").click()
        page.locator("[aria-invalid=true]").wait_for()
        look("sign-up-malformed")
        page.locator("input[name=email]").fill(new_address())
        page.locator("button[type=submit]").click()
        page.locator("[data-ceremony]").wait_for()
        look("create-passkey")
        user.set_present(True)
        page.locator("[data-ceremony]").first.click()
        page.wait_for_url(f"https://{HOST}/signup/profile**")
        look("profile")
        page.locator("input[name=name]").fill("Ada Lovelace")
        page.locator("button.primary").click()
        page.wait_for_url("https://app.client.test/callback**")
        page.goto(self.attempt("third").url)
        look("consent")
        page.goto(self.attempt(prompt="select_account").url)
        look("select-account")
        page.goto(f"https://{HOST}/authorize?client_id=unknown")
        look("error-unknown-client")
        page.goto(f"https://{HOST}/login?state=nothing")
        look("error-state")
